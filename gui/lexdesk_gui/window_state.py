"""The state of the window, saved on closing and on a change of library, and restored later."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QMainWindow

from lexdesk_gui.indexing.indexing_session import LibrarySession
from lexdesk_gui.preferences import Preferences
from lexdesk_gui.search.search_session import SearchSession
from lexdesk_gui.search.search_view import SearchView
from lexdesk_gui.style.theme import Theme

if TYPE_CHECKING:
    from lexdesk.search.options import Mode

_WIDTH, _HEIGHT = 1280, 800  # effective pixels of a first window


class WindowState:
    """Sizes of the window and its panes, and query and tabs of each library."""

    def __init__(
        self,
        preferences: Preferences,
        theme: Theme,
        library: LibrarySession,
        searching: SearchSession,
        view: SearchView,
    ):
        self._preferences, self._theme = preferences, theme
        self._library, self._searching, self._view = library, searching, view
        self._panes = {"panes": view.panes, "reader": view.reader_pane.splitter}

    @property
    def has_panes(self) -> bool:
        """Return True if the sizes of the reader's panes were saved before."""
        return bool(self._preferences.state("reader"))

    def restore_sizes(self, window: QMainWindow) -> None:
        """Restore the sizes of ``window`` and its panes."""
        px = self._theme.look.px
        window.resize(px(_WIDTH), px(_HEIGHT))
        if geometry := self._preferences.state("window"):
            window.restoreGeometry(geometry)
        for name, splitter in self._panes.items():
            if state := self._preferences.state(name):
                splitter.restoreState(state)

    def keep(self, window: QMainWindow) -> None:
        """Save the sizes of ``window`` and its panes, the query and the tabs."""
        self._preferences.keep_state("window", window.saveGeometry())
        for name, splitter in self._panes.items():
            self._preferences.keep_state(name, splitter.saveState())
        self._preferences.zoom = self._theme.zoom
        self.keep_open()
        self._preferences.save()

    def keep_open(self) -> None:
        """Save the query and tabs of the open library."""
        library = self._library
        if library.path is not None and library.is_open and self._preferences.keeps_searches:
            # The settings are not encrypted: of an encrypted library they hold no words.
            query = "" if library.is_encrypted else self._searching.query
            self._preferences.keep_query(library.path, query, self._searching.mode)
            tabs = [] if library.is_encrypted else self._view.tabs.stored()
            self._preferences.keep_tabs(library.path, tabs)

    def restore_open(self, library: Path) -> None:
        """Restore the query and tabs of ``library``; keep a query already typed."""
        keeps = self._preferences.keeps_searches  # else what was kept once is out of date
        self._view.tabs.restore(self._preferences.tabs(library) if keeps else ())
        query, mode = self._preferences.last_query(library)
        if query and not self._searching.query and keeps:
            self._view.set_mode(cast("Mode", mode))
            self._view.field.edit.setText(query)
            self._searching.restore(query)
