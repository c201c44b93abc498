"""Sections of documents with marked headings: Word, OpenDocument, RTF, HTML, EPUB, Markdown, bookmarked PDF.

A numbered heading has the eid of a clause, ``sec_2__subsec_1``, another one counts: ``heading_1__heading_3``.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from lexdesk.document.model import Provision
from lexdesk.structure.numbers import format_division_number
from lexdesk.structure.outline import MarkedText
from lexdesk.text.lazy_pattern import lazy_pattern

MOST_HEADINGS = 20_000
"""A document with more has no sections."""
_FEWEST = 2
_LONGEST = 150  # characters of a heading; styles of headings also number whole paragraphs
_LONGEST_SENTENCE = 60  # of a heading that ends like a sentence
_LONGEST_HEAD = 1_500  # characters before and below the title of a document
_STEPS = ("sec", "subsec", "para", "subpara")
_NAMED = {
    "article": "art", "artikel": "art", "art.": "art", "chapter": "chp", "kapitel": "chp", "chapitre": "chp",
    "part": "part", "teil": "part", "title": "title", "annex": "annex", "annexe": "annex", "annexure": "annexure",
    "anhang": "annex", "anlage": "annex", "appendix": "appendix", "exhibit": "exhibit", "schedule": "schedule",
    "attachment": "attachment",
}  # fmt: skip
_ANNEXES = frozenset({"annex", "annexure", "appendix", "exhibit", "schedule", "attachment"})
_WORD = (
    r"article|section|clause|chapter|part|title|annex(?:e|ure)?|appendix|exhibit|schedule|attachment|artikel|art\.|"
    r"abschnitt|kapitel|teil|anlage|anhang|ziffer|ziff\.|chapitre|partie|titre|§§?"
)
_FIGURES = r"(?:\d{1,3}(?:\.\d{1,3}){0,6}[a-z]?|[ivxlc]{1,7}(?:\.\d{1,3}){1,6})"
_LETTERS = r"[ivxlc]{1,7}|[a-z]{1,2}"
_TYPED = lazy_pattern(
    rf"(?i:(?P<word>{_WORD})\s?(?P<named>{_FIGURES}|{_LETTERS})(?![\w(])[.:)]?"
    rf"|(?P<figures>{_FIGURES})(?:[.:)](?!\d)|(?=\s))|\(?(?P<letters>{_LETTERS})[.)])(?:\s*[–—:-])?(?:\s+|$)"
)
"""A number typed before a title: ``2.1 Scope``, ``Article 5 – Scope``, ``(a) Scope``; letters alone need a point."""
_OF_ANOTHER = lazy_pattern(
    r"(?:of|der|des|du|de|del|della|van|and|und|et|to|bis)\s|(?:[A-Z][\w-]{0,9}[A-Z]|[IVX]+)\W*$"
)
"""The rest of a heading on a provision of another text: ``Article 6 GDPR``, ``Article 6 of the Directive``."""
_WORDS = {"de": "Ziff."}


@dataclass(frozen=True, slots=True)
class Heading:
    """A line marked as a heading of a level from 1, or as the beginning of notes below the text (level 0).

    ``number`` is an automatic one before the ``title``; both are characters ``start`` to ``end`` of the text.
    """

    level: int
    number: str
    title: str
    start: int
    end: int


def find_sections(
    text: str, headings: Sequence[Heading], language: str | None
) -> tuple[Provision, ...]:
    """Return the sections below the headings of a text; none for fewer than two.

    The title of the whole document is no section, nor is a heading without text below.
    """
    marked = _without_title(headings)
    if not _FEWEST <= len(marked) <= MOST_HEADINGS:
        return ()
    writer = _Writer(language)
    for heading, following in zip_longest(marked, marked[1:]):
        writer.end_before(heading, _last_before(text, heading.start))
        next_at = following.start if following else len(text)
        is_above = following is not None and following.level > heading.level
        if heading.level and (is_above or text[heading.end : next_at].strip()):
            writer.begin(heading)
    provisions = writer.finish(_last_before(text, len(text)))
    return provisions if len(provisions) >= _FEWEST else ()


class _Open(NamedTuple):
    """An open section with the level of its heading."""

    level: int
    eid: str
    number: str
    label: str


_NONE = _Open(0, "", "", "")


class _Writer:
    """A writer of the sections, heading by heading."""

    def __init__(self, language: str | None) -> None:
        self._word = _WORDS.get(language or "", "Section")
        self._tree = MarkedText()
        self._open: list[_Open] = []
        self._counts: Counter[str] = (
            Counter()
        )  # of headings without a number, by the eid around them

    def end_before(self, heading: Heading, end: int) -> None:
        """Close the sections that end at ``end``, before a heading."""
        self._tree.end_line(end)
        while self._open and self._open[-1].level >= heading.level:
            self._tree.close(self._open.pop().eid)

    def begin(self, heading: Heading) -> None:
        """Open the section of a heading, unless it is a paragraph without a number."""
        self._tree.begin_line(heading.start)
        word, number, title = _parse(heading)
        if _is_paragraph(title):
            title = ""
        if not number and not title:
            return
        around = self._open[-1] if self._open else _NONE
        step, label = self._step(word.lower(), number, around), f"{word or self._word} {number}"
        if not step:
            self._counts[around.eid] += 1
            step, label = f"heading_{self._counts[around.eid]}", word
        elif not word and number.isalpha() and around.number:  # a letter continues the number above
            step, label = f"list_{number.lower()}", f"{around.label}({number})"
        kind = "annex" if step.partition("_")[0] in _ANNEXES else "section"
        eid = self._tree.open(self._tree.child_eid(step), kind, number, title, label)
        self._open.append(_Open(heading.level, eid, number, label))

    def finish(self, end: int) -> tuple[Provision, ...]:
        """Close all sections at ``end``, and return them."""
        self._tree.end_line(end)
        self._tree.close_all()
        return self._tree.provisions

    def _step(self, word: str, number: str, around: _Open) -> str:
        """Return the last step of the eid of a number; ``""`` for none: ``2.1`` below ``2`` is ``subsec_1``."""
        own = number
        for outer in filter(None, (around.number, format_division_number(around.number))):
            own = own.removeprefix(f"{outer}.")
        printed = format_division_number(own)
        if not printed:
            return ""
        depth = len(self._open) - around.eid.startswith("art_")
        return f"{_NAMED.get(word) or _STEPS[min(depth, len(_STEPS) - 1)]}_{printed}"


def _without_title(headings: Sequence[Heading]) -> list[Heading]:
    """Return the headings without the first one if it is above all others, at the beginning."""
    real = [heading for heading in headings if heading.level]
    if len(real) < _FEWEST + 1:
        return list(headings)
    first, second, *_ = real
    is_above = all(first.level < other.level for other in real[1:])
    is_at_top = first.start <= _LONGEST_HEAD and second.start - first.end <= _LONGEST_HEAD
    return [h for h in headings if h is not first] if is_above and is_at_top else list(headings)


def _parse(heading: Heading) -> tuple[str, str, str]:
    """Return the word, the number and the title of a heading, each ``""`` if it has none."""
    if heading.number:
        if typed := _TYPED.fullmatch(f"{heading.number} "):
            return *_number_of(typed), heading.title
        return heading.number, "", heading.title
    typed = _TYPED.match(f"{heading.title} ")
    rest = heading.title[typed.end() :].strip() if typed else ""
    if typed is None or (typed["word"] and _OF_ANOTHER.match(rest)):
        return "", "", heading.title
    return *_number_of(typed), rest


def _number_of(typed: re.Match[str]) -> tuple[str, str]:
    return typed["word"] or "", typed["named"] or typed["figures"] or typed["letters"]


def _is_paragraph(title: str) -> bool:
    """Return True for a whole paragraph in the style of a heading, as some firms number clauses."""
    return len(title) > _LONGEST or (len(title) > _LONGEST_SENTENCE and title[-1] in ".;,")


def _last_before(text: str, at: int) -> int:
    """Return the end of the last character before a place that is no white space."""
    while at and text[at - 1].isspace():
        at -= 1
    return at
