"""Passages: the unit of retrieval, each inside one provision or page.

The passages of a document tile its text: in order, without overlaps or gaps. So the text is stored
once, in its passages, and every passage equals its span of the source. Layout passages (white
space, the printed number and heading of an article with paragraphs) are stored but not searched;
headings enter the index as the context of the passages below them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest
from typing import NamedTuple

from msgspec import Struct

from lexdesk.document.model import FURNITURE, Document, Page, Provision
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.sentences import CLOSING, WIDE_STOPS
from lexdesk.text.tokens import tokens

MAX_CHARACTERS = 1200
"""Longest passage: about 250 word pieces of English, the embedder's window."""

SPLITTING_VERSION = 4
"""Version of the splitting rules; libraries split their documents again after a change."""

MIN_CHARACTERS = 240
"""Shorter points of a list are merged: ``(b) defence;`` answers nothing alone."""

UNITS = frozenset({"paragraph", "recital", "subsection", "clause"})
"""Kinds of provisions kept whole unless they exceed the limit."""

_GROUPINGS = frozenset(
    ("annex", "article", "book", "chapter", "division", "part", "recital", "regulation", "rule", "schedule", "section",
     "subchapter", "subdivision", "subpart", "subtitle", "title", "tome")
)  # fmt: skip
"""Kinds of provisions that only group or are only grouped: a chapter, a part, the sections of a chapter."""

_STEPS = lazy_pattern(r"\s*(?:\([^()]*\)|[^\s(]+)")
"""The steps of a label: ``Article``, `` 15``, ``(1)``, ``(d)``."""

_PLURALS = {
    "de": {"Buchstabe": "Buchstaben", "Nummer": "Nummern", "Ziffer": "Ziffern"},
    "en": {"point": "points"},
    "es": {"letra": "letras", "inciso": "incisos", "punto": "puntos"},
    "fr": {"point": "points"},
    "it": {"lettera": "lettere", "punto": "punti"},
    "pt": {"alínea": "alíneas", "subalínea": "subalíneas", "ponto": "pontos"},
}
"""By language: singular and plural of the word before a number (Interinstitutional Style Guide)."""

_OPENING = 80
_GERMAN_HEAD = lazy_pattern(
    r"(?m)^\s*(?:Ausfertigungsdatum|Fundstelle|Neugefasst durch|Zuletzt geändert durch|Änderung durch)\s*(?::|$)"
    r"|\(\+\+\+ |dokumentarisch noch nicht abschließend bearbeitet"
)
"""The publisher's record above a German statute: its day, journal and amendments, which are no text of it."""
_REPEALED = lazy_pattern(
    r"\s*(?:(?:\(\w{1,5}\)|\d+[a-z]?\.)\s*)?(?:(?:§§?|Art(?:ikel|\.)?)\s*\d+\w?(?:\s(?:bis|und)\s\d+\w?)?\s*)?\(weggefallen\)\s*"
)
"""The notice printed in place of repealed German provisions."""

_PAGE_NUMBER = lazy_pattern(
    r"[\W_]*(?:(?:page|seite)\s)?(?:\d{1,3}|[ivxl]{1,6}|[a-z]-\d{1,3})(?:\s(?:of|von)\s\d{1,3})?[\W_]*",
    re.IGNORECASE,
)
"""A page number: ``- 12 -``, ``Page 12 of 13``, ``A-4``."""

_BOUNDARIES = (
    lazy_pattern(r"\n\s*\n"),  # paragraphs of plain text
    lazy_pattern(r"\n"),
    # sentences and list items, then words, both also in scripts without blanks
    lazy_pattern(rf"(?<=[.!?;:؟؛۔।։])\s+|[{WIDE_STOPS}；：]+[{CLOSING}]*\s*"),
    lazy_pattern(r"\s+|[，、]"),
)


class Passage(Struct, frozen=True):
    """A span of ``Document.text`` with its provision and page.

    ``heading`` is the heading of the provision or of its nearest ancestor with one, ``label`` its
    citation within the work. ``searchable`` is False for layout passages.
    """

    start: int
    end: int
    eid: str | None = None
    heading: str = ""
    label: str = ""
    page: int | None = None
    searchable: bool = True


def split_document(document: Document, max_characters: int = MAX_CHARACTERS) -> list[Passage]:
    """Split ``document`` into passages; their spans tile ``document.text``.

    A passage has at most ``max_characters`` and crosses no border of a provision or page.
    """
    tree = _Tree(document)
    pages = _Pages(document.pages)
    is_statute = document.work.startswith("DE-")
    pieces: list[Passage] = []
    spans = tree.spans(max_characters)
    for span, following in zip_longest(spans, spans[1:]):
        provision = span.provision
        heading = tree.heading(provision)
        above = tree.printed_above(following.provision) if following else ""
        for page, first, last in pages.split(span.start, span.end):
            for piece_start, piece_end in _pack(document.text, first, last, max_characters):
                text = document.text[piece_start:piece_end]
                eid, label = tree.citation(span, piece_start, piece_end)
                pieces.append(
                    Passage(
                        piece_start,
                        piece_end,
                        eid,
                        heading,
                        label,
                        page,
                        _is_searchable(text, provision, f"{heading} {above}")
                        and not (is_statute and provision is None and _GERMAN_HEAD.search(text))
                        and (page is None or _PAGE_NUMBER.fullmatch(text) is None),
                    )
                )
    return pieces


def _is_searchable(text: str, provision: Provision | None, heading: str) -> bool:
    """Return True if a passage is more than white space, a heading or a repeal notice."""
    if _REPEALED.fullmatch(text) or (provision and provision.kind == FURNITURE):
        return False
    own = f"{provision.label} {provision.number} {provision.heading}" if provision else ""
    repeated = set(tokens(f"{own} {heading}"))
    opening = text[:_OPENING]  # usually enough; its last word may be truncated
    return not repeated.issuperset(tokens(opening)[:-1]) or not repeated.issuperset(tokens(text))


class _Span(NamedTuple):
    """Characters ``start`` to ``end`` and the provision they are cited by.

    ``parts`` are the merged neighbours inside that provision, if any.
    """

    start: int
    end: int
    provision: Provision | None
    parts: Sequence[_Span] = ()

    def merge(self, other: _Span, provision: Provision) -> _Span:
        """Merge two spans into one span of ``provision``."""
        parts = [*(self.parts or [self]), *(other.parts or [other])]
        return _Span(self.start, other.end, provision, parts)


def _range_label(first: Provision, last: Provision, language: str | None) -> str:
    """Format the citation of merged neighbours: ``Article 15(1)(d)–(f)``, ``§ 2 Abs. 1 Nr. 3–5``.

    Returns ``""`` if their labels differ before the last step.
    """
    *enclosing, first_step = _STEPS.findall(first.label)
    *last_enclosing, last_step = _STEPS.findall(last.label)
    if enclosing != last_enclosing or first_step == last_step:
        return ""
    word = enclosing[-1].strip() if enclosing else ""
    if several := _PLURALS.get(language or "", {}).get(word):
        enclosing[-1] = enclosing[-1].replace(word, several)
    return f"{''.join(enclosing)}{first_step}–{last_step.strip()}"


class _Tree:
    """The provisions of a document as a tree of spans."""

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
        """Return the heading of ``provision`` or of its nearest ancestor with one."""
        while provision is not None:
            if provision.heading:
                return provision.heading
            provision = self._by_eid[provision.parent] if provision.parent else None
        return ""

    def printed_above(self, provision: Provision | None) -> str:
        """Return the label and heading of ``provision``; some formats print them before its start."""
        return f"{provision.label} {self.heading(provision)}" if provision else ""

    def citation(self, span: _Span, start: int, end: int) -> tuple[str | None, str]:
        """Return the eid and label of characters ``start`` to ``end`` of a span.

        The innermost provision that contains all of them, or else the span's own provision with the
        label of the range from its first to its last part.
        """
        enclosing = span.provision
        read = [
            part.provision
            for part in span.parts or [span]
            if part.provision and self._text[max(start, part.start) : min(end, part.end)].strip()
        ]
        while enclosing is not None and read and enclosing not in read:
            first, last = (self._step_into(enclosing, part) for part in (read[0], read[-1]))
            if first is not last:
                inner = _range_label(read[0], read[-1], self._language)
                outer = _range_label(first, last, self._language)
                return enclosing.eid, inner or outer or enclosing.label
            enclosing = first
        return (enclosing.eid, enclosing.label) if enclosing else (None, "")

    def _step_into(self, outer: Provision, inner: Provision) -> Provision:
        """Return the direct child of ``outer`` that contains ``inner``."""
        while inner.parent is not None and inner.parent != outer.eid:
            inner = self._by_eid[inner.parent]
        return inner

    def spans(self, max_characters: int) -> list[_Span]:
        """Return spans that tile the text, each with its citable provision."""
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
        if provision is None or any(child.kind in _GROUPINGS for child in children):
            return spans
        if provision.kind in UNITS:
            return self._merge_short(spans, provision, limit)
        if any(child.kind in UNITS for child in children):
            return spans
        heading = spans[:1]
        return heading + self._merge_short(spans[1:], provision, limit)

    def _merge_short(self, spans: list[_Span], provision: Provision, limit: int) -> list[_Span]:
        """Merge short neighbours inside ``provision`` into one span until it is long enough.

        White space around a single point stays separate, so that the point keeps its own citation.
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
                joined[-1] = last.merge(span, provision)
            else:
                joined += [*blanks, span]
            blanks.clear()
        return joined + blanks


class _Pages:
    """The page borders, for splitting spans."""

    def __init__(self, pages: tuple[Page, ...]):
        self._pages = pages
        self._starts = [page.start for page in pages]

    def split(self, start: int, end: int) -> Iterator[tuple[int | None, int, int]]:
        """Yield (page number, start, end) for each part of a span; a gap belongs to the page before it."""
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
    """Return the embedder's input for a passage: heading as context, then the text."""
    return f"{heading}. {text}" if heading else text


def _pack(text: str, start: int, end: int, limit: int, level: int = 0) -> Iterator[tuple[int, int]]:
    """Split a span into pieces of at most ``limit`` characters at the best boundaries."""
    if end - start <= limit:
        if end > start:
            yield start, end
        return
    if level == len(_BOUNDARIES):  # one unbroken run of characters
        for at in range(start, end, limit):
            yield at, min(at + limit, end)
        return
    packed = start  # text before this has been yielded
    at = start  # text before this fits into the piece begun at ``packed``
    stops = (m.end() for m in _BOUNDARIES[level].finditer(text, start, end))
    for stop in chain(stops, (end,)):
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
