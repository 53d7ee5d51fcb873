"""This host: the sandbox that its settings ask for, and what it can hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skillhouse.config import Settings, load_settings
from skillhouse.sandbox.runtimes import Runtimes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from skillhouse.sandbox import Sandbox
    from skillhouse.sandbox.engine import Engine
    from skillhouse.sandbox.oci import OciSandbox
    from skillhouse.sandbox.probe import Check

__all__ = ["build_image", "diagnose", "open_sandbox", "runtimes_of", "write_recipe"]


def runtimes_of(settings: Settings) -> Runtimes:
    """The interpreters that these settings allow."""
    return Runtimes(python_path=settings.python, node_path=settings.node)


def open_sandbox(settings: Settings | None = None, *, slots: int = 0) -> Sandbox:
    """A sandbox on this host, to be used as a context manager; `settings` are the ones in force where none are given.

    With `slots`, that many sandboxes stand ready before their jobs come: worth it for more than a few runs. Without,
    each is made when it is needed. Where the settings leave the choice and this host forbids namespaces, containers
    stand in, and each run says so. Raises ConfigError, SandboxUnavailable.
    """
    settings = settings or load_settings()
    if settings.sandbox == "oci":
        return _containers(settings, slots)
    if settings.sandbox not in {"auto", "namespaces"}:
        from skillhouse.plugins import sandbox_maker  # noqa: PLC0415

        made: Sandbox = sandbox_maker(settings.sandbox)(settings, slots=slots)
        return made
    sandbox = _namespaces(settings, slots)
    if settings.sandbox == "namespaces":
        return sandbox
    from skillhouse.sandbox import probe  # noqa: PLC0415
    from skillhouse.sandbox.fallback import FallbackSandbox  # noqa: PLC0415

    return FallbackSandbox(sandbox, lambda: _containers(settings, slots), lambda: probe.namespaces_work(settings.bwrap))


def _namespaces(settings: Settings, slots: int) -> Sandbox:
    """The sandbox of this host's own namespaces: warm with `slots`, in a pool, or one bwrap each where the host lets
    no process below bwrap make namespaces.
    """
    runtimes = runtimes_of(settings)
    if not slots:
        from skillhouse.sandbox.namespaces import NamespaceSandbox  # noqa: PLC0415 -- a single run needs no more

        return NamespaceSandbox(runtimes, bwrap_path=settings.bwrap)
    from skillhouse.sandbox import probe  # noqa: PLC0415
    from skillhouse.sandbox.fallback import FallbackSandbox  # noqa: PLC0415
    from skillhouse.sandbox.pool import PoolSandbox  # noqa: PLC0415
    from skillhouse.sandbox.prewarmed import PrewarmedSandbox  # noqa: PLC0415

    limits, program = settings.limits(), settings.bwrap
    return FallbackSandbox(
        PoolSandbox(runtimes, size=slots, limits=limits, bwrap_path=program),
        lambda: PrewarmedSandbox(runtimes, size=slots, limits=limits, bwrap_path=program),
        lambda: probe.pools_work(program),
    )


def _containers(settings: Settings, slots: int = 0) -> OciSandbox:
    """The sandbox that runs each job in a container. Raises SandboxUnavailable without an engine or image."""
    from skillhouse.sandbox.oci import OciSandbox  # noqa: PLC0415

    return OciSandbox(_engine(settings), settings.sandbox_image, slots=slots, limits=settings.limits())


def _engine(settings: Settings) -> Engine:
    from skillhouse.sandbox import engine  # noqa: PLC0415

    name = None if settings.sandbox_engine == "auto" else settings.sandbox_engine
    return engine.find(name, settings.sandbox_runtime)


def build_image(settings: Settings, *, python_image: str | None = None, node_image: str | None = None) -> str:
    """Build the image that containers are made of, by the settings' engine and under the settings' name; its id.

    The two base images are the recipe's own where none are named. Raises SandboxUnavailable.
    """
    import tempfile  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    from skillhouse.sandbox import engine  # noqa: PLC0415

    named = {"PYTHON_IMAGE": python_image, "NODE_IMAGE": node_image}
    made_by = _engine(settings)
    with tempfile.TemporaryDirectory() as folder:
        engine.write_recipe(Path(folder))
        bases = {name: value for name, value in named.items() if value}
        engine.build_image(made_by, settings.sandbox_image, Path(folder), bases)
    return engine.image_id(made_by, settings.sandbox_image)


def write_recipe(folder: Path) -> None:
    """Write what the image is built from to an empty folder, for a build elsewhere. Raises Conflict."""
    from skillhouse.errors import Conflict  # noqa: PLC0415
    from skillhouse.sandbox import engine  # noqa: PLC0415

    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise Conflict(
            f"the folder {str(folder)!r} is not empty",
            code="FOLDER_NOT_EMPTY",
            hint="Name a folder that is empty or does not exist.",
            where=str(folder),
        )
    engine.write_recipe(folder)


def diagnose(settings: Settings | None = None) -> Iterator[Check]:
    """What this host can hold, layer by layer, each as soon as it is known. Raises ConfigError."""
    return _checks(settings or load_settings())


def _checks(settings: Settings) -> Iterator[Check]:
    """Namespaces, then containers where those are asked for, or where they have to stand in."""
    from skillhouse.sandbox import probe  # noqa: PLC0415

    able = False
    if settings.sandbox not in {"auto", "namespaces", "oci"}:
        yield probe.try_plugin(settings.sandbox, lambda: open_sandbox(settings))
        return
    if settings.sandbox != "oci":
        for check in probe.diagnose(runtimes_of(settings), settings.bwrap):
            able = able or (check.layer == "run" and check.status == "ok")
            yield check
    if settings.sandbox != "namespaces" and not able:
        yield from probe.diagnose_containers(lambda: _engine(settings), settings.sandbox_image)
