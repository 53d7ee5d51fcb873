"""Makes a base for the sandbox image from this host's own files, for places that no registry can be reached from.

`python tools/sandbox_base.py [ENGINE]` writes the image `skillhouse-base`: Python 3.12, Node.js, busybox, bash and the
usual tools, as this Debian host has them. Then, to build on it:

    skillhouse sandbox-image build --python-image skillhouse-base --node-image skillhouse-base

It is meant for tests. What people run should stand on images that somebody keeps up to date.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING

from skillhouse.sandbox import engine
from skillhouse.sandbox.runtimes import Runtimes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.sandbox.runtimes import Runtime

NAME = "skillhouse-base"
PACKAGES = """
bash base-files coreutils dash debianutils diffutils findutils grep gzip sed tar mawk libc6 libc-bin libtinfo6
libncursesw6 libacl1 libattr1 libselinux1 libpcre2-8-0 libgmp10 tzdata libssl3 libffi8 zlib1g libbz2-1.0 liblzma5
libsqlite3-0 libreadline8 libexpat1 libuuid1 libcrypt1 libnsl2 libtirpc3 libgssapi-krb5-2 libkrb5-3 libk5crypto3
libkrb5support0 libcom-err2 libkeyutils1 libstdc++6 libgcc-s1 perl-base netbase media-types
"""
LEFT_OUT = ("/usr/share/doc", "/usr/share/man", "/usr/share/info", "/usr/share/locale", "/usr/share/lintian", "/var/")
LINKS = ("bin", "sbin", "lib", "lib64")
NOT_SHIPPED = {"test", "idlelib", "tkinter", "site-packages", "__pycache__", "ensurepip", "turtledemo"}


def package_files() -> Iterator[Path]:
    """Every file of the packages, by the names that the packages give them."""
    listed = subprocess.run(
        ["/usr/bin/dpkg-query", "-L", *PACKAGES.split()], capture_output=True, text=True, check=False
    )
    for line in listed.stdout.splitlines():
        path = Path(line)
        if path.is_absolute() and not line.startswith(LEFT_OUT) and (path.is_file() or path.is_symlink()):
            yield path


def add(archive: tarfile.TarFile, source: Path, target: str, seen: set[str]) -> None:
    """One file or link, owned by root, once."""
    if target in seen:
        return
    seen.add(target)
    info = archive.gettarinfo(str(source), arcname=target.lstrip("/"))
    info.uid = info.gid = 0
    info.uname = info.gname = "root"
    if info.isreg():
        with source.open("rb") as file:
            archive.addfile(info, file)
    elif info.issym():
        archive.addfile(info)


def add_python(archive: tarfile.TarFile, python: Runtime, seen: set[str]) -> None:
    """The interpreter in /usr/local, whether it lies in one folder of the host or is the system's."""
    sources = {bind.target: bind.source for bind in python.binds}
    name = "python" + ".".join(python.version.split(".")[:2])
    program = sources.get(f"/opt/python/bin/{name}", python.executable)
    library = Path(sources.get(f"/opt/python/lib/{name}", f"/usr/lib/{name}"))
    add(archive, Path(program), f"/usr/local/bin/{name}", seen)
    for target, source in sources.items():
        if ".so" in target:
            add(archive, Path(source).resolve(), f"/usr/lib/{Path(target).name}", seen)
    for path in sorted(library.rglob("*")):
        inner = path.relative_to(library)
        if NOT_SHIPPED.isdisjoint(inner.parts) and path.is_file():
            add(archive, path, f"/usr/local/lib/{name}/{inner}", seen)


def write(archive: tarfile.TarFile) -> None:
    """The whole root."""
    seen: set[str] = set()
    for name in LINKS:
        add(archive, Path("/", name), f"/{name}", seen)
    for path in package_files():
        add(archive, path, str(path.parent.resolve() / path.name), seen)
    runtimes = Runtimes()
    add_python(archive, runtimes.required_python, seen)
    if runtimes.node is None or runtimes.sh is None:
        sys.exit("sandbox_base: this host has no Node.js or no shell to take")
    node = runtimes.node.binds[0].source if runtimes.node.binds else runtimes.node.executable
    add(archive, Path(node), "/usr/local/bin/node", seen)
    add(archive, Path(runtimes.sh.executable).resolve(), "/usr/bin/busybox", seen)


def main(arguments: list[str]) -> None:
    """Write the image through the engine's `import`."""
    found = engine.find(arguments[0] if arguments else None)
    command = [found.path, "import", "-", NAME]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as importing:
        assert importing.stdin is not None  # noqa: S101 -- as asked for
        with tarfile.open(fileobj=importing.stdin, mode="w|") as archive:
            write(archive)
    sys.exit(importing.returncode)


if __name__ == "__main__":
    main(sys.argv[1:])
