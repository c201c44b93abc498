"""Updates of the window when its library opens, grows, fails or closes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from lexdesk_gui import wording

if TYPE_CHECKING:
    from lexdesk.library.status import Status
    from lexdesk_gui.indexing.indexing_requests import State
    from lexdesk_gui.navigation import Navigation
    from lexdesk_gui.screens import Screens
    from lexdesk_gui.status_bar import StatusBar
    from lexdesk_gui.window_protocol import Window
    from lexdesk_gui.window_state import WindowState


class LibraryEvents:
    """The connections of the library of ``window`` to its parts; ``stop`` is the action that ends an addition."""

    def __init__(
        self,
        window: Window,
        screens: Screens,
        navigation: Navigation,
        status_line: StatusBar,
        stop: QAction,
        last_time: WindowState,
    ):
        self._window, self._screens, self._navigation = window, screens, navigation
        self._status_line, self._stop, self._last_time = status_line, stop, last_time
        # Passages, and whether the keyword index has them, at the last state.
        self._searchable = (0, True)
        library = window.library
        library.leaving.connect(self._leave)
        library.opened.connect(self._opened)
        library.not_opened.connect(self._not_opened)
        library.state_changed.connect(self._show_state)
        library.state_unavailable.connect(lambda _: status_line.show_out_of_reach())
        library.began.connect(self._began)
        library.progressed.connect(status_line.show_progress)
        library.paused.connect(status_line.show_paused)
        library.progressed.connect(
            lambda news: window.view.results.set_growing(news.stage == "read")
        )
        library.ended.connect(self._ended)
        window.searching.answered.connect(
            lambda answer: window.bar.field.set_semantic_ready(answer.vectors_ready)
        )
        window.searching.answered.connect(lambda _: library.is_reached())
        window.view.wanted_vectors.connect(self._rebuild_vectors)

    def _leave(self) -> None:
        """Save the state of the library and clear all views."""
        window, view = self._window, self._window.view
        self._last_time.keep_open()
        window.matching.forget()
        window.catalogue.forget()
        window.work.forget()  # changes in this library cannot be undone in another one
        window.comparing.offer_nothing()
        view.reader_pane.close_second_reader()
        view.reader_pane.side.forget_drafts()
        view.tabs.restore(())
        view.facets.reset_years()
        window.reading.close()
        window.searching.clear()

    def _opened(self, path: Path) -> None:
        window = self._window
        typed = window.bar.field.query
        window.preferences.used(path)
        self._status_line.forget()
        self._status_line.show_unknown()
        window.bar.show_libraries(path, window.preferences.libraries)
        window.setWindowTitle(f"{wording.file_name(path)} – Lexdesk")
        self._navigation.home = "search"
        self._navigation.show_screen("search")
        self._last_time.restore_open(path)
        window.searching.search_now()
        window.searching.warm_up()
        self._screens.prepare()
        if not typed:  # selected text would be replaced by the next key
            self._navigation.focus_field()

    def _not_opened(self, error: Exception) -> None:
        window, welcome = self._window, self._screens.welcome
        self._status_line.forget()
        was_there = window.library.path in window.preferences.libraries
        welcome.explain(error, window.library.path, was_there=was_there)
        self._status_line.show_status(None, {})
        self._status_line.end_progress("")  # of the creation of the library
        window.bar.show_libraries(None, window.preferences.libraries)
        self._navigation.home = "welcome"
        self._navigation.show_screen("search")
        window.setWindowTitle("Lexdesk")
        welcome.take_focus()
        self._screens.prepare()

    def _show_state(self, state: State) -> None:
        window, view = self._window, self._window.view
        self._status_line.show_status(state.status, state.failures, state.changed)
        view.results.set_empty(not state.status.passages and window.library.adding is None)
        view.chips.set_values(state.values)
        view.facets.set_values(state.values)
        window.bar.field.set_semantic_ready(state.status.vectors_ready)
        self._follow(state.status)
        if window.library.adding is not None and view.reader_pane.side.waits_for_recitals:
            window.reading.request_side_content()  # recitals are linked soon after an act is searchable

    def _follow(self, status: Status) -> None:
        """Repeat the search as newly added files become searchable."""
        searchable = (status.passages, status.lexical_ready)
        if self._window.library.adding is not None and searchable != self._searchable:
            self._window.view.follow()
            if self._screens.shown == "library":
                self._window.catalogue.look()
        self._searchable = searchable

    def _rebuild_vectors(self) -> None:
        self._window.library.rebuild_vectors()
        self._window.view.line.say("")

    def _began(self, message: str) -> None:
        self._stop.setEnabled(self._window.library.is_open)
        self._window.view.results.set_growing(True)
        self._status_line.show_beginning(message)

    def _ended(self, text: str) -> None:
        window = self._window
        self._stop.setEnabled(False)
        window.view.results.set_growing(False)
        self._status_line.end_progress(text)
        window.view.follow(also_if_busy=True)
        if self._screens.shown == "library":
            window.catalogue.look()
        window.reading.request_side_content()  # recitals are linked, and citations resolved, at the end
