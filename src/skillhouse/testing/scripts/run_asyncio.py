#: {"says": "asyncio works, with child processes.", "layer": "runtimes", "rules": ["SBX-1", "SBX-11"], "stdout": "3 [0, 1, 4]\n"}
import asyncio


async def square(number):
    await asyncio.sleep(0.01)
    return number * number


async def main():
    child = await asyncio.create_subprocess_exec("sh", "-c", "exit 3")
    print(await child.wait(), await asyncio.gather(*map(square, range(3))))


asyncio.run(main())
