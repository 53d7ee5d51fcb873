"""The system call filter, interpreted instruction by instruction as the kernel would."""

from __future__ import annotations

import struct
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillhouse.sandbox import seccomp
from skillhouse.sandbox.seccomp import MACHINES, Policy, compile_filter
from skillhouse.sandbox.syscalls import AARCH64, X86_64

pytestmark = pytest.mark.rule("SBX-7")

KILL, ALLOW, ERRNO = 0x80000000, 0x7FFF0000, 0x00050000
EPERM, ENOSYS, EAFNOSUPPORT = ERRNO | 1, ERRNO | 38, ERRNO | 97
TABLES = {"x86_64": X86_64, "aarch64": AARCH64}
POLICIES = [Policy(memfd=memfd, affinity=affinity) for memfd in (True, False) for affinity in (True, False)]
LARGEST_PROGRAM = 4_096
ARGUMENTS = st.lists(st.integers(0, (1 << 64) - 1), min_size=6, max_size=6)


@dataclass(frozen=True)
class Call:
    """`struct seccomp_data`: what the kernel shows a filter of one system call."""

    number: int
    machine: int
    arguments: tuple[int, ...] = (0, 0, 0, 0, 0, 0)

    @property
    def packed(self) -> bytes:
        """Its bytes, in the order of a little-endian machine."""
        return struct.pack(
            "<iIQ6Q", self.number - (1 << 32 if self.number >> 31 else 0), self.machine, 0, *self.arguments
        )


def verdict(program: bytes, call: Call) -> int:
    """What a filter answers: a small interpreter of the instructions that filters are made of."""
    code: list[tuple[int, int, int, int]] = list(struct.iter_unpack("=HBBI", program))
    data, at, value = call.packed, 0, 0
    while True:
        operation, if_true, if_false, operand = code[at]
        at += 1
        match operation:
            case 0x20:
                value = int.from_bytes(data[operand : operand + 4], "little")
            case 0x05:
                at += operand
            case 0x15:
                at += if_true if value == operand else if_false
            case 0x35:
                at += if_true if value >= operand else if_false
            case 0x45:
                at += if_true if value & operand else if_false
            case 0x06:
                return operand
            case _:
                pytest.fail(f"the kernel knows no instruction {operation:#x}")


def answer(machine: str, name: str, *arguments: int, policy: Policy = POLICIES[0]) -> int:
    """The verdict on one call by name."""
    padded = (*arguments, *[0] * (6 - len(arguments)))
    call = Call(TABLES[machine][name], MACHINES[machine].audit, padded)
    return verdict(compile_filter(machine, policy), call)


@pytest.fixture(params=sorted(MACHINES))
def machine(request: pytest.FixtureRequest) -> str:
    """Each machine that filters are made for."""
    return str(request.param)


USUAL = (
    "read write close mmap mprotect brk futex openat fstat getrandom clock_gettime execve exit_group wait4 pipe2 prctl"
)
DANGEROUS = (
    "ptrace process_vm_readv process_vm_writev mount umount2 pivot_root chroot unshare setns bpf perf_event_open "
    "userfaultfd io_uring_setup io_uring_enter keyctl add_key request_key kexec_load init_module finit_module reboot "
    "setuid setgid setresuid setgroups open_by_handle_at name_to_handle_at fsopen fsmount move_mount open_tree "
    "mount_setattr pidfd_getfd kcmp swapon settimeofday clock_settime sethostname syslog fanotify_init quotactl acct"
)


@pytest.mark.parametrize("name", USUAL.split())
def test_what_every_program_needs_is_allowed(machine: str, name: str) -> None:
    """An interpreter could not start without these."""
    assert answer(machine, name) == ALLOW


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", DANGEROUS.split())
def test_what_is_dangerous_is_refused_under_every_policy(machine: str, name: str, policy: Policy) -> None:
    """The answer is EPERM, so that a program can say what it was refused."""
    assert answer(machine, name, policy=policy) == EPERM


@pytest.mark.parametrize("call", ["socket", "socketpair"])
def test_only_unix_sockets_can_be_made(machine: str, call: str) -> None:
    """Any other family is answered as by a kernel that lacks it (SBX-4)."""
    assert answer(machine, call, 1, 1) == ALLOW
    assert answer(machine, call, (7 << 32) | 1, 1) == ALLOW, "the kernel reads the low half alone, and so do we"
    for family in (0, 2, 10, 16, 17, 29, 31, 38, 40, 44, (1 << 32) | 2, 0xFFFFFFFF):
        assert answer(machine, call, family, 1) == EAFNOSUPPORT


@pytest.mark.parametrize("flag", [0x80, 0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000])
def test_no_clone_makes_a_namespace(machine: str, flag: int) -> None:
    """Alone or among other flags; threads and forks are allowed."""
    assert answer(machine, "clone", flag | 17) == EPERM
    assert answer(machine, "clone", flag | 0x3D0F00) == EPERM
    assert answer(machine, "clone", 17) == ALLOW
    assert answer(machine, "clone", 0x3D0F00) == ALLOW
    assert answer(machine, "clone3") == ENOSYS, "its flags lie where a filter cannot look"


def test_no_terminal_is_fed(machine: str) -> None:
    """TIOCSTI and TIOCLINUX are refused, whatever the upper half of the request holds."""
    for request in (0x5412, 0x541C, (1 << 32) | 0x5412):
        assert answer(machine, "ioctl", 0, request) == EPERM
    for request in (0x5413, 0x5401, 0x541B, 0):
        assert answer(machine, "ioctl", 0, request) == ALLOW


@pytest.mark.rule("SBX-2")
def test_system_files_cannot_be_watched(machine: str) -> None:
    """They are the same files for every run: who opens them would be seen by all."""
    for name in ("inotify_init", "inotify_init1", "fanotify_init"):
        if name in TABLES[machine]:
            assert answer(machine, name) in {ENOSYS, EPERM}
    for command in (1024, 1026, 1031, (1 << 32) | 1026):
        assert answer(machine, "fcntl", 3, command) == EPERM
    for command in (0, 1, 2, 3, 4, 6, 1030, 1032, 1033):
        assert answer(machine, "fcntl", 3, command) == ALLOW


def test_the_personality_can_only_be_asked_for(machine: str) -> None:
    """Zero and the query are harmless; every flag is refused."""
    assert answer(machine, "personality", 0) == ALLOW
    assert answer(machine, "personality", 0xFFFFFFFF) == ALLOW
    for value in (0x0040000, 0x0400000, 8, 1, 0xFFFFFFFE):
        assert answer(machine, "personality", value) == EPERM


@pytest.mark.rule("SBX-8")
def test_memory_that_no_process_holds_needs_a_limit_that_counts_it(machine: str) -> None:
    """Without control groups, memory files and System V objects would escape the watch."""
    for name in ("memfd_create", "shmget", "msgget", "semget"):
        assert answer(machine, name, policy=Policy(memfd=True, affinity=True)) == ALLOW
        assert answer(machine, name, policy=Policy(memfd=False, affinity=True)) == EPERM


@pytest.mark.rule("SBX-8")
def test_a_run_that_is_pinned_to_one_processor_stays_there(machine: str) -> None:
    """Where pinning stands in for a limit, the script cannot undo it."""
    assert answer(machine, "sched_setaffinity", policy=Policy(memfd=True, affinity=True)) == ALLOW
    assert answer(machine, "sched_setaffinity", policy=Policy(memfd=True, affinity=False)) == EPERM


@pytest.mark.parametrize("policy", POLICIES)
def test_every_known_call_has_one_of_three_answers(machine: str, policy: Policy) -> None:
    """Nothing known kills: a refused library falls back instead."""
    program = compile_filter(machine, policy)
    audit = MACHINES[machine].audit
    answers = {name: verdict(program, Call(number, audit)) for name, number in TABLES[machine].items()}
    assert set(answers.values()) <= {ALLOW, EPERM, ENOSYS, EAFNOSUPPORT}
    assert sum(given == ALLOW for given in answers.values()) > 150


@given(name=st.sampled_from(sorted(MACHINES)), number=st.integers(0, (1 << 32) - 1), arguments=ARGUMENTS)
def test_a_number_outside_the_lists_does_not_exist(name: str, number: int, arguments: list[int]) -> None:
    """Every number that no list names is answered ENOSYS, x32's range and negative ones included."""
    known = {TABLES[name][word] for word in named() if word in TABLES[name]}
    if number in known:
        return
    assert verdict(compile_filter(name, POLICIES[0]), Call(number, MACHINES[name].audit, tuple(arguments))) == ENOSYS


def named() -> set[str]:
    """Every call that the filter's lists and guards name."""
    listed = {*seccomp._ALLOWED.split(), *seccomp._DENIED.split()}  # noqa: SLF001 -- the lists under test
    guarded = {"socket", "socketpair", "clone", "ioctl", "fcntl", "personality"}
    return listed | guarded | {"memfd_create", "shmget", "msgget", "semget", "sched_setaffinity", "clone3"}


@given(
    name=st.sampled_from(sorted(MACHINES)),
    audit=st.integers(0, (1 << 32) - 1),
    number=st.integers(0, (1 << 32) - 1),
    arguments=ARGUMENTS,
)
def test_a_call_of_a_foreign_machine_kills(name: str, audit: int, number: int, arguments: list[int]) -> None:
    """Its number means something else there, so there is no safe answer."""
    if audit == MACHINES[name].audit:
        return
    assert verdict(compile_filter(name, POLICIES[0]), Call(number, audit, tuple(arguments))) == KILL


@pytest.mark.parametrize("foreign", [0x40000003, 0x40000028, 0xC00000B7, 0xC000003E])
def test_the_known_neighbours_kill(machine: str, foreign: int) -> None:
    """i386, arm, and each of the two for the other."""
    if foreign == MACHINES[machine].audit:
        pytest.skip("this is the machine itself")
    assert verdict(compile_filter(machine, POLICIES[0]), Call(0, foreign)) == KILL


@pytest.mark.parametrize("policy", POLICIES)
def test_the_program_is_one_that_the_kernel_takes(machine: str, policy: Policy) -> None:
    """Not too long, every jump lands inside, and the last instruction returns."""
    code = list(struct.iter_unpack("=HBBI", compile_filter(machine, policy)))
    assert 0 < len(code) <= LARGEST_PROGRAM
    assert code[-1][0] == 0x06
    for at, (operation, if_true, if_false, operand) in enumerate(code):
        targets = [at + 1 + operand] if operation == 0x05 else [at + 1 + if_true, at + 1 + if_false]
        assert operation == 0x06 or max(targets) < len(code)


def test_no_call_stands_in_two_lists() -> None:
    """A call that is allowed and denied would have whichever answer came last."""
    allowed, denied = seccomp._ALLOWED.split(), seccomp._DENIED.split()  # noqa: SLF001 -- the lists under test
    assert len(allowed) == len(set(allowed))
    assert len(denied) == len(set(denied))
    assert set(allowed) & set(denied) == set()


def test_every_name_in_the_lists_is_a_call() -> None:
    """A misspelt name would silently mean ENOSYS."""
    assert named() - set(X86_64) - set(AARCH64) == set()


def test_numbers_are_given_once() -> None:
    """No two calls of a machine share a number."""
    for table in TABLES.values():
        assert len(set(table.values())) == len(table)


def test_a_machine_without_a_table_has_no_filter() -> None:
    """Better none than a wrong one."""
    with pytest.raises(KeyError):
        compile_filter("riscv64", POLICIES[0])
