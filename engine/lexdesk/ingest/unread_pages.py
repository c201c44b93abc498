"""The pages of a document with text on them but none in the library, and the reasons."""

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, Message, NoteCode, PhraseCode
from lexdesk.errors.files import HOLDS_NO_DOCUMENT
from lexdesk.extract import ocr
from lexdesk.storage import Store
from lexdesk.storage.schema import FileRecord
from lexdesk.system.extras import how_to_get

_MAX_NAMED = 12  # ranges of pages in a message


def find_unread_pages(document: Document) -> dict[int, FileCode]:
    """Return the unreadable pages, by number, each with its failure code."""
    found = dict.fromkeys(document.damaged_pages, FileCode.PAGES_DAMAGED)
    found |= dict.fromkeys(document.skipped_pages, FileCode.PAGES_TOO_LONG)
    pictures = [page.number for page in document.pages if page.confidence == 0]
    if pictures and not ocr.is_available():
        found |= dict.fromkeys(pictures, FileCode.PAGES_TEXT_IN_PICTURES)
    return found


def describe_pages(pages: Mapping[int, FileCode]) -> Message:
    """Return the message on one or more unreadable pages."""
    by_code: defaultdict[FileCode, list[int]] = defaultdict(list)
    for number in sorted(pages):
        by_code[pages[number]].append(number)
    pictures = damaged = None
    if numbers := by_code.pop(FileCode.PAGES_TEXT_IN_PICTURES, None):
        code = FileCode.PAGES_TEXT_IN_PICTURES
        pictures = Message(code, pages=_name_pages(numbers), install=how_to_get("ocr"))
    if numbers := by_code.pop(FileCode.PAGES_TOO_LONG, None):
        pictures = Message(FileCode.PAGES_TOO_LONG, pages=_name_pages(numbers))
    if numbers := list(itertools.chain(*by_code.values())):
        damaged = Message(FileCode.PAGES_DAMAGED, pages=_name_pages(sorted(numbers)))
    if pictures and damaged:
        return Message(FileCode.PAGES_UNREAD, damaged=damaged, pictures=pictures)
    return pictures or damaged or Message(FileCode.UNKNOWN)


def group_failures(
    known: Iterable[FileRecord], pages: Mapping[str, Mapping[int, FileCode]]
) -> dict[str, dict[str, Message]]:
    """Return for each file on disk its failures and those of its contents, by path."""
    found: defaultdict[str, dict[str, Message]] = defaultdict(dict)
    for record in known:
        failure = record.failure
        if failure is None and record.path in pages:
            failure = describe_pages(pages[record.path])
        if failure is not None:
            found[record.container or record.path][record.path] = failure
    return found


def list_unread_notes(store: Store) -> list[Message]:
    """Return the notes that some files could not be read, or are still being added, and that citations may be missing."""
    by_file = group_failures(store.files.records().values(), store.files.unread_pages())
    count = sum(
        failure.code not in HOLDS_NO_DOCUMENT
        for failures in by_file.values()
        for failure in failures.values()
    )
    notes = [Message(NoteCode.FILES_UNREAD, count=count)] if count else []
    if store.is_unfinished():  # a service does not tell its readers the folders
        notes.append(Message(NoteCode.FILES_UNFINISHED))
    if pending := store.pending.notice():
        notes.append(pending)
    return notes


def _name_pages(numbers: Iterable[int]) -> Message:
    """Return ``page 2`` or ``pages 2, 5-7``; ``…`` stands for those beyond some ranges."""
    runs = list(_runs(numbers))
    shown = ", ".join(f"{a}-{b}" if b > a else f"{a}" for a, b in runs[:_MAX_NAMED])
    is_one = len(runs) == 1 and runs[0][0] == runs[0][1]
    code = PhraseCode.PAGE if is_one else PhraseCode.PAGES
    return Message(code, numbers=f"{shown} …" if len(runs) > _MAX_NAMED else shown)


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield first and last number of each run in a sorted sequence."""
    for _, run in itertools.groupby(enumerate(numbers), lambda span: span[1] - span[0]):
        pages = [number for _, number in run]
        yield pages[0], pages[-1]
