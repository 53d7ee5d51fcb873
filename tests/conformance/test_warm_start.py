"""A script cannot tell a warm start from a plain one: each of these has the same end under both (SBX-11)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job, Outcome
from skillhouse.sandbox.namespaces import NamespaceSandbox
from skillhouse.sandbox.pool import PoolSandbox

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.rule("SBX-11")

SCRIPTS = {
    "globals": "print(sorted(globals()), __name__, __file__, __spec__, __doc__, __package__, type(__loader__))",
    "system": "import sys; print(sys.argv, sys.orig_argv, sys.path, sys.executable, sys.prefix, sys.flags)",
    "annotations": "x: int = 1\nprint(__annotations__)",
    "exception": "def f():\n    1 / 0\nf()",
    "chained exception": "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise ValueError('v') from e",
    "exception group": "raise ExceptionGroup('g', [ValueError(1), TypeError(2)])",
    "exception with a note": "e = ValueError('x')\ne.add_note('n')\nraise e",
    "exception that cannot be printed": (
        "class E(Exception):\n    def __str__(self):\n        raise ValueError\nraise E"
    ),
    "stop iteration": "raise StopIteration(3)",
    "suggestion": "foo = 1\nprint(fooo)",
    "missing module": "import jsn",
    "syntax error": "def f(:\n    pass",
    "unclosed bracket": "x = (\n",
    "own excepthook": "import sys\nsys.excepthook = lambda *a: print('hook', a[0].__name__)\n1 / 0",
    "own unraisablehook": (
        "import sys\nsys.unraisablehook = lambda u: print('mine', u.exc_type)\n"
        "class A:\n    def __del__(self):\n        1 / 0\nA()\nprint('end')\n1 / 0"
    ),
    "exit with a text": "import sys; print('a'); sys.exit('bad thing')",
    "exit with a large number": "import sys; sys.exit(2**40)",
    "exit below zero": "import sys; sys.exit(-1)",
    "exit over a byte": "import sys; sys.exit(300)",
    "exit with an object": "raise SystemExit((1, 2))",
    "exit at once": "import os; print('lost'); os._exit(3)",
    "keyboard interrupt": "raise KeyboardInterrupt",
    "interrupt signal": "import signal, os; os.kill(os.getpid(), signal.SIGINT); import time; time.sleep(3)",
    "terminated": "import os, signal; os.kill(os.getpid(), signal.SIGTERM)",
    "alarm": "import signal; signal.setitimer(signal.ITIMER_REAL, 0.1); import time; time.sleep(5)",
    "signal handler": (
        "import signal, os\nsignal.signal(signal.SIGUSR1, lambda s, f: print(s, f.f_code.co_name, f.f_back))\n"
        "os.kill(os.getpid(), signal.SIGUSR1)"
    ),
    "signal state": (
        "import signal\nprint(signal.pthread_sigmask(signal.SIG_BLOCK, []),"
        " [s for s in signal.valid_signals() if signal.getsignal(s) not in (signal.SIG_DFL, None)])"
    ),
    "stack": "import traceback, inspect\ndef g():\n    traceback.print_stack()\n    print(len(inspect.stack()))\ng()",
    "no frame below": "import sys; print(sys._getframe().f_back)",
    "warning of the caller": "import warnings; warnings.warn('x', stacklevel=2); warnings.warn('y')",
    "recursion": (
        "import sys\nprint(sys.getrecursionlimit())\ndef f():\n    f()\n"
        "try:\n    f()\nexcept RecursionError as e:\n    print(e)"
    ),
    "threads": (
        "import threading, time\nt = threading.Thread(target=lambda: (time.sleep(.1), print('t')))\nt.start()\n"
        "print(threading.main_thread().name, threading.current_thread() is threading.main_thread(),"
        " len(threading.enumerate()))"
    ),
    "thread with an exception": (
        "import threading\nt = threading.Thread(target=lambda: 1 / 0, name='T')\nt.start()\nt.join()\nprint('after')"
    ),
    "daemon thread": (
        "import threading, time\nthreading.Thread(target=lambda: time.sleep(60), daemon=True).start()\nprint('x')"
    ),
    "atexit": "import atexit\natexit.register(print, 'one')\natexit.register(print, 'two')\nprint('main')",
    "atexit with an exception": "import atexit\natexit.register(lambda: 1 / 0)\nprint('main')",
    "atexit that exits": "import atexit, sys\natexit.register(lambda: sys.exit(5))\nprint('main')",
    "file left open": "f = open('o.txt', 'w')\nf.write('hello')",
    "file left open in a cycle": (
        "class A:\n    def __init__(self):\n        self.f = open('o.txt', 'w')\n        self.f.write('q')\n"
        "        self.me = self\na = A()"
    ),
    "finalizer": "class A:\n    def __del__(self):\n        print('del')\na = A()",
    "finalizer with an exception": ("class A:\n    def __del__(self):\n        1 / 0\na = A()\ndel a\nprint('go on')"),
    "asyncio": "import asyncio\nasync def f():\n    await asyncio.sleep(.01)\n    return 3\nprint(asyncio.run(f()))",
    "asyncio with an exception": "import asyncio\nasync def f():\n    1 / 0\nasyncio.run(f())",
    "input": "input('Name? ')",
    "streams": (
        "import sys\nprint(repr(sys.stdin.read()), sys.stdin.isatty(), sys.stdout.encoding, sys.stdout.errors,"
        " sys.stdin.errors, sys.stdout.line_buffering)"
    ),
    "closed stdout": "import sys; sys.stdout.close()",
    "no stdout and a text": "import sys\nsys.stdout = None\nsys.exit('msg')",
    "no stderr and a text": "import sys\nsys.stderr = None\nsys.exit('msg')",
    "an excepthook that exits": "import sys\nsys.excepthook = lambda *a: sys.exit(9)\nraise ValueError",
    "an excepthook that fails": "import sys\ndef hook(*a):\n    1 / 0\nsys.excepthook = hook\nraise ValueError",
    "no excepthook": "import sys\ndel sys.excepthook\nraise ValueError",
    "an exit value that cannot be shown": (
        "class A:\n    def __str__(self):\n        raise OSError('no')\nraise SystemExit(A())"
    ),
    "no main module": "import sys\ndel sys.modules['__main__']\nprint('ok')",
    "no modules at all": "import sys\nprint('ok')\nsys.modules.clear()",
    "broken builtins": "import builtins\nprint('ok')\nbuiltins.isinstance = None",
    "no way out": "import os\nprint('ok')\nos._exit = None",
    "zero bytes": "x = 1\0",
    "interrupted init": "import os, time\nos.kill(1, 2)\ntime.sleep(0.2)\nprint('alive')",
    "child interpreter": (
        "import subprocess, sys\nprint(subprocess.run([sys.executable, '-c', 'import sys; print(sys.argv)'],"
        " capture_output=True, text=True))"
    ),
    "fork that exits": (
        "import os\np = os.fork()\nif p == 0:\n    print('child')\n    raise SystemExit(4)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(p, 0)[1]))"
    ),
    "fork that fails": (
        "import os\np = os.fork()\nif p == 0:\n    1 / 0\nprint(os.waitstatus_to_exitcode(os.waitpid(p, 0)[1]))"
    ),
    "pickle of main": "import pickle\nclass A: pass\nprint(pickle.loads(pickle.dumps(A())).__class__)",
    "dataclass": "from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\nprint(A(1))",
    "source": "import inspect\ndef f():\n    return 1\nprint(inspect.getsource(f))",
    "declared encoding": "# -*- coding: utf-8 -*-\nprint('é')",
    "process": (
        "import os\nprint(sorted(os.listdir('/proc/self/fd')), len(os.listdir('/proc/self/task')),"
        " open('/proc/self/comm').read(), os.getpid(), os.getppid() in (0, 1), os.getsid(0) == os.getpid())"
    ),
    "streams set up anew": (
        "import sys\nfor stream in (sys.stdout, sys.stderr):\n"
        "    stream.reconfigure(encoding='latin-1', newline='\\r\\n', line_buffering=True)\n"
        "    print('\u00e9', stream, stream.seekable(), stream.buffer.raw, file=stream)"
    ),
    "streams wrapped anew": (
        "import io, sys\nsys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='utf-8')\n"
        "sys.stderr = io.TextIOWrapper(sys.stderr.detach(), 'utf-16')\nprint('\u20ac')\nprint('x', file=sys.stderr)"
    ),
    "environment": "import os\nprint(oct(os.umask(0)), os.getcwd(), sorted(os.environ.items()))",
    "garbage collector": "import gc; print(gc.isenabled(), gc.get_threshold())",
    "locale": "import locale, time; print(locale.getlocale(), locale.getpreferredencoding(), time.tzname)",
    "doctest": '"""\n>>> 1 + 1\n2\n"""\nimport doctest; print(doctest.testmod())',
    "unittest": (
        "import unittest\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(1, 1)\n"
        "unittest.main(verbosity=0)"
    ),
}
# Where objects lie differs from one interpreter to the next, warm or not; how long a test took, too.
ADDRESS = re.compile(rb"0x[0-9a-f]{6,}|in \d+\.\d+s")


@pytest.fixture(scope="module")
def warm() -> Iterator[PoolSandbox]:
    """The pool."""
    with PoolSandbox(size=1) as sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def plain() -> Iterator[NamespaceSandbox]:
    """The same sandbox, started from nothing."""
    with NamespaceSandbox() as sandbox:
        yield sandbox


def seen(outcome: Outcome) -> tuple[object, ...]:
    """All that a caller can see of a run but its cost."""
    streams = (ADDRESS.sub(b"", stream) for stream in (outcome.stdout, outcome.stderr))
    left = [(artifact.path, artifact.content) for artifact in outcome.artifacts]
    return (outcome.exit_code, outcome.signal, *streams, left)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_ends_the_same_warm_as_plain(name: str, warm: PoolSandbox, plain: NamespaceSandbox) -> None:
    """Output, errors, exit code, signal and files are those of a plain interpreter."""
    job = Job((SkillFile("s/x.py", SCRIPTS[name].encode()),), "s/x.py", ("A",))
    assert seen(plain.run(job)) == seen(warm.run(job))


def test_a_module_beside_the_script_shadows_a_loaded_one(warm: PoolSandbox) -> None:
    """A skill's own json.py is imported although the standard one is loaded in a warm interpreter."""
    files = (SkillFile("x.py", b"import json; print(json.MINE)"), SkillFile("json.py", b"MINE = 'own'"))
    assert warm.run(Job(files, "x.py")).stdout == b"own\n"


@pytest.mark.parametrize(
    ("path", "script"),
    [
        ("lib/calendar.py", "import sys; sys.path.insert(0, 'lib'); import calendar; print(calendar.__file__)"),
        ("s/calendar.py", "import calendar; print(calendar.__file__)"),
        ("s/helper.py", "import helper; raise SystemExit(3)"),
    ],
)
def test_what_a_skill_ships_is_found_and_obeyed(
    path: str, script: str, warm: PoolSandbox, plain: NamespaceSandbox
) -> None:
    """A module of the skill, wherever it lies, is never hidden by one that was loaded before."""
    other = b"import sys; sys.unraisablehook = print" if "helper" in path else b"MINE = 1"
    files = [SkillFile("s/main.py", script.encode()), SkillFile(path, other)]
    if path == "s/calendar.py":
        files[1] = SkillFile(path, script.encode())
    job = Job(tuple(files), path if path == "s/calendar.py" else "s/main.py")
    assert seen(warm.run(job)) == seen(plain.run(job))


def test_random_state_differs_between_runs(warm: PoolSandbox) -> None:
    """Two runs from one zygote draw different numbers, names and identifiers."""
    script = (
        b"import random, uuid, tempfile; print(random.random(), uuid.uuid4(), next(tempfile._get_candidate_names()))"
    )
    job = Job((SkillFile("x.py", script),), "x.py")
    assert warm.run(job).stdout != warm.run(job).stdout
