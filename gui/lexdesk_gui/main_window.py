"""The main window: its screens, and the signals between them and the sessions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from lexdesk.errors import NoLibrary
from lexdesk_gui import error_messages, wording
from lexdesk_gui.annotations.annotations_session import AnnotationsSession
from lexdesk_gui.annotations.decisions import ReviewDecisions
from lexdesk_gui.commands import Commands
from lexdesk_gui.compare.compare_session import CompareSession
from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.engine.tasks import Bug
from lexdesk_gui.file_dialogs import DropHandler, FileDialogs
from lexdesk_gui.help import Help
from lexdesk_gui.indexing.changed_files import ChangedFiles
from lexdesk_gui.indexing.indexing_session import LibrarySession
from lexdesk_gui.language import translate
from lexdesk_gui.library.library_session import CatalogueSession
from lexdesk_gui.library_events import LibraryEvents
from lexdesk_gui.match.match_session import MatchSession
from lexdesk_gui.navigation import Navigation
from lexdesk_gui.original_file import OriginalFile
from lexdesk_gui.preferences import Preferences
from lexdesk_gui.rail import Rail
from lexdesk_gui.reader.printing import Printing
from lexdesk_gui.reader.reader_session import ReaderSession
from lexdesk_gui.reader_events import ReaderEvents
from lexdesk_gui.screens import Screens
from lexdesk_gui.search.counting_session import CountingSession, SpellingSession
from lexdesk_gui.search.query_filters import only_filters
from lexdesk_gui.search.search_session import SearchSession
from lexdesk_gui.search.search_view import SearchView
from lexdesk_gui.status_bar import StatusBar
from lexdesk_gui.style.print_queue import PrintQueue
from lexdesk_gui.style.style_sheet import make_style_sheet
from lexdesk_gui.style.theme import Choice, Theme
from lexdesk_gui.style.widgets import fill
from lexdesk_gui.top_bar import TopBar
from lexdesk_gui.window_state import WindowState

if TYPE_CHECKING:
    from lexdesk.annotations.workbook import Bookmark
    from lexdesk.compliance.doc2doc.long_query import Paragraph
    from lexdesk.search.options import Mode
    from lexdesk_gui.annotations.export import Exporter


class MainWindow(QMainWindow):
    """The window on the library in ``path``, or on the default library for ``None``."""

    def __init__(
        self, theme: Theme, path: Path | None = None, preferences: Preferences | None = None
    ):
        super().__init__()
        self.theme = theme
        self.preferences = preferences or Preferences()
        self._has_begun = False
        self.engine = Engine(self)
        self.library = LibrarySession(self.engine, self.preferences, self)
        self.changed_files = ChangedFiles(self.library, self)
        self.catalogue = CatalogueSession(self.engine, self)
        self.searching = SearchSession(self.engine, self)
        self.reading = ReaderSession(self.engine, self)
        self.counting = CountingSession(self.engine, self)
        self.spelling = SpellingSession(self.engine, self)
        self.work = AnnotationsSession(self.engine, self)
        self.reviewing = ReviewDecisions(self.engine, self.reading, self.work.undo, self)
        self.comparing = CompareSession(self.engine, self)
        self.matching = MatchSession(self.engine, self.library, self)
        self.original = OriginalFile(self.reading, self)
        self.print_queue = PrintQueue(self)
        self.dropping = DropHandler(self, lambda: self.has_library)
        theme.changed.connect(self._dress)
        self._build(theme)
        self._connect()
        self._last_time.restore_sizes(self)
        self.settle_choices()
        self._dress()  # last: Qt applies the style sheet again to each control built later
        self.navigation.focus_field()
        self._path = path

    @property
    def has_library(self) -> bool:
        """Return True if a library is open."""
        return self.library.is_open

    @cached_property
    def exporting(self) -> Exporter:
        """Return the exporter of results and annotations."""
        from lexdesk_gui.annotations.export import Exporter

        exporter = Exporter(
            self.searching, lambda: self.view.results.model.hits, self.work, self.catalogue, self.preferences,
            self.theme, self.print_queue, self,
        )  # fmt: skip
        exporter.notified.connect(self.say)
        return exporter

    def choose_colours(self, choice: Choice) -> None:
        """Use the colours ``choice`` from now on."""
        self.preferences.colours = choice
        self.theme.choose(self.preferences.colours)

    # The library.

    def add(self, paths: Sequence[Path]) -> None:
        """Add files and folders to the library; create the library first if it is missing."""
        self.library.add(paths)

    def take(self, paths: Sequence[Path]) -> None:
        """Open a dropped library; add other files and folders."""
        from lexdesk.ingest.scan.scan import is_library

        if len(paths) == 1 and is_library(paths[0]):
            self.library.open(paths[0])
        else:
            self.add(paths)

    def add_bundled(self) -> None:
        """Add the bundled law."""
        from lexdesk.system.bundled import find_corpus

        self.add([find_corpus()])

    def say(self, text: str) -> None:
        """Show ``text`` in the status bar for some seconds."""
        self.status_line.say(text)

    def fail(self, error: Exception) -> None:
        """Show an error; show an internal error below the search field if visible."""
        # An open library gets its own message: it cannot be reached any more.
        if isinstance(error, NoLibrary) and not self.has_library:
            self.say(f"{translate('Index', 'No library is open')}.")
        elif not (isinstance(error, Bug) and self.screens.shown == "search"):
            self.status_line.tell(error_messages.describe_failure(error))

    # Reading.

    def read_place(self, place: Bookmark, query: str = "") -> None:
        """Open a saved passage in the reader, with the matches of ``query`` highlighted."""
        self.navigation.show_reader()
        self.reading.open_place(place, query)

    def compare_versions(self) -> None:
        """Compare the versions of the current document."""
        self.screens.show("compare")
        self.rail.show_screen("compare")
        found = self.reading.reading
        place = found.place if found else None
        if found is None or place is None or found.eid is None:
            self.comparing.offer_nothing()
        else:
            self.screens.compare.announce(found.citation)
            self.comparing.offer(place.work, found.eid, place.language)
        self.screens.compare.take_focus()

    # A document against the library.

    def match_file(self, file: Path) -> None:
        """Match the document in ``file`` against the documents passing the current filters."""
        self.navigation.show_screen("match")
        self.matching.match(file, wording.file_name(file), only_filters(self.searching.query))

    def _not_matched(self, error: Exception) -> None:
        if self.screens.shown != "match":  # that screen shows it itself
            self.fail(error)

    def match_reading(self) -> None:
        """Match the current document against the library."""
        found = self.reading.reading
        if found is None or found.place is None:
            self.say(translate("Window", "Open a document first, then match it."))
            return
        self.match_work(found.place.work, found.act or found.place.title or found.place.citation)

    def match_work(self, work: str, name: str) -> None:
        """Match a work against the documents passing the current filters."""
        self.navigation.show_screen("match")
        self.matching.match(work, name, only_filters(self.searching.query))

    def read_provision(self, work: str, eid: str) -> None:
        """Open a provision in the reader, or the work for an empty ``eid``."""
        self.navigation.show_reader()
        self.reading.open_provision(work, eid or None)

    def read_paragraph(self, work: str, paragraph: Paragraph) -> None:
        """Open the provision of ``paragraph`` of ``work`` in the reader."""
        self.navigation.show_reader()
        self.reading.open_paragraph(work, paragraph)

    # The user's searches.

    def export_results(self) -> None:
        """Export all results to a chosen file."""
        self.exporting.ask_results()

    def save_search(self) -> None:
        """Save the search under its query."""
        query = self.searching.query.strip()
        if query:
            self.work.save(query, query, self.searching.mode)

    def search_saved(self, query: str, mode: str, name: str) -> None:
        """Repeat a saved search and mark its results as seen."""
        self.navigation.show_screen("search")
        if mode:
            self.view.set_mode(cast("Mode", mode))
        self.view.set_query(query)
        if name and self.library.keeps_searches:
            self.work.seen(name)

    def forget_searches(self) -> None:
        """Wipe all earlier searches."""
        message = translate("Window", "Earlier searches deleted.")
        self.preferences.forget_queries()
        if self.has_library:
            self.searching.forget_earlier(lambda: self.say(message), self.fail)
        else:
            self.say(message)

    def settle_choices(self) -> None:
        """Apply the choices of the settings."""
        self.view.style_of_citations = self.preferences.style
        self.searching.keeps_searches = self.preferences.keeps_searches
        self.searching.set_rerank(self.preferences.reranks)

    # Beginning and end.

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Give the panes their default sizes unless saved ones exist."""
        super().showEvent(event)
        if not (self._has_begun or event.spontaneous() or self._last_time.has_panes):
            self.view.reader_pane.apply_initial_sizes()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Open the library after the first paint: loading the engine would delay it."""
        super().paintEvent(event)
        if not self._has_begun:
            self._has_begun = True
            QTimer.singleShot(0, self._begin)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Refresh date, library status and changed files on return to the window."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.reader_events.see_today()
            if self.has_library and self.library.adding is None:
                self.library.ask_state()
                self.changed_files.look_again()
            if self.has_library and self.screens.shown == "saved":
                self.work.look()  # another window may have saved searches or notes

    def _focus_moved(self, _before: QWidget | None, focused: QWidget | None) -> None:
        self.navigation.keep_focus(focused)

    def _begin(self) -> None:
        self.engine.start()
        self.library.open(self._path)

    def _build(self, theme: Theme) -> None:
        self.bar = TopBar(theme)
        self.view = SearchView(
            self.searching, self.reading, self.counting, self.spelling, self.bar.field, theme
        )
        self.view.reader_pane.use_passwords(self.library.unlocking.typed)
        self.printing = Printing(
            self.engine, self.reading, self.view.reader_pane, self.preferences, theme, self.print_queue, self
        )  # fmt: skip
        self._last_time = WindowState(
            self.preferences, theme, self.library, self.searching, self.view
        )
        self.rail = Rail(theme)
        self.choosing = FileDialogs(
            self, open_library=self.library.open, add=self.add, match=self.match_file
        )
        self.screens = Screens(self, self.choosing, lambda: self.commands.first_steps)
        self.navigation = Navigation(self, self.screens)
        self.help = Help(self.view, self.navigation)
        self.commands = Commands(self, self.menuBar(), self.choosing, self.navigation, self.help)
        self.status_line = StatusBar(theme, self.commands.stop)
        self._fill()

    def _fill(self) -> None:
        right, whole = QWidget(), QWidget()
        fill(QVBoxLayout(right), self.bar, self.screens.stack, stretch=self.screens.stack)
        fill(QHBoxLayout(whole), self.rail, right, stretch=right)
        self.setCentralWidget(whole)
        self.setStatusBar(self.status_line)
        self.setWindowTitle("Lexdesk")
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def _connect(self) -> None:
        self.engine.bug.connect(self.help.report_bug)
        cast("QApplication", QApplication.instance()).focusChanged.connect(self._focus_moved)
        self.rail.chosen.connect(self.navigation.show_screen)
        self.status_line.attention.connect(self.navigation.show_failed_files)
        self.status_line.updating.connect(self.changed_files.read)
        self.changed_files.count_changed.connect(self.status_line.show_changed_files)
        self.changed_files.bug.connect(self.engine.bug)
        self._library_events = LibraryEvents(
            self,
            self.screens,
            self.navigation,
            self.status_line,
            self.commands.stop,
            self._last_time,
        )
        self.library.notified.connect(self.say)
        self.searching.settling.timeout.connect(self._last_time.keep_open)  # against a power cut
        self.view.results.again.connect(self.search_saved)
        self.screens.stack.currentChanged.connect(lambda _: self.bar.field.close_offers())
        self.screens.built.connect(self.status_line.end_tab_order)
        self.view.searched.connect(lambda: self.navigation.show_screen("search"))
        self.bar.field.typed.connect(self._typed)
        self.bar.opening.connect(self.library.open)
        self.bar.choosing.connect(self.choosing.library)
        self._connect_reader()
        self._connect_match()
        self.reviewing.failed.connect(self.fail)
        self._connect_work()

    def _connect_reader(self) -> None:
        self.reader_events = ReaderEvents(self, self.screens, self.navigation, self.status_line)
        self.comparing.failed.connect(self.fail)
        self.printing.message.connect(self.say)
        self.printing.failed.connect(self.fail)
        self.print_queue.message.connect(self.say)
        self.print_queue.failed.connect(self.fail)
        self.printing.opened.connect(self.original.open_to_print)
        self.original.notified.connect(self.say)
        self.help.notified.connect(self.say)

    def _connect_match(self) -> None:
        self.matching.notified.connect(self.say)
        self.dropping.dropped.connect(self.match_file)
        self.dropping.added.connect(self.take)
        self.matching.failed.connect(self._not_matched)
        self.library.state_changed.connect(self.matching.repeat_when_complete)

    def _connect_work(self) -> None:
        self.catalogue.notified.connect(self.say)
        self.view.chips.saving.connect(self.save_search)
        for deciding in (self.reviewing.of_reading, self.reviewing.of_pair):
            deciding.changed.connect(self.work.look)
        self.work.notified.connect(self.say)
        self.work.failed.connect(self.fail)

    def _typed(self, _query: str) -> None:
        self.status_line.forget()
        self.screens.prepare()  # later, so that typing does not wait for it
        if self.has_library and self.screens.shown != "search":
            self.navigation.show_screen("search")

    def _dress(self) -> None:
        self.setStyleSheet(make_style_sheet(self.theme.look))
        self.commands.tick_colours()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Stop all threads; keep everything added so far."""
        self.hide()  # ending may last until the current file or batch is done
        self._last_time.keep(self)
        self.screens.stop()
        self.changed_files.close()
        self.library.close()
        self.matching.close()
        self.view.reader_pane.close_file()
        self.engine.stop()
        self.print_queue.finish()
        super().closeEvent(event)
