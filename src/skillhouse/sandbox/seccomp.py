"""Compiles the system call filter to BPF, for x86_64 and aarch64 (SBX-7).

An allowlist: what stands in no list answers ENOSYS, as on an older kernel, so that libraries fall back; what is
known to be dangerous answers EPERM. Only a call in a foreign machine's numbering kills, since its number means
something else. The kernel copies the program when it is loaded: the script can neither read nor change it.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TypeAlias

from skillhouse.sandbox.syscalls import AARCH64, X86_64

__all__ = ["MACHINES", "Policy", "compile_filter"]

_KILL = 0x80000000
_ALLOW = 0x7FFF0000
_ERRNO = 0x00050000
_EPERM, _ENOSYS, _EAFNOSUPPORT = _ERRNO | 1, _ERRNO | 38, _ERRNO | 97

_LOAD, _JUMP, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x05, 0x15, 0x35, 0x45, 0x06
_NUMBER_AT, _MACHINE_AT, _ARG0_AT, _ARG1_AT = 0, 4, 16, 24
_X32_BIT = 0x40000000

Instruction: TypeAlias = tuple[int, int, int, int]

_ALLOWS: list[Instruction] = [(_RETURN, 0, 0, _ALLOW)]

_ALLOWED = """
read write open close stat fstat lstat poll lseek mmap mprotect munmap brk rt_sigaction rt_sigprocmask rt_sigreturn
pread64 pwrite64 readv writev access pipe select sched_yield mremap msync mincore madvise shmat shmctl dup dup2
pause nanosleep getitimer alarm setitimer getpid sendfile connect accept sendto recvfrom sendmsg recvmsg shutdown
bind listen getsockname getpeername setsockopt getsockopt fork vfork execve exit wait4 kill uname semop semctl shmdt
msgsnd msgrcv msgctl flock fsync fdatasync truncate ftruncate getdents getcwd chdir fchdir rename mkdir rmdir creat
link unlink symlink readlink chmod fchmod chown fchown lchown umask gettimeofday getrlimit getrusage sysinfo times
getuid getgid geteuid getegid setpgid getppid getpgrp setsid getgroups getresuid getresgid getpgid getsid capget
capset rt_sigpending rt_sigtimedwait rt_sigqueueinfo rt_sigsuspend sigaltstack utime mknod statfs fstatfs
getpriority setpriority sched_setparam sched_getparam sched_setscheduler sched_getscheduler sched_get_priority_max
sched_get_priority_min sched_rr_get_interval mlock munlock prctl arch_prctl setrlimit sync gettid readahead setxattr
lsetxattr fsetxattr getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr removexattr lremovexattr
fremovexattr tkill time futex sched_getaffinity epoll_create remap_file_pages getdents64 set_tid_address
restart_syscall semtimedop fadvise64 timer_create timer_settime timer_gettime timer_getoverrun timer_delete
clock_gettime clock_getres clock_nanosleep exit_group epoll_wait epoll_ctl tgkill utimes waitid mq_open mq_unlink
mq_timedsend mq_timedreceive mq_notify mq_getsetattr openat mkdirat mknodat fchownat futimesat newfstatat unlinkat
renameat linkat symlinkat readlinkat fchmodat faccessat pselect6 ppoll set_robust_list get_robust_list splice tee
sync_file_range vmsplice utimensat epoll_pwait signalfd timerfd_create eventfd fallocate timerfd_settime
timerfd_gettime accept4 signalfd4 eventfd2 epoll_create1 dup3 pipe2 preadv pwritev rt_tgsigqueueinfo recvmmsg
prlimit64 sendmmsg getcpu sched_setattr sched_getattr renameat2 getrandom execveat membarrier mlock2 copy_file_range
preadv2 pwritev2 pkey_mprotect pkey_alloc pkey_free statx rseq pidfd_send_signal pidfd_open close_range openat2
faccessat2 epoll_pwait2 futex_waitv fchmodat2 futex_wake futex_wait futex_requeue map_shadow_stack mseal
"""

_DENIED = """
ptrace process_vm_readv process_vm_writev process_madvise process_mrelease pidfd_getfd kcmp mount umount2 pivot_root
chroot unshare setns open_tree move_mount fsopen fsconfig fsmount fspick mount_setattr statmount listmount keyctl
add_key request_key bpf perf_event_open userfaultfd kexec_load kexec_file_load init_module finit_module delete_module
reboot swapon swapoff acct quotactl quotactl_fd io_uring_setup io_uring_enter io_uring_register open_by_handle_at
name_to_handle_at lookup_dcookie settimeofday clock_settime clock_adjtime adjtimex sethostname setdomainname syslog
iopl ioperm vhangup nfsservctl fanotify_init fanotify_mark migrate_pages move_pages mbind set_mempolicy get_mempolicy
set_mempolicy_home_node setuid setgid setreuid setregid setresuid setresgid setgroups setfsuid setfsgid modify_ldt
uselib ustat sysfs _sysctl landlock_create_ruleset landlock_add_rule landlock_restrict_self memfd_secret
lsm_set_self_attr
"""

# CLONE_NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
_NAMESPACES = 0x00000080 | 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
# Both tell of accesses to a file, and system files are the same files for every run and for the host.
_F_SETLEASE, _F_NOTIFY = 1024, 1026
_AF_UNIX = 1
# Large pipes are counted per user of the host, so that one run could use up what others need.
_F_SETPIPE_SZ = 1031
_PERSONALITY_QUERY = 0xFFFFFFFF
_FIRST_PROCESS = 1
_PRIO_USER = 2
# Calls that set limits or priorities of the process that is their first argument.
_SETTERS = ("prlimit64", "sched_setaffinity", "sched_setattr", "sched_setparam", "sched_setscheduler")


@dataclass(frozen=True, slots=True)
class Machine:
    """A processor as the kernel names it: its audit number and its system calls."""

    audit: int
    calls: dict[str, int]


MACHINES = {"x86_64": Machine(0xC000003E, X86_64), "aarch64": Machine(0xC00000B7, AARCH64)}


@dataclass(frozen=True, slots=True)
class Policy:
    """What the filter allows beyond its fixed lists.

    `memfd`: memory that belongs to no process (anonymous files, System V objects), allowed where the memory limit
    counts it. `affinity`: choosing processors, denied where pinning to one stands in for a CPU limit.
    """

    memfd: bool
    affinity: bool


def _unless(*forbidden: int) -> list[Instruction]:
    """Allow a call but with one of these as its second argument."""
    count = len(forbidden)
    tests: list[Instruction] = [(_EQUAL, count - index, 0, value) for index, value in enumerate(forbidden)]
    return [(_LOAD, 0, 0, _ARG1_AT), *tests, (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _EPERM)]


def _not_of_first() -> list[Instruction]:
    """Allow a call but on PID 1. The kernel would let a script have its own init wait for the processor behind all
    else, and then a run does not end in time when it is killed.
    """
    return [(_LOAD, 0, 0, _ARG0_AT), (_EQUAL, 0, 1, _FIRST_PROCESS), (_RETURN, 0, 0, _EPERM), (_RETURN, 0, 0, _ALLOW)]


def _guarded(machine: Machine) -> dict[int, list[Instruction]]:
    """Calls that depend on their first arguments. The kernel reads only the low 32 bits of each of these."""
    calls = machine.calls
    only_unix: list[Instruction] = [
        (_LOAD, 0, 0, _ARG0_AT),
        (_EQUAL, 0, 1, _AF_UNIX),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _EAFNOSUPPORT),
    ]
    return {
        calls["socket"]: only_unix,
        calls["socketpair"]: only_unix,
        calls["clone"]: [
            (_LOAD, 0, 0, _ARG0_AT),
            (_ANY_BIT, 0, 1, _NAMESPACES),
            (_RETURN, 0, 0, _EPERM),
            (_RETURN, 0, 0, _ALLOW),
        ],
        # Neither of all a user's processes, nor of PID 1 or its group.
        calls["setpriority"]: [
            (_LOAD, 0, 0, _ARG0_AT),
            (_EQUAL, 2, 0, _PRIO_USER),
            (_LOAD, 0, 0, _ARG1_AT),
            (_EQUAL, 0, 1, _FIRST_PROCESS),
            (_RETURN, 0, 0, _EPERM),
            (_RETURN, 0, 0, _ALLOW),
        ],
        calls["ioctl"]: _unless(_TIOCSTI, _TIOCLINUX),
        calls["fcntl"]: _unless(_F_SETLEASE, _F_NOTIFY, _F_SETPIPE_SZ),
        calls["personality"]: [
            (_LOAD, 0, 0, _ARG0_AT),
            (_EQUAL, 1, 0, 0),
            (_EQUAL, 0, 1, _PERSONALITY_QUERY),
            (_RETURN, 0, 0, _ALLOW),
            (_RETURN, 0, 0, _EPERM),
        ],
    }


def _actions(machine: Machine, policy: Policy) -> dict[int, list[Instruction]]:
    """Call number → the code that answers it."""
    verdicts = dict.fromkeys(_ALLOWED.split(), _ALLOW) | dict.fromkeys(_DENIED.split(), _EPERM)
    for name in ("memfd_create", "shmget", "msgget", "semget"):
        verdicts[name] = _ALLOW if policy.memfd else _EPERM
    verdicts["sched_setaffinity"] = _ALLOW if policy.affinity else _EPERM
    # Its flags lie in memory, where a filter cannot look: glibc falls back to clone, whose flags it can.
    verdicts["clone3"] = _ENOSYS
    plain: dict[int, list[Instruction]] = {
        machine.calls[name]: [(_RETURN, 0, 0, verdict)] for name, verdict in verdicts.items() if name in machine.calls
    }
    plain |= {number: _not_of_first() for name in _SETTERS if plain[number := machine.calls[name]] == _ALLOWS}
    return plain | _guarded(machine)


def _search(runs: list[tuple[int, list[Instruction]]]) -> list[Instruction]:
    """A binary search over runs of equal answers, each beginning at its number."""
    if len(runs) == 1:
        return runs[0][1]
    middle = len(runs) // 2
    low, high = _search(runs[:middle]), _search(runs[middle:])
    if len(low) <= 255:  # noqa: PLR2004 -- a conditional jump's offset is one byte
        return [(_AT_LEAST, len(low), 0, runs[middle][0]), *low, *high]
    return [(_AT_LEAST, 0, 1, runs[middle][0]), (_JUMP, 0, 0, len(low)), *low, *high]


def compile_filter(machine_name: str, policy: Policy) -> bytes:
    """The filter as an array of `struct sock_filter`. Raises KeyError for a machine that `MACHINES` does not hold."""
    machine = MACHINES[machine_name]
    unknown: list[Instruction] = [(_RETURN, 0, 0, _ENOSYS)]
    actions = _actions(machine, policy)
    runs: list[tuple[int, list[Instruction]]] = []
    for number in range(max(actions) + 2):
        answer = actions.get(number, unknown)
        if not runs or runs[-1][1] != answer:
            runs.append((number, answer))
    head: list[Instruction] = [
        (_LOAD, 0, 0, _MACHINE_AT),
        (_EQUAL, 1, 0, machine.audit),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_AT_LEAST, 0, 1, _X32_BIT),
        (_RETURN, 0, 0, _ENOSYS),
    ]
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in head + _search(runs))
