"""The ideas that phrases are made of: the words of the modules `ideas_*`."""

from __future__ import annotations

from skillhouse.scan.ideas_deeds import DEEDS
from skillhouse.scan.ideas_talk import TALK
from skillhouse.scan.ideas_world import WORLD
from skillhouse.scan.phrases import Ideas

__all__ = ["IDEAS"]

IDEAS = Ideas({**TALK, **DEEDS, **WORLD})
