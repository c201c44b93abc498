"""Start-up time of the bundled program compared with the same wheels in a Python environment.

    python packaging/start_times.py LIBRARY [--out dist] [--rounds 5]

Cold: the files of both, and Python's own, are dropped from the memory of the system before each pair of
runs, as far as no other program has them open. Warm: they are in it. Each round has the other one first.
The window is offscreen, and has settings of its own; it counts as started when it opens the library,
after its first drawing (Linux).
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 60.0
"""Seconds until a start of the window counts as failed."""


def forget(folder: Path) -> None:
    """Drop the pages of all files in ``folder`` from memory (Linux)."""
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def until_it_ends(*command: str) -> Callable[[Path], None]:
    """Create a runner of the command line of a folder of programs with the arguments ``command``."""

    def run(programs: Path) -> None:
        subprocess.run([str(programs / "lexdesk"), *command], check=True, stdout=subprocess.DEVNULL)

    return run


def until_the_window_is_there(library: Path) -> Callable[[Path], None]:
    """Create a runner of the window of a folder of programs that ends it on opening ``library``."""
    store = (library / "library.sqlite").resolve()

    def run(programs: Path) -> None:
        with tempfile.TemporaryDirectory(prefix="lexdesk-window-") as home:
            env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": home}
            env |= {"XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home}
            command = [str(programs / "lexdesk-gui"), str(library)]
            window = subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL)
            end = time.monotonic() + PATIENCE
            try:
                while not has_open(window.pid, store):
                    if window.poll() is not None or time.monotonic() > end:
                        raise RuntimeError(f"{programs}: the window opened no library")
                    time.sleep(0.005)
            finally:
                window.kill()
                window.wait()

    return run


def has_open(process: int, file: Path) -> bool:
    """Check whether a process or a descendant has ``file`` open (Linux)."""
    folder = Path("/proc") / str(process)
    try:
        if any(path.readlink() == file for path in (folder / "fd").iterdir()):
            return True
        threads = list((folder / "task").iterdir())
        started = [part for one in threads for part in (one / "children").read_text().split()]
    except OSError:  # what it had open a moment ago is closed
        return False
    return any(has_open(int(run), file) for run in started)


def seconds(run: Callable[[Path], None], programs: Path) -> tuple[float, float]:
    """Time a run by clock and processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    run(programs)
    passed = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return passed, used


def main() -> int:
    """Print medians and the ratio of both; return the exit code."""
    parser = argparse.ArgumentParser(prog="start_times.py")
    parser.add_argument("library", type=Path)
    parser.add_argument("--out", type=Path, default=Path("dist"))
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    folders = (arguments.out / "lexdesk-desktop", arguments.out / "desktop-environment")
    programs = (folders[0], folders[1] / "bin")
    starts = {
        "`lexdesk --version`": until_it_ends("--version"),
        "`lexdesk search`": until_it_ends(
            "search", "withdraw consent", "-L", str(arguments.library)
        ),
        "`lexdesk-gui`": until_the_window_is_there(arguments.library),
    }
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors\n")
    print("| start | | bundled s (processor) | unbundled s (processor) | ratio (processor) |")
    print("|---|---|---|---|---|")
    for name, run in starts.items():
        for kind in ("cold", "warm"):
            pairs = []
            for number in range(arguments.rounds):
                for folder in (*folders, Path(os.__file__).parent) if kind == "cold" else ():
                    forget(folder)
                order = (0, 1) if number % 2 else (1, 0)
                times = {at: seconds(run, programs[at]) for at in order}
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
