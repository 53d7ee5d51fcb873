"""Models of GitPython: a repository that is copied from afar, what goes into it, and where it is pushed to."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.scan.pyfiles import path_taints
from skillhouse.scan.pynet import judge_sent
from skillhouse.scan.pyplaces import tidy
from skillhouse.scan.pyvalue import CLEAN, UNKNOWN, Items, Kind, Member, Thing, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skillhouse.scan.pystate import Model, State
    from skillhouse.scan.pyvalue import Call

__all__ = ["GIT_MODELS", "push", "pushes"]

_REPO = "git.Repo()"
_DEEPEST = 6


def pushes(name: str) -> bool:
    """Whether a call of this name sends a repository to where it came from, such as `repo.remote("origin").push`."""
    return name.startswith(f"{_REPO}.") and name.endswith((".push", ".push_all"))


def _cloned(_state: State, call: Call) -> Value:
    """`Repo.clone_from(url, folder)`."""
    folder = call.arg(1, "to_path").text
    return Value((), CLEAN, Thing(_REPO, call, CLEAN, tidy(folder)))


def _opened(_state: State, call: Call) -> Value:
    """`Repo(folder)`, `Repo.init(folder)`."""
    return Value((), CLEAN, Thing(_REPO, call, CLEAN, tidy(call.arg(0, "path").text or ".")))


def _repository(value: Value, deep: int = 0) -> Thing | None:
    """The repository that a remote or an index belongs to."""
    ref = value.ref
    if isinstance(ref, Member):
        return _repository(ref.owner, deep + 1)
    if not isinstance(ref, Thing) or deep > _DEEPEST:
        return None
    if ref.name == _REPO:
        return ref
    return _repository(ref.call.owner or UNKNOWN, deep + 1) if ref.call is not None else None


def _added(state: State, call: Call) -> Value:
    """`repo.index.add(paths)`, `repo.git.add(path)`."""
    repository = _repository(call.owner or UNKNOWN)
    for part in call.given():
        paths = part.ref.all() if isinstance(part.ref, Items) else [part]
        for path in paths:
            if repository is not None and path.texts:
                repository.taints |= path_taints(state, path)
    return UNKNOWN


def _renamed(_state: State, call: Call) -> Value:
    """`repo.create_remote(name, url)`: from then on it is pushed there."""
    repository = _repository(call.owner or UNKNOWN)
    if repository is not None:
        repository.call = call
    return Value((), CLEAN, Thing(f"{_REPO}.remote()", call))


def push(state: State, call: Call) -> Value:
    """What the folder of the repository holds is sent to its remote."""
    repository = _repository(call.owner or UNKNOWN)
    if repository is None:
        return UNKNOWN
    within = f"{repository.target.rstrip('/')}/"
    held = [taints for path, taints in state.files.items() if path.startswith(within) or within == "./"]
    taints = repository.taints.union(*held)
    urls = [text for part in (repository.call.given() if repository.call else ()) for text in part.texts]
    kept = frozenset(one for one in taints if one.kind in {Kind.CREDENTIAL, Kind.ENVIRONMENT, Kind.CAPTURE})
    judge_sent(state, kept, [url for url in urls if "://" in url or "@" in url], call.node, data=True)
    return UNKNOWN


GIT_MODELS: Mapping[str, Model] = MappingProxyType(
    {
        **dict.fromkeys(("git.Repo.clone_from", "git.repo.Repo.clone_from"), _cloned),
        **dict.fromkeys(("git.Repo", "git.Repo.init", "git.repo.Repo"), _opened),
        **dict.fromkeys((f"{_REPO}.index.add", f"{_REPO}.git.add"), _added),
        f"{_REPO}.create_remote": _renamed,
    }
)
