"""Navigation in the window: screens of the rail, panes, fields."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from lexdesk_gui.style.widgets import first_control, takes_tab

if TYPE_CHECKING:
    from lexdesk_gui.rail import ScreenName
    from lexdesk_gui.screens import Area, Screens
    from lexdesk_gui.window_protocol import Window


class Navigation:
    """The focus: moves between the parts of ``window``, to the target of a command."""

    def __init__(self, window: Window, screens: Screens):
        self._window, self._screens = window, screens
        self.home: Area = "search"
        """The home screen: search, or the welcome page if no library is open."""
        self._focused: QWidget | None = None

    def show_screen(self, name: ScreenName) -> None:
        """Show a screen of the rail."""
        window = self._window
        is_first_time = window.view.focusWidget() is None and not window.bar.field.edit.hasFocus()
        self._screens.show(self.home if name == "search" else name)
        window.rail.show_screen(name)
        if name == "search" and window.has_library and is_first_time:
            window.view.focus_results()  # Qt would go to the first control, which adds a filter
        elif name == "library" and window.has_library:
            window.catalogue.look()
            self._screens.library.take_focus()
        elif name == "saved" and window.has_library:
            window.work.look()
            self._screens.take_focus()
        elif name == "compare":
            window.compare_versions()
        elif name == "match":
            self._screens.match.take_focus()
        elif name in ("index", "settings"):
            if name == "index" and window.has_library:
                window.library.ask_state()
            self._screens.take_focus()

    def show_failed_files(self) -> None:
        """Show the files that need attention."""
        self.show_screen("index")
        self._screens.index.show_failed_files()

    @property
    def place(self) -> tuple[Area, QWidget | None]:
        """Return the current screen and the focused widget."""
        return self._screens.shown, self._window.view.window().focusWidget()

    def go_to(self, screen: Area, focused: QWidget | None) -> None:
        """Return to a ``place``."""
        self._screens.show(screen)
        self._window.rail.show_screen("search" if screen == "welcome" else screen)
        if focused is not None and isValid(focused) and focused.isVisible():
            focused.setFocus(Qt.FocusReason.OtherFocusReason)
        elif screen in ("search", "welcome"):
            self.back_to_results()

    def show_search(self) -> None:
        """Show the search screen, with or without a library."""
        self._screens.show("search")
        self._window.rail.show_screen("search")

    def focus_field(self) -> None:
        """Go to the search field."""
        self._window.view.focus_field()

    def back_to_results(self) -> None:
        """Go to the list of results, from any screen; in Match first to its list."""
        screens = self._screens
        if screens.shown == "match" and screens.match.back():
            return
        self.show_screen("search")
        if self._window.has_library:
            self._window.view.focus_results()
        elif screens.shown == "welcome":
            screens.welcome.take_focus()

    def show_reader(self) -> None:
        """Go into the reader, from any screen."""
        if self._screens.shown != "search":
            self.show_screen("search")
        self._window.view.focus_reader()

    def bring_reader(self) -> None:
        """Show the reader if it is hidden, before a command acts on it."""
        if self._screens.shown != "search":
            self.show_reader()

    def focus_tags(self) -> None:
        """Focus the tag field of the current document."""
        self._show_panel()
        self._window.view.reader_pane.side.focus_tags()

    def focus_decision(self) -> None:
        """Focus the decision on the pair of paragraphs or on the current document."""
        window = self._window
        if self._screens.shown == "match":
            self._screens.match.decision.take_focus()
        elif window.reading.reading is not None:
            self._show_panel()
            window.view.reader_pane.side.focus_decision()

    def focus_notes(self) -> None:
        """Focus the note field of the current document."""
        self._show_panel()
        self._window.view.reader_pane.side.focus_notes()

    def find_in_page(self) -> None:
        """Focus the find field of the reader."""
        self.show_reader()
        self._window.view.reader_pane.open_find()

    def cycle(self, by: int) -> None:
        """Focus the next pane of the screen, or the previous one for ``by`` -1."""
        if self._screens.shown == "search":
            self._window.view.cycle(by)
        elif self._screens.shown != "welcome":
            panes: list[QWidget] = [self._window.bar.field, *self._screens.panes]
            shown = [pane for pane in panes if first_control(pane) is not None]
            focused = self.place[1] or self._window.bar.field
            inside = (n for n, p in enumerate(shown) if p is focused or p.isAncestorOf(focused))
            if goal := first_control(shown[(next(inside, 0) + by) % len(shown)]):
                goal.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keep_focus(self, focused: QWidget | None) -> None:
        """Keep the focus on the screen when its control is hidden or disabled: Qt may leave it for the status bar.

        ``focused`` is the widget that has the focus now, in any window.
        """
        if focused is None or focused.window() is not self._window.view.window():
            return
        last, self._focused = self._focused, focused
        if last is None or not isValid(last) or (last.isVisible() and last.isEnabled()):
            return
        if not self._screens.stack.isAncestorOf(focused):
            QTimer.singleShot(0, self._screens, partial(self._step_back, last, focused))

    def _step_back(self, last: QWidget, given: QWidget) -> None:
        """Focus the control before ``last`` in Tab order, unless a command has moved the focus from ``given``."""
        stack = self._screens.stack
        goal = last.previousInFocusChain() if isValid(last) and self.place[1] is given else None
        while goal is not None and goal is not last:
            if stack.isAncestorOf(goal) and takes_tab(goal):
                goal.setFocus(Qt.FocusReason.OtherFocusReason)
                return
            goal = goal.previousInFocusChain()

    def step_version(self, by: int) -> None:
        """Show the version ``by`` steps later, in the reader or in Compare."""
        if self._screens.shown == "compare":
            self._screens.compare.step_version(by)
        else:
            self._window.view.reader_pane.timeline.step(by)

    def _show_panel(self) -> None:
        self.show_reader()
        self._window.view.reader_pane.sides.show_side_panel(True)
