"""The engine processes: order, stale requests, kinds of errors, pause and end."""

import errno
import os
import signal
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QThread
from pytestqt.qtbot import QtBot

from lexdesk.errors import LexdeskError, NoLibrary, NotEnoughMemory, QueryCode, QueryError
from lexdesk.system.ipc import decode_plain_object
from lexdesk.system.log_file import log_path
from lexdesk_gui.engine import process
from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.engine.long_work import LongWork
from lexdesk_gui.engine.tasks import Bug, in_background, on_library
from lexdesk_gui.engine.thread import EngineThread
from lexdesk_gui.search import search_requests

ASKED = str(Path(__file__).parent / "asked")


@pytest.fixture
def questions(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of requests of tests, importable in engine processes, too."""
    monkeypatch.syspath_prepend(ASKED)
    import questions_of_tests

    return questions_of_tests


@pytest.fixture(autouse=True)
def _found_by_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", ASKED, prepend=os.pathsep)


@pytest.fixture
def engine(qtbot: QtBot, gdpr: Path) -> Iterator[EngineThread]:
    """An engine with the GDPR open."""
    thread = EngineThread()
    thread.start()
    opened: list[Path] = []
    thread.open(gdpr, opened.append, no_error)
    qtbot.waitUntil(lambda: bool(opened), timeout=10_000)
    yield thread
    thread.stop()


def no_error(error: object) -> None:
    pytest.fail(f"unexpected: {error}")


def test_work_is_done_in_another_process_and_answered_on_the_interface(
    engine: EngineThread, questions: Any, qtbot: QtBot
) -> None:
    done: list[tuple[object, object]] = []
    look = partial(search_requests.count, query="consent", as_of=None)
    engine.ask("search", look, lambda it: done.append((it, QThread.currentThread())), no_error)
    engine.ask("read", questions.process, lambda it: done.append((it, None)), no_error)
    engine.ask(
        "qt",
        partial(questions.loaded, prefix="PySide6"),
        lambda it: done.append((it, None)),
        no_error,
    )
    qtbot.waitUntil(lambda: len(done) == 3)
    (total, answered_on), (process, _), (qt, _) = done
    assert isinstance(total, int)
    assert total > 10
    assert answered_on is engine.thread()
    assert process not in (0, None)
    assert qt == []  # the engine's process never loads the toolkit


@pytest.mark.slow
def test_process_that_died_is_replaced_without_a_report(
    engine: EngineThread, questions: Any, qtbot: QtBot, tmp_path: Path
) -> None:
    bugs: list[str] = []
    engine.bug.connect(bugs.append)
    done: list[int] = []

    def ask(number: int, *, write: bool) -> None:
        if write:
            engine.write(questions.process, done.append, no_error)
        else:
            engine.ask("read", questions.process, done.append, no_error)
        qtbot.waitUntil(lambda: len(done) == number)

    def has_ended() -> bool:
        return engine._connection is not None and not engine._connection.is_alive

    ask(1, write=False)
    for number, write in enumerate((False, True), start=2):
        os.kill(done[-1], signal.SIGKILL)
        qtbot.waitUntil(has_ended)
        ask(number, write=write)
    assert len(set(done)) == 3
    name = partial(questions.wait_for, file=tmp_path / "may end", name="killed")
    ended: list[str] = []
    engine.ask("search", name, ended.append, no_error)
    qtbot.waitUntil((tmp_path / "killed begun").exists)
    os.kill(done[-1], signal.SIGKILL)  # while it answers: it is asked again
    (tmp_path / "may end").touch()
    qtbot.waitUntil(lambda: ended == ["killed"])
    assert not bugs


def test_damage_of_the_open_library_is_no_bug_of_ours(qtbot: QtBot, own_gdpr: Path) -> None:
    engine = EngineThread()
    engine.start()
    opened: list[Path] = []
    failed: list[Exception] = []
    bugs: list[str] = []
    engine.bug.connect(bugs.append)
    engine.open(own_gdpr, opened.append, no_error)
    qtbot.waitUntil(lambda: bool(opened), timeout=10_000)
    file = own_gdpr / "library.sqlite"
    damaged = file.read_bytes().replace(b"consent", b"\xff" * len(b"consent"))
    with file.open("r+b") as stream:  # in place, as a failing disk does
        stream.write(damaged)
    look = partial(search_requests.count, query="consent", as_of=None)
    engine.ask("search", look, no_error, failed.append)
    qtbot.waitUntil(lambda: bool(failed or bugs), timeout=10_000)
    engine.stop()
    assert not bugs
    assert "is damaged" in str(failed[0])
    assert "restore it from a backup" in str(failed[0])


def test_a_stale_answer_never_arrives_after_a_newer_question(
    engine: EngineThread, questions: Any, qtbot: QtBot, tmp_path: Path
) -> None:
    may_end = tmp_path / "may end"
    done: list[str] = []

    def ask(lane: str, name: str) -> None:
        engine.ask(
            lane, partial(questions.wait_for, file=may_end, name=name), done.append, no_error
        )

    ask("search", "slow")
    qtbot.waitUntil((tmp_path / "slow begun").exists)
    ask("search", "overtaken")
    ask("search", "newest")
    ask("other", "other lane")
    may_end.touch()
    qtbot.waitUntil(lambda: "other lane" in done)
    assert done == ["newest", "other lane"]
    assert not (tmp_path / "overtaken begun").exists()  # it was not even begun


@pytest.mark.slow
@pytest.mark.parametrize(
    "error",
    [QueryError(QueryCode.BRACKET_UNCLOSED_HERE, "(a", 0), OSError(28, "No space left on device")],
)
def test_expected_errors_reach_caller(
    engine: EngineThread, questions: Any, qtbot: QtBot, error: Exception
) -> None:
    failed: list[Exception] = []
    engine.ask("search", partial(questions.raise_, error=error), no_error, failed.append)
    qtbot.waitUntil(lambda: bool(failed))
    assert repr(failed) == repr([error])
    assert vars(failed[0]) == vars(error)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["ValueError", "panic", "answer", "question", "crash"])
def test_a_bug_is_reported_and_work_goes_on(
    engine: EngineThread, questions: Any, qtbot: QtBot, kind: str
) -> None:
    work, values = {
        "ValueError": (partial(questions.raise_, error=ValueError("impossible")), "impossible"),
        "panic": (
            partial(questions.raise_, error=questions.PanicException("out of bounds")),
            "out of bounds",
        ),
        "answer": (questions.stubborn, "it stays"),
        "question": (lambda library: library, "pickle"),
        "crash": (questions.crash, "exit code 3"),
    }[kind]
    failed: list[Exception] = []
    with qtbot.waitSignal(engine.bug) as reported:
        engine.ask("search", work, no_error, failed.append)
    assert values in reported.args[0]
    assert isinstance(failed[0], Bug)  # who asked waits no longer
    done: list[int] = []
    engine.ask(
        "search", partial(search_requests.count, query="consent", as_of=None), done.append, no_error
    )
    qtbot.waitUntil(lambda: bool(done))  # on the same library, also after a crash
    assert done[0] > 10


def test_a_shortage_of_memory_is_no_bug() -> None:
    result = process.make_error_reply(MemoryError("Unable to allocate 4 GiB"))
    assert result.kind == b"E"
    assert isinstance(decode_plain_object(result.content), NotEnoughMemory)


def test_missing_library_is_reported_and_none_is_open(
    engine: EngineThread, qtbot: QtBot, tmp_path: Path
) -> None:
    failed: list[Exception] = []
    engine.open(tmp_path / "none", no_error, failed.append)
    engine.ask("status", search_requests.warm_up, no_error, failed.append)
    qtbot.waitUntil(lambda: len(failed) == 2)
    assert all(isinstance(error, NoLibrary) and isinstance(error, LexdeskError) for error in failed)


def test_pending_writes_finish_before_exit(
    engine: EngineThread, questions: Any, tmp_path: Path
) -> None:
    for number in range(3):
        engine.write(partial(questions.touch, file=tmp_path / f"{number}"), print, no_error)
    engine.ask("search", partial(questions.touch, file=tmp_path / "asked"), print, no_error)
    engine.forget()
    engine.stop()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "1", "2"]


@pytest.mark.slow
def test_long_task_does_not_block_search(
    questions: Any, gdpr: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    engine, opened, done = Engine(), [], []  # type: ignore[var-annotated]
    engine.start()
    engine.open(gdpr, opened.append, no_error)
    qtbot.waitUntil(lambda: bool(opened), timeout=10_000)
    wait = partial(questions.wait_for, file=tmp_path / "may end", name="suggest")
    engine.ask("suggest", wait, done.append, no_error)
    qtbot.waitUntil((tmp_path / "suggest begun").exists, timeout=10_000)
    search = partial(search_requests.count, query="consent", as_of=None)
    engine.ask("search", search, done.append, no_error)
    qtbot.waitUntil(lambda: bool(done))
    assert isinstance(done[0], int)
    (tmp_path / "may end").touch()
    qtbot.waitUntil(lambda: len(done) == 2)
    engine.stop()


# Long work.


@pytest.mark.slow
def test_long_work_tells_how_far_it_is(questions: Any, qtbot: QtBot) -> None:
    work = LongWork(7, partial(questions.count, to=300))
    news: list[tuple[int, int]] = []
    work.progress.connect(lambda number, update: news.append((number, update)))
    with qtbot.waitSignal(work.done, timeout=10_000) as done:
        work.start()
    assert done.args == [7, 300]
    assert news[-1] == (7, 300)
    assert 2 <= len(news) < 30  # as often as a person reads
    assert work.wait(10_000)


@pytest.mark.slow
def test_long_work_is_paused_stopped_and_killed(questions: Any, qtbot: QtBot) -> None:
    work = LongWork(1, partial(questions.count, to=100_000))
    news: list[int] = []
    work.progress.connect(lambda _, update: news.append(update))
    work.start()
    qtbot.waitUntil(lambda: len(news) > 1, timeout=10_000)
    work.pause(True)
    other = LongWork(
        3, partial(questions.count, to=300)
    )  # as long as it counts, the paused one could
    with qtbot.waitSignal(other.progress, timeout=10_000):
        other.start()
    rested = len(news)
    with qtbot.waitSignal(other.done, timeout=10_000):
        pass
    assert len(news) == rested
    assert other.wait(10_000)
    work.pause(False)
    qtbot.waitUntil(lambda: len(news) > rested)
    with qtbot.waitSignal(work.stopped):
        work.stop()
    assert work.wait(10_000)
    for end in ("stop", "kill"):  # also before it has begun
        other = LongWork(2, partial(questions.count, to=100_000))
        with qtbot.waitSignal(other.stopped, timeout=10_000):
            other.start()
            getattr(other, end)()
        assert other.wait(10_000)


def test_where_no_process_can_be_started_the_work_fails_and_is_over(
    questions: Any, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a machine without memory for another one: an addition would go on for ever."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    work = LongWork(7, partial(questions.count, to=3))
    with qtbot.waitSignals([work.failed, work.finished], timeout=10_000):
        work.start()

    thread = EngineThread()
    thread.start()
    failed: list[Exception] = []
    for _ in range(2):  # and the next question is worked on
        thread.ask("search", partial(questions.process), no_error, failed.append)
        qtbot.waitUntil(lambda: bool(failed))
        assert isinstance(failed.pop(), OSError)
    thread.stop()


@pytest.mark.slow
def test_the_interface_goes_on_while_python_computes(
    questions: Any, tmp_path: Path, qtbot: QtBot, watchdog: Any
) -> None:
    begun = tmp_path / "begun"
    work = LongWork(1, partial(questions.compute, begun=begun, seconds=1.0))
    work.start()
    qtbot.waitUntil(begun.exists, timeout=10_000)
    watch = watchdog()
    with qtbot.waitSignal(work.done, timeout=10_000):
        pass
    assert watch.stop() < 50
    assert work.wait(10_000)


def test_bug_is_logged_without_its_message_or_query(
    questions: Any, qtbot: QtBot, gdpr: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    engine = EngineThread()
    engine.start()
    engine.open(gdpr, lambda _: None, no_error)
    private = "habeascorpusfrage"
    failed: list[Exception] = []
    counted: list[object] = []
    failing = partial(questions.raise_, error=KeyError(private))
    engine.ask("read", failing, lambda _: None, failed.append)
    count = partial(search_requests.count, query=private, as_of=None)
    engine.ask("search", count, counted.append, no_error)
    qtbot.waitUntil(lambda: bool(failed and counted), timeout=10_000)
    engine.stop()
    lines = log_path().read_text()
    assert "lexdesk.window: KeyError at " in lines
    assert private not in lines


def test_slow_tasks_are_logged_by_the_name_of_their_function(questions: Any) -> None:
    inner = partial(search_requests.count, query="habeascorpusfrage", as_of=None)
    task = partial(in_background, work=partial(on_library, work=inner))
    assert process.name_task(task) == "lexdesk_gui.search.search_requests.count"
    assert process.name_task(None) == "."
