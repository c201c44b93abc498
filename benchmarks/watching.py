"""Cost of watching a library's folders: ``python -m benchmarks.watching [--files 20000] [--rounds 5]``.

Creates the letters, 100 in a folder, and a keyword library of them, and opens the window on it. Prints
the delay from writing a file to the message in the window, memory and processor time of the watching
process (Linux), and the pauses of the window meanwhile.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.desktop import Watchdog, wait_until
from lexdesk.library.library import Library

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from lexdesk_gui.main_window import MainWindow

_IN_A_FOLDER = 100
_REST = 30.0  # s
_LINES = 20_000
_BURST = """import sys
for number in range(500):
    with open(f"{sys.argv[1]}/burst {number}.txt", "w") as file:
        file.write(f"The hedge {number} is cut in June.")
"""


def main() -> None:
    """Create the folders and the library, and measure."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        folder, library = Path(directory) / "matters", Path(directory) / "library"
        _write_letters(folder, given.files)
        began = time.perf_counter()
        with Library.open(library, create=True) as opened:
            opened.sources.add([folder], vectors=False)
        print(f"{given.files:,} files added in {time.perf_counter() - began:.0f} s")
        measure(library, folder, given.rounds)


def _write_letters(folder: Path, count: int) -> None:
    for number in range(count):
        matter = folder / f"{number // _IN_A_FOLDER // 20:03}" / f"{number // _IN_A_FOLDER:04}"
        matter.mkdir(parents=True, exist_ok=True)
        (matter / f"{number}.txt").write_text(f"Letter {number}: the tenant shall paint the house.")
    (folder / ".lexdeskignore").write_text("*.log\n")


def measure(library: Path, folder: Path, rounds: int) -> None:
    """Write files while the window is open."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    gc.disable()  # as the program does

    from PySide6.QtWidgets import QApplication

    from lexdesk_gui.garbage_collection import GarbageCollector
    from lexdesk_gui.language import install
    from lexdesk_gui.main_window import MainWindow
    from lexdesk_gui.preferences import Preferences
    from lexdesk_gui.style.theme import Theme

    app = QApplication(sys.argv[:1])
    install(app, "en")
    window = MainWindow(Theme(app), library, Preferences(library.parent / "window.ini"))
    window.library.opened.connect(GarbageCollector(window).settle)
    looks: list[float] = []
    window.changed_files.looked.connect(lambda: looks.append(time.perf_counter()))
    window.resize(1440, 900)
    window.show()
    wait_until(app, lambda: window.library.is_open)
    began, before = time.perf_counter(), _threads(os.getpid())
    watchdog = Watchdog()
    wait_until(app, lambda: bool(window.changed_files.watched_folders))
    print(f"watched {time.perf_counter() - began:.1f} s after the library is open")
    wait_until(app, lambda: bool(looks))
    print(f"looked through after {looks[0] - began:.1f} s; {watchdog.summary()}")
    _rest(app, window)
    watching = _watching(window)
    print(
        f"the process that watches: {_resident(watching) / 1e6:.0f} MB, {_threads(watching)} threads;"
        f" threads of the window {before} before, {_threads(os.getpid())} now"
    )
    _measure_rest(app, watching)
    _measure_files(app, window, folder, rounds)
    looks.clear()
    _measure_burst(app, window, folder, rounds, looks)
    _measure_log(app, window, folder, watching)
    window.close()
    is_there = Path(f"/proc/{watching}").exists()
    print(f"the window is closed, and who watches has {'not ' * is_there}ended")


def _measure_rest(app: QApplication, watching: int) -> None:
    used = _used(watching)
    watchdog, began = Watchdog(), time.perf_counter()
    wait_until(app, lambda: time.perf_counter() - began > _REST)
    used = _used(watching) - used
    print(f"nothing happens for {_REST:.0f} s: it computes {used:.2f} s; {watchdog.summary()}")


def _measure_files(app: QApplication, window: MainWindow, folder: Path, rounds: int) -> None:
    took, watchdog = [], Watchdog()
    for number in range(rounds):
        _rest(app, window)
        began = time.perf_counter()
        (folder / f"new {number}.txt").write_text(f"The hedge {number} is cut in May.")
        _wait_for_count(app, window, number + 1)
        took.append(time.perf_counter() - began)
    print(
        f"a file is written, and told after: median {statistics.median(took):.1f} s,"
        f" {min(took):.1f} to {max(took):.1f}; {watchdog.summary()}"
    )


def _measure_burst(
    app: QApplication, window: MainWindow, folder: Path, before: int, looks: list[float]
) -> None:
    _rest(app, window)
    watchdog, began = Watchdog(), time.perf_counter()
    # Starting the process is no pause of the window.
    writing = subprocess.Popen([sys.executable, "-c", _BURST, folder])
    wait_until(app, lambda: writing.poll() is not None)
    written = time.perf_counter() - began
    _wait_for_count(app, window, before + 500)
    print(
        f"500 files are written in {written:.2f} s, and told after"
        f" {time.perf_counter() - began:.1f} s, by {len(looks)} look(s); {watchdog.summary()}"
    )


def _measure_log(app: QApplication, window: MainWindow, folder: Path, watching: int) -> None:
    _rest(app, window)
    used = _used(watching)
    lines = 0
    with (folder / "ignored.log").open("w") as log:

        def write() -> bool:
            nonlocal lines
            for _ in range(20):
                print("line", file=log, flush=True)
            lines += 20
            return lines >= _LINES

        wait_until(app, write)
    _rest(app, window)
    used = _used(watching) - used
    print(f"{lines:,} lines are written to a log that is left out: it computes {used:.2f} s")


def _wait_for_count(app: QApplication, window: MainWindow, count: int) -> None:
    expected = f"{count:,} file{'s' * (count != 1)} changed since "
    wait_until(app, lambda: window.status_line.changed.text().startswith(expected))


def _rest(app: QApplication, window: MainWindow) -> None:
    """Wait until the next check is independent of the last one."""
    wait_until(app, lambda: window.changed_files.is_at_rest)
    rested = time.monotonic()
    wait_until(app, lambda: time.monotonic() > rested + 1)


def _watching(window: MainWindow) -> int:
    """Return the number of the watching process."""
    process = window.changed_files.watch_process
    assert process is not None
    return process.process_id


def _resident(process: int) -> int:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _threads(process: int) -> int:
    return len(list(Path(f"/proc/{process}/task").iterdir()))


def _used(process: int) -> float:
    """Return the processor seconds of a process (proc(5))."""
    status = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(status[11]) + int(status[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
