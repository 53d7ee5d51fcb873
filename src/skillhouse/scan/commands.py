"""Commands of shells and systems, and what they do with what they are given. Plain data and small "
"readers of options.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skillhouse.scan.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = [
    "HIDDEN_NAMES",
    "INTERPRETERS",
    "METADATA_NAMES",
    "NOT_READERS",
    "SHELLS",
    "WRAPPERS",
    "names",
    "options",
    "rest_of",
    "value_of",
]


def names(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


SHELLS = names("sh bash dash ash zsh ksh mksh fish tcsh csh busybox.sh rbash")
# Interpreters of other languages: the options that take a program's text.
INTERPRETERS: Mapping[str, frozenset[str]] = {
    "python": names("-c"),
    "python2": names("-c"),
    "python3": names("-c"),
    "pypy3": names("-c"),
    "node": names("-e --eval -p --print -pe"),
    "nodejs": names("-e --eval -p --print -pe"),
    "deno": names("eval"),
    "bun": names("-e --eval -p --print"),
    "tsx": names("-e --eval"),
    "perl": names("-e -E -ne -pe -le -MIO"),
    "ruby": names("-e -ne -pe"),
    "php": names("-r"),
    "lua": names("-e"),
    "osascript": names("-e"),
    "pwsh": names("-c -Command -command -enc -EncodedCommand -e -ec"),
    "powershell": names("-c -Command -command -enc -EncodedCommand -e -ec"),
    "cmd": names("/c /C /k"),
}
# Commands that run another: their options that take a value of their own.
WRAPPERS: Mapping[str, frozenset[str]] = {
    "sudo": names("-u -g -h -p -C -r -t -T -U --user --group --prompt"),
    "doas": names("-u -C"),
    "nohup": frozenset(),
    "setsid": frozenset(),
    "env": names("-u -C -S --unset --chdir"),
    "exec": names("-a"),
    "command": frozenset(),
    "builtin": frozenset(),
    "time": names("-o -f"),
    "nice": names("-n"),
    "ionice": names("-c -n -p"),
    "stdbuf": names("-i -o -e"),
    "timeout": names("-s -k --signal --kill-after"),
    "unbuffer": frozenset(),
    "busybox": frozenset(),
    "proxychains": names("-f"),
    "proxychains4": names("-f"),
    "torsocks": frozenset(),
    "torify": frozenset(),
    "chroot": frozenset(),
    "caffeinate": frozenset(),
    "arch": frozenset(),
    "flock": names("-w"),
    "watch": names("-n --interval"),
    "xargs": names("-I -n -P -L -d -s -a -E -i --max-args --max-procs --delimiter --arg-file"),
    "parallel": names("-j --jobs"),
    "then": frozenset(),
    "trap": frozenset(),
}
# They take a path and do not give out what the file holds.
NOT_READERS = names("""
echo ls test [ [[ stat mkdir chmod chown chgrp touch rm rmdir cd pushd popd dirname basename realpath readlink
which type file du df kill killall pkill pgrep export local declare typeset readonly unset set shopt return
exit true false : sleep wait ln git-init umask ulimit hash whereis man id getopts shift trap alias printf
ssh-keygen ssh-add ssh-agent mktemp chattr lsattr install-info ldconfig systemctl service launchctl apt apt-get
dnf yum brew pacman apk snap npm npx pnpm yarn pip pip3 pipx uv uvx cargo go make cmake gcc cc g++ clang docker
podman kubectl helm terraform aws gcloud az gh git java javac vim vi nano emacs code open xdg-open sha256sum
sha1sum md5sum shasum wc
""")
# Spelled in parts, these have something to hide.
HIDDEN_NAMES = names("""
curl wget bash sh zsh dash ksh nc ncat netcat socat telnet python python3 perl ruby php node eval exec base64
rm dd mkfs chmod chown sudo ssh scp rsync ftp openssl source crontab cat xxd systemctl launchctl osascript
powershell nohup tftp dig nslookup kill pkill iptables setenforce useradd passwd
""")
# Commands that print facts about a host or its user.
METADATA_NAMES: Mapping[str, str] = {
    "whoami": "the user's name",
    "id": "the user's name",
    "hostname": "the host's name",
    "uname": "the host's system",
    "ifconfig": "the host's addresses",
    "who": "the users",
    "w": "the users",
    "ps": "the running programs",
    "sw_vers": "the host's system",
    "system_profiler": "the host's system",
    "lscpu": "the host's system",
    "hostnamectl": "the host's name",
    "netstat": "the host's connections",
    "lsof": "the open files",
    "arp": "the host's neighbours",
}


def options(args: Sequence[Value], with_value: frozenset[str], short: str = "") -> list[tuple[str, Value]]:
    """Arguments as pairs of option and value; an argument of its own has an empty option.

    `with_value` names the options that take a value, `short` the one-letter ones, which may be run together with it.
    """
    found: list[tuple[str, Value]] = []
    waiting = ""
    for number, arg in enumerate(args):
        text = arg.text
        if waiting:
            found.append((waiting, arg))
            waiting = ""
        elif text == "--":
            return [*found, *(("", one) for one in args[number + 1 :])]
        elif text.startswith("--"):
            name, equals, rest = text.partition("=")
            if not equals and name in with_value:
                waiting = name
            else:
                found.append((name, Value(rest, arg.taints)))
        elif text.startswith("-") and len(text) > 1:
            waiting = _short(text, arg, with_value, short, found)
        else:
            found.append(("", arg))
    return [*found, (waiting, Value(""))] if waiting else found


def _short(text: str, arg: Value, with_value: frozenset[str], short: str, found: list[tuple[str, Value]]) -> str:
    """Letters run together: `-sSLo file`, `-ofile`. Returns the option that waits for the next argument."""
    if text in with_value:
        return text
    for at, letter in enumerate(text[1:], 1):
        if letter in short or f"-{letter}" in with_value:
            rest = text[at + 1 :]
            if not rest:
                return f"-{letter}"
            found.append((f"-{letter}", Value(rest, arg.taints)))
            return ""
        found.append((f"-{letter}", Value("")))
    return ""


def rest_of(pairs: Iterable[tuple[str, Value]]) -> list[Value]:
    """The arguments that belong to no option."""
    return [value for name, value in pairs if not name]


def value_of(pairs: Iterable[tuple[str, Value]], *names: str) -> Value | None:
    """The value of the last of these options that is given."""
    found = [value for name, value in pairs if name in names]
    return found[-1] if found else None
