"""Additions in the window: indexes rebuilt, and work continued after an interruption."""

import itertools
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot
from tests.gui.conftest import (
    EXCERPTS,
    GDPR,
    PATIENCE,
    OpenWindow,
    wait_for_engine,
)

from lexdesk.ingest import Progress
from lexdesk.library.library import Library
from lexdesk.system.lock import writer_lock
from lexdesk_gui.engine.long_work import LongWork
from lexdesk_gui.indexing import interrupted_addition, progress_card
from lexdesk_gui.preferences import Preferences


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Excerpts of two acts, in three formats."""
    result = tmp_path / "law"
    result.mkdir()
    for name in (
        "gdpr-excerpt-en.xml",
        "gdpr-excerpt-oj.xhtml",
        "31995L0046-excerpt.html",
    ):
        shutil.copy(EXCERPTS / name, result)
    return result


class Unplugged(BaseException):
    """Ends an addition as a kill does: nothing of ours catches it."""


def after(steps: int, stage: str) -> Callable[[Progress], None]:
    """Return a listener that ends the addition after a number of steps of ``stage``."""

    def listen(progress: Progress) -> None:
        if progress.stage == stage and progress.done >= steps:
            raise Unplugged

    return listen


def interrupt(path: Path, folder: Path, stage: str, *, vectors: bool = True) -> None:
    """Make a library in ``path`` of ``folder``, killed after the first step of ``stage``."""
    with Library.open(path, create=True) as library, pytest.raises(Unplugged):
        library.sources.add([folder], vectors=vectors, listener=after(1, stage))


def test_no_time_is_promised_while_an_addition_rests(
    open_window: OpenWindow, gdpr: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = itertools.count(step=10.0)
    monkeypatch.setattr(progress_card, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    screen = open_window(gdpr).screens.index
    vectors = screen.progress.stages["vectors"]
    for done in (1, 2):
        screen.progress.show_progress(Progress("vectors", done, 10))
    assert vectors.text == "20 % · about 3 min left"
    screen.progress.pause.click()
    screen.progress.show_progress(Progress("vectors", 3, 10))  # of the passages so far
    assert vectors.text == "30 % · paused"
    screen.progress.pause.click()
    screen.progress.show_progress(Progress("vectors", 4, 10))
    assert vectors.text.startswith("40 % · about")


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_library_locked_by_other_program_is_resumed(
    open_window: OpenWindow,
    folder: Path,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As by the process of a killed window, which continues for some seconds."""
    monkeypatch.setattr(interrupted_addition, "SECONDS_TO_LEAVE_IT", 0.2)
    path = tmp_path / "interrupted"
    interrupt(path, folder, "read", vectors=False)
    Preferences(tmp_path / "desktop.ini").name(path, [folder])
    with writer_lock(path, "add"):
        window = open_window(path)
        began, ended = (QSignalSpy(item) for item in (window.library.began, window.library.ended))
        for _ in range(3):
            with qtbot.waitSignal(window.library.interrupted.waiting.timeout, timeout=PATIENCE):
                pass
        assert began.count() <= 1  # a retry is not announced
        assert ended.count() <= 1
    news = window.status_line.news
    qtbot.waitUntil(lambda: "unchanged" in news.text(), timeout=PATIENCE)
    with Library.open(path) as library:
        assert library.sources.unfinished() == []
        assert library.admin.status().files == len(list(folder.iterdir()))


@pytest.mark.slow
@pytest.mark.parametrize("stage", ["read", "vectors"])
def test_interrupted_task_resumes_on_start(
    open_window: OpenWindow, folder: Path, tmp_path: Path, qtbot: QtBot, stage: str
) -> None:
    if stage == "vectors":  # so many that they are not made at once
        shutil.copy(GDPR, folder)
    count = len(list(folder.iterdir()))
    path = tmp_path / "interrupted"
    interrupt(path, folder, stage)
    with Library.open(path) as library:
        before = library.admin.status()
        assert library.sources.unfinished() == [folder]
    assert before.vectors_ready < 1
    Preferences(tmp_path / "desktop.ini").name(path, [folder])
    window = open_window(path)
    qtbot.waitUntil(lambda: window.library.adding is not None, timeout=PATIENCE)
    qtbot.waitUntil(lambda: window.library.adding is None, timeout=PATIENCE * 4)
    with Library.open(path) as library:
        status = library.admin.status()
        assert library.sources.unfinished() == []
    assert (status.files, status.vectors_ready) == (count, 1.0)
    qtbot.waitUntil(
        lambda: window.status_line.ready.text() == "Keyword and semantic search ready",
        timeout=PATIENCE,
    )


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_files_dropped_during_indexing_are_added_afterwards(
    open_window: OpenWindow, folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(tmp_path / "new")
    later = tmp_path / "later"
    later.mkdir()
    (folder / "31995L0046-excerpt.html").rename(later / "31995L0046-excerpt.html")
    messages: list[str] = []
    window.library.notified.connect(messages.append)
    with qtbot.waitSignals([window.library.ended] * 2, timeout=PATIENCE * 4):
        window.dropping.added.emit([folder])  # makes the library first
        window.dropping.added.emit([later])
    assert messages == [
        "These files are queued; they are read after the current ones, or at the next start."
    ]
    with Library.open(tmp_path / "new") as library:
        assert set(library.sources.folders()) == {folder, later}
        assert library.admin.status().works == 2


def wait_for_all(path: Path, count: int, qtbot: QtBot) -> None:
    """Wait until a number of passages has the word of all added files, and no work is left."""

    def all_are_there() -> None:
        with Library.open(path) as library:
            assert library.search("orangery", mode="keyword").total == count
            assert library.sources.unfinished() == []

    qtbot.waitUntil(all_are_there, timeout=PATIENCE * 4)


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
@pytest.mark.parametrize("is_new", [False, True])
def test_waiting_files_are_added_on_next_start(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot, is_new: bool
) -> None:
    path = tmp_path / "new" if is_new else own_gdpr
    named = {name: tmp_path / f"{name}.txt" for name in ("first", "second", "third")}
    for name, file in named.items():
        file.write_text(f"The {name} lease is of an orangery.")
    window = open_window(path)
    for file in named.values():
        window.library.add([file])
    if is_new:
        with qtbot.waitSignal(window.library.opened, timeout=PATIENCE):
            pass
    assert window.library.writer.running
    window.close()
    with Library.open(path) as library:
        assert {named["second"], named["third"]} <= set(library.sources.unfinished())
    window = open_window(path)
    wait_for_all(path, 3, qtbot)


@pytest.mark.usefixtures("without_model")
def test_the_best_of_all_is_chosen_at_the_end_unless_a_person_is_busy(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    results = window.view.results
    window.view.set_query("orangery consent")
    qtbot.waitUntil(lambda: results.hit() is not None, timeout=PATIENCE)
    for name in ("first", "second"):
        (tmp_path / f"{name}.txt").write_text("Orangery " * (2 if name == "second" else 1))
        with Library.open(own_gdpr) as library:
            library.sources.add([tmp_path / f"{name}.txt"], vectors=False)
        with qtbot.waitSignal(window.searching.answered, timeout=PATIENCE):
            window.library.ended.emit("")
        best, chosen = results.model.hit(0), results.hit()
        assert best is not None and str(best.path).endswith(f"{name}.txt")
        assert chosen is not None and str(chosen.path).endswith("first.txt")
        results.step(1)
        results.step(-1)
        results.view.verticalScrollBar().setValue(1)  # she looks down the list


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_another_try_that_waits_when_the_window_closes_is_made_when_it_opens(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    first, broken = tmp_path / "first.txt", tmp_path / "broken.docx"
    first.write_text("The first lease is of an orangery.")
    with zipfile.ZipFile(broken, "w") as archive:
        archive.writestr("lease.txt", "The second lease is of an orangery.")
    whole = broken.read_bytes()
    broken.write_bytes(b"PK\x03\x04" + b" " * (len(whole) - 4))
    with Library.open(own_gdpr) as library:
        assert str(broken) in library.sources.add([broken], vectors=False).failed
    status = broken.stat()
    broken.write_bytes(whole)
    os.utime(broken, ns=(status.st_atime_ns, status.st_mtime_ns))
    window = open_window(own_gdpr)
    window.library.add([first])
    window.library.add([broken], again=True)
    assert window.library.writer.running
    window.close()
    with Library.open(own_gdpr) as library:
        assert broken in library.sources.unfinished()
    open_window(own_gdpr)
    wait_for_all(own_gdpr, 2, qtbot)


_KILLED = """
import os, signal, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from lexdesk_gui.language import install
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.main_window import MainWindow
from lexdesk_gui.preferences import Preferences

application = QApplication([])
install(application, "en")
library, settings, *dropped = map(Path, sys.argv[1:])
window = MainWindow(Theme(application), library, Preferences(settings))

def drop():
    for each in dropped:
        window.take([each])
    os.kill(os.getpid(), signal.SIGKILL)

window.library.opened.connect(lambda _: QTimer.singleShot(0, drop))
window.show()
application.exec()
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs signals")
@pytest.mark.usefixtures("without_model")
def test_dropped_files_survive_immediate_kill(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    dropped = [tmp_path / "first", tmp_path / "which waits behind it", tmp_path / "and both.txt"]
    for item in dropped[:2]:
        item.mkdir()
        (item / "lease.txt").write_text(f"The lease of {item.name} is of an orangery.")
    dropped[2].write_text("The lease is of no orangery.")
    settings = tmp_path / "desktop.ini"  # as ``open_window`` has it
    command = [sys.executable, "-c", _KILLED, *map(str, (own_gdpr, settings, *dropped))]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    window = open_window(own_gdpr)
    wait_for_all(own_gdpr, 3, qtbot)
    assert window.preferences.to_add(own_gdpr) == ([], [])


def test_settings_hold_no_dropped_names_of_encrypted_library(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path
) -> None:
    window = open_window(own_gdpr)
    pending = window.library.pending
    pending.begin(own_gdpr, is_encrypted=True)
    pending.keep(((tmp_path,), False))
    assert window.preferences.to_add(own_gdpr) == ([], [])


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_a_file_that_is_tried_twice_is_passed_over_once_it_was_read(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_bytes(b"")
    with Library.open(own_gdpr) as library:
        assert str(broken) in library.sources.add([broken], vectors=False).failed
    broken.write_text("The lease is of an orangery.")
    window = open_window(own_gdpr)
    messages: list[str] = []
    window.library.ended.connect(messages.append)
    with qtbot.waitSignals([window.library.ended] * 2, timeout=PATIENCE * 4):
        window.library.add([broken], again=True)
        window.library.add([broken], again=True)
    assert not any("none of the files" in item for item in messages)


@pytest.mark.usefixtures("without_model")
def test_sources_of_new_library_are_remembered_before_reading(
    open_window: OpenWindow,
    folder: Path,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(LongWork, "start", lambda work: None)  # killed before it began
    window = open_window(tmp_path / "new")
    with qtbot.waitSignal(window.library.opened, timeout=PATIENCE):
        window.library.add([folder])
    with Library.open(tmp_path / "new") as library:
        assert library.sources.unfinished() == [folder]


@pytest.mark.slow
def test_dropped_files_do_not_wait_for_semantic_index(
    open_window: OpenWindow, folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(tmp_path / "new")
    later = tmp_path / "later.txt"
    later.write_text("The tenant shall repaint the orangery every third year.")
    stages: list[str] = []

    def note(news: Progress) -> None:
        if news.stage == "vectors" and "vectors" not in stages:
            window.library.add([later])
        stages.append(news.stage)

    window.library.progressed.connect(note)
    with qtbot.waitSignals([window.library.ended] * 2, timeout=PATIENCE * 8):
        window.library.add([folder])
    with Library.open(tmp_path / "new") as library:
        assert library.admin.status().files == 4
        assert library.admin.status().vectors_ready == 1


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_a_library_from_elsewhere_does_not_have_files_read(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    mine, other = tmp_path / "mine", tmp_path / "other.txt"
    mine.mkdir()
    for file in (mine / "diary.txt", other):
        file.write_text("The diary of whoever opens the library.")
    with Library.open(own_gdpr) as library:
        library.sources.note_unfinished([mine])
    window = open_window(own_gdpr)
    news = window.status_line.news
    qtbot.waitUntil(lambda: news.text().startswith(f"The library lists {mine}"), timeout=PATIENCE)
    assert window.library.adding is None
    with qtbot.waitSignal(window.library.ended, timeout=PATIENCE):
        window.library.add([other])
    window.close()
    again = open_window(own_gdpr)
    qtbot.waitUntil(lambda: str(mine) in again.status_line.news.text(), timeout=PATIENCE)
    with Library.open(own_gdpr) as library:
        assert library.sources.unfinished() == [mine]
        hits = library.search("diary", mode="keyword").hits
    assert [hit.path for hit in hits] == [str(other)]


@pytest.mark.slow
def test_stopped_task_stays_stopped(
    open_window: OpenWindow, folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "stopped"
    interrupt(path, folder, "read", vectors=False)
    Preferences(tmp_path / "desktop.ini").name(path, [folder])
    window = open_window(path)
    qtbot.waitUntil(lambda: window.library.adding is not None, timeout=PATIENCE)
    window.library.stop()
    qtbot.waitUntil(lambda: window.library.adding is None, timeout=PATIENCE * 4)

    def nothing_is_left() -> None:
        with Library.open(path) as library:
            assert library.sources.unfinished() == []

    qtbot.waitUntil(nothing_is_left, timeout=PATIENCE)


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_stopped_task_is_followed_by_later_tasks_only(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    named = {name: tmp_path / f"{name}.txt" for name in ("first", "never", "later")}
    for name, file in named.items():
        file.write_text(f"The {name} lease is of an orangery.")
    window = open_window(own_gdpr)
    with qtbot.waitSignals([window.library.ended] * 2, timeout=PATIENCE * 4):
        window.library.add([named["first"]])
        window.library.add([named["never"]])
        window.library.stop()
        window.library.add([named["later"]])
    wait_for_engine(window, qtbot)
    assert window.library.adding is None
    with Library.open(own_gdpr) as library:
        assert library.search("later AND orangery", mode="keyword").total == 1
        assert library.search("never AND orangery", mode="keyword").total == 0
