"""Latency of the window: ``python -m benchmarks.desktop LIBRARY [--rounds 5]``.

LIBRARY is copied, since files are added to it. Prints the time of a cold start as a ratio to ``import
PySide6.QtWidgets``; the delay of results after the last key; the pauses of the interface, also during an
addition of files and a match; and the time to fill a list of 10,000 hits.
"""

from __future__ import annotations

import argparse
import gc
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QApplication

    from lexdesk_gui.main_window import MainWindow

_IMPORT = "import PySide6.QtWidgets"
_START = """
import gc, os, sys
gc.disable()  # as the program does before it imports the window
from lexdesk_gui import app, main_window

class Drawn(main_window.MainWindow):
    def _begin(self):  # comes when the window is drawn; the library opens after it
        os._exit(0)

main_window.MainWindow = Drawn
app.main(sys.argv[1:])
"""
_QUERIES = ("consent", "supervisory authority", "notify the commission", "market abuse", "the")
_QUESTIONS = (
    "who pays when the parcel is lost",
    "time limit to appeal a fine",
    "may the employer read mail",
    "labels of dangerous chemicals",
    "aid for farmers after a drought",
    "rights of passengers whose flight is late",
)
"""Used once each, so that their passages are not cached."""
_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
_PATIENCE = 240.0  # s
_BETWEEN_KEYS = 0.03  # s
_BETWEEN_SCROLLS = 0.2  # s
_PATIENCE_WITH_LIST = 15.0  # s
_LAW = "kind:regulation"  # whose paragraphs make a heat map of many columns
_MATCHES = 2
_SCHEDULED = Path("/proc/thread-self/schedstat")  # proc(5)
_POLICY = """# Customer data policy

3.1 A request for consent is presented in clear and plain language and apart from other matters.

3.3 A customer may withdraw consent at any time, in the app or by writing to us. What we did with the
data before that day stays lawful.

4.2 We answer a request of a customer within one month of its receipt; where requests are many and
complex we take two further months and say why.

6.1 A customer may obtain confirmation as to whether we process their personal data, and a copy of them.

6.3 We erase personal data without undue delay where they are no longer necessary.

7.1 We notify a personal data breach to the supervisory authority within 72 hours.
"""
_TICK = 2  # ms


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--files", type=int, default=200, help="files to add meanwhile")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        library = Path(shutil.copytree(arguments.library, folder / "library"))
        measure_start(library, folder / "settings", arguments.rounds)
        measure_window(library, folder, arguments.rounds, arguments.files)


def measure_start(library: Path, settings: Path, rounds: int) -> None:
    """Time import and start in turn, by clock and processor."""
    ratios = []
    start = ("-c", _START, str(library))
    _run(*start, settings=settings)  # compiles what an installed program has compiled
    for number in range(1, rounds + 1):
        bare = _run("-c", _IMPORT, settings=settings)
        whole = _run(*start, settings=settings)
        ratios.append(whole[1] / bare[1])
        print(
            f"start {number}: import {bare[0]:.2f} s ({bare[1]:.2f} s of processor),"
            f" window {whole[0]:.2f} s ({whole[1]:.2f}), ratio {whole[0] / bare[0]:.2f}"
            f" (processor {ratios[-1]:.2f})"
        )
    print(f"median ratio of processor time {statistics.median(ratios):.2f}; wanted at most 2.5")


def _run(*arguments: str, settings: Path) -> tuple[float, float]:
    """Run Python with ``arguments``; return seconds by clock and processor."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    kept = {name: value for name, value in os.environ.items() if name != _NO_BYTECODE}
    environment = {**kept, "XDG_CONFIG_HOME": str(settings)}
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=environment)
    took, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Watchdog:
    """A measure of the pauses of the interface, in milliseconds.

    It also reads the time the interface's thread waited for a core (Linux): the rest is its own processor
    time, and waits for Python's lock or for a file.
    """

    def __init__(self) -> None:
        from PySide6.QtCore import Qt, QTimer

        self.pauses: list[tuple[float, float, float]] = []
        self._last = self._now()
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start(_TICK)

    def _tick(self) -> None:
        now = self._now()
        clock, waited, used = (
            after - before for before, after in zip(self._last, now, strict=True)
        )
        self.pauses.append((clock - waited - _TICK, clock - _TICK, used))
        self._last = self._now()

    @staticmethod
    def _now() -> tuple[float, float, float]:
        waited = int(_SCHEDULED.read_text().split()[1]) / 1e6 if _SCHEDULED.exists() else 0.0
        return time.perf_counter() * 1000, waited, time.thread_time() * 1000

    def summary(self) -> str:
        """Format the longest pauses."""
        self._timer.stop()
        blocked, clock, used = (
            ", ".join(f"{seconds:.0f}" for seconds in sorted(column, reverse=True)[:4])
            for column in zip(*self.pauses, strict=True)
        )
        over = sum(pause[0] > 50 for pause in self.pauses)
        return (
            f"blocked at most {blocked} ms, {over} times over 50; of the processor {used} ms;"
            f" with the waiting for a core {clock} ms"
        )


def measure_window(library: Path, folder: Path, rounds: int, files: int) -> None:
    """Measure typing, blocking and scrolling in one window."""
    gc.disable()  # as the program does

    from PySide6.QtWidgets import QApplication

    from lexdesk_gui.garbage_collection import GarbageCollector
    from lexdesk_gui.language import install
    from lexdesk_gui.main_window import MainWindow
    from lexdesk_gui.preferences import Preferences
    from lexdesk_gui.style.theme import Theme

    app = QApplication(sys.argv[:1])
    install(app, "en")
    window = MainWindow(Theme(app), library, Preferences(folder / "window.ini"))
    window.library.opened.connect(GarbageCollector(window).settle)
    window.resize(1440, 900)
    window.show()
    opening = Watchdog()
    wait_until(app, lambda: bool(window.status_line.counts.text()))
    print(f"the library is opened: {opening.summary()}")
    _type_all(app, window)  # fonts, modules and pages of the index are loaded now
    for name, mode in (("keyword", "keyword"), ("hybrid", "hybrid")):
        window.view.set_mode("keyword" if mode == "keyword" else "hybrid")
        took = [latency for _ in range(rounds) for latency in _type_all(app, window)]
        print(
            f"results {name} after the last key: median {statistics.median(took):.0f} ms,"
            f" longest {max(took):.0f} ms; wanted within 100"
        )
    half = len(_QUESTIONS) // 2
    for name, signal, questions in (
        ("results of new questions by both", window.searching.answered, _QUESTIONS[:half]),
        ("their best weighed word by word", window.searching.reranked, _QUESTIONS[half:]),
    ):
        took = [_type(app, window, question, signal) for question in questions]
        print(
            f"{name} after the last key: median {statistics.median(took):.0f} ms, longest {max(took):.0f} ms"
        )
    _measure_blocking(app, window, folder, files)
    _measure_list(app, window)
    window.close()


def _type_all(app: QApplication, window: MainWindow) -> list[float]:
    """Return milliseconds from the last key of each query to its results in the list."""
    return [_type(app, window, query, window.searching.answered) for query in _QUERIES]


def _type(app: QApplication, window: MainWindow, query: str, signal: SignalInstance) -> float:
    """Return milliseconds from the last key of ``query`` until ``told`` has its results."""
    from PySide6.QtTest import QTest

    answers: list[str] = []
    taken = signal.connect(lambda answer: answers.append(answer.query))
    window.view.focus_field()
    window.bar.field.edit.clear()
    for letter in query:
        QTest.keyClicks(window.bar.field.edit, letter)
        last = time.perf_counter()
        wait_until(app, lambda last=last: time.perf_counter() - last > _BETWEEN_KEYS)  # type: ignore[misc]
    wait_until(app, lambda: query in answers)
    took = (time.perf_counter() - last) * 1000
    signal.disconnect(taken)
    return took


def _measure_blocking(app: QApplication, window: MainWindow, folder: Path, files: int) -> None:
    idle = Watchdog()
    began = time.perf_counter()
    wait_until(app, lambda: time.perf_counter() - began > 3)
    print(f"nothing happens: {idle.summary()}")
    typing = Watchdog()
    _type_all(app, window)
    print(f"typing alone: {typing.summary()}")
    letters = folder / "letters"
    letters.mkdir()
    for number in range(files):
        (letters / f"{number}.txt").write_text(f"Letter {number}. We withdraw consent.\n\n" * 40)
    policy = folder / "policy.md"
    policy.write_text(_POLICY)
    adding = Watchdog()
    window.add([letters])
    _type_all(app, window)
    print(f"typing while {files} files are added: {adding.summary()}")
    for number in range(_MATCHES):
        both = Watchdog()
        window.match_file(policy)
        typed = 0
        while window.matching.is_busy:
            if number:
                _type_all(app, window)
                typed += 1
            else:
                wait_until(app, lambda: not window.matching.is_busy)
        adds = " while files are added" if window.library.adding is not None else ""
        print(f"matching{adds}, all queries typed {typed} times meanwhile: {both.summary()}")
    _measure_cells(app, window)
    window.library.stop()
    wait_until(app, lambda: window.library.adding is None)


def _measure_cells(app: QApplication, window: MainWindow) -> None:
    """Press arrow keys in the heat map of a law, one each 60 ms, with full display."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    window.matching.ask_again(find="grounds", within=_LAW)
    wait_until(app, lambda: not window.matching.is_busy)
    heat = window.screens.match.heat
    heat.setFocus()
    cells = Watchdog()
    for number in range(20):
        right = number // 5 % 2 == 0
        QTest.keyClick(heat, Qt.Key.Key_Right if right else Qt.Key.Key_Left)
        began = time.perf_counter()
        wait_until(app, lambda began=began: time.perf_counter() - began > 0.06)  # type: ignore[misc]
    print(
        f"arrow keys in a heat map of {heat.model_of_cells.columnCount()} columns: {cells.summary()}"
    )


def _measure_list(app: QApplication, window: MainWindow) -> None:
    model, bar = window.view.results.model, window.view.results.view.verticalScrollBar()
    window.view.set_mode("keyword")
    window.view.set_query("the OR of OR and")
    wait_until(app, lambda: window.searching.answer is not None and model.rowCount() > 0)
    print(f"list at first: {model.rowCount()} of {len(model.hits)} hits have a row")
    watch, before = Watchdog(), -1
    while model.rowCount() != before or len(model.hits) > model.rowCount():
        before = model.rowCount()
        bar.setValue(bar.maximum())
        began = time.perf_counter()
        wait_until(app, lambda began=began: time.perf_counter() - began > _BETWEEN_SCROLLS)  # type: ignore[misc]
        wait_until(
            app,
            lambda began=began, before=before: (  # type: ignore[misc]
                model.rowCount() > before or time.perf_counter() - began > _PATIENCE_WITH_LIST
            ),
        )
        if model.rowCount() >= 10_000:
            break
    print(f"list scrolled to {model.rowCount()} rows: {watch.summary()}")


def wait_until(app: QApplication, reached: Callable[[], bool]) -> None:
    """Run the event loop until ``reached``; it waits inside Qt, without Python's lock."""
    from PySide6.QtCore import QEventLoop, QTimer

    if reached():
        return
    loop, began = QEventLoop(), time.perf_counter()
    look = QTimer()
    look.timeout.connect(
        lambda: loop.quit() if reached() or time.perf_counter() - began > _PATIENCE else None
    )
    look.start(_TICK)
    loop.exec()
    if not reached():
        raise TimeoutError(f"the window did not get there in {_PATIENCE:.0f} s")


if __name__ == "__main__":
    main()
