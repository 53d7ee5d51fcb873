"""Commands that change the host: what starts by itself, what is destroyed, protections, rights, watching, mining."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import re2  # type: ignore[import-untyped]

from skillhouse.model.severity import Severity
from skillhouse.scan.commands import names, options, rest_of
from skillhouse.scan.hosts import HostKind, host_of, url_kind
from skillhouse.scan.places import history_file
from skillhouse.scan.shexec import hidden
from skillhouse.scan.shfilters import any_command
from skillhouse.scan.shsecrets import SECRETS
from skillhouse.scan.shwrites import DISK, TELLING, told
from skillhouse.scan.value import HOLE, Source, Taint, Value, joined

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skillhouse.scan.shflow import Call, Handler, Shell

__all__ = ["ACTS"]

_EMPTY = Value("")
_HIGH, _MEDIUM, _LOW, _CRITICAL = Severity.HIGH, Severity.MEDIUM, Severity.LOW, Severity.CRITICAL
_ROOTS = re.compile(
    r"(?:/|/\*|~|~/|~/\*|~/\.\*|/(?:home|Users|root|etc|usr|var|boot|bin|lib|opt|srv|dev|System|Library|Applications)/?\*?|"
    r"~/(?:Documents|Desktop|Pictures|Library|\.ssh|\.aws|\.config|\.gnupg)/?\*?|/(?:home|Users)/\*|"
    r"C:\\?\\?|/mnt/c/?\*?|\.\./\.\./.*)"
)
_TRACES = re.compile(r"/var/log(?:/?\*?$|/(?:[wb]tmp|lastlog|auth|secure|syslog|messages|audit|journal))|/var/run/utmp")
_SYSTEM_DISK = re.compile(r"/dev/(?:[shv]da|xvda|nvme0n1|mmcblk0|disk0)")
_MINER = re.compile(
    r"(?i)xmrig|minerd\b|cpuminer|ethminer|nbminer|phoenixminer|cgminer|bfgminer|ccminer|lolminer|stratum\+(?:tcp|ssl)|"
    r"minexmr|supportxmr|nanopool\.org|moneroocean|hashvault\.pro|2miners\.com|nicehash|--donate-level|"
    r"coinhive|--coin[= ](?:monero|xmr)"
)
# Linear in any text, and quick where nothing is to be found.
_MINER_HINT = re2.compile("(?i)min(?:e|ing)|xmr|stratum|coin|hash|donate|nanopool")
_PACKAGES = names("""
apt apt-get dnf yum pacman apk brew snap zypper npm pip pip3 systemctl service make install mkdir cp ln mv tee
usermod docker dpkg rpm port flatpak add-apt-repository update-alternatives tar chown ldconfig gem dseditgroup
softwareupdate nixos-rebuild
""")
_GUARDS = re.compile(
    r"(?i)firewall|ufw|apparmor|auditd|falcon|clamav|crowdstrike|defender|sentinel|osquery|wazuh|rsyslog|"
    r"syslog|carbonblack|sysmon|edr\b|"
    r"selinux|littlesnitch|lulu|santa\b|xprotect|nftables|iptables|mdatp|auoms"
)
_SHELL_OUT = re.compile(r"/var/run/docker\.sock|/run/docker\.sock|docker\.sock|containerd\.sock|crio\.sock")
_MANY_RIGHTS = re.compile(r"--privileged\b|SYS_ADMIN\b|CAP_ALL\b|cap-add[ =]ALL\b")
_MOUNTS = re.compile(
    r"(?:-v|--volume)[ =](?:/(?:home|root|Users|etc)/?|~/?|\$HOME/?):|source=/(?:home|root|Users|etc)/?,"
)
_SETUID = re.compile(r"^[ua]*\+[rwx]*s|^0?[4567][0-7]{3}$")
_INSTEAD = re.compile(
    r"(?i)\burl\.(https?://[^\s]+)\.(?:push)?insteadof\s+\S*(?:github\.com|gitlab\.com|bitbucket\.org)"
)
_FOREIGN = frozenset(HostKind) - {HostKind.ALLOWED, HostKind.KNOWN, HostKind.INSTALLER, HostKind.LOCAL}
_HIDDEN_PATH = re.compile(r"(?:^|/)\.[A-Za-z]|/tmp/|/var/tmp|/dev/shm")


def _say(shell: Shell, call: Call, rule: str, severity: Severity, message: str, evidence: str = "") -> None:
    """A hit; what a person is told to do in words weighs no more than medium where it is not an attack by itself."""
    shell.hit(rule, severity, message.replace(HOLE, "…"), call.start, (evidence or message).replace(HOLE, "…"))


# -- what starts by itself --


def _crontab(shell: Shell, call: Call) -> Value:
    if {"-l", "-e", "-h"} & set(call.texts):
        return Value(HOLE) if "-l" in call.texts else _EMPTY
    files = [one for one in rest_of(options(call.args, frozenset({"-u"}))) if one.text != "-"]
    content = joined([call.stdin, *(shell.state.read(one) for one in files)])
    if "-r" in call.texts:
        _say(
            shell, call, "SKS-DESTRUCT", told(shell, _MEDIUM), "removes every scheduled task of the user", "crontab -r"
        )
    else:
        strong = TELLING.search(content.text) or content.of(Source.REMOTE, Source.DECODED)
        severity = _HIGH if strong else told(shell, _HIGH)
        _say(shell, call, "SKS-PERSIST", severity, "schedules a command with crontab", "crontab")
    return _EMPTY


def _service(shell: Shell, call: Call) -> Value:
    texts = set(call.texts)
    names = [
        one
        for one in rest_of(options(call.args, frozenset()))
        if one.text not in {"enable", "disable", "stop", "mask", "start"}
    ]
    what = " ".join(one.text for one in names)
    if texts & {"disable", "stop", "mask", "unload", "bootout", "remove"} and _GUARDS.search(what):
        _say(shell, call, "SKS-DEFENSE-OFF", told(shell, _HIGH), f"switches off {what}", what)
    elif texts & {"enable", "load", "bootstrap", "reenable", "submit"}:
        made = any(re.search(r"systemd|Launch", path) for path in shell.state.files)
        hidden_path = bool(_HIDDEN_PATH.search(what))
        severity = _HIGH if hidden_path or (made and not shell.piece.prose) else told(shell, _MEDIUM)
        _say(shell, call, "SKS-PERSIST", severity, f"makes {what or 'a service'} start by itself", what or call.name)
    return _EMPTY


def _git(shell: Shell, call: Call) -> Value:
    texts = " ".join(call.texts)
    if re.search(r"(?i)config\b.*core\.hookspath", texts):
        _say(shell, call, "SKS-PERSIST", _MEDIUM, "makes git run hooks of another folder", "core.hooksPath")
    if re.search(r"(?i)http\.sslverify[ =](?:false|0)", texts):
        _say(shell, call, "SKS-DEFENSE-OFF", _MEDIUM, "makes git trust any certificate", "http.sslVerify")
    if "config" in call.texts and (instead := _INSTEAD.search(texts)):
        _instead(shell, call, instead[1])
    return shell.handlers["git:net"](shell, call)


def _instead(shell: Shell, call: Call, url: str) -> None:
    """`url.BASE.insteadOf`: every repository of a known host comes from another."""
    if url_kind(url, shell.context.policy) in _FOREIGN:
        message = f"makes git take the repositories of another host from {host_of(url)}"
        _say(shell, call, "SKS-SUPPLY-REGISTRY", told(shell, _HIGH), message, host_of(url))


def _at(shell: Shell, call: Call) -> Value:
    if (
        call.stdin.text.strip(HOLE).strip()
        and call.texts
        and re.match(r"now|\d|midnight|noon|tomorrow|-t|-q", call.texts[0])
    ):
        _say(shell, call, "SKS-PERSIST", told(shell, _MEDIUM), "runs commands later with at", "at")
        shell.execute(call.stdin, call.start, "")
    return _EMPTY


# -- what is destroyed --


def _rm(shell: Shell, call: Call) -> Value:
    pairs = options(call.args, frozenset())
    names = {name for name, _ in pairs}
    deep = names & {"-r", "-R", "--recursive"} or call.name == "shred"
    for path in rest_of(pairs):
        text = re.sub(r"/+", "/", path.text.strip())
        if (deep and _ROOTS.fullmatch(text)) or "--no-preserve-root" in names:
            severity = _CRITICAL if re.fullmatch(r"/\*?|~/?\*?|/(?:home|Users|etc|usr)/?\*?", text) else _HIGH
            _say(shell, call, "SKS-DESTRUCT", severity, f"deletes {text}", text)
        elif _TRACES.match(text) or (text.startswith(("~", "/root", "/home")) and history_file(text)):
            _say(shell, call, "SKS-DEFENSE-OFF", _HIGH, f"deletes the traces in {text}", text)
    return _EMPTY


def _disk(shell: Shell, call: Call) -> Value:
    target = next((text for text in call.texts if DISK.search(text)), "")
    if target or call.name == "diskutil":
        erases = call.name != "diskutil" or any("erase" in text.lower() for text in call.texts)
        if erases:
            plain = shell.piece.prose and call.name.startswith("mk") and target and not _SYSTEM_DISK.match(target)
            _say(
                shell,
                call,
                "SKS-DESTRUCT",
                _MEDIUM if plain else _CRITICAL,
                f"erases the disk {target}",
                target or "disk",
            )
    return _EMPTY


def _found(shell: Shell, call: Call) -> Value:
    texts = call.texts
    if (
        "-delete" in texts
        and texts
        and _ROOTS.fullmatch(texts[0])
        and not {"-name", "-iname", "-path", "-mtime"} & set(texts)
    ):
        _say(shell, call, "SKS-DESTRUCT", _HIGH, f"deletes every file below {texts[0]}", texts[0])
    return _EMPTY


# -- protections --


def _xattr(shell: Shell, call: Call) -> Value:
    if "com.apple.quarantine" in call.texts or "-c" in call.texts or "-cr" in call.texts or "-rc" in call.texts:
        paths = [one for one in call.args if not one.text.startswith("-") and one.text != "com.apple.quarantine"]
        fetched = any(shell.state.read(one).of(Source.REMOTE) or _HIDDEN_PATH.search(one.text) for one in paths)
        severity = _HIGH if fetched else _MEDIUM
        _say(shell, call, "SKS-DEFENSE-OFF", severity, "takes the quarantine mark off a downloaded file", "quarantine")
    return _EMPTY


_OFF: Mapping[str, tuple[str, str]] = {
    "spctl": (r"--(?:master|global)-disable|--add", "switches off the check of programs before they start"),
    "csrutil": (r"disable", "switches off system integrity protection"),
    "setenforce": (r"^0$|(?i:permissive)", "switches off SELinux"),
    "iptables": (r"-F|--flush|-P (?:INPUT|OUTPUT|FORWARD) ACCEPT", "opens the firewall"),
    "ip6tables": (r"-F|--flush", "opens the firewall"),
    "nft": (r"flush ruleset", "opens the firewall"),
    "ufw": (r"disable|reset", "switches off the firewall"),
    "auditctl": (r"-D|-e 0", "switches off the audit log"),
    "history": (r"-c|-d|-w", "clears the history of commands"),
    "tccutil": (r"reset", "resets what programs may reach"),
    "nvram": (r"boot-args", "changes how the system starts"),
    "wevtutil": (r"cl\b", "clears the event log"),
    "truncate": (r"/var/log", "clears the system's log"),
    "journalctl": (r"--vacuum-(?:time|size)=(?:1s|0|1)\b", "clears the system's log"),
    "pfctl": (r"-d\b", "switches off the firewall"),
    "aa-teardown": (r"", "switches off AppArmor"),
}


def _off(shell: Shell, call: Call) -> Value:
    pattern, message = _OFF[call.name]
    if re.search(pattern, " ".join(call.texts)):
        _say(shell, call, "SKS-DEFENSE-OFF", told(shell, _HIGH), message, call.name)
        return _EMPTY
    return shell.handlers["fc"](shell, call) if call.name == "history" else _EMPTY


def _unset(shell: Shell, call: Call) -> Value:
    for text in call.texts:
        if text in {"HISTFILE", "HISTSIZE", "PROMPT_COMMAND"}:
            _say(shell, call, "SKS-DEFENSE-OFF", _HIGH, "keeps commands out of the history", text)
        shell.state.names.pop(text, None)
    return _EMPTY


def _kill(shell: Shell, call: Call) -> Value:
    guard = next((text for text in call.texts if _GUARDS.search(text)), "")
    if guard:
        _say(shell, call, "SKS-DEFENSE-OFF", _HIGH, f"ends {guard}", guard)
    return _EMPTY


# -- rights --


def _sudo(shell: Shell, call: Call) -> Value:
    severity = _LOW if call.name in _PACKAGES or shell.piece.prose else _MEDIUM
    _say(shell, call, "SKS-PRIV", severity, f"runs {call.name or 'a command'} as root", f"sudo {call.name}")
    return _EMPTY


def _chmod(shell: Shell, call: Call) -> Value:
    rest = [one.text for one in call.args if not re.fullmatch(r"-[Rvcf]+", one.text)]
    if rest and _SETUID.search(rest[0]):
        _say(shell, call, "SKS-PRIV", _HIGH, f"makes {' '.join(rest[1:2])} run with its owner's rights", rest[0])
    elif len(rest) > 1 and re.fullmatch(r"0?[07]{3}", rest[0]) and any(_ROOTS.fullmatch(path) for path in rest[1:]):
        _say(shell, call, "SKS-DESTRUCT", _HIGH, f"changes the rights of {rest[1]}", rest[1])
    return _EMPTY


def _rights(shell: Shell, call: Call) -> Value:
    texts = " ".join(call.texts)
    if call.name == "dscl" and "-authonly" in call.texts:
        _say(shell, call, "SKS-KEYLOG", _HIGH, "tries whether a password is the one of the login", "dscl -authonly")
    elif call.name == "setcap" and re.search(r"cap_(?:setuid|sys_admin|dac|sys_ptrace|setgid)", texts):
        _say(shell, call, "SKS-PRIV", _HIGH, "gives a file rights of root", "setcap")
    elif call.name in {"useradd", "adduser", "dscl", "sysadminctl"} and re.search(
        r"-u ?0\b|(?:-G|--groups|-g|--ingroup)[ =]?[\w,]*\b(?:admin|sudo|wheel|root|docker)\b|-admin\b|-create /Users",
        texts,
    ):
        _say(shell, call, "SKS-PRIV", _HIGH, "adds a user with rights of root", call.name)
    elif call.name in {"usermod", "gpasswd", "adduser"} and re.search(r"\b(?:sudo|wheel|admin|root)\b", texts):
        _say(shell, call, "SKS-PRIV", told(shell, _HIGH), "adds a user to a group with rights of root", call.name)
    elif call.name in {"nsenter", "insmod", "modprobe", "kextload"} and (
        call.name != "nsenter" or re.search(r"-t ?1\b|--target[ =]1\b", texts)
    ):
        _say(shell, call, "SKS-PRIV", told(shell, _HIGH), f"reaches into the kernel with {call.name}", call.name)
    return _EMPTY


def _container(shell: Shell, call: Call) -> Value:
    texts = " ".join(call.texts)
    if re.search(r"(?:-v|--volume)[ =]/:/|source=/,", texts) or re.search(
        r"--pid[ =]host\b.*--privileged|--privileged\b.*--pid[ =]host", texts
    ):
        _say(shell, call, "SKS-PRIV", _HIGH, "gives a container the host's whole file system", "host root")
    elif _MANY_RIGHTS.search(texts) and _MOUNTS.search(texts):
        severity = _HIGH if "unconfined" in texts else told(shell, _HIGH)
        message = "gives a container rights over the host and the files of its users"
        _say(shell, call, "SKS-PRIV", severity, message, "host files")
    elif _SHELL_OUT.search(texts) or "--privileged" in texts:
        _say(shell, call, "SKS-PRIV", told(shell, _MEDIUM), "gives a container rights over the host", "docker.sock")
    return any_command(shell, call)


# -- watching --

_WATCHED: Mapping[str, str] = {
    "screencapture": "the screen", "scrot": "the screen", "grim": "the screen", "gnome-screenshot": "the screen",
    "maim": "the screen", "spectacle": "the screen", "arecord": "the microphone", "imagesnap": "the camera",
    "fswebcam": "the camera", "logkeys": "the keys", "xinput": "the keys", "showkey": "the keys", "evtest": "the keys",
}  # fmt: skip
_KEYS = frozenset({"logkeys", "showkey", "evtest"})


def _watch(shell: Shell, call: Call) -> Value:
    what = _WATCHED[call.name]
    if call.name in _KEYS or (call.name == "xinput" and "test" in " ".join(call.texts)):
        _say(shell, call, "SKS-KEYLOG", _HIGH, f"records {what}", what)
    elif call.name != "xinput":
        taint = frozenset({Taint(Source.WATCHED, what)})
        for path in rest_of(options(call.args, frozenset({"-d", "-t", "-l", "-D"}))):
            shell.state.write(path, Value(HOLE, taint))
        return Value(HOLE, taint)
    return _EMPTY


def _ffmpeg(shell: Shell, call: Call) -> Value:
    found = {"x11grab": "the screen", "avfoundation": "the screen", "v4l2": "the camera", "alsa": "the microphone",
             "pulse": "the microphone", "gdigrab": "the screen"}  # fmt: skip
    what = next((found[text] for text in call.texts if text in found), "")
    if what and call.args:
        shell.state.write(call.args[-1], Value(HOLE, frozenset({Taint(Source.WATCHED, what)})))
    return any_command(shell, call)


def _option_file(shell: Shell, call: Call) -> Value:
    """`touch -- --checkpoint-action=exec=…`: `tar … *` takes the name of the file as an option."""
    named = next((text for text in call.texts if "--checkpoint-action=exec" in text), "")
    if named:
        message = "makes a file whose name has tar run a command"
        _say(shell, call, "SKS-OBF-HIDDEN-CMD", _HIGH, message, named)
    return _EMPTY


def _always(shell: Shell, call: Call) -> Value:
    """What is looked at in every command: names spelled in parts, miners, names of variables that hide traces."""
    hidden(shell, call)
    text = " ".join([call.path.text, *call.texts])
    found = _MINER.search(text) if _MINER_HINT.search(text) else None
    if found and call.name not in {"echo", "printf", "grep", "rg", "pkill", "kill", "killall", "pgrep"}:
        _say(shell, call, "SKS-MINER", _HIGH, f"mines coins: {found.group()[:40]}", found.group().lower())
    return _EMPTY


def _histfile(shell: Shell, call: Call) -> Value:
    for text in call.texts:
        if re.match(r"HIST(?:FILE|SIZE|FILESIZE)=(?:/dev/null|0|)$", text):
            _say(shell, call, "SKS-DEFENSE-OFF", _HIGH, "keeps commands out of the history", "HISTFILE")
    return shell.handlers["export:"](shell, call)


_BY_NAMES: Mapping[str, Handler] = {
    "crontab": _crontab,
    "systemctl launchctl service update-rc.d chkconfig rc-update sc": _service,
    "at batch": _at,
    "git": _git,
    "rm shred srm unlink": _rm,
    "mkfs mkfs.ext4 mkfs.ext3 mkfs.xfs mkfs.btrfs mkfs.vfat mke2fs wipefs sgdisk diskutil blkdiscard": _disk,
    "find:": _found,
    "xattr": _xattr,
    " ".join(_OFF): _off,
    "unset": _unset,
    "kill killall pkill taskkill": _kill,
    "sudo:": _sudo,
    "chmod:": _chmod,
    "setcap useradd adduser dscl sysadminctl usermod gpasswd nsenter insmod modprobe kextload": _rights,
    "docker podman nerdctl": _container,
    " ".join(_WATCHED): _watch,
    "ffmpeg": _ffmpeg,
    "touch": _option_file,
    "export": _histfile,
    "*": _always,
}
ACTS: Mapping[str, Handler] = {
    **{name: handler for names, handler in _BY_NAMES.items() for name in names.split()},
    **SECRETS,
}
