"""Timing of processes and formatting of results: tables, percentiles and the machine."""

import os
import statistics
import subprocess
import time
from collections.abc import Iterable, Mapping, Sequence

from lexdesk.system.cores import count_cores, find_processor

_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"


def machine() -> str:
    """Describe the processor and its cores."""
    return f"{find_processor()}, {count_cores()} cores"


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


def process_seconds(command: Sequence[str], environment: Mapping[str, str] | None = None) -> float:
    """Time a whole process, without its output, with other variables than this one's if given."""
    nowhere = subprocess.DEVNULL
    started = time.perf_counter()
    subprocess.run(command, check=True, env=environment, stdout=nowhere, stderr=nowhere)
    return time.perf_counter() - started


def with_bytecode(folder: str) -> dict[str, str]:
    """Return variables with which Python keeps compiled modules in ``folder``, as in an installed program."""
    kept = {name: value for name, value in os.environ.items() if name != _NO_BYTECODE}
    return {**kept, "PYTHONPYCACHEPREFIX": folder}
