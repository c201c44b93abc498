"""The session of annotations: tags and notes with undo, saved searches, exports."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence

from lexdesk_gui.annotations import annotations_requests
from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.language import find_plural, format_keys, translate
from lexdesk_gui.undo import Change, Undo
from lexdesk_gui.wording import file_name

if TYPE_CHECKING:
    from lexdesk.annotations.decisions import DecisionStatus
    from lexdesk.annotations.workbook import Bookmark, Kind, Mark, SavedSearch
    from lexdesk.law.citation_styles import Style
    from lexdesk.library.library import Library
    from lexdesk.search.options import Mode
    from lexdesk.search.results.hits import Hit
    from lexdesk_gui.annotations.saved_items import News, SavedItems

_TIME_SLICE = 0.2  # seconds for new results before other requests have their turn
UNDO, SAVED = "Ctrl+Z", "Ctrl+5"
"""The keys that undo a change, and those that show what is saved."""


class AnnotationsSession(QObject):
    """A session that reads and writes annotations off the interface's thread; independent of widgets.

    ``shelved`` emits ``SavedItems``, ``news_loaded`` further ``News``; ``listed`` emits a title, passages and their
    notes by key; ``decided`` emits a title, decisions and the names of compared documents; ``marked`` reports
    changed annotations, ``forgotten`` a closed library; ``notified`` emits a sentence, ``failed`` an exception.
    Deletions can be undone in ``undo``.
    """

    shelved = Signal(object)
    news_loaded = Signal(object)
    listed = Signal(str, object, object)
    decided = Signal(str, object, object)
    marked = Signal()
    forgotten = Signal()
    notified = Signal(str)
    failed = Signal(object)

    def __init__(self, engine: Engine, parent: QObject | None = None):
        super().__init__(parent)
        self._engine = engine
        self.undo = Undo(self)
        self._decisions: tuple[str, str] | None = None  # the listed annotations and their title

    def forget(self) -> None:
        """Clear lists and undo history on leaving the library."""
        self.undo.forget()
        self._decisions = None
        self.forgotten.emit()

    # Marks.

    def mark(self, place: Bookmark, kind: Kind, value: str) -> None:
        """Tag a place, note on it, or put it into a collection."""
        push = self.undo.for_this_library()

        def undoable(mark: Mark) -> None:
            name = translate("Work", "Add “{value}”").format(value=mark.value)
            push(Change(name, lambda: self._restore(mark), lambda: self._remove(mark)))
            self.notified.emit(_with_keys(translate("Work", "Added; {keys} undoes it."), UNDO))

        self._write(
            partial(annotations_requests.put, place=place, kind=kind, value=value), undoable
        )

    def unmark(self, mark: Mark) -> None:
        """Take a mark away."""
        name = translate("Work", "Remove “{value}”").format(value=mark.value)
        self._remove(mark)
        self.undo.push(Change(name, lambda: self._remove(mark), lambda: self._restore(mark)))
        self.notified.emit(_with_keys(translate("Work", "Removed; {keys} restores it."), UNDO))

    def _restore(self, mark: Mark) -> None:
        self._write(partial(annotations_requests.restore, mark=mark))

    def _remove(self, mark: Mark) -> None:
        self._write(partial(annotations_requests.remove, mark=mark))

    # Saved searches.

    def save(self, name: str, query: str, mode: Mode) -> None:
        """Save a search under ``name`` with its current results."""
        message = _with_keys(translate("Work", "Saved; {keys} shows new results."), SAVED)
        keep = partial(annotations_requests.save, name=name, query=query, mode=mode)
        self._ask(keep, lambda _: self._say_and_look(message))

    def delete(self, name: str) -> None:
        """Delete a saved search."""
        push = self.undo.for_this_library()

        def undoable(found: SavedSearch | None) -> None:
            if found is not None:
                title = translate("Work", "Delete “{value}”").format(value=name)
                push(
                    Change(
                        title,
                        lambda: self._write(partial(annotations_requests.delete, name=name)),
                        lambda: self._write(partial(annotations_requests.put_saved, search=found)),
                    )
                )
            message = translate("Work", "Deleted; {keys} restores it.")
            self._say_and_look(_with_keys(message, UNDO))

        self._ask(partial(annotations_requests.delete, name=name), undoable)

    def look(self) -> None:
        """Request all annotations, then news on saved searches in small steps."""
        self._engine.ask("shelf", annotations_requests.read_shelf, self._shelve, self.failed.emit)

    def _shelve(self, shelf: SavedItems) -> None:
        self.shelved.emit(shelf)
        self._look_further(shelf.news)

    def _tell(self, news: News) -> None:
        self.news_loaded.emit(news)
        self._look_further(news)
        # List them again: the annotations on another text are known now.
        if not news.waiting and self._decisions is not None:
            self.list_decisions(*self._decisions)

    def _look_further(self, news: News) -> None:
        if news.waiting:
            further = partial(annotations_requests.find_news, seconds=_TIME_SLICE)
            self._engine.ask("shelf", further, self._tell, self.failed.emit)

    def seen(self, name: str) -> None:
        """Mark the current results of a saved search as seen."""
        self._ask(partial(annotations_requests.mark_seen, name=name), lambda _: None)

    def list_places(self, kind: Kind, value: str) -> None:
        """Ask for the places with a tag or in a collection, or those with notes."""
        self._decisions = None
        title = value or translate("Work", "All notes")
        ask = partial(annotations_requests.list_places, kind=kind, value=value)
        self._list(ask, lambda found: self.listed.emit(title, *found))

    def list_decisions(self, which: str, title: str) -> None:
        """Request decisions by verdict, with changed text, or all."""
        self._decisions = which, title
        ask = partial(annotations_requests.list_named_decisions, which=which)
        self._list(ask, lambda found: self.decided.emit(title, *found))

    def _list(self, ask: Callable[[Library], Any], done: Callable[[Any], None]) -> None:
        self._engine.ask("listed", ask, done, self.failed.emit)

    # Exports.

    def export_decisions(self, decided: Sequence[DecisionStatus], target: Path) -> None:
        """Export decisions to ``target``, in the format of its suffix."""
        write = partial(annotations_requests.export_decisions, standings=decided, target=target)
        message = find_plural("Work", "%Ln decisions written to {name}")
        self._ask(
            write, lambda count: self.notified.emit(message(count).format(name=file_name(target)))
        )

    def export(self, found: Sequence[Hit | Bookmark], target: Path, style: Style) -> None:
        """Export passages and annotations to ``target``, in the format of its suffix."""
        write = partial(annotations_requests.export, found=found, target=target, style=style)
        self._ask(write, lambda count: self.notified.emit(describe_export(count, target)))

    def export_all(
        self,
        query: str,
        mode: Mode,
        as_of: datetime.date | None,
        listed: int,
        target: Path,
        style: Style,
    ) -> None:
        """Write all results of a query as of ``as_of``, of semantic search the first ``listed``, to ``target``."""
        write = partial(
            annotations_requests.export_all, query=query, mode=mode, as_of=as_of, listed=listed, target=target, style=style
        )  # fmt: skip
        self._ask(
            write, lambda found: self.notified.emit(describe_export(found[0], target, found[1]))
        )

    def excerpts(self, found: Sequence[Hit | Bookmark], done: Callable[[Any], None]) -> None:
        """Ask for places with their marks, for printing."""
        self._ask(partial(annotations_requests.list_excerpts, found=found), done)

    # Asking.

    def _write(
        self, work: Callable[[Library], Any], done: Callable[[Any], None] | None = None
    ) -> None:
        def after(value: Any) -> None:
            if done is not None:
                done(value)
            self.marked.emit()
            self.look()

        self._ask(work, after)

    def _ask(self, work: Callable[[Library], Any], done: Callable[[Any], None]) -> None:
        self._engine.write(work, done, self.failed.emit)

    def _say_and_look(self, message: str) -> None:
        self.notified.emit(message)
        self.look()


def _with_keys(message: str, keys: str) -> str:
    return message.format(keys=format_keys(QKeySequence(keys)))


def describe_export(count: int, target: Path, copies: int = 0, results: int = 0) -> str:
    """Return the message for ``count`` exported passages.

    ``copies`` are folded into them as in the list; ``results`` is the number of all, if only listed ones are exported.
    """
    written = find_plural("Work", "%Ln places written to {name}")(count).format(
        name=file_name(target)
    )
    folded = find_plural("Work", "%Ln copies with the same text are left out")(copies)
    if results > count:
        listed = find_plural("Work", "a PDF has those of the list, of %Ln results")(results)
        return f"{written}; {listed}"
    return f"{written}; {folded}" if copies else written
