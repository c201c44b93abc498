"""A person's own work, kept in the workbook: marks with undo, saved searches, exports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from lexdesk.law.citation_styles import Place, Style
from lexdesk.work.workbook import Kept, Mark, SavedSearch, key_of, new_since
from lexdesk_gui.engine_thread import EngineThread
from lexdesk_gui.language import plural, translate
from lexdesk_gui.work.saved_screen import Shelf
from lexdesk_gui.work.undoing import Change

if TYPE_CHECKING:
    from lexdesk.library import Library
    from lexdesk.search.hits import Hit
    from lexdesk.search.retrieval import Mode
    from lexdesk.work.workbook import Kind, Workbook

SEEN = 1_000  # hits that a saved search remembers
_EXPORTED = 10_000


class WorkSession(QObject):
    """Reads and writes the workbook off the interface's thread; it knows no widget.

    ``shelved`` gives a ``Shelf``, ``listed`` a title and places, ``marked`` says that marks changed,
    ``told`` has a sentence, ``failed`` an exception. What is deleted can be undone in ``undo``.
    """

    shelved = Signal(object)
    listed = Signal(str, object)
    marked = Signal()
    told = Signal(str)
    failed = Signal(object)

    def __init__(self, engine: EngineThread, parent: QObject | None = None):
        super().__init__(parent)
        self._engine = engine
        self.undo = QUndoStack(self)

    # Marks.

    def mark(self, place: Kept, kind: Kind, value: str) -> None:
        """Tag a place, note on it, or put it into a collection."""

        def put(book: Workbook) -> Mark:
            return book.put(place, kind, value)

        def undoable(mark: Mark) -> None:
            name = translate("Work", "Add “{value}”").format(value=mark.value)
            self.undo.push(Change(name, lambda: self._restore(mark), lambda: self._remove(mark)))

        self._write(put, undoable)

    def unmark(self, mark: Mark) -> None:
        """Take a mark away."""
        name = translate("Work", "Remove “{value}”").format(value=mark.value)
        self._remove(mark)
        self.undo.push(Change(name, lambda: self._remove(mark), lambda: self._restore(mark)))
        self.told.emit(translate("Work", "Removed; Ctrl+Z brings it back."))

    def _restore(self, mark: Mark) -> None:
        self._write(lambda book: book.restore(mark))

    def _remove(self, mark: Mark) -> None:
        self._write(lambda book: book.remove(mark))

    # Saved searches.

    def save(self, name: str, query: str, mode: Mode) -> None:
        """Keep a search under ``name``, with what it finds now."""

        def keep(library: Library) -> SavedSearch:
            hits = library.search(query, mode=mode, top=SEEN).hits
            with library.workbook() as book:
                return book.save(name, query, mode, hits)

        told = translate("Work", "Saved; Ctrl+4 shows what is new in it.")
        self._ask(keep, lambda _: self._say_and_look(told))

    def delete(self, name: str) -> None:
        """Delete a saved search."""

        def drop(library: Library) -> SavedSearch | None:
            with library.workbook() as book:
                found = next((each for each in book.saved() if each.name == name), None)
                book.forget_saved(name)
                return found

        def undoable(found: SavedSearch | None) -> None:
            if found is not None:
                title = translate("Work", "Delete “{value}”").format(value=name)
                self.undo.push(
                    Change(
                        title,
                        lambda: self._write(lambda book: book.forget_saved(name)),
                        lambda: self._write(lambda book: book.put_saved(found)),
                    )
                )
            self._say_and_look(translate("Work", "Deleted; Ctrl+Z brings it back."))

        self._ask(drop, undoable)

    def look(self) -> None:
        """Ask for all that is kept, and what is new in saved searches."""
        self._ask(_shelf, self.shelved.emit)

    def seen(self, name: str) -> None:
        """Count what a saved search finds now as seen."""

        def note(library: Library) -> None:
            with library.workbook() as book:
                for each in book.saved():
                    if each.name == name:
                        mode = cast("Mode", each.mode)
                        hits = library.search(each.query, mode=mode, top=SEEN).hits
                        book.save(name, each.query, each.mode, hits)

        self._ask(note, lambda _: None)

    def list_places(self, kind: Kind, value: str) -> None:
        """Ask for the places with a tag or in a collection, or those with notes."""

        def places(library: Library) -> list[Kept]:
            with library.workbook() as book:
                return book.places(kind, value or None)

        title = value or translate("Work", "All notes")
        self._ask(places, lambda found: self.listed.emit(title, found))

    # Exports.

    def export(self, found: Sequence[Hit | Kept], target: Path, style: Style) -> None:
        """Write places with their marks to ``target``, in the format that its suffix names."""

        def write(library: Library) -> int:
            from lexdesk.work import export

            export.write(_excerpts(library, found), target, style)
            return len(found)

        self._ask(write, lambda count: self._exported(count, target))

    def export_all(self, query: str, mode: Mode, target: Path, style: Style) -> None:
        """Write all results of a query, up to 10,000, to ``target``."""

        def write(library: Library) -> int:
            from lexdesk.work import export

            hits = library.search(query, mode=mode, top=_EXPORTED).hits
            export.write(_excerpts(library, hits), target, style)
            return len(hits)

        self._ask(write, lambda count: self._exported(count, target))

    def excerpts(self, found: Sequence[Hit | Kept], done: Callable[[Any], None]) -> None:
        """Ask for places with their marks, for printing."""
        self._ask(lambda library: _excerpts(library, found), done)

    def _exported(self, count: int, target: Path) -> None:
        self.told.emit(
            plural("Work", "%Ln places written to {name}")(count).format(name=target.name)
        )

    # Asking.

    def _write(
        self, work: Callable[[Workbook], Any], done: Callable[[Any], None] | None = None
    ) -> None:
        def with_book(library: Library) -> Any:
            with library.workbook() as book:
                return work(book)

        def after(value: Any) -> None:
            if done is not None:
                done(value)
            self.marked.emit()
            self.look()

        self._ask(with_book, after)

    def _ask(self, work: Callable[[Library], Any], done: Callable[[Any], None]) -> None:
        self._engine.write(work, done, self.failed.emit)

    def _say_and_look(self, told: str) -> None:
        self.told.emit(told)
        self.look()


def _shelf(library: Library) -> Shelf:
    with library.workbook() as book:
        saved = book.saved()
        tags, collections = book.values("tag"), book.values("collection")
        notes, earlier = len(book.places("note")), book.earlier("", 20)
    news = {}
    for each in saved:
        mode = cast("Mode", each.mode)
        news[each.name] = len(new_since(each, library.search(each.query, mode=mode, top=SEEN).hits))
    return Shelf(saved, news, tags, collections, notes, earlier)


def _excerpts(library: Library, found: Sequence[Hit | Kept]) -> list[Any]:
    from lexdesk.work.export import Excerpt

    with library.workbook() as book:
        marks: dict[str, list[Mark]] = {}
        for mark in book.marks():
            marks.setdefault(mark.place, []).append(mark)
    return [
        Excerpt(
            Place(each.work, each.eid, each.citation, each.title, each.path, each.page),
            each.heading,
            each.text,
            each.language,
            getattr(each, "valid_from", None),
            getattr(each, "valid_to", None),
            tuple(getattr(each, "highlights", ())),
            tuple(m.value for m in marks.get(key_of(each), []) if m.kind != "note"),
            tuple(m.value for m in marks.get(key_of(each), []) if m.kind == "note"),
        )
        for each in found
    ]
