"""Passages: the unit of retrieval. Each lies inside one provision or page.

The pieces of a document tile its text: in order, without overlap, nothing left out. So the text is
stored once, in its pieces, and every piece equals its span of the source. Pieces of pure layout
(white space, the printed number and heading of an article whose paragraphs follow) are kept and
not searched; headings reach the index as the context of the passages below them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from lexdesk.document.model import Document, Page, Provision
from lexdesk.text.sentences import CLOSING, WIDE_STOPS
from lexdesk.text.tokens import tokens

MAX_CHARACTERS = 1200
"""Longest passage: about 250 word pieces of English, what the embedder reads at once."""

CUTTING_VERSION = 4
"""Raised when the same document is cut in another way, so that libraries know to cut again."""

MIN_CHARACTERS = 240
"""Points of a list that are shorter are read together: ``(b) defence;`` answers nothing alone."""

UNITS = frozenset({"paragraph", "recital", "subsection", "clause"})
"""Kinds of provisions that are read as a whole; what lies inside is cut only where they are too long."""

_ARRANGED = frozenset(
    ("annex", "article", "book", "chapter", "division", "part", "recital", "regulation", "rule", "schedule", "section",
     "subchapter", "subdivision", "subpart", "subtitle", "title", "tome")
)  # fmt: skip
"""Provisions whose parent only arranges them: a chapter, a part, the sections of a chapter."""

_STEPS = re.compile(r"\s*(?:\([^()]*\)|[^\s(]+)")
"""The steps of a label: ``Article``, `` 15``, ``(1)``, ``(d)``."""

_SEVERAL = {
    "de": {"Buchstabe": "Buchstaben", "Nummer": "Nummern", "Ziffer": "Ziffern"},
    "en": {"point": "points"},
    "es": {"letra": "letras", "inciso": "incisos", "punto": "puntos"},
    "fr": {"point": "points"},
    "it": {"lettera": "lettere", "punto": "punti"},
    "pt": {"alínea": "alíneas", "subalínea": "subalíneas", "ponto": "pontos"},
}
"""By language, what stands before a number, and before several, as the Interinstitutional Style Guide has it."""

_OPENING = 80
_REPEALED = re.compile(
    r"\s*(?:(?:\(\w{1,5}\)|\d+[a-z]?\.)\s*)?(?:(?:§§?|Art(?:ikel|\.)?)\s*\d+\w?(?:\s(?:bis|und)\s\d+\w?)?\s*)?\(weggefallen\)\s*"
)
"""What stands in the place of German provisions that are no more."""

_PAGE_NUMBER = re.compile(
    r"[\W_]*(?:(?:page|seite)\s)?(?:\d{1,3}|[ivxl]{1,6}|[a-z]-\d{1,3})(?:\s(?:of|von)\s\d{1,3})?[\W_]*",
    re.IGNORECASE,
)
"""What is left of a page where a clause ends on it: ``- 12 -``, ``Page 12 of 13``, ``A-4``."""

_BOUNDARIES = (
    re.compile(r"\n\s*\n"),  # paragraphs of plain text
    re.compile(r"\n"),
    # sentences and list items, then words, both also in scripts without blanks
    re.compile(rf"(?<=[.!?;:؟؛۔।։])\s+|[{WIDE_STOPS}；：]+[{CLOSING}]*\s*"),
    re.compile(r"\s+|[，、]"),
)


@dataclass(frozen=True, slots=True)
class Passage:
    """A span of ``Document.text`` with the provision and page that it lies in.

    ``heading`` is the heading of that provision or of the nearest one around it, ``label`` how it is
    cited inside the work. ``searchable`` is False for pieces of pure layout.
    """

    start: int
    end: int
    eid: str | None = None
    heading: str = ""
    label: str = ""
    page: int | None = None
    searchable: bool = True


def cut(document: Document, max_characters: int = MAX_CHARACTERS) -> list[Passage]:
    """The pieces of ``document``, in order; their spans tile ``document.text``.

    A piece is at most ``max_characters`` long, and crosses no border of provision or page.
    """
    tree = _Tree(document)
    pages = _Pages(document.pages)
    pieces: list[Passage] = []
    spans = tree.spans(max_characters)
    for span, following in zip_longest(spans, spans[1:]):
        provision = span.provision
        heading = tree.heading(provision)
        above = tree.printed_above(following.provision) if following else ""
        for page, page_start, page_end in pages.split(span.start, span.end):
            for piece_start, piece_end in _pack(
                document.text, page_start, page_end, max_characters
            ):
                text = document.text[piece_start:piece_end]
                eid, label = tree.cited(span, piece_start, piece_end)
                pieces.append(
                    Passage(
                        piece_start,
                        piece_end,
                        eid,
                        heading,
                        label,
                        page,
                        _says_something(text, provision, f"{heading} {above}")
                        and (page is None or _PAGE_NUMBER.fullmatch(text) is None),
                    )
                )
    return pieces


def _says_something(text: str, provision: Provision | None, heading: str) -> bool:
    """Whether a piece is more than white space, the heading of what it lies in or stands above, or a gap."""
    if _REPEALED.fullmatch(text):
        return False
    own = f"{provision.label} {provision.number} {provision.heading}" if provision else ""
    known = set(tokens(f"{own} {heading}"))
    opening = text[:_OPENING]  # mostly enough; its last word may be cut, and then is not known
    return not known.issuperset(tokens(opening)[:-1]) or not known.issuperset(tokens(text))


class _Span(NamedTuple):
    """Characters ``start`` to ``end`` and the innermost provision that they are read in.

    ``parts`` are the neighbours inside it that are read together, where it is made of such.
    """

    start: int
    end: int
    provision: Provision | None
    parts: Sequence[_Span] = ()

    def joined_with(self, other: _Span, provision: Provision) -> _Span:
        """Both as one span of ``provision``."""
        parts = [*(self.parts or [self]), *(other.parts or [other])]
        return _Span(self.start, other.end, provision, parts)


def _several(first: Provision, last: Provision, language: str | None) -> str:
    """How neighbours that are read together are cited: ``Article 15(1)(d)–(f)``, ``§ 2 Abs. 1 Nr. 3–5``.

    ``""`` where their labels have not the same steps before the last one.
    """
    *around, first_step = _STEPS.findall(first.label)
    *also, last_step = _STEPS.findall(last.label)
    if around != also or first_step == last_step:
        return ""
    word = around[-1].strip() if around else ""
    if several := _SEVERAL.get(language or "", {}).get(word):
        around[-1] = around[-1].replace(word, several)
    return f"{''.join(around)}{first_step}–{last_step.strip()}"


class _Tree:
    """The provisions of a document as a tree, which can be read off as spans."""

    def __init__(self, document: Document):
        self._text = document.text
        self._language = document.language
        self._by_eid = {p.eid: p for p in document.provisions}
        self._children: dict[str | None, list[Provision]] = {}
        for p in document.provisions:
            self._children.setdefault(p.parent, []).append(p)
        for children in self._children.values():
            children.sort(key=lambda p: (p.start, p.end))

    def heading(self, provision: Provision | None) -> str:
        """The heading of ``provision``, or of the nearest provision around it that has one."""
        while provision is not None:
            if provision.heading:
                return provision.heading
            provision = self._by_eid[provision.parent] if provision.parent else None
        return ""

    def printed_above(self, provision: Provision | None) -> str:
        """The label and heading of ``provision``, which some formats print before it begins."""
        return f"{provision.label} {self.heading(provision)}" if provision else ""

    def cited(self, span: _Span, start: int, end: int) -> tuple[str | None, str]:
        """The eid and label of what characters ``start`` to ``end`` of a span are cited as.

        That is the provision inside it that has all of them; else it is the span's, and the label that of the
        neighbours there, from the first to the last.
        """
        around = span.provision
        read = [
            part.provision
            for part in span.parts or [span]
            if part.provision and self._text[max(start, part.start) : min(end, part.end)].strip()
        ]
        while around is not None and read and around not in read:
            first, last = (self._step_into(around, each) for each in (read[0], read[-1]))
            if first is not last:
                label = _several(read[0], read[-1], self._language)
                return around.eid, label or _several(first, last, self._language) or around.label
            around = first
        return (around.eid, around.label) if around else (None, "")

    def _step_into(self, around: Provision, inner: Provision) -> Provision:
        """What of the provisions right inside ``around`` has ``inner``."""
        while inner.parent is not None and inner.parent != around.eid:
            inner = self._by_eid[inner.parent]
        return inner

    def spans(self, max_characters: int) -> list[_Span]:
        """Spans that tile the text, each with the innermost provision that it is read in."""
        return self._spans(None, 0, len(self._text), max_characters)

    def _spans(self, provision: Provision | None, start: int, end: int, limit: int) -> list[_Span]:
        children = self._children.get(provision.eid if provision else None, [])
        whole = provision is not None and provision.kind in UNITS and end - start <= limit
        if whole or not children:
            return [_Span(start, end, provision)] if end > start else []
        spans: list[_Span] = []
        at = start
        for child in children:
            if child.start < at:  # overlaps its elder sibling: the elder keeps the text
                continue
            if child.start > at:
                spans.append(_Span(at, child.start, provision))
            spans += self._spans(child, child.start, child.end, limit)
            at = child.end
        if at < end:
            spans.append(_Span(at, end, provision))
        if provision is None or any(child.kind in _ARRANGED for child in children):
            return spans
        if provision.kind in UNITS:
            return self._joined(spans, provision, limit)
        if any(child.kind in UNITS for child in children):
            return spans
        return spans[:1] + self._joined(spans[1:], provision, limit)  # the first is the heading

    def _joined(self, spans: list[_Span], provision: Provision, limit: int) -> list[_Span]:
        """Short neighbours inside ``provision`` become one span of it, until it is long enough.

        White space around a point that stays alone is not read with it, so that it is cited as that point.
        """
        joined: list[_Span] = []
        blanks: list[_Span] = []  # since the last of ``joined``
        for span in spans:
            if not self._text[span.start : span.end].strip():
                blanks.append(span)
                continue
            last = joined[-1] if joined else None
            short = (
                last is not None
                and max(last.end - last.start, span.end - span.start) < MIN_CHARACTERS
            )
            if last is not None and short and span.end - last.start <= limit:
                joined[-1] = last.joined_with(span, provision)
            else:
                joined += [*blanks, span]
            blanks.clear()
        return joined + blanks


class _Pages:
    """Splits spans at page borders."""

    def __init__(self, pages: tuple[Page, ...]):
        self._pages = pages
        self._starts = [page.start for page in pages]

    def split(self, start: int, end: int) -> Iterator[tuple[int | None, int, int]]:
        """(page number, start, end) of the parts of a span; a gap belongs to the page before it."""
        if not self._pages:
            yield None, start, end
            return
        index = max(bisect_right(self._starts, start) - 1, 0)
        while start < end:
            is_last = index + 1 == len(self._pages)
            stop = end if is_last else min(end, self._starts[index + 1])
            if stop > start:
                yield self._pages[index].number, start, stop
            start, index = stop, index + 1


def passage_text(heading: str, text: str) -> str:
    """What a model reads of a passage: its heading as context, and its text."""
    return f"{heading}. {text}" if heading else text


def _pack(text: str, start: int, end: int, limit: int, level: int = 0) -> Iterator[tuple[int, int]]:
    """Cut a span into pieces of at most ``limit`` characters, at the best boundaries there are."""
    if end - start <= limit:
        if end > start:
            yield start, end
        return
    if level == len(_BOUNDARIES):  # one unbroken run of characters
        for at in range(start, end, limit):
            yield at, min(at + limit, end)
        return
    packed = start  # text before this is given out
    at = start  # text before this fits into the piece begun at ``packed``
    stops = [m.end() for m in _BOUNDARIES[level].finditer(text, start, end)]
    for stop in [*stops, end]:
        if stop - packed > limit:
            if at > packed:
                yield packed, at
                packed = at
            if stop - packed > limit:
                yield from _pack(text, packed, stop, limit, level + 1)
                packed = stop
        at = stop
    if end > packed:
        yield packed, end
