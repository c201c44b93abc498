"""The window: menus, the search screen, and what happens to the library as a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMainWindow, QMenu, QStackedWidget

from lexdesk_gui import wording
from lexdesk_gui.engine_thread import EngineThread
from lexdesk_gui.library.adding import Added, Adding
from lexdesk_gui.library.welcome import Welcome
from lexdesk_gui.look.theme import Choice, Theme
from lexdesk_gui.search.session import SearchSession
from lexdesk_gui.search.view import SearchView
from lexdesk_gui.status_line import StatusLine

if TYPE_CHECKING:
    from lexdesk.ingest import Progress
    from lexdesk.library import Status

_SECONDS_BETWEEN_STATUS = 2.0  # while files are added; a status walks the library's folder
_COLOURS: tuple[tuple[Choice, str], ...] = (
    ("system", "Colours of the &system"),
    ("light", "&Light colours"),
    ("dark", "&Dark colours"),
)


class MainWindow(QMainWindow):
    """The window on the library in ``path``, or on the default one where that is ``None``."""

    def __init__(self, theme: Theme, path: Path | None = None):
        super().__init__()
        self._theme = theme
        self._path = path
        self._adding: Adding | None = None
        self._bug = ""
        self.engine = EngineThread(self)
        self.session = SearchSession(self.engine, self)
        self.view = SearchView(self.session, theme)
        self._make_menus()
        self.welcome = Welcome(theme, self.open_action, self.add_folder_action)
        self.status_line = StatusLine(theme, self.stop_action)
        self.setStatusBar(self.status_line)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.view)
        self._pages.addWidget(self.welcome)
        self.setCentralWidget(self._pages)
        self.setWindowTitle("Lexdesk")
        self.engine.bug.connect(self._report_bug)
        self.session.answered.connect(lambda answer: self._meaning_ready(answer.vectors_ready))
        self._refresh = QTimer(self)
        self._refresh.setInterval(round(_SECONDS_BETWEEN_STATUS * 1000))
        self._refresh.timeout.connect(self.ask_status)
        px = theme.look.px
        self.resize(px(1280), px(800))
        self.engine.start()
        self.open_library(path)
        self.view.focus_field()

    @property
    def has_library(self) -> bool:
        """Whether the search screen is shown rather than the welcome."""
        return self._pages.currentWidget() is self.view

    # The library.

    def open_library(self, path: Path | None, *, then_add: Sequence[Path] = ()) -> None:
        """Open the library in ``path``; with ``then_add``, make it where there is none and add these."""
        self._path = path
        self.engine.open(
            path,
            lambda opened: self._opened(opened, then_add),
            self._not_opened,
            create=bool(then_add),
        )

    def add(self, paths: Sequence[Path]) -> None:
        """Add files and folders to the library, and make the library first where there is none."""
        if self._adding is not None:
            self.status_line.news.setText(
                "Files are being added already; wait, or stop that first."
            )
        elif not self.has_library:
            self.open_library(self._path, then_add=paths)
        elif self._path is not None:
            self._start_adding(self._path, paths)

    def ask_status(self) -> None:
        """Bring the status bar up to date."""
        self.engine.ask("status", lambda library: library.status(), self._show_status, self._untold)

    def _opened(self, path: Path, then_add: Sequence[Path]) -> None:
        self._path = path
        self._pages.setCurrentWidget(self.view)
        self.view.library_name.setText(path.name)
        self.view.library_name.setToolTip(str(path))
        self.setWindowTitle(f"{path.name} – Lexdesk")
        self.ask_status()
        self.session.search_now()
        self.session.warm_up()
        if then_add:
            self._start_adding(path, then_add)
        self.view.focus_field()

    def _not_opened(self, error: Exception) -> None:
        self.welcome.explain(error, self._path)
        self.status_line.show_status(None)
        self._pages.setCurrentWidget(self.welcome)
        self.setWindowTitle("Lexdesk")
        self.welcome.add_button.setFocus()

    def _show_status(self, status: Status) -> None:
        self.status_line.show_status(status)
        self._meaning_ready(status.vectors_ready)

    def _meaning_ready(self, share: float) -> None:
        self.view.field.set_meaning_ready(share)

    def _untold(self, error: Exception) -> None:
        self.status_line.news.setText(wording.sentence(str(error)))

    # Adding.

    def _start_adding(self, library: Path, paths: Sequence[Path]) -> None:
        self._adding = Adding(library, paths, self)
        self._adding.progressed.connect(self._progressed)
        self._adding.added.connect(self._added)
        self._adding.failed.connect(lambda error: self._ended(wording.sentence(str(error))))
        self._adding.bug.connect(self._adding_had_bug)
        self._adding.start()
        self._refresh.start()
        self.stop_action.setEnabled(True)

    def _progressed(self, news: Progress) -> None:
        if self._adding is not None:
            self.status_line.show_progress(news)

    def _added(self, outcome: Added) -> None:
        self._ended(wording.added(outcome))

    def _adding_had_bug(self, report: str) -> None:
        self._ended("")
        self._report_bug(report)

    def _ended(self, text: str) -> None:
        if self._adding is not None:
            self._adding.wait()
            self._adding.deleteLater()
            self._adding = None
        self._refresh.stop()
        self.stop_action.setEnabled(False)
        self.status_line.end_progress(text)
        self.ask_status()
        self.session.search_now()

    def _stop_adding(self) -> None:
        if self._adding is not None:
            self._adding.stop()
            self.status_line.news.setText("Stopping after the file at hand…")

    # Choosing files: the one dialog, and it is the system's.

    def _choose_library(self) -> None:
        if folder := QFileDialog.getExistingDirectory(self, "Open library"):
            self.open_library(Path(folder))

    def _choose_folder(self) -> None:
        if folder := QFileDialog.getExistingDirectory(self, "Add folder"):
            self.add([Path(folder)])

    def _choose_files(self) -> None:
        files, _ = QFileDialog.getOpenFileNames(self, "Add files")
        if files:
            self.add([Path(file) for file in files])

    # Faults of ours, help.

    def _report_bug(self, report: str) -> None:
        self._bug = report
        self.copy_report_action.setEnabled(True)
        self.view.line.complain(
            wording.Complaint(
                "Lexdesk made a mistake; your library is unharmed."
                " Help > Copy error report gives what its makers need."
            )
        )

    def _copy_report(self) -> None:
        QGuiApplication.clipboard().setText(self._bug)

    def _show_keys(self) -> None:
        actions = [action for menu in self._menus for action in menu.actions()]
        self.view.reader.show_keys(
            [
                (shortcut, action.text().replace("&", ""))
                for action in actions
                if (shortcut := action.shortcut().toString(QKeySequence.SequenceFormat.NativeText))
            ]
        )
        self.view.focus_reader()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """End both threads; what was added so far is kept."""
        self.hide()  # ending may take as long as the file or batch at hand
        if self._adding is not None:
            self._adding.stop()
            self._adding.wait()
        self.engine.stop()
        super().closeEvent(event)

    # Menus.

    def _make_menus(self) -> None:
        self._menus: list[QMenu] = []
        self._make_file_menu(self._menu("&File"))
        self._make_search_menu(self._menu("&Search"))
        self._make_view_menu(self._menu("&View"))
        menu = self._menu("&Help")
        self._action(menu, "&Keys", "F1", self._show_keys)
        self.copy_report_action = self._action(menu, "Copy &error report", "", self._copy_report)
        self.copy_report_action.setEnabled(False)

    def _make_file_menu(self, menu: QMenu) -> None:
        self.open_action = self._action(menu, "&Open library…", "Ctrl+O", self._choose_library)
        menu.addSeparator()
        self.add_folder_action = self._action(
            menu, "Add f&older…", "Ctrl+Shift+O", self._choose_folder
        )
        self.add_files_action = self._action(
            menu, "Add &files…", "Ctrl+Shift+A", self._choose_files
        )
        self.stop_action = self._action(menu, "&Stop adding", "Ctrl+.", self._stop_adding)
        self.stop_action.setEnabled(False)
        menu.addSeparator()
        self._action(menu, "&Quit", "Ctrl+Q", self.close)

    def _make_search_menu(self, menu: QMenu) -> None:
        view, pane = self.view, self.view.reader_pane
        self._action(menu, "&Search field", "Ctrl+K", view.focus_field)
        self._action(menu, "Back to &results", "Esc", view.focus_results)
        menu.addSeparator()
        for number, (mode, _, explanation) in enumerate(wording.MODES, start=1):
            self._action(
                menu,
                explanation,
                f"Alt+{number}",
                lambda mode=mode: view.set_mode(mode),  # type: ignore[misc]
            )
        menu.addSeparator()
        menu.addAction(pane.next_hit)
        menu.addAction(pane.previous_hit)
        menu.addAction(pane.copy)
        pane.copy.triggered.connect(view.copy_with_citation)

    def _make_view_menu(self, menu: QMenu) -> None:
        view, theme = self.view, self._theme
        self._action(menu, "&Next pane", "F6", lambda: view.cycle(1))
        self._action(menu, "&Previous pane", "Shift+F6", lambda: view.cycle(-1))
        menu.addSeparator()
        larger = self._action(menu, "Larger &text", "Ctrl++", lambda: theme.step_zoom(1))
        larger.setShortcuts([QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")])
        self._action(menu, "S&maller text", "Ctrl+-", lambda: theme.step_zoom(-1))
        self._action(menu, "Text at &100 %", "Ctrl+0", lambda: theme.step_zoom(0))
        menu.addSeparator()
        group = QActionGroup(self)
        for choice, text in _COLOURS:
            action = self._action(menu, text, "", lambda choice=choice: theme.choose(choice))  # type: ignore[misc]
            action.setCheckable(True)
            action.setChecked(choice == theme.choice)
            group.addAction(action)

    def _menu(self, title: str) -> QMenu:
        menu = self.menuBar().addMenu(title)
        self._menus.append(menu)
        return menu

    def _action(self, menu: QMenu, text: str, keys: str, call: Callable[[], object]) -> QAction:
        action = QAction(text, self)
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _checked: call())
        menu.addAction(action)
        return action
