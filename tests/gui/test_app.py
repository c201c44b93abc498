"""The program as a process of its own: start, and clean end on closing."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

_RUN = """
import sys
from PySide6.QtCore import QTimer
from lexdesk_gui import app, main_window

class Closing(main_window.MainWindow):
    def __init__(self, *given):
        super().__init__(*given)
        self.library.opened.connect(self.end)

    def end(self, path):
        print("opened", path, flush=True)
        QTimer.singleShot(200, self.close)

main_window.MainWindow = Closing
sys.exit(app.main(sys.argv[1:]))
"""


def start(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", _RUN, *arguments],
        env={
            **os.environ,
            "QT_QPA_PLATFORM": "offscreen",
            "XDG_CONFIG_HOME": tempfile.mkdtemp(),  # it remembers nothing of the person who tests
            **environment,
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.slow
def test_opens_the_library_that_is_named(gdpr: Path) -> None:
    run = start(str(gdpr))
    assert (run.returncode, run.stdout) == (0, f"opened {gdpr}\n"), run.stderr


@pytest.mark.slow
def test_opens_the_library_of_the_file_that_is_named(gdpr: Path) -> None:
    run = start(str(gdpr / "library.sqlite"))
    assert (run.returncode, run.stdout) == (0, f"opened {gdpr}\n"), run.stderr


@pytest.mark.slow
def test_opens_the_default_library(gdpr: Path) -> None:
    run = start(LEXDESK_LIBRARY=str(gdpr))
    assert (run.returncode, run.stdout) == (0, f"opened {gdpr}\n"), run.stderr


def test_help_needs_no_window() -> None:
    run = start("--help", QT_QPA_PLATFORM="there-is-no-such-platform")
    assert run.returncode == 0
    assert "LIBRARY" in run.stdout


def test_missing_library_of_the_system_is_told_in_one_sentence(tmp_path: Path) -> None:
    """A PySide6 in place of the installed one ends as that does without glib."""
    (tmp_path / "PySide6").mkdir()
    reason = "libglib-2.0.so.0: cannot open shared object file: No such file or directory"
    (tmp_path / "PySide6" / "__init__.py").write_text(f"raise ImportError({reason!r})\n")
    begin = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); from lexdesk_gui.app import main; main()"
    )
    command = [sys.executable, "-c", begin, str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr == f"lexdesk-gui: {reason}; lexdesk doctor names its package\n"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each session has a display")
@pytest.mark.parametrize("display", ["", ":4711"])
def test_session_without_display_is_told_in_one_sentence(display: str) -> None:
    run = start(QT_QPA_PLATFORM="xcb", DISPLAY=display, WAYLAND_DISPLAY="")
    assert run.returncode == 2
    assert run.stderr == (
        "lexdesk-gui: no display can be used: start it in a desktop session, or see what lexdesk doctor misses\n"
    )


_SCREENS = """
import sys
from PySide6.QtWidgets import QApplication
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.main_window import MainWindow

app = QApplication(sys.argv)
window = MainWindow(Theme(app))
while window.screens._steps:
    window.screens._prepare()
window.screens.stop()
print(sorted({"lexdesk.storage", "numpy", "apsw", "sqlite_utils", "tantivy"} & {*sys.modules}))
"""


def test_screens_are_built_without_the_engine() -> None:
    """Another thread imports it; on the thread of the window that took a third of a second."""
    run = subprocess.run(
        [sys.executable, "-c", _SCREENS],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": tempfile.mkdtemp()},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert run.stdout.splitlines()[-1] == "[]", run.stdout
