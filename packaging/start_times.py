"""How long the bundled program takes to start, beside the same wheels in an environment of Python.

    python packaging/start_times.py LIBRARY [--out dist] [--rounds 5]

Cold: the files of both, and Python's own, are dropped from the memory of the system before each pair of
runs, as far as no other program has them open. Warm: they are in it. Each round has the other one first.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

COMMANDS = {
    "--version": ["--version"],
    "search": ["search", "withdraw consent", "-L"],
}


def forget(folder: Path) -> None:
    """Drop the pages of all files in ``folder`` from memory (Linux)."""
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def seconds(command: list[str]) -> tuple[float, float]:
    """Of a run: by the clock, and of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    passed = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return passed, used


def main() -> int:
    """Print medians and the ratio of both; the exit code."""
    parser = argparse.ArgumentParser(prog="start_times.py")
    parser.add_argument("library", type=Path)
    parser.add_argument("--out", type=Path, default=Path("dist"))
    parser.add_argument("--rounds", type=int, default=5)
    told = parser.parse_args()
    folders = (told.out / "lexdesk-desktop", told.out / "desktop-environment")
    programs = (folders[0] / "lexdesk", folders[1] / "bin" / "lexdesk")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors\n")
    print("| command | | bundled s (processor) | unbundled s (processor) | ratio (processor) |")
    print("|---|---|---|---|---|")
    for name, arguments in COMMANDS.items():
        words = [*arguments, str(told.library)] if arguments[-1] == "-L" else arguments
        for kind in ("cold", "warm"):
            pairs = []
            for number in range(told.rounds):
                for folder in (*folders, Path(os.__file__).parent) if kind == "cold" else ():
                    forget(folder)
                order = (0, 1) if number % 2 else (1, 0)
                times = {at: seconds([str(programs[at]), *words]) for at in order}
                pairs.append([times[0], times[1]])
            print(_row(name, kind, pairs), flush=True)
    return 0


def _row(name: str, kind: str, pairs: list[list[tuple[float, float]]]) -> str:
    ours, theirs = (
        [statistics.median(pair[at][unit] for pair in pairs) for unit in (0, 1)] for at in (0, 1)
    )
    ratio, of_processor = (
        statistics.median(pair[0][unit] / pair[1][unit] for pair in pairs) for unit in (0, 1)
    )
    return (
        f"| {name} | {kind} | {ours[0]:.2f} ({ours[1]:.2f}) | {theirs[0]:.2f} ({theirs[1]:.2f})"
        f" | {ratio:.2f} ({of_processor:.2f}) |"
    )


if __name__ == "__main__":
    sys.exit(main())
