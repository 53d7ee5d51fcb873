"""Behaviours that a script alone cannot show: what goes in byte for byte, what of the host is seen, run after run."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import platform
import pwd
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from skillhouse.model.run import Limits
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job
from skillhouse.testing.behaviour import Behaviour, ensure
from skillhouse.testing.script import job_for

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from skillhouse.sandbox import Outcome, Sandbox

__all__ = ["coded_behaviours"]

_AWKWARD = (
    *("", " ", "  before", "after  ", "a b", '"', "'", '"\'"', "`id`", "$(id)", "$HOME", "${PATH}", "*", "?", "[a-z]"),
    *("~", "~root", "!", "!!", "#comment", ";", "a;b", "&&", "|cat", ">out", "<in", "\\", "\\n", "\n", "\r\n", "\t"),
    *("-", "--", "-c", "-e", "-n", "-x", "--help", "--version", "--eval=1", "%s%n%d", "a=b", "@/etc/passwd", "{a,b}"),
    *("../../etc/passwd", "/etc/passwd", "{}", "[]", "null", "0", "-1", "gr\u00fc\u00df", "\u540d\u524d"),
    *("\U0001f469\u200d\U0001f52c", "e\u0301", "\u202eback", "\ufeffmark", "\x01\x02", "\x1b[31m", "\x7f", "\x80"),
    *("x" * 1024, "\u00e9" * 1000, "line\nline\n", "trailing\\"),
)
_NOT_TEXT = ("\udcff", "a\udcc3(b", "\udc80\udc80")
_MOST_ARGS = 32


def _promise(
    says: str, layer: str, *rules: str, quick: bool = False, serial: bool = False
) -> Callable[[Callable[[Sandbox], None]], Behaviour]:
    """Turn a check into a behaviour of the same name."""
    return lambda check: Behaviour(check.__name__, says, layer, rules, check, quick=quick, serial=serial)


def _batches(items: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(items[start : start + _MOST_ARGS]) for start in range(0, len(items), _MOST_ARGS)]


def _same_arguments(sandbox: Sandbox, script: str, items: Sequence[str]) -> None:
    for batch in _batches(items):
        outcome = sandbox.run(job_for(script, args=batch))
        got = outcome.stdout.split(b"\0")[:-1]
        wanted = [os.fsencode(item) for item in batch]
        ensure(len(got) == len(wanted), f"{len(wanted)} arguments became {len(got)}; errors: {outcome.stderr[-300:]!r}")
        for sent, came in zip(wanted, got, strict=True):
            ensure(sent == came, f"the argument {sent!r} arrived as {came!r}")


@_promise("Each argument reaches a Python script byte for byte.", "arguments", "RUN-2", "SBX-11", quick=True)
def arguments_python(sandbox: Sandbox) -> None:
    _same_arguments(sandbox, "args_bytes.py", (*_AWKWARD, *_NOT_TEXT))


@_promise("Each argument reaches a shell script byte for byte.", "arguments", "RUN-2", quick=True)
def arguments_shell(sandbox: Sandbox) -> None:
    _same_arguments(sandbox, "args_bytes.sh", (*_AWKWARD, *_NOT_TEXT))


@_promise("Each argument reaches a bash script byte for byte.", "arguments", "RUN-2")
def arguments_bash(sandbox: Sandbox) -> None:
    _same_arguments(sandbox, "args_bytes_bash.sh", (*_AWKWARD, *_NOT_TEXT))


@_promise("Each argument reaches a Node script as it was.", "arguments", "RUN-2")
def arguments_node(sandbox: Sandbox) -> None:
    _same_arguments(sandbox, "args_bytes.js", _AWKWARD)


def _text_of(outcome: Outcome) -> str:
    ensure(outcome.exit_code == 0, f"exit code {outcome.exit_code}: {outcome.stderr[-500:]!r}")
    return outcome.stdout.decode("utf-8", "replace")


def _source(source: str, *args: str, more: Sequence[SkillFile] = (), params: str = "{}") -> Job:
    """A job whose script is written here, for a check that needs to know its text."""
    files = (SkillFile("SKILL.md", b""), SkillFile("scripts/x.py", source.encode()), *more)
    return Job(files, "scripts/x.py", args, params)


@_promise("Nothing that a run changes or leaves is there in the next.", "freshness", "SBX-2", quick=True)
def fresh_runs(sandbox: Sandbox) -> None:
    planted = sandbox.run(job_for("fresh_plant.py"))
    ensure(planted.exit_code == 0, f"planting failed: {planted.stderr[-300:]!r}")
    seen = _text_of(sandbox.run(job_for("fresh_look.py")))
    ensure(seen == "[] [1] []\n", f"something of an earlier run is left: {seen!r}")


@_promise("The network shows nothing of an earlier run, not even sockets on their way to nobody.", "freshness", "SBX-2")
def fresh_network(sandbox: Sandbox) -> None:
    before = json.loads(_text_of(sandbox.run(job_for("fresh_network.py"))))
    for _ in range(4):
        left = sandbox.run(job_for("fresh_sockets.py"))
        ensure(left.stdout == b"left\n", f"leaving sockets failed: {left.stderr[-300:]!r}")
        after = json.loads(_text_of(sandbox.run(job_for("fresh_network.py"))))
        changed = [path for path in before | after if before.get(path) != after.get(path)]
        ensure(not changed, f"the next run sees other things of the network: {changed}")


@_promise("A run cannot watch which files of the system another run opens.", "freshness", "SBX-2")
def fresh_watch(sandbox: Sandbox) -> None:
    opens = "import subprocess\nfor _ in range(8): subprocess.run(['sh', '-c', 'sleep 0.1'])"
    with ThreadPoolExecutor(2) as pool:
        watching = pool.submit(sandbox.run, job_for("watch_others.py"))
        pool.submit(sandbox.run, _source(opens)).result()
        seen = _text_of(watching.result())
    ensure(seen == "[]\n", f"a run noticed what others did: {seen!r}")


@_promise("A run that leaves descriptors in flight takes none from those that follow.", "freshness", "SBX-2")
def fresh_in_flight(sandbox: Sandbox) -> None:
    with ThreadPoolExecutor(2) as pool:
        filling = pool.submit(sandbox.run, job_for("fresh_in_flight.py", args=("1.5",)))
        time.sleep(_HEAD_START_S)
        others = [_text_of(sandbox.run(_source("print('ran')"))) for _ in range(4)]
        sent = int(_text_of(filling.result()))
    ensure(sent > 0, "nothing could be sent at all, so nothing was tried")
    ensure(others == ["ran\n"] * 4, f"runs beside it failed: {others}")


@_promise("No text of an earlier run is anywhere in the memory of the next.", "freshness", "SBX-2")
def fresh_memory(sandbox: Sandbox) -> None:
    secret = '{"secret": "correct-horse-' + 'battery"}'
    first = _text_of(sandbox.run(job_for("fresh_secret.py", params=secret)))
    ensure(not first.startswith("0 "), "the search finds nothing even where it must")
    second = _text_of(sandbox.run(job_for("fresh_secret.py")))
    ensure(second == "0 {}\n", f"the parameters of an earlier run are in memory: {second!r}")


# What a script needs to begin, on a busy host.
_HEAD_START_S = 0.6

_TREE = """
import hashlib, os
for folder, _, names in sorted(os.walk(".")):
    for name in sorted(names):
        path = os.path.join(folder, name)
        with open(path, "rb") as file:
            print(path[2:], hashlib.sha256(file.read()).hexdigest())
"""


@_promise("Every file of the skill is there, at its own path, unchanged.", "files", "SBX-3", quick=True)
def files_in_place(sandbox: Sandbox) -> None:
    odd = "data/\u00fcber \u540d 'quoted' $x.txt"
    contents = {odd: b"x", "deep/er/and/deeper/file.bin": bytes(range(256)) * 400, "empty": b"", ".hidden": b"h"}
    more = [SkillFile(path, content) for path, content in contents.items()]
    job = _source(_TREE, more=more)
    seen = dict(line.rsplit(" ", 1) for line in _text_of(sandbox.run(job)).splitlines())
    wanted = {file.path: file.sha256 for file in job.files}
    ensure(seen == wanted, f"the skill's files differ: {sorted(seen.items() ^ wanted.items())}")


@_promise("A result has the bytes that the script wrote, and their digest.", "results", "RUN-4")
def results_exact(sandbox: Sandbox) -> None:
    content = os.urandom(300_000)
    script = "import shutil; shutil.copy('data/in.bin', 'out.bin')"
    outcome = sandbox.run(_source(script, more=[SkillFile("data/in.bin", content)]))
    paths = [artifact.path for artifact in outcome.artifacts]
    ensure(paths == ["out.bin"], f"expected out.bin, got {paths}")
    result = outcome.artifacts[0]
    ensure(result.content == content, "the result's bytes differ")
    ensure(result.sha256 == hashlib.sha256(content).hexdigest(), "the result's digest is wrong")


@_promise("The host's temporary files are not visible.", "files", "SBX-2", "SBX-3")
def host_files_unseen(sandbox: Sandbox) -> None:
    look = "import os, sys; print([path for path in sys.argv[1:] if os.path.lexists(path)], os.listdir('/tmp'))"
    with tempfile.NamedTemporaryFile(prefix="seen-from-within-") as file:
        inside = f"/proc/1/root{file.name}"
        seen = _text_of(sandbox.run(_source(look, file.name, inside, f"/proc/self/root/{file.name}")))
    ensure(seen == "[] []\n", f"a file of the host's temporary folder is visible: {seen!r}")


@_promise("The host's name is not visible.", "privileges", "SBX-7")
def host_name_unseen(sandbox: Sandbox) -> None:
    name = platform.node()
    look = (
        "import os, platform, socket; print(platform.node(), socket.gethostname(), os.uname().nodename, "
        "open('/proc/sys/kernel/hostname').read())"
    )
    seen = _text_of(sandbox.run(_source(look))).split()
    ensure(not name or name not in seen, f"the host's name {name!r} is visible")


@_promise("The host's users are not visible.", "files", "SBX-3")
def host_users_unseen(sandbox: Sandbox) -> None:
    people = [user.pw_name for user in pwd.getpwall() if 1000 <= user.pw_uid < 60_000]  # noqa: PLR2004
    look = "import pwd, sys; print(*{user.pw_name for user in pwd.getpwall()} & set(sys.argv[1:]))"
    seen = _text_of(sandbox.run(_source(look, *people[:_MOST_ARGS])))
    ensure(not seen.strip(), f"users of the host are visible: {seen!r}")


@_promise("A descriptor that the host left open is not passed on.", "processes", "SBX-4")
def host_descriptors_unseen(sandbox: Sandbox) -> None:
    look = "import os; print([n for n in range(3, 1000) if os.path.exists(f'/proc/self/fd/{n}')])"
    folder = os.open("/", os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.set_inheritable(folder, True)  # noqa: FBT003 -- its own signature
        seen = _text_of(sandbox.run(_source(look)))
    finally:
        os.close(folder)
    ensure(seen == "[]\n", f"descriptors of the host are open in the script: {seen!r}")


@_promise("Parameters of 80 KB arrive whole.", "environment", "SBX-6")
def parameters_large(sandbox: Sandbox) -> None:
    params = '{"text": "' + "\u00e9\\n" * 20_000 + '"}'
    seen = _text_of(sandbox.run(_source("import os; print(len(os.environb[b'SKILL_PARAMETERS']))", params=params)))
    ensure(seen == f"{len(params.encode())}\n", f"{len(params.encode())} bytes of parameters became {seen!r}")


@_promise("Each run has namespaces of its own: no other run is in them, nor the host.", "privileges", "SBX-7", "SBX-2")
def namespaces_own(sandbox: Sandbox) -> None:
    look = (
        "import os, time; print({n: os.readlink('/proc/self/ns/' + n) for n in "
        "('user', 'pid', 'mnt', 'net', 'ipc', 'uts', 'cgroup')}); time.sleep(1.5)"
    )
    with ThreadPoolExecutor(2) as pool:
        first, second = (ast.literal_eval(_text_of(run)) for run in pool.map(sandbox.run, [_source(look)] * 2))
    ensure(len(first) == len(second) == 7, f"namespaces are missing: {sorted(first)}")  # noqa: PLR2004
    for name, identity in first.items():
        ensure(identity != second[name], f"two runs at once share the {name} namespace")
        ensure(identity != str(Path("/proc/self/ns", name).readlink()), f"the host's {name} namespace is the script's")


@_promise("The run tells which Python it had, and it is 3.11 or newer.", "runtimes", "SBX-1", quick=True)
def runtime_told(sandbox: Sandbox) -> None:
    outcome = sandbox.run(_source("import platform; print(platform.python_version())"))
    real = _text_of(outcome).strip()
    told = outcome.runtime.version
    ensure(outcome.runtime.name == "python" and told == real, f"the run says {outcome.runtime}, but it was {real}")
    ensure(tuple(map(int, real.split(".")[:2])) >= (3, 11), f"Python {real} is older than 3.11")


@_promise("The run tells which Node it had, and it is 20 or newer.", "runtimes", "SBX-1")
def runtime_told_node(sandbox: Sandbox) -> None:
    files = (SkillFile("SKILL.md", b""), SkillFile("scripts/x.js", b"console.log(process.versions.node)"))
    outcome = sandbox.run(Job(files, "scripts/x.js"))
    real = _text_of(outcome).strip()
    ensure(outcome.runtime.version == real, f"the run says {outcome.runtime}, but it was {real}")
    ensure(int(real.split(".")[0]) >= 20, f"Node {real} is older than 20")  # noqa: PLR2004


@_promise("Each run names its sandbox and the layers that it had.", "layers", "SBX-10", quick=True)
def layers_told(sandbox: Sandbox) -> None:
    used = sandbox.run(_source("")).sandbox
    ensure(used.backend, "the run does not name its sandbox")
    ensure(used.layers, "the run names no layer of its sandbox")
    for layer in used.layers:
        ensure(layer.name and layer.detail, f"a layer says nothing of itself: {layer}")


_BUSY = """
import time
block = bytearray(b'x' * (64 << 20))
end = time.process_time() + 0.4
while time.process_time() < end:
    pass
"""


@_promise("The run tells what it used: time, processor, memory.", "layers", "SBX-8", serial=True)
def usage_told(sandbox: Sandbox) -> None:
    usage = sandbox.run(_source(_BUSY)).usage
    ensure(usage.wall_ms >= 400, f"a run of at least 400 ms is said to have taken {usage.wall_ms:.0f}")  # noqa: PLR2004
    if usage.cpu_ms is not None:
        ensure(usage.cpu_ms >= 380, f"400 ms of CPU are said to be {usage.cpu_ms:.0f}")  # noqa: PLR2004
    if usage.peak_memory_bytes is not None:
        ensure(usage.peak_memory_bytes >= 60 << 20, f"64 MB of memory are said to be {usage.peak_memory_bytes}")


@_promise("A script that is not there is an error that names it.", "end", "SBX-11")
def script_missing(sandbox: Sandbox) -> None:
    job = replace(_source("print('never')"), files=(SkillFile("SKILL.md", b""),))
    outcome = sandbox.run(job)
    ensure(outcome.exit_code != 0, "a script that is not there ended well")
    ensure(b"scripts/x.py" in outcome.stderr, f"the errors do not name the script: {outcome.stderr!r}")


@_promise("A tighter limit that a caller sets holds, for that run alone.", "memory", "SBX-8", serial=True)
def memory_of_one_run(sandbox: Sandbox) -> None:
    takes = "import time\nblock = bytearray(b'x' * (90 << 20))\ntime.sleep(3)\n"
    stopped = sandbox.run(replace(_source(takes), limits=Limits(memory_bytes=64 << 20))).stopped
    ensure(stopped == "memory", f"64 MB were allowed, 90 were taken, and the run was stopped by {stopped}")
    after = sandbox.run(_source("x = bytearray(b'x' * (90 << 20)); print('fits')"))
    ensure(after.stdout == b"fits\n", "a tighter limit of one run holds for the next")


def coded_behaviours() -> tuple[Behaviour, ...]:
    """Every behaviour of this module, in its order."""
    return tuple(value for value in globals().values() if isinstance(value, Behaviour))
