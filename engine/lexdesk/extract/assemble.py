"""Assembly of a ``Document`` from cleaned text, with the sections of its marked headings."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from lexdesk.document.model import Document, Page, Property
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.clean import clean
from lexdesk.extract.heading_marks import take_headings
from lexdesk.extract.limits import MAX_TEXT_CHARACTERS
from lexdesk.metadata.kind import detect_kind
from lexdesk.metadata.language import detect_language
from lexdesk.structure.headings import find_sections
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import is_nfc, normalize

_UNUSABLE_TITLE = lazy_pattern(
    r"untitled|unknown title|unbenannt|document\d*|dokument\d*|presentation\d*|powerpoint presentation|"
    r"microsoft (word|powerpoint|excel)\b.*|.*\.\w{2,5}|layout \d+|slide \d+|print|.*[\\/].*",
    re.IGNORECASE,
)


def assemble(
    pieces: Sequence[str],
    *,
    name: str,
    titles: Sequence[str] = (),
    kind: str = "",
    paged: bool = False,
    properties: Mapping[str, str | None] = MappingProxyType({}),
) -> Document:
    """Build one document from its pieces; each piece is a page if ``paged``.

    Parsers mark headings by ``lexdesk.extract.heading_marks``.
    The title is the first usable one of ``titles``, else ``""``; ``properties`` without a value are left
    out. Raises ``FileFailed`` for no text, or too much of it.
    """
    cleaned = [clean(piece) for piece in pieces]
    if paged:
        cleaned = [take_headings(piece)[0] for piece in cleaned]
    if sum(map(len, cleaned)) > MAX_TEXT_CHARACTERS:
        raise FileFailed(FileCode.TOO_MUCH_TEXT, name=name, limit=MAX_TEXT_CHARACTERS)
    if not any(piece.strip() for piece in cleaned):
        raise FileFailed(FileCode.NO_TEXT, name=name)
    text, headings = take_headings("\n".join(cleaned))
    if not is_nfc(text):  # a combining character behind a mark
        text, headings = normalize("NFC", text), []
    language = detect_language(text)
    return Document(
        text=text,
        title=next((t for t in map(select_title, titles) if t), ""),
        kind=kind or detect_kind(text),
        language=language,
        provisions=find_sections(text, headings, language),
        pages=_pages(cleaned) if paged else (),
        properties=tuple(Property(key, value) for key, value in properties.items() if value),
    )


def select_title(title: str) -> str:
    """Return the title on one line; ``""`` for names of templates, programs or files."""
    title = " ".join(clean(title).split())
    if not 3 <= len(title) <= 300 or not any(c.isalpha() for c in title):
        return ""
    return "" if _UNUSABLE_TITLE.fullmatch(title) else title


def _pages(cleaned: Sequence[str]) -> tuple[Page, ...]:
    pages, start = [], 0
    for number, piece in enumerate(cleaned, 1):
        pages.append(Page(number, start, start + len(piece)))
        start += len(piece) + 1
    return tuple(pages)
