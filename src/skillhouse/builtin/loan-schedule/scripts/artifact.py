"""Writing a file that a run leaves behind."""

from pathlib import Path, PurePosixPath

from command import BadInput, UsageError, shown


def checked_name(name: str, ending: str) -> str:
    """A name as --out may give it: relative, without hidden parts, and with the ending that says what the file is."""
    path = PurePosixPath(name)
    hidden = any(part.startswith(".") for part in path.parts)
    if not path.name.endswith(ending) or path.is_absolute() or hidden or not name.isprintable():
        raise UsageError(f"--out must be a relative path that ends with {ending}, with no part that begins with a dot")
    return str(path)


def write(name: str, text: str) -> None:
    """Write a new file; one that is there already is left alone."""
    path = Path(name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError:
        raise BadInput(f"--out {shown(name)} is there already: give another name") from None
    except OSError as problem:
        raise BadInput(f"--out {shown(name)} cannot be written: {problem.strerror}") from None
