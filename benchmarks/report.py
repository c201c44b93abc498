"""Formatting of results: tables, percentiles and the machine."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence

from lexdesk.system.cores import cores, processor


def machine() -> str:
    """Describe the processor and its cores."""
    return f"{processor()}, {cores()} cores"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Format a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def percentile(values: Iterable[float], share: float) -> float:
    """Return the value above ``share`` of ``values``."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def spread(values: Sequence[float], digits: int = 2) -> str:
    """Format median and range: ``0.93 (0.91 to 0.96)``."""
    return f"{statistics.median(values):.{digits}f} ({min(values):.{digits}f} to {max(values):.{digits}f})"
