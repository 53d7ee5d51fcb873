"""Which model answers for a call, by its full name or by the method alone."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.scan.pybuiltins import BUILTIN_MODELS
from skillhouse.scan.pyfiles import FILE_METHODS, FILE_MODELS
from skillhouse.scan.pygit import GIT_MODELS, push, pushes
from skillhouse.scan.pyiter import ITERATION_MODELS
from skillhouse.scan.pymethods import METHODS
from skillhouse.scan.pynet import is_network, network
from skillhouse.scan.pyrun import RUN_MODELS
from skillhouse.scan.pysystem import SYSTEM_MODELS, library_command
from skillhouse.scan.pywatch import WATCH_MODELS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from skillhouse.scan.pystate import Model
    from skillhouse.scan.pyvalue import Call

__all__ = ["MODELS", "model_of"]

MODELS: Mapping[str, Model] = MappingProxyType(
    {**BUILTIN_MODELS, **ITERATION_MODELS, **FILE_MODELS, **RUN_MODELS, **WATCH_MODELS, **SYSTEM_MODELS, **GIT_MODELS}
)
_METHODS: Mapping[str, Model] = MappingProxyType({**METHODS, **FILE_METHODS})


def model_of(call: Call) -> Model | None:
    """The model of a call; None where nothing but its arguments is known of its answer."""
    found = MODELS.get(call.name) or library_command(call.name)
    if found is not None:
        return found
    if pushes(call.name):
        return push
    if is_network(call.name):
        return network
    return _METHODS.get(call.name.rpartition(".")[2]) if call.owner is not None else None
