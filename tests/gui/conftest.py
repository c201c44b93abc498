"""The window on real libraries, drawn offscreen."""

from __future__ import annotations

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"  # before Qt is imported anywhere

import gc
import shutil
import time
from collections.abc import Callable, Iterator
from functools import partial
from operator import attrgetter, methodcaller
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, QTimer, QUrl, SignalInstance
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import SignalBlocker

import lexdesk
from lexdesk.library.library import Library
from lexdesk_gui.engine.connection import Connection
from lexdesk_gui.engine.tasks import Bug
from lexdesk_gui.engine.thread import EngineThread
from lexdesk_gui.language import install
from lexdesk_gui.main_window import MainWindow
from lexdesk_gui.preferences import Preferences
from lexdesk_gui.style.theme import Theme

EXCERPTS = Path(__file__).parents[1] / "engine" / "fixtures"
GDPR = Path(lexdesk.__file__).parent / "demo" / "L_2016119EN.01000101.xml"
OpenWindow = Callable[[Path], MainWindow]
WITHDRAW = "Article 7(3) Regulation (EU) 2016/679"
WITHDRAW_CALLED = "Article 7(3) GDPR"
PATIENCE = 15_000
"""Milliseconds that a machine which does much else may take."""
_TICK = 5  # ms
_SCHEDULED = Path("/proc/thread-self/schedstat")
"""Nanoseconds on a core, and those of waiting for one (proc(5))."""


class PatientBot(QtBot):
    """A bot with a longer default timeout: the plugin's 5 seconds are too short on a busy machine."""

    def waitUntil(  # noqa: N802
        self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE
    ) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(  # noqa: N802
        self,
        signal: SignalInstance,
        *,
        timeout: int = PATIENCE,
        raising: bool | None = None,
        check_params_cb: Callable[..., bool] | None = None,
    ) -> SignalBlocker:
        return super().waitSignal(
            signal, timeout=timeout, raising=raising, check_params_cb=check_params_cb
        )


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """The plugin's, with more patience."""
    return PatientBot(request)


class Watchdog(QObject):
    """Measures how long the interface's thread answers nothing, in milliseconds, until ``stop``.

    ``longest`` is by the clock, without what the thread waited for a core that others used, where the
    system tells that (Linux does): what it did itself, and what it waited for Python's lock or a file.
    """

    def __init__(self) -> None:
        super().__init__()
        self.longest = 0.0
        self._last = _now()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start(_TICK)

    def stop(self) -> float:
        """End; the longest pause."""
        self._timer.stop()
        return self.longest

    def _tick(self) -> None:
        now = _now()
        clock, waited = (after - before for before, after in zip(self._last, now, strict=True))
        self.longest = max(self.longest, clock - waited - _TICK)
        self._last = _now()


def _now() -> tuple[float, float]:
    """Return milliseconds of the clock, and of this thread's waiting for a core."""
    try:
        waited = int(_SCHEDULED.read_text().split()[1]) / 1e6
    except OSError:
        waited = 0.0
    return time.perf_counter() * 1000, waited


def appending_to(opened: list[QUrl]) -> Callable[[QUrl], bool]:
    """Return a stand-in for the desktop that records the opened places."""

    def open_url(url: QUrl) -> bool:
        opened.append(url)
        return True

    return open_url


def wait_for_reading(window: MainWindow, qtbot: QtBot, citation: str) -> None:
    """Wait until the reader shows the provision of that citation."""
    qtbot.waitUntil(
        lambda: getattr(window.reading.reading, "citation", "") == citation, timeout=PATIENCE
    )


def search(window: MainWindow, qtbot: QtBot, query: str, citation: str) -> None:
    """Search, and wait until the reader shows the provision of that citation."""
    window.view.set_query(query)
    wait_for_reading(window, qtbot, citation)


def wait_for_engine(window: MainWindow, qtbot: QtBot) -> None:
    """Wait until the engine has answered all requests, and those that follow from the answers."""
    for _ in range(3):
        for ask in (partial(window.engine.ask, "warm up"), window.engine.write):  # both processes
            with qtbot.waitCallback(timeout=PATIENCE) as answered:
                ask(attrgetter("path"), answered, answered)


class KeptConnection(Connection):
    """A process of the engine that the next window goes on with, with no library open.

    Starting one takes longer than most tests. How they start and end is tested where that is the
    subject, in ``test_engine``, ``test_app`` and ``test_real_keys``.
    """

    kept: list[tuple[dict[str, str], KeptConnection]] = []  # noqa: RUF012

    @classmethod
    def take(cls) -> KeptConnection:
        """Return a connection started in this environment, or a new one."""
        for at, (environment, connection) in enumerate(cls.kept):
            if environment == _environment() and connection.is_alive:
                del cls.kept[at]
                return connection
        return cls()

    def __init__(self) -> None:
        self._environment = _environment()
        super().__init__()

    def close(self) -> None:
        """Close its library and keep it; end a dead one."""
        try:
            self.ask(methodcaller("close"))
        except Bug:
            super().close()
        else:
            self.kept.append((self._environment, self))

    @classmethod
    def end_all(cls) -> None:
        """End all kept connections."""
        while cls.kept:
            Connection.close(cls.kept.pop()[1])


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}


@pytest.fixture(scope="session")
def _kept_engines() -> Iterator[None]:
    yield
    KeptConnection.end_all()


@pytest.fixture
def watchdog() -> Iterator[type[Watchdog]]:
    """What measures how long the interface is blocked.

    What pytest holds of all tests before is kept out of Python's collections of garbage: a full one takes 0.3 s at the
    end of a run, and some 10 ms in the program.
    """
    gc.collect()
    gc.freeze()
    yield Watchdog
    gc.unfreeze()


@pytest.fixture(scope="session")
def gdpr(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library that holds the GDPR, searchable by words; not to be written to.

    It remembers what windows of other tests searched for.
    """
    path = tmp_path_factory.mktemp("libraries") / "gdpr"
    with Library.open(path, create=True) as library:
        library.sources.add([GDPR], vectors=False)
    return path


@pytest.fixture
def own_gdpr(gdpr: Path, tmp_path: Path) -> Path:
    """A copy of it for additions."""
    return Path(shutil.copytree(gdpr, tmp_path / "library"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Excerpts of two acts, in three formats."""
    result = tmp_path / "law"
    result.mkdir()
    for name in ("gdpr-excerpt-en.xml", "gdpr-excerpt-oj.xhtml", "31995L0046-excerpt.html"):
        shutil.copy(EXCERPTS / name, result)
    return result


@pytest.fixture(scope="session")
def _no_models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models") / "none"


@pytest.fixture
def without_model(monkeypatch: pytest.MonkeyPatch, _no_models: Path) -> None:
    """A machine without a model, where additions compute no vectors."""
    monkeypatch.setenv("LEXDESK_MODELS", str(_no_models))


@pytest.fixture(scope="session")
def _one_theme(qapp: QApplication) -> Theme:
    install(qapp, "en")
    return Theme(qapp)


@pytest.fixture
def theme(_one_theme: Theme) -> Theme:
    if _one_theme.choice != "light":  # each change restyles all widgets
        _one_theme.choose("light")
    if _one_theme.zoom != 1.0:
        _one_theme.step_zoom(0)
    return _one_theme


@pytest.fixture
def open_window(
    qtbot: QtBot, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, _kept_engines: None
) -> Iterator[OpenWindow]:
    """Opens windows, waits for the library or its absence, and closes them."""
    monkeypatch.setattr(EngineThread, "start_process", KeptConnection.take)
    windows: list[MainWindow] = []

    def open_one(path: Path) -> MainWindow:
        window = MainWindow(theme, path, Preferences(tmp_path / "desktop.ini"))
        windows.append(window)
        window.resize(1440, 900)
        window.show()
        qtbot.waitUntil(window.isActiveWindow)
        qtbot.waitUntil(lambda: bool(window.status_line.ready.text()), timeout=10_000)
        return window

    yield open_one
    for window in windows:
        window.close()
        window.deleteLater()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Ignore warnings of Qt's offscreen platform about its limits: all others are failures."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support"))
