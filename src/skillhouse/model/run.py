"""What a run may use and what came of it, as numbers (SBX-8, RUN-5)."""

from __future__ import annotations

from dataclasses import dataclass, replace

__all__ = ["Limits", "Usage"]

MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """The caps of one run (SBX-8). Seconds and bytes. CPU and processes are fixed."""

    wall_s: float = 30.0
    memory_bytes: int = 256 * MEBIBYTE
    output_bytes: int = 512 * 1024
    workspace_bytes: int = 128 * MEBIBYTE
    workspace_files: int = 16_384
    table_bytes: int = 50 * MEBIBYTE
    artifact_bytes: int = 50 * MEBIBYTE
    artifact_files: int = 1_000
    processes: int = 128
    cpus: int = 1

    def same_place(self, other: Limits) -> bool:
        """Whether a sandbox made with these caps holds the other's too: the host itself holds those of time, output,
        results and tables.
        """
        return self == other or self == replace(
            other,
            wall_s=self.wall_s,
            output_bytes=self.output_bytes,
            table_bytes=self.table_bytes,
            artifact_bytes=self.artifact_bytes,
            artifact_files=self.artifact_files,
        )


@dataclass(frozen=True, slots=True)
class Usage:
    """What one run took: wall and CPU milliseconds, peak memory of the whole tree in bytes (None: not known here)."""

    wall_ms: float
    cpu_ms: float | None = None
    peak_memory_bytes: int | None = None
