"""The program under a real X server with real key presses: Xvfb and xdotool."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

for _tool in ("Xvfb", "xdotool"):
    if shutil.which(_tool) is None:
        pytest.skip(f"needs {_tool}: apt-get install xvfb xdotool", allow_module_level=True)

# Says on its standard output what is read and where the keys go, whenever that changes.
_RUN = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from lexdesk_gui import app, main_window

class ReportingWindow(main_window.MainWindow):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.state = ""
        self.look = QTimer(self, interval=50)
        self.look.timeout.connect(self.tell)
        self.look.start()

    def tell(self):
        found, focus = self.reading.reading, QApplication.focusWidget()
        keys_go_to = (focus.accessibleName() or type(focus).__name__) if focus else ""
        now = " | ".join((
            self.screens.shown, self.bar.field.query, found.citation if found else "", keys_go_to,
            " + ".join(self.view.tabs.titles),
        ))
        if now != self.state:
            self.state = now
            print(now, flush=True)

main_window.MainWindow = ReportingWindow
sys.exit(app.main(sys.argv[1:]))
"""
WITHDRAW = "Article 7(3) Regulation (EU) 2016/679"
_PATIENCE = 40  # s


@pytest.fixture
def display() -> Iterator[str]:
    """An X server of its own."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as result:
        yield f":{result.readline().strip()}"
    server.terminate()
    server.wait()


class Desktop:
    """The program, its key presses, and its reports."""

    def __init__(self, library: Path, folder: Path, display: str):
        self._display = display
        self._states = folder / "told.txt"
        with self._states.open("w") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-c", _RUN, str(library)],
                env={
                    **os.environ,
                    "DISPLAY": display,
                    "QT_QPA_PLATFORM": "xcb",
                    "XDG_CONFIG_HOME": str(folder),
                    "LC_ALL": "C.UTF-8",
                },
                stdout=out,
            )

    def take_focus(self) -> None:
        """Give the window the keys; no window manager does it here."""
        self.until(screen="search")
        self._xdotool("search", "--sync", "--onlyvisible", "--name", "Lexdesk", "windowfocus")

    def press(self, *keys: str) -> None:
        self._xdotool("key", "--clearmodifiers", *keys)

    def type(self, text: str) -> None:
        self._xdotool("type", "--delay", "40", text)

    def until(
        self, screen: str = "", query: str = "", read: str = "", focus: str = "", tabs: str = ""
    ) -> None:
        """Wait until the last report contains all of these."""
        wanted = (screen, query, read, focus, tabs)
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            lines = self._states.read_text().splitlines()
            last = lines[-1].split(" | ") if lines else []
            if len(last) == len(wanted) and all(w in t for w, t in zip(wanted, last, strict=True)):
                return
            time.sleep(0.05)
        pytest.fail(f"wanted {wanted}, told last: {self._states.read_text().splitlines()[-3:]}")

    def _xdotool(self, *arguments: str) -> None:
        subprocess.run(
            ["xdotool", *arguments], env={**os.environ, "DISPLAY": self._display}, check=True
        )


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_a_search_is_typed_read_and_left_by_real_keys(
    display: str, own_gdpr: Path, tmp_path: Path
) -> None:
    desktop = Desktop(own_gdpr, tmp_path, display)
    try:
        desktop.take_focus()
        desktop.until(screen="search", focus="Search")
        desktop.press("ctrl+k")
        desktop.type("withdraw consent")
        desktop.until(query="withdraw consent", read=WITHDRAW)
        desktop.press("Return")  # to the list
        desktop.until(focus="Results")
        desktop.press("Down")
        desktop.until(read="Article 17(1)(b)")
        desktop.press("ctrl+Return")
        desktop.until(tabs="Results + Article 17(1)(b)")
        desktop.press("ctrl+w")
        desktop.until(focus="Results")
        desktop.press("Up", "Return")  # into the reader
        desktop.until(read=WITHDRAW, focus="Reader")
        desktop.press("Escape")
        desktop.until(focus="Results")
        desktop.press("ctrl+5")
        desktop.until(screen="saved")
        desktop.press("ctrl+k")
        desktop.type("child")
        desktop.until(screen="search", query="child", read="Article 8")
        desktop.press("ctrl+q")
        assert desktop.process.wait(_PATIENCE) == 0
    finally:
        desktop.process.kill()
        desktop.process.wait()
