"""Articles, paragraphs and points of acts whose line breaks are lost.

    ... HAVE ADOPTED THIS DIRECTIVE:CHAPTER IArticle 1Object1. This Directive ...

Numbers count up from 1, and a head stands behind the end of a sentence or a heading, not behind the
words of a reference (``in accordance with Article 3``). Without such a series there are no parts.
"""

from __future__ import annotations

from typing import NamedTuple

from lexdesk.text.lazy_pattern import lazy_pattern

_ENACTING = lazy_pattern(
    r"\b(?:HAVE|HAS|HAVING) (?:ADOPTED|DECIDED)(?: AS FOLLOWS| TH(?:IS|E PRESENT) [A-Z ]{5,30})\s*:?"
)
_ARTICLE = lazy_pattern(r"Article (\d{1,3}[a-z]?)(?=\s?(?:[A-Z«“‘\"'►▼]|\d{1,2}\. |\(1\) |\(a\) ))")
_REFERRING = lazy_pattern(
    r"(?:[,(‘“«]|(?<![.;:)])['\"]|\b(?i:in|of|to|with|by|under|and|or|from|this|that|see|per|on|than|for|at|as|the|between|within|pursuant|"
    r"whereas|following|that|replacing|amending|paragraph|points?|subparagraph))\s*$"
)
_CLOSING = lazy_pattern(r"\bDone at [A-Z][a-z]+\b|\bANNEX\b(?! [a-z])")
_PARAGRAPH = lazy_pattern(r"(?<![\d,/(])(?<!\d\.)(\d{1,2})([a-z]?)\. ?(?=[A-Z(“‘\"«])")
_POINT = lazy_pattern(
    r"(?:(?<!\w)|(?<=\band)|(?<=\bor)|(?<=[▼►][A-Z])|(?<=[▼►][A-Z]\d)|(?<=[▼►][A-Z]\d\d))\(([a-z]{1,2})\)\s?(?=\S)"
)
"""``; and(b)`` and ``▼M2(c)`` lost the space before them."""
_BEFORE_POINT = lazy_pattern(r"(?:[:;.,—–\n]|\b(?:and|or|but)|[▼►][A-Z]\d{0,2})\s*$|^\s*$")
_LONGEST_HEADING = 160
_FEWEST = 2  # parts of a series
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class NumberedPart(NamedTuple):
    """The number and the characters of a part of a text."""

    number: str
    start: int
    end: int


def find_articles(text: str) -> list[NumberedPart]:
    """Return the articles of an act in one piece, each up to the next one or the closing formula."""
    enacting = _ENACTING.search(text)
    begin = enacting.end() if enacting else 0
    heads: list[tuple[str, int]] = []
    for match in _ARTICLE.finditer(text, begin):
        if _is_next(match[1], heads[-1][0] if heads else "0") and not _REFERRING.search(
            text, max(match.start() - 20, begin), match.start()
        ):
            heads.append((match[1], match.start()))
    if len(heads) < _FEWEST:
        return []
    closing = _CLOSING.search(text, heads[-1][1])
    ends = [*(start for _, start in heads[1:]), closing.start() if closing else len(text)]
    return [
        NumberedPart(number, start, start + len(text[start:end].rstrip()))
        for (number, start), end in zip(heads, ends, strict=True)
    ]


def find_paragraphs(text: str, start: int, end: int) -> list[NumberedPart]:
    """Return the numbered paragraphs of an article in one piece."""
    begun: list[tuple[str, int]] = []
    for match in _PARAGRAPH.finditer(text, start, end):
        number = match[1] + match[2]
        if _is_next(number, begun[-1][0] if begun else "0"):
            begun.append((number, match.start()))
    return _parts(begun, end) if len(begun) >= _FEWEST else []


def find_points(text: str, start: int, end: int) -> list[NumberedPart]:
    """Return the lettered points of a paragraph; ``(i)`` behind ``(h)`` is a letter, else a number."""
    begun: list[tuple[str, int]] = []
    for match in _POINT.finditer(text, start, end):
        letter, last = match[1], begun[-1][0] if begun else ""
        if _follows(last, letter) and _BEFORE_POINT.search(text, start, match.start()):
            begun.append((letter, match.start()))
    return _parts(begun, end) if len(begun) >= _FEWEST else []


def _parts(begun: list[tuple[str, int]], end: int) -> list[NumberedPart]:
    ends = [*(start for _, start in begun[1:]), end]
    return [
        NumberedPart(number, start, stop) for (number, start), stop in zip(begun, ends, strict=True)
    ]


def _is_next(number: str, last: str) -> bool:
    """Return True if ``number`` may follow ``last``: 3 or 3a behind 2 or 3, and 4 behind 3 or 3a."""
    this, before = _split(number), _split(last)
    if this[1]:
        return this[0] == before[0] and this[1] > before[1]
    return this[0] == before[0] + 1


def _split(number: str) -> tuple[int, str]:
    digits = number.rstrip(_LETTERS)
    return int(digits[:9]), number[len(digits) :]


def _follows(last: str, letter: str) -> bool:
    """Return True if a point follows another: b or aa behind a."""
    if not last:
        return letter == "a"
    if len(letter) == 1:
        return len(last) <= 2 and _LETTERS.find(letter) == _LETTERS.find(last[0]) + 1
    return (
        letter[0] == last[0]
        and letter > last
        and letter[1] == ("a" if len(last) == 1 else chr(ord(last[1]) + 1))
    )


def heading_of(text: str, article: NumberedPart, paragraphs: list[NumberedPart]) -> str:
    """Return the heading between the number of an article and its first paragraph, if any."""
    if not paragraphs:
        return ""
    head = text[article.start : paragraphs[0].start].partition(article.number)[2].strip()
    return head if len(head) <= _LONGEST_HEADING and "." not in head else ""


def is_page_furniture(text: str) -> bool:
    """Return True for a page of EUR-Lex without the act: menus, and the notice of missing HTML."""
    return "Skip to main content" in text[:200] and "My EUR-Lex" in text[:400]
