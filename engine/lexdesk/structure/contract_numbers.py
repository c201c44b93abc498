"""How contracts print the numbers of their clauses, and the headings behind them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lexdesk.structure.numbers import roman_value

_ARTICLE = re.compile(
    r"(?P<word>ARTICLE|Article)\s+(?P<number>\d{1,2}|[IVXL][IVXL1]*)\b[.:]?\s*[-–—]?\s*(?P<rest>.*)"
)
_SECTION = re.compile(
    r"(?P<word>SECTION|Section|Sec\.|§|CLAUSE|Clause)\s*(?P<number>\d{1,2}(?:\.\d{1,2}){0,3})\b[.:]?\s*[-–—]?\s*(?P<rest>.*)"
)
_DOTTED = re.compile(r"(?P<number>\d{1,2}(?:\.\d{1,2}){1,4})\.?(?=\s|[A-Z“\"\[]|$)\s*(?P<rest>.*)")
_SPACED = re.compile(
    r"(?P<number>\d{1,2}(?:\.\s\d{1,2}){1,4})(?:\.\s+|\s+(?=[A-Z“\"]))(?P<rest>.*)"
)
_SINGLE = re.compile(r"(?P<number>\d{1,2})(?:\s?\.|\))(?!\s*\d|\s*[A-Z]\.\s)\s*(?P<rest>.*)")
_BARE = re.compile(r"(?P<number>\d{1,2})\s+(?P<rest>[A-Z][A-Z ,;&/'’-]{3,})")
_ITEM = re.compile(
    r"\((?P<number>[a-z]{1,4}|[A-Z]|\d{1,2})\)(?=\s|[A-Z“\"]|$)|\d{1,2}\.(?P<letter>[A-Z])\.(?=\s|$)"
)
_CONTENTS = re.compile(r".*(?:\.{3,}|(?:\s\.){3,}|…).*|.*[^\d\s.,]\s?\d{1,3}")
_CROSS_REFERENCE = re.compile(
    r"[a-z,;)]|(?:and|or|of|above|below|hereof|hereto|through|to|Agreement)\b"
)
_SENTENCE = re.compile(r"(?P<heading>[^.:]{2,90}?)(?:\.(?=\s|$)|:(?=\s|$)|\s[–—-]\s|$)")
_CAPITALS = re.compile(r"(?P<heading>[A-Z][A-Z0-9 ,;&/'’()-]{2,}[A-Z)])(?=\s+[A-Z“\"][a-z])")
_SMALL = {
    "of",
    "and",
    "the",
    "to",
    "for",
    "in",
    "on",
    "by",
    "or",
    "with",
    "a",
    "an",
    "from",
    "at",
    "as",
    "upon",
    "no",
}
_MOST_WORDS = 12


@dataclass(frozen=True, slots=True)
class Number:
    """The number at the beginning of a line: ``12.2`` is the path (12, 2).

    ``style`` is ``article``, ``section`` or ``clause``; ``word`` is what the line calls it, ``""``
    where it prints a number alone. ``in_contents``: the line ends like one of a table of contents;
    ``goes_on``: what follows reads like the rest of a sentence, so that the number may be a
    cross-reference that a line break brought to the beginning; ``implied``: no line prints it, but
    the first number inside it.
    """

    line: int
    style: str
    word: str
    printed: str
    path: tuple[int, ...]
    heading: str
    in_contents: bool
    goes_on: bool
    implied: bool = False


def number_of(text: str, line: int) -> Number | None:
    """The clause number that a line begins with; ``None`` for text and for cross-references."""
    for pattern, style in (
        (_ARTICLE, "article"), (_SECTION, "section"), (_SPACED, "clause"), (_DOTTED, "clause"),
        (_SINGLE, "clause"), (_BARE, "clause"),
    ):  # fmt: skip
        if match := pattern.fullmatch(text):
            return _number(match, style, line, spaced=pattern is _SPACED)
    return None


def item_of(text: str) -> str:
    """The ``a`` of ``(a)``, the ``B`` of ``12.B.`` at the beginning of a line, or ``""``."""
    match = _ITEM.match(text)
    return (match["number"] or match["letter"]) if match else ""


def heading_of(text: str) -> str:
    """``Termination for Convenience`` of ``Termination for Convenience. Either party may ...``."""
    if match := _CAPITALS.match(text):
        return match["heading"].strip(" ,;-")
    match = _SENTENCE.match(text)
    if match is None:
        return ""
    heading = match["heading"].strip()
    words = heading.split()
    if not words or len(words) > _MOST_WORDS or not heading[0].isupper():
        return ""
    weighty = [w for w in words if w.lower() not in _SMALL and w[0].isalpha()]
    capitals = sum(w[0].isupper() for w in weighty)
    whole_line = match.end() == len(text) and not text.endswith((".", ":"))
    if whole_line and len(words) > 8 and not heading.isupper():
        return ""
    return heading if weighty and capitals >= 0.75 * len(weighty) else ""


def _number(match: re.Match[str], style: str, line: int, *, spaced: bool) -> Number | None:
    groups = match.groupdict()
    rest = (groups["rest"] or "").strip()
    goes_on = not spaced and _CROSS_REFERENCE.match(rest) is not None
    printed = groups["number"].replace(" ", "")
    path = _path(printed)
    if not path or 0 in path[:1]:
        return None
    word = (
        (groups.get("word") or "").capitalize().replace("Sec.", "Section").replace("§", "Section")
    )
    in_contents = _CONTENTS.fullmatch(rest) is not None and len(rest) < 120
    return Number(line, style, word, printed, path, heading_of(rest), in_contents, goes_on)


def _path(printed: str) -> tuple[int, ...]:
    if printed[0].isalpha():
        printed = printed.replace("1", "I")  # as typewriters did
    roman = roman_value(printed) if printed.isalpha() else None
    if roman is not None:
        return (roman,)
    return tuple(map(int, printed.split("."))) if not printed.isalpha() else ()
