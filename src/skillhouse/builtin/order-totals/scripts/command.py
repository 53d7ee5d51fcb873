"""The frame of a command: options in, JSON out, and every problem as one plain line.

`run` is the only caller of a command's `main`: bad usage ends with exit code 2 and the usage text, bad data with
exit code 1 and one line that says which value is wrong and what to do.
"""

import json
import sys
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

Options = dict[str, str]
SHOWN = 60


class UsageError(Exception):
    """The call itself is wrong: an option that does not exist, or that is missing."""


class BadInput(Exception):
    """The call is right, but a value in it or in the data is not."""


def shown(value: object) -> str:
    """A value as a message quotes it: on one line, and not longer than helps."""
    text = str(value)
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + "…")


def options_of(
    argv: list[str], valued: Iterable[str], switches: Iterable[str] = (), required: Iterable[str] = ()
) -> Options:
    """The options of a call, by name without the dashes; a switch that is given has the value "yes".

    A value may begin with a dash: what follows an option is its value, whatever it looks like.
    """
    known, flags, found = set(valued), set(switches), {}
    words = iter(argv)
    for word in words:
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or name not in known | flags:
            raise UsageError(f"there is no option {shown(word)}")
        if name in found:
            raise UsageError(f"--{name} is given twice")
        if name in flags and equals:
            raise UsageError(f"--{name} takes no value")
        found[name] = "yes" if name in flags else value if equals else next(words, None)
        if found[name] is None:
            raise UsageError(f"--{name} needs a value")
    missing = [f"--{name}" for name in required if name not in found]
    if missing:
        raise UsageError(f"{' and '.join(missing)} must be given")
    return found


def choice(options: Options, name: str, allowed: Iterable[str], default: str) -> str:
    """The value of an option that has to be one of a few."""
    value = options.get(name, default)
    if value not in allowed:
        raise UsageError(f"--{name} must be one of {', '.join(allowed)}, not {shown(value)}")
    return value


def run(main: Callable[[list[str]], object], usage: str) -> NoReturn:
    """Call `main` with the arguments, print what it returns as JSON (text as it is), and end the process."""
    argv = sys.argv[1:]
    if argv == ["--help"]:
        say(usage.strip())
        sys.exit(0)
    try:
        result = main(argv)
    except UsageError as problem:
        say(f"{problem}\n{usage.strip()}", to_stderr=True)
        sys.exit(2)
    except BadInput as problem:
        say(str(problem), to_stderr=True)
        sys.exit(1)
    say(result if isinstance(result, str) else to_json(result))
    sys.exit(0)


def say(text: str, *, to_stderr: bool = False) -> None:
    """Print a line as UTF-8, whatever the locale is."""
    stream = sys.stderr if to_stderr else sys.stdout
    stream.buffer.write(f"{text}\n".encode("utf-8", "backslashreplace"))
    stream.buffer.flush()


def to_json(result: Any) -> str:
    """The result as JSON that people read too: one line a key, and one line an item of a list of objects."""
    if not isinstance(result, dict):
        return _plain(result)
    return "{\n" + ",\n".join(f" {_plain(key)}: {_value(value)}" for key, value in result.items()) + "\n}"


def _value(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(f"  {_plain(item)}" for item in value) + "\n ]"
    return _plain(value)


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
