"""The menus: every command of the program, with its shortcut."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QMenuBar

from lexdesk_gui import rail, wording
from lexdesk_gui.annotations.annotations_session import UNDO
from lexdesk_gui.language import translate
from lexdesk_gui.style.theme import Choice
from lexdesk_gui.style.widgets import action_name

if TYPE_CHECKING:
    from lexdesk_gui.file_dialogs import FileDialogs
    from lexdesk_gui.help import Help
    from lexdesk_gui.navigation import Navigation
    from lexdesk_gui.window_protocol import Window


def list_colours() -> tuple[tuple[Choice, str], ...]:
    """Return the colour schemes and their labels."""
    return (
        ("system", translate("Menu", "Colours of the &system")),
        ("light", translate("Menu", "&Light colours")),
        ("dark", translate("Menu", "&Dark colours")),
        ("contrast", translate("Menu", "High &contrast")),
    )


class Commands:
    """The menus of ``window`` in ``menu_bar``, with all actions."""

    def __init__(
        self,
        window: Window,
        menu_bar: QMenuBar,
        choosing: FileDialogs,
        navigation: Navigation,
        help_: Help,
    ):
        self._window, self._menu_bar = window, menu_bar
        self._choosing, self._navigation, self._help = choosing, navigation, help_
        self.menus: list[QMenu] = []
        self._colours: dict[Choice, QAction] = {}
        self._file(self._menu(translate("Menu", "&File")))
        self._edit(self._menu(translate("Menu", "&Edit")))
        self._search(self._menu(translate("Menu", "&Search")))
        self._document(self._menu(translate("Menu", "&Document")))
        self._view(self._menu(translate("Menu", "&View")))
        menu = self._menu(translate("Menu", "&Help"))
        self._action(
            menu, translate("Menu", "&Keys"), "F1", lambda: help_.toggle_keys(self.actions())
        )
        self.copy_report = self._action(
            menu, translate("Menu", "Copy &error report"), "Shift+F1", help_.copy_report
        )
        self.copy_report.setEnabled(False)
        self.open_log = self._action(
            menu, translate("Menu", "Open &log file"), "Ctrl+Shift+F1", help_.open_log
        )
        help_.reported.connect(lambda: self.copy_report.setEnabled(True))

    @property
    def first_steps(self) -> tuple[QAction, QAction, QAction]:
        """Return the actions of the welcome page: open a library, add a folder, add the bundled law."""
        return self.open, self.add_folder, self.add_demo

    def actions(self) -> list[QAction]:
        """Return all commands."""
        return [action for menu in self.menus for action in menu.actions() if action.text()]

    def _file(self, menu: QMenu) -> None:
        window = self._window
        self.open = self._action(
            menu, translate("Menu", "&Open library…"), "Ctrl+O", self._choosing.library
        )
        menu.addSeparator()
        self.add_folder = self._action(
            menu, translate("Menu", "Add fo&lder…"), "Ctrl+Shift+O", self._choosing.folder
        )
        self.add_files = self._action(
            menu, translate("Menu", "Add &files…"), "Ctrl+Shift+A", self._choosing.files
        )
        self.add_demo = self._action(
            menu, translate("Menu", "Add the &bundled law"), "Ctrl+Shift+L", window.add_bundled
        )
        self.stop = self._action(
            menu, translate("Menu", "&Stop adding"), "Ctrl+.", window.library.stop
        )
        self.stop.setEnabled(False)
        menu.addSeparator()
        self._action(
            menu, translate("Menu", "&Match a document…"), "Ctrl+Shift+D", self._choosing.document
        )
        self.export = self._action(
            menu, translate("Menu", "&Export results…"), "Ctrl+Shift+E", window.export_results
        )
        menu.addSeparator()
        self._printing(menu)
        menu.addSeparator()
        self._action(menu, translate("Menu", "&Quit"), "Ctrl+Q", window.close)

    def _printing(self, menu: QMenu) -> None:
        """Add the commands that print or save the document as PDF."""
        printing = self._window.printing
        for text, keys, ask, whole in (
            (translate("Menu", "&Print…"), "Ctrl+P", printing.ask_printer, False),
            (translate("Menu", "Save as P&DF…"), "Ctrl+Shift+S", printing.ask_file, False),
            (translate("Menu", "Print the &whole text…"), "F7", printing.ask_printer, True),
            (
                translate("Menu", "Save the whole te&xt as PDF…"),
                "Shift+F7",
                printing.ask_file,
                True,
            ),
        ):
            self._action(menu, text, keys, partial(self._print, ask, whole))

    def _print(self, ask: Callable[..., None], whole: bool) -> None:
        if self._window.reading.reading is not None:
            self._navigation.bring_reader()
        ask(whole=whole)

    def _edit(self, menu: QMenu) -> None:
        window, pane = self._window, self._window.view.reader_pane
        stack = window.work.undo
        for make, name, keys, told, change in (
            (stack.createUndoAction, translate("Menu", "&Undo"), UNDO,
             translate("Menu", "Undone: {change}"), stack.redoText),
            (stack.createRedoAction, translate("Menu", "&Redo"), "Ctrl+Shift+Z",
             translate("Menu", "Redone: {change}"), stack.undoText),
        ):  # fmt: skip
            action = make(menu, name)
            action.setData(name.replace("&", ""))
            action.setShortcut(QKeySequence(keys))
            action.triggered.connect(partial(self._tell, told, change))  # it may be out of sight
            menu.addAction(action)
        menu.addSeparator()
        menu.addAction(pane.commands.copy)
        pane.commands.copy.triggered.connect(window.view.copy_with_citation)
        menu.addAction(pane.commands.find_in_page)
        pane.commands.find_in_page.triggered.connect(self._navigation.find_in_page)

    def _tell(self, told: str, change: Callable[[], str], _checked: bool = False) -> None:
        self._window.work.notified.emit(told.format(change=change()))

    def _search(self, menu: QMenu) -> None:
        window, view, pane = self._window, self._window.view, self._window.view.reader_pane
        self._action(
            menu, translate("Menu", "&Search field"), "Ctrl+K", self._navigation.focus_field
        )
        self._action(menu, translate("Menu", "Back to &results"), "Esc", self._go_back)
        menu.addSeparator()
        for number, (mode, _, explanation) in enumerate(wording.modes(), start=1):
            self._action(menu, explanation, f"Alt+{number}", partial(view.set_mode, mode))
        self.parse = self._action(
            menu, translate("Menu", "Query &interpretation"), "Ctrl+E", lambda: None
        )
        self.parse.setCheckable(True)
        self.parse.setChecked(True)
        self.parse.toggled.connect(view.show_parse)
        menu.addSeparator()
        menu.addAction(pane.commands.next_hit)
        menu.addAction(pane.commands.previous_hit)
        menu.addSeparator()
        save = self._action(menu, translate("Menu", "Sa&ve search"), "Ctrl+S", window.save_search)
        self._in_list("S", save)

    def _document(self, menu: QMenu) -> None:
        pane = self._window.view.reader_pane
        menu.addAction(pane.commands.next_provision)
        menu.addAction(pane.commands.previous_provision)
        menu.addSeparator()
        self._tabs(menu)
        menu.addSeparator()
        self._versions(menu)
        menu.addSeparator()
        self._marks(menu)
        menu.addAction(pane.commands.keep)
        pane.commands.keep.triggered.connect(self._window.view.keep_in_second_reader)
        menu.addAction(pane.commands.release)
        menu.addAction(pane.commands.as_text)
        menu.addAction(pane.commands.open_original)
        pane.commands.open_original.triggered.connect(self._window.original.open)

    def _tabs(self, menu: QMenu) -> None:
        """Add the commands of tabs and of the reading history."""
        window = self._window
        reading, tabs = window.reading, window.view.tabs

        def in_sight(text: str, keys: str, call: Callable[[], object]) -> QAction:
            def act() -> None:
                self._navigation.bring_reader()
                call()

            return self._action(menu, text, keys, act)

        in_sight(translate("Menu", "&Open in a new tab"), "Ctrl+Return", window.view.open_in_tab)
        in_sight(translate("Menu", "Ne&xt tab"), "Ctrl+Tab", lambda: tabs.step(1))
        in_sight(translate("Menu", "Pre&vious tab"), "Ctrl+Shift+Tab", lambda: tabs.step(-1))
        in_sight(translate("Menu", "Close tab"), "Ctrl+W", lambda: tabs.close(tabs.current))
        menu.addSeparator()
        self.back = in_sight(translate("Menu", "&Back"), "Alt+Left", lambda: reading.go(-1))
        self.forth = in_sight(translate("Menu", "&Forward"), "Alt+Right", lambda: reading.go(1))
        reading.moved.connect(self._may_go)
        self._may_go()

    def _versions(self, menu: QMenu) -> None:
        window, step = self._window, self._navigation.step_version
        self._action(menu, translate("Menu", "As of &a day…"), "Ctrl+D", window.bar.open_days)
        self._action(menu, translate("Menu", "&Earlier version"), "Alt+PgUp", partial(step, -1))
        self._action(menu, translate("Menu", "&Later version"), "Alt+PgDown", partial(step, 1))
        self._action(
            menu, translate("Menu", "&Compare versions"), "Ctrl+Shift+M", window.compare_versions
        )
        self._action(
            menu, translate("Menu", "&Match this document"), "Ctrl+M", window.match_reading
        )

    def _marks(self, menu: QMenu) -> None:
        """Add the commands of tags, notes and decisions."""
        window = self._window
        self._marking = (
            self._action(
                menu, translate("Menu", "Add a &tag"), "Ctrl+Shift+T", self._navigation.focus_tags
            ),
            self._action(
                menu, translate("Menu", "Add a &note"), "Ctrl+Shift+N", self._navigation.focus_notes
            ),
        )
        for key, action in zip("TN", self._marking, strict=True):
            self._in_list(key, action)
        window.reading.read.connect(self._may_mark)
        window.reading.closed.connect(self._may_mark)
        self._may_mark()
        self._action(
            menu, translate("Menu", "&Decide"), "Ctrl+Shift+G", self._navigation.focus_decision
        )

    def _view(self, menu: QMenu) -> None:
        window, view, theme = self._window, self._window.view, self._window.theme
        for number, screen in enumerate(rail.SCREENS, start=1):
            self._action(
                menu,
                rail.name_screen(screen),
                f"Ctrl+{number}",
                partial(self._navigation.show_screen, screen),
            )
        menu.addSeparator()
        self._action(menu, translate("Menu", "&Next pane"), "F6", lambda: self._navigation.cycle(1))
        self._action(
            menu,
            translate("Menu", "&Previous pane"),
            "Shift+F6",
            lambda: self._navigation.cycle(-1),
        )
        menu.addAction(view.reader_pane.commands.side_panel)
        menu.addSeparator()
        larger = self._action(
            menu, translate("Menu", "Larger &text"), "Ctrl++", lambda: theme.step_zoom(1)
        )
        larger.setShortcuts([QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")])
        self._action(
            menu, translate("Menu", "S&maller text"), "Ctrl+-", lambda: theme.step_zoom(-1)
        )
        self._action(
            menu, translate("Menu", "Text at &100 %"), "Ctrl+0", lambda: theme.step_zoom(0)
        )
        menu.addSeparator()
        group = QActionGroup(self._menu_bar)
        for number, (choice, text) in enumerate(list_colours(), start=1):
            keys = f"Ctrl+Shift+{number}"
            action = self._action(menu, text, keys, partial(window.choose_colours, choice))
            action.setCheckable(True)
            group.addAction(action)
            self._colours[choice] = action

    def _go_back(self) -> None:
        if not self._help.hide_keys():
            self._navigation.back_to_results()

    def tick_colours(self) -> None:
        """Tick the current colour scheme."""
        self._colours[self._window.theme.choice].setChecked(True)

    def _may_go(self) -> None:
        self.back.setEnabled(self._window.reading.can_go(-1))
        self.forth.setEnabled(self._window.reading.can_go(1))

    def _may_mark(self) -> None:
        for action in self._marking:
            action.setEnabled(self._window.reading.reading is not None)

    def _menu(self, title: str) -> QMenu:
        menu = self._menu_bar.addMenu(title)
        self.menus.append(menu)
        return menu

    def _in_list(self, key: str, action: QAction) -> None:
        """Trigger ``action`` also by a single ``key`` in the list of results."""
        in_list = QShortcut(QKeySequence(key), self._window.view.results.view)
        in_list.setContext(Qt.ShortcutContext.WidgetShortcut)
        in_list.activated.connect(action.trigger)
        action.setData(
            translate("Menu", "{name} (in the results: {key})").format(
                name=action_name(action), key=key
            )
        )

    def _action(self, menu: QMenu, text: str, keys: str, call: Callable[[], object]) -> QAction:
        action = QAction(text, self._menu_bar)
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _checked=False: call())
        menu.addAction(action)
        return action
