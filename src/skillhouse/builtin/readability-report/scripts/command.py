"""The frame of a command: options in, text out, and every problem as one plain line.

Bad usage ends with exit code 2 and the usage text, bad data with exit code 1 and one line that says which value is
wrong and what to do.
"""

import sys
from collections.abc import Callable, Mapping
from typing import NoReturn

Options = dict[str, list[str]]
SHOWN = 60


class UsageError(Exception):
    """The call itself is wrong: an option that does not exist, or that is missing."""


class BadInput(Exception):
    """The call is right, but a value in it or in the data is not."""


def shown(value: str) -> str:
    """A value as a message quotes it: on one line, and not longer than helps."""
    return repr(value if len(value) <= SHOWN else value[:SHOWN] + "…")


def options_of(argv: list[str], known: Mapping[str, str]) -> Options:
    """The options of a call, by name without the dashes, each with its values.

    `known` says of each whether it is a "switch", has "one" value, or may be repeated ("many"). What follows an option
    is its value, whatever it looks like.
    """
    found: Options = {}
    words = iter(argv)
    for word in words:
        name = word.removeprefix("--")
        kind = known.get(name) if word.startswith("--") else None
        if kind is None:
            raise UsageError(f"there is no option {shown(word)}")
        if name in found and kind != "many":
            raise UsageError(f"--{name} is given twice")
        value = "yes" if kind == "switch" else next(words, None)
        if value is None:
            raise UsageError(f"--{name} needs a value")
        found.setdefault(name, []).append(value)
    return found


def whole_number(options: Options, name: str, default: int, most: int) -> int:
    """The value of an option that is a whole number from 0 to `most`."""
    value = options.get(name, [str(default)])[0]
    if not (value.isascii() and value.isdigit()) or len(value) > 9 or int(value) > most:
        raise UsageError(f"--{name} must be a whole number from 0 to {most}, not {shown(value)}")
    return int(value)


def choice(options: Options, name: str, allowed: tuple[str, ...]) -> str:
    """The value of an option that is one of a few words; the first is what it is when it is left out."""
    value = options.get(name, [allowed[0]])[0]
    if value not in allowed:
        raise UsageError(f"--{name} must be one of {', '.join(allowed)}, not {shown(value)}")
    return value


def run(main: Callable[[list[str]], str], usage: str) -> NoReturn:
    """Call `main` with the arguments, print what it returns as it is, and end the process."""
    try:
        said, code = (usage, 0) if sys.argv[1:] == ["--help"] else (main(sys.argv[1:]), 0)
        problem = ""
    except UsageError as error:
        said, problem, code = "", f"{error}\n{usage}", 2
    except BadInput as error:
        said, problem, code = "", f"{error}\n", 1
    sys.stdout.buffer.write(said.encode("utf-8", "backslashreplace"))
    sys.stderr.buffer.write(problem.encode("utf-8", "backslashreplace"))
    sys.exit(code)
