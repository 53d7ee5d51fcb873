"""What the suite's scripts share: words for what held and what did not, and system calls by their number."""

import ctypes
import errno
import os
import platform

_LIBC = ctypes.CDLL(None, use_errno=True)
_COLUMN = {"x86_64": 1, "aarch64": 2}.get(platform.machine())
_TABLE = """
acct 163 89; add_key 248 217; adjtimex 159 171; bpf 321 280; capset 126 91; chroot 161 51; clock_settime 227 112;
clone 56 220; clone3 435 435; delete_module 176 106; fanotify_init 300 262; finit_module 313 273; fsmount 432 432;
fsopen 430 430; fspick 433 433; init_module 175 105; io_uring_enter 426 426; io_uring_setup 425 425; ioperm 173 -;
iopl 172 -; kcmp 312 272; kexec_file_load 320 294; kexec_load 246 104; keyctl 250 219; mbind 237 235;
memfd_secret 447 447; migrate_pages 256 238; modify_ldt 154 -; mount 165 40; mount_setattr 442 442; move_mount 429 429;
move_pages 279 239; msgget 68 186; msgrcv 70 188; msgsnd 69 189; name_to_handle_at 303 264; open_by_handle_at 304 265;
open_tree 428 428; perf_event_open 298 241; personality 135 92; pidfd_getfd 438 438; pidfd_open 434 434;
pivot_root 155 41; process_vm_readv 310 270; process_vm_writev 311 271; ptrace 101 117; quotactl 179 60; reboot 169 142;
request_key 249 218; rt_sigqueueinfo 129 138; seccomp 317 277; semget 64 190; set_mempolicy 238 237; setdomainname 171 162; setfsgid 123 152;
setfsuid 122 151; setgid 106 144; setgroups 116 159; sethostname 170 161; setns 308 268; setregid 114 143;
setresgid 119 149; setresuid 117 147; setreuid 113 145; settimeofday 164 170; setuid 105 146; shmat 30 196;
shmget 29 194; swapoff 168 225; swapon 167 224; syslog 103 116; umount2 166 39; unshare 272 97; uselib 134 -;
userfaultfd 323 282; vhangup 153 58
"""
_NUMBERS = {row.split()[0]: row.split()[1:] for row in _TABLE.split(";")}
_REFUSALS = {"EPERM", "ENOSYS", "EACCES", "EAFNOSUPPORT", "EPROTONOSUPPORT"}


def held(what, how=""):
    print(f"held: {what} {how}".rstrip(), flush=True)


def breach(what, how=""):
    print(f"OPEN: {what} {how}".rstrip(), flush=True)


def number(name):
    """The call's number here; None where this machine never had it."""
    if _COLUMN is None:
        print(f"SKIPPED: the numbers of system calls on {platform.machine()} are not known", flush=True)
        os._exit(0)
    text = _NUMBERS[name][_COLUMN - 1]
    return None if text == "-" else int(text)


def call(name, *arguments):
    """Make a system call: its result, and the name of its error where that is -1."""
    ctypes.set_errno(0)
    whole = [ctypes.c_long(item) if isinstance(item, int) else item for item in arguments]
    result = _LIBC.syscall(ctypes.c_long(number(name)), *whole)
    return result, errno.errorcode.get(ctypes.get_errno(), "") if result == -1 else ""


def refused(name, *arguments, what=""):
    """Say whether the kernel refuses this call outright."""
    if number(name) is None:
        return
    result, error = call(name, *arguments)
    tell = held if result == -1 and error in _REFUSALS else breach
    tell(what or name, error or f"answered {result}")


def fails(what, action, *arguments):
    """Say whether this action ends in an OSError or ValueError."""
    try:
        result = action(*arguments)
    except (OSError, ValueError) as error:
        held(what, errno.errorcode.get(getattr(error, "errno", None) or 0, type(error).__name__))
    else:
        breach(what, repr(result)[:200])
