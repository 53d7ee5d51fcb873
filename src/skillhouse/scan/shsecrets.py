"""Commands that print what somebody proves themselves with: keychains, secrets of a cluster, typed passwords."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.shfilters import any_command
from skillhouse.scan.value import HOLE, Source, Taint, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skillhouse.scan.shflow import Call, Handler, Shell

__all__ = ["SECRETS"]

_OF_CLUSTER = re.compile(r"secrets?(?:[/,].*)?")
_HIDES = frozenset({"--password", "--hide-text"})


def _keychain(shell: Shell, call: Call) -> Value:
    if "dump-keychain" in call.texts:
        message = "reads every entry of the keychain"
        shell.hit("SKS-CRED-PATH", Severity.MEDIUM, message, call.start, "dump-keychain")
    if any(text.startswith(("find-", "dump-", "export", "lookup", "search", "show", "get")) for text in call.texts):
        return Value(HOLE, frozenset({Taint(Source.CREDENTIAL, "the keychain")}))
    return Value("")


def _cluster(shell: Shell, call: Call) -> Value:
    """`kubectl get secrets`: what the programs of a cluster prove themselves with."""
    if {"get", "describe"} & set(call.texts) and any(_OF_CLUSTER.fullmatch(text) for text in call.texts):
        return Value(HOLE, frozenset({Taint(Source.CREDENTIAL, "the secrets of the cluster")}))
    return any_command(shell, call)


def _asked(shell: Shell, call: Call) -> Value:
    """`zenity --password`: a person types a password, which is what the command prints."""
    if call.name in {"systemd-ask-password", "ssh-askpass"} or _HIDES.intersection(call.texts):
        return Value(HOLE, frozenset({Taint(Source.CREDENTIAL, "a password that is asked for")}))
    return any_command(shell, call)


SECRETS: Mapping[str, Handler] = {
    **dict.fromkeys(("security", "secret-tool", "kwallet-query", "pass", "op", "bw", "keyring"), _keychain),
    **dict.fromkeys(("kubectl", "oc"), _cluster),
    **dict.fromkeys(("zenity", "kdialog", "yad", "systemd-ask-password", "ssh-askpass"), _asked),
}
