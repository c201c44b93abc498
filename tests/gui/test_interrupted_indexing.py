"""Additions in the window: indexes rebuilt, and work continued after an interruption."""

import contextlib
import itertools
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot
from tests.gui.conftest import GDPR, PATIENCE, OpenWindow

from lexdesk.ingest import Progress
from lexdesk.library.library import Library
from lexdesk.system.lock import writer_lock
from lexdesk_gui.indexing import pending_paths, progress_card
from lexdesk_gui.preferences import Preferences


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
    monkeypatch.setattr(pending_paths, "SECONDS_TO_LEAVE_IT", 0.2)
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


@pytest.mark.usefixtures("without_model")
def test_full_disk_is_told_on_the_index_screen_until_the_rest_is_read(
    open_window: OpenWindow, small_disk: Path, folder: Path, qtbot: QtBot
) -> None:
    with Library.open(small_disk / "library", create=True):
        pass
    filling = small_disk / "other"
    with contextlib.suppress(OSError), filling.open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass
    os.truncate(filling, filling.stat().st_size - 1_500_000)  # enough to open it and to begin
    for number in range(40):
        text = "".join(f"<p>{number} {line} {hash((number, line))}</p>" for line in range(2_000))
        (folder / f"{number}.html").write_text(text, "utf-8")
    window = open_window(small_disk / "library")
    with qtbot.waitSignal(window.library.ended, timeout=4 * PATIENCE):
        window.add([folder])
    window.navigation.show_screen("index")
    card = window.screens.index.progress
    qtbot.waitUntil(card.rest.isVisible, timeout=PATIENCE)
    assert "disk of the library is full" in card.incomplete.text()
    assert folder.name in card.incomplete.text()
    filling.unlink()
    with qtbot.waitSignal(window.library.ended, timeout=4 * PATIENCE):
        card.rest.click()
    qtbot.waitUntil(lambda: (state := window.library.state) is not None and not state.unfinished)
    assert not card.incomplete.isVisible()
