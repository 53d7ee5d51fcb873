"""The public suite, held against containers: whatever engine, runtime and image are here; skipped with the reason.

`tools/sandbox_base.py` makes an image where no registry can be reached.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from functools import cache
from typing import TYPE_CHECKING

import pytest

from skillhouse.config import Settings
from skillhouse.errors import SandboxUnavailable
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job, engine
from skillhouse.sandbox.held import HostMark
from skillhouse.sandbox.oci import OciSandbox
from skillhouse.testing import conformance, known_failures, run_conformance

if TYPE_CHECKING:
    from skillhouse.sandbox.engine import Engine
    from skillhouse.testing import Result

IMAGE = Settings().sandbox_image
MODES = {f"{name}-{runtime}": (name, runtime) for name in ("podman", "docker") for runtime in ("crun", "runc", "runsc")}
# One mode tries the whole suite; for the others a look at each layer is enough.
WHOLE = "podman-runc"
CASES = [(mode, behaviour.name) for mode in MODES for behaviour in conformance(quick=mode != WHOLE)]
HELLO = Job((SkillFile("x.py", b"print('hello')"),), "x.py")


@cache
def usable(mode: str) -> Engine | str:
    """The engine of a mode, or why this host has none that can start a plain container of our image."""
    try:
        made_by = engine.find(*MODES[mode])
        image = engine.image_id(made_by, IMAGE)
    except SandboxUnavailable as error:
        return error.message
    # With the runtime's own walls alone: what fails here fails without us.
    plain = [*made_by.head, "run", "--rm", "--pull", "never", "--network", "none", "--entrypoint", "/bin/true"]
    plain += ["--ulimit", "nofile=1024:1024", "--ulimit", "nproc=4096:4096"]
    plain += ["--runtime", made_by.runtime] if made_by.name == "docker" else []
    done = subprocess.run([*plain, image], capture_output=True, text=True, check=False, timeout=120)
    if done.returncode != 0:
        return f"{mode} cannot start any container here: {done.stderr.strip()[-200:]}"
    try:
        with OciSandbox(made_by, IMAGE) as sandbox:
            sandbox.run(HELLO)
    except SandboxUnavailable as error:
        if error.code == "SANDBOX_IMAGE_STALE":
            return error.message
        raise
    return made_by


def sandbox_of(mode: str, slots: int = 0) -> OciSandbox:
    """The sandbox of a mode. Skips the test where this host has none, or an image of another version."""
    made_by = usable(mode)
    if isinstance(made_by, str):
        pytest.skip(made_by)
    return OciSandbox(made_by, IMAGE, slots=slots)


@cache
def results_of(mode: str) -> dict[str, Result]:
    """The suite against one mode: once, two behaviours beside each other."""
    with sandbox_of(mode, slots=2) as sandbox:
        results = run_conformance(sandbox, quick=mode != WHOLE, threads=2)
    return {result.behaviour.name: result for result in results}


@pytest.mark.rule("SBX-10", "RUN-2", "RUN-3", "RUN-4", *(f"SBX-{number}" for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 11)))
@pytest.mark.parametrize(("mode", "name"), CASES)
def test_a_container_behaves(mode: str, name: str) -> None:
    """Each behaviour in each mode. One that is listed as not held must not be, and is told with its reason."""
    if isinstance(reason := usable(mode), str):
        pytest.skip(reason)
    result = results_of(mode)[name]
    if result.status in {"skipped", "known"}:
        pytest.skip(result.message)
    assert result.message == ""


@pytest.mark.rule("SBX-10")
@pytest.mark.parametrize("mode", MODES)
def test_a_run_names_its_engine_runtime_image_and_layers(mode: str) -> None:
    """All that a record of it needs."""
    with sandbox_of(mode) as sandbox:
        used = sandbox.run(HELLO).sandbox
        listed = known_failures(sandbox)
    assert used.container is not None
    assert used.container.engine.split()[0] == MODES[mode][0]
    assert used.container.runtime == MODES[mode][1]
    assert used.container.image.startswith("sha256:")
    assert {"user namespace", "network", "files", "memory", "cpu"} <= {layer.name for layer in used.layers}
    assert set(listed) <= {behaviour.name for behaviour in conformance()}
    assert all(listed.values())


def names_of(made_by: Engine) -> list[str]:
    """The containers that an engine has, running or not."""
    command = [*made_by.head, "ps", "--all", "--format", "{{.Names}}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.rule("SBX-8", "SBX-2")
@pytest.mark.parametrize("mode", MODES)
def test_nothing_is_left_of_containers(mode: str) -> None:
    """Neither of those that ran nor of those that only stood ready."""
    made_by = usable(mode)
    with sandbox_of(mode, slots=2) as sandbox:
        sandbox.run(HELLO)
    assert not isinstance(made_by, str)
    own = f"skillhouse-{os.getpid()}-"
    deadline = time.monotonic() + 20
    # The engine removes what ended a moment after its client is gone.
    while (left := [name for name in names_of(made_by) if name.startswith(own)]) and time.monotonic() < deadline:
        time.sleep(0.2)
    assert left == []


@pytest.mark.rule("SBX-2", "SBX-8")
@pytest.mark.parametrize("mode", MODES)
def test_a_container_that_a_killed_host_left_unstarted_is_removed_by_the_next(mode: str) -> None:
    """One that was made and never started, with the mark of a host that is gone; one of a host that lives stays."""
    made_by = usable(mode)
    if isinstance(made_by, str):
        pytest.skip(made_by)
    marks = [HostMark(), HostMark()]
    names = [f"skillhouse-test-{os.getpid()}-{mode}-{number}" for number in range(2)]
    image = engine.image_id(made_by, IMAGE)
    for mark, name in zip(marks, names, strict=True):
        made = ["create", "--pull", "never", "--name", name, "--label", f"skillhouse.host={mark.name}"]
        subprocess.run([*made_by.head, *made, image], capture_output=True, check=True)
    os.close(marks[0]._held)  # noqa: SLF001 -- what the kernel does when a host is killed
    try:
        with sandbox_of(mode) as sandbox:
            assert sandbox.run(HELLO).exit_code == 0
        assert [name for name in names if name in names_of(made_by)] == names[1:]
    finally:
        subprocess.run([*made_by.head, "rm", "--force", *names], capture_output=True, check=False)
        marks[1].close()


# Refuses every new user namespace, as a host with the switch off does. clone3 hides its flags: it is gone.
FORBIDDING = """
import ctypes, json, platform, struct, sys
unshare, clone = {"x86_64": (272, 56), "aarch64": (97, 220)}[platform.machine()]
code = [
    (0x20, 0, 0, 0), (0x15, 0, 1, 435), (0x06, 0, 0, 0x00050026),
    (0x15, 1, 0, unshare), (0x15, 0, 3, clone),
    (0x20, 0, 0, 16), (0x45, 0, 1, 0x10000000), (0x06, 0, 0, 0x00050001),
    (0x06, 0, 0, 0x7FFF0000),
]
text = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *one) for one in code))
program = struct.pack("HxxxxxxP", len(code), ctypes.addressof(text))
assert ctypes.CDLL(None).prctl(22, 2, program, 0, 0) == 0
import dataclasses
from skillhouse.config import Settings
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job
from skillhouse.service.host import diagnose, open_sandbox
settings = Settings(sandbox_engine=sys.argv[1], sandbox_runtime=sys.argv[2])
checks = {check.layer: [check.status, check.consequence] for check in diagnose(settings)}
with open_sandbox(settings, slots=int(sys.argv[3])) as sandbox:
    outcome = sandbox.run(Job((SkillFile("x.py", b"print('hello')"),), "x.py"))
layers = {layer.name: layer.held for layer in outcome.sandbox.layers}
print(json.dumps([checks, outcome.stdout.decode(), outcome.sandbox.backend, layers]))
"""


@pytest.mark.rule("SBX-10", "RUN-7")
@pytest.mark.parametrize("slots", ["0", "1"])
def test_root_on_a_host_without_user_namespaces_gets_a_container(slots: str) -> None:
    """Never a sandbox with a wall less in silence: `doctor` says what is missing, and the run says what it lacks."""
    if os.getuid() != 0:
        pytest.skip("only root has an engine that needs no user namespace")
    made_by = usable(WHOLE)
    if isinstance(made_by, str):
        pytest.skip(made_by)
    command = [sys.executable, "-c", FORBIDDING, *MODES[WHOLE], slots]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    checks, printed, backend, layers = json.loads(done.stdout)
    assert checks["namespaces"][0] == "missing"
    assert "also not as root" in checks["namespaces"][1]
    assert (checks["user namespace"][0], checks["run"][0]) == ("weaker", "ok")
    assert (printed, backend, layers["user namespace"], layers["network"]) == ("hello\n", "oci", False, True)
