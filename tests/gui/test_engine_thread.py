"""The thread that owns the library: order, staleness, and whose fault an error is."""

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QThread
from pytestqt.qtbot import QtBot

from lexdesk.errors import LexdeskError, NoLibrary, QueryError
from lexdesk.library import Library
from lexdesk_gui.engine_thread import EngineThread


def no_error(error: Exception) -> None:
    pytest.fail(f"unexpected: {error}")


def raise_(error: BaseException) -> None:
    raise error


def test_work_is_done_off_the_interface_and_answered_on_it(
    engine: EngineThread, qtbot: QtBot
) -> None:
    done: list[tuple[int, object, object]] = []

    def work(library: Library) -> tuple[int, object]:
        return library.search("consent", mode="words").total, QThread.currentThread()

    engine.ask("search", work, lambda it: done.append((*it, QThread.currentThread())), no_error)
    qtbot.waitUntil(lambda: bool(done))
    total, worked_on, answered_on = done[0]
    assert total > 10
    assert worked_on is engine
    assert answered_on is engine.thread()


def test_a_stale_answer_never_arrives_after_a_newer_question(
    engine: EngineThread, qtbot: QtBot
) -> None:
    may_end, begun = threading.Event(), threading.Event()
    worked: list[str] = []
    done: list[str] = []

    def slow(_: Library) -> str:
        begun.set()
        assert may_end.wait(10)
        worked.append("slow")
        return "slow"

    def named(name: str) -> str:
        worked.append(name)
        return name

    engine.ask("search", slow, done.append, no_error)
    assert begun.wait(10)
    engine.ask("search", lambda _: named("overtaken"), done.append, no_error)
    engine.ask("search", lambda _: named("newest"), done.append, no_error)
    engine.ask("other", lambda _: named("other lane"), done.append, no_error)
    may_end.set()
    qtbot.waitUntil(lambda: "other lane" in done)
    assert done == ["newest", "other lane"]
    assert worked == ["slow", "newest", "other lane"]  # the overtaken one was not even begun


@pytest.mark.parametrize(
    "error", [QueryError("a bracket is missing", "(a", 0), OSError(28, "No space left on device")]
)
def test_what_is_no_bug_of_ours_goes_to_the_asker(
    engine: EngineThread, qtbot: QtBot, error: Exception
) -> None:
    failed: list[Exception] = []
    engine.ask("search", lambda _: raise_(error), no_error, failed.append)
    qtbot.waitUntil(lambda: failed == [error])


class PanicException(BaseException):
    """As Tantivy's."""


@pytest.mark.parametrize("error", [ValueError("impossible"), PanicException("index out of bounds")])
def test_a_bug_is_reported_and_the_thread_goes_on(
    engine: EngineThread, qtbot: QtBot, error: BaseException
) -> None:
    with qtbot.waitSignal(engine.bug) as reported:
        engine.ask("search", lambda _: raise_(error), no_error, no_error)
    assert str(error) in reported.args[0]
    done: list[int] = []
    engine.ask("search", lambda _: 1, done.append, no_error)
    qtbot.waitUntil(lambda: done == [1])


def test_a_missing_library_is_told_and_nothing_else_is_open(
    engine: EngineThread, qtbot: QtBot, tmp_path: Path
) -> None:
    failed: list[Exception] = []
    engine.open(tmp_path / "none", no_error, failed.append)
    engine.ask("status", lambda library: library.status(), no_error, failed.append)
    qtbot.waitUntil(lambda: len(failed) == 2)
    assert all(isinstance(error, NoLibrary) and isinstance(error, LexdeskError) for error in failed)


def test_what_is_written_is_written_before_the_end(gdpr: Path, qtbot: QtBot) -> None:
    thread = EngineThread()
    thread.start()
    opened: list[Path] = []
    thread.open(gdpr, opened.append, lambda error: pytest.fail(str(error)))
    qtbot.waitUntil(lambda: bool(opened), timeout=10_000)
    written: list[int] = []
    for number in range(3):
        thread.write(lambda _, number=number: written.append(number), lambda _: None, pytest.fail)  # type: ignore[misc]
    thread.ask("search", lambda _: written.append(-1), lambda _: None, lambda _: None)
    thread.forget()
    thread.stop()
    assert written == [0, 1, 2]
