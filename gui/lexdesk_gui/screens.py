"""The screens of the rail: Search at the start, each other one on first use.

Unused screens are built in idle time, one step at a time: building all at once would block the window or delay its
start.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Literal, cast

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from lexdesk_gui.error_messages import describe_failure
from lexdesk_gui.rail import ScreenName
from lexdesk_gui.style.widgets import ScreenStack, first_control, scrollable
from lexdesk_gui.wording import file_name

if TYPE_CHECKING:
    from lexdesk.annotations.workbook import Kind
    from lexdesk_gui.annotations.saved_screen import SavedScreen
    from lexdesk_gui.compare.screen import CompareScreen
    from lexdesk_gui.file_dialogs import FileDialogs
    from lexdesk_gui.indexing.index_screen import IndexScreen, Welcome
    from lexdesk_gui.indexing.indexing_requests import State
    from lexdesk_gui.library.screen import CatalogueScreen
    from lexdesk_gui.match.screen import MatchScreen
    from lexdesk_gui.settings_screen import SettingsScreen
    from lexdesk_gui.window_protocol import Window

PAUSE_BEFORE_PREPARING = 700  # ms without typing before a screen is built
_PAUSE_BETWEEN_STEPS = 30
Area = ScreenName | Literal["welcome"]
"""A screen of the rail, or the welcome page."""

_MODULES: dict[ScreenName, str] = {
    "library": "lexdesk_gui.library.screen",
    "match": "lexdesk_gui.match.screen",
    "saved": "lexdesk_gui.annotations.saved_screen",
    "index": "lexdesk_gui.indexing.index_screen",
    "compare": "lexdesk_gui.compare.screen",
    "settings": "lexdesk_gui.settings_screen",
}
FirstSteps = Callable[[], tuple[QAction, QAction, QAction]]
"""The actions of the welcome page: open a library, add a folder, add the bundled law."""


class Screens(QObject):
    """The screens of ``window``, built, connected and shown; ``built`` follows each."""

    built = Signal()

    def __init__(self, window: Window, choosing: FileDialogs, first_steps: FirstSteps):
        super().__init__(window.view)
        self._window, self._choosing, self._first_steps = window, choosing, first_steps
        self._areas: dict[Area, QWidget] = {}
        self.stack = ScreenStack()
        self._put("search", window.view)
        self._steps = [
            step
            for name, module in _MODULES.items()
            for step in (partial(import_module, module), partial(self._area, name))
        ]
        self._pause = QTimer(self, singleShot=True)
        self._pause.timeout.connect(self._prepare)

    @property
    def shown(self) -> Area:
        """Return the name of the current screen."""
        current = self.stack.currentWidget()
        return next(name for name, area in self._areas.items() if area is current)

    def show(self, name: Area) -> None:
        """Show a screen of the rail, or ``welcome``."""
        self.stack.setCurrentWidget(self._area(name))

    def take_focus(self) -> None:
        """Focus the control of the current screen that had focus last, or its first one."""
        if goal := first_control(self._areas[self.shown]):
            goal.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def panes(self) -> Sequence[QWidget]:
        """Return the panes of the current screen for F6."""
        return getattr(getattr(self, self.shown), "panes", (self._areas[self.shown],))

    def prepare(self) -> None:
        """Build the screens once the user has paused."""
        if self._steps:
            self._pause.start(PAUSE_BEFORE_PREPARING)

    def stop(self) -> None:
        """Stop building screens."""
        self._steps.clear()
        self._pause.stop()

    @cached_property
    def library(self) -> CatalogueScreen:
        """Return the list of works in the library."""
        from lexdesk_gui.library.screen import CatalogueScreen

        window, catalogue = self._window, self._window.catalogue
        library_screen = CatalogueScreen(window.theme)

        def export() -> None:
            window.exporting.ask_catalogue()  # which is made when it is first asked

        catalogue.listed.connect(library_screen.show_works)
        catalogue.failed.connect(library_screen.show_failure)
        catalogue.busy.connect(library_screen.set_busy)
        window.library.leaving.connect(library_screen.forget)
        window.library.not_opened.connect(lambda _: library_screen.show_none())
        library_screen.narrowed.connect(catalogue.narrow)
        library_screen.view.sorting.connect(
            lambda column, last: catalogue.sort(column, descending=last)
        )
        library_screen.reading.connect(lambda work: window.read_provision(work, ""))
        library_screen.matching.connect(window.match_work)
        library_screen.exporting.connect(export)
        self._put("library", library_screen)
        return library_screen

    @cached_property
    def compare(self) -> CompareScreen:
        """Return the Compare screen: two versions of a provision."""
        from lexdesk_gui.compare.screen import CompareScreen

        compare_screen, comparing = CompareScreen(self._window.theme), self._window.comparing
        compare_screen.wanted.connect(comparing.compare)
        compare_screen.chosen.connect(comparing.choose)
        compare_screen.heading.saving.connect(
            lambda: self._window.exporting.ask_pages(*compare_screen.printed())
        )
        compare_screen.heading.matching.connect(self._window.match_reading)
        comparing.offered.connect(compare_screen.show_versions)
        comparing.dated.connect(compare_screen.show_force)
        comparing.not_offered.connect(
            lambda error: compare_screen.show_failure(describe_failure(error))
        )
        comparing.not_compared.connect(
            lambda error: compare_screen.show_no_difference(describe_failure(error))
        )
        comparing.busy.connect(compare_screen.set_busy)
        comparing.compared.connect(compare_screen.show_comparison)
        comparing.changed.connect(compare_screen.show_changed)
        comparing.touched.connect(compare_screen.touched.show_matches)
        compare_screen.touched.chosen.connect(self._window.read_provision)
        self._put("compare", scrollable(compare_screen))
        return compare_screen

    @cached_property
    def match(self) -> MatchScreen:
        """Return the Match screen."""
        from lexdesk_gui.match.screen import MatchScreen

        window = self._window
        match_screen = MatchScreen(window.matching, window.reviewing.of_pair, window.theme)
        match_screen.choosing.connect(self._choosing.document)
        match_screen.reading.connect(window.read_paragraph)
        self._put("match", scrollable(match_screen))
        return match_screen

    @cached_property
    def saved(self) -> SavedScreen:
        """Return the screen of saved searches and annotations."""
        from lexdesk_gui.annotations.saved_screen import SavedScreen

        window, work = self._window, self._window.work
        screen = SavedScreen(window.theme)

        def list_places(kind: str, value: str) -> None:
            work.list_places(cast("Kind", kind), value)

        def export() -> None:
            if decisions := screen.shown_decisions():
                window.exporting.ask_decisions(decisions)
            else:
                window.exporting.ask_places(screen.shown())

        work.shelved.connect(screen.show_shelf)
        work.news_loaded.connect(screen.show_news)
        work.listed.connect(screen.show_places)
        work.decided.connect(screen.show_decisions)
        work.forgotten.connect(screen.forget)
        window.library.not_opened.connect(lambda _: screen.show_none())
        window.library.opened.connect(lambda _: screen.forget())
        if not window.has_library:
            screen.show_none()
        screen.searched.connect(window.search_saved)
        screen.opened.connect(window.read_place)
        screen.wanted.connect(list_places)
        screen.provision.connect(window.read_provision)
        screen.decisions.connect(work.list_decisions)
        screen.deleted.connect(work.delete)
        screen.exporting.connect(export)
        self._put("saved", scrollable(screen))
        return screen

    @cached_property
    def index(self) -> IndexScreen:
        """Return the Index screen: progress, failed files, folders."""
        from lexdesk_gui.indexing.index_screen import IndexScreen

        window = self._window
        screen = IndexScreen(window.theme)
        self._connect_library_state(screen)
        self._connect_additions(screen)
        self._connect_folders(screen)
        screen.tried.connect(lambda query, mode: window.search_saved(query, mode, ""))
        screen.wanting_examples.connect(window.library.ask_examples)
        window.library.examples.connect(screen.show_examples)
        self._put("index", screen)
        return screen

    def _connect_library_state(self, screen: IndexScreen) -> None:
        """Show the state of the library on ``screen``, now and after each change."""
        library = self._window.library

        def show_state(state: State) -> None:
            screen.folders.put(state.folders, state.works)
            screen.show_status(
                state.status, state.failures,
                can_recognise=state.can_recognise, unfinished=state.unfinished,
            )  # fmt: skip

        def show_none(_error: Exception) -> None:
            screen.progress.end_progress()
            screen.show_status(None, {})

        screen.progress.end_progress(library.writer.error)
        if library.state is not None:
            show_state(library.state)
        elif library.is_open and library.path is not None:
            screen.show_opened(file_name(library.path))
        if library.beginning:
            screen.progress.show_beginning(library.beginning)
        library.opened.connect(lambda path: screen.show_opened(file_name(path)))
        library.state_changed.connect(show_state)
        library.state_unavailable.connect(
            lambda error: screen.show_failure(describe_failure(error))
        )
        library.not_opened.connect(show_none)
        library.began.connect(screen.progress.show_beginning)
        library.progressed.connect(screen.progress.show_progress)
        library.ended.connect(lambda _: screen.progress.end_progress(library.writer.error))

    def _connect_additions(self, screen: IndexScreen) -> None:
        """Connect additions, retries, passwords and vectors of ``screen`` to the library."""
        window, library = self._window, self._window.library
        screen.dropped.connect(window.take)
        screen.again.connect(lambda paths: library.add(paths, again=True))
        screen.unlocking.connect(library.unlock)
        table = screen.failed_card.table
        library.unlocking.trying.connect(lambda later: table.field.say_trying(later=later))
        library.unlocking.tried.connect(table.say_tried)
        screen.progress.paused.connect(library.pause)
        screen.progress.resuming.connect(library.add)
        screen.progress.preparing.connect(
            lambda anew: library.rebuild_vectors() if anew else library.compute_vectors()
        )
        size = screen.progress.embedding_size
        size.estimating.connect(library.estimate_size)
        library.size_estimate.found.connect(lambda found: size.show_estimate(*found))
        size.changing.connect(library.rebuild_vectors)

    def _connect_folders(self, screen: IndexScreen) -> None:
        """Connect the folders of ``screen`` to the library and to the watch for changed files."""
        window, library = self._window, self._window.library
        screen.folders.adding.choosing.connect(self._choosing.folder)
        screen.folders.adding.demo.connect(window.add_bundled)
        screen.folders.removing.connect(library.remove)
        screen.folders.looking.connect(library.look_for_gone)
        screen.folders.removing_gone.connect(library.remove_gone)
        library.gone_files.found.connect(lambda found: screen.folders.show_gone(*found))
        library.ended.connect(lambda _: screen.folders.look())
        screen.folders.show_watched(window.changed_files.watched_folders)
        window.changed_files.watched.connect(screen.folders.show_watched)
        window.changed_files.looked.connect(screen.folders.look_again)

    @cached_property
    def settings(self) -> SettingsScreen:
        """Return the settings."""
        from lexdesk_gui.settings_screen import SettingsScreen

        window = self._window
        screen = SettingsScreen(window.theme, window.preferences)
        screen.wiping.connect(window.forget_searches)
        screen.changed.connect(window.settle_choices)
        self._put("settings", scrollable(screen))
        return screen

    @cached_property
    def welcome(self) -> Welcome:
        """Return the welcome page, shown without a library."""
        from lexdesk_gui.indexing.index_screen import Welcome

        window = self._window
        screen = Welcome(window.theme, *self._first_steps())
        screen.passphrase_given.connect(
            lambda passphrase: window.library.open(window.library.path, passphrase=passphrase)
        )
        self._put("welcome", scrollable(screen))
        return screen

    def _put(self, name: Area, area: QWidget) -> None:
        self._areas[name] = area
        self.stack.addWidget(area)
        self.built.emit()

    def _area(self, name: Area) -> QWidget:
        if name not in self._areas:
            getattr(self, name)
        return self._areas[name]

    def _prepare(self) -> None:
        """Run one build step and schedule the next."""
        step: Callable[[], object] = self._steps.pop(0)
        step()
        if self._steps:
            self._pause.start(_PAUSE_BETWEEN_STEPS)
