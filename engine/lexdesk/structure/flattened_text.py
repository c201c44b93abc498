"""Articles, paragraphs and points of acts whose line breaks are lost.

    ... HAVE ADOPTED THIS DIRECTIVE:CHAPTER IArticle 1Object1. This Directive ...

Numbers count up from 1, and a head stands behind the end of a sentence or a heading, not behind the
words of a reference (``in accordance with Article 3``). Without such a series there are no parts.
"""

from collections.abc import Iterator
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
_MARK = lazy_pattern(
    r"(?:(?<!\w)|(?<=\band)|(?<=\bor)|(?<=[▼►][A-Z])|(?<=[▼►][A-Z]\d)|(?<=[▼►][A-Z]\d\d))"
    r"\((?P<number>\d{1,3}[a-z]{0,2}|[a-z]{1,5})\)\s?(?=\S)(?!of (?:Article|paragraph|point|this|the|Annex)\b)"
)
"""``; and(b)`` and ``▼M2(c)`` lost the space before them."""
_BEFORE_MARK = lazy_pattern(
    r"(?:[:;.,—–\n|]|\b(?:and|or|but)|[;,]\s*(?:and|or|but)\s|[▼►][A-Z]\d{0,2}\s?)$|^\s*$"
)
_LISTED = lazy_pattern(r"\)\s*(?:,|and|or|to|,\s*(?:and|or))?$")
"""Behind another mark: ``points (a), (b)``."""
_BLOCK_START = lazy_pattern(r"(?:^|\n\n)(?:[▼►][A-Z]\d{0,2}\s*)?(?:\|\s*)?$")
_BEHIND_POINTS = lazy_pattern(r"\n\n(?![▼►(|—–•-])")
"""A block that is no point, nor part of one."""
_QUOTED_LAW = lazy_pattern(r"[:;]\s?[‘“](?:\(|\d|[▼►]|Article\b|ANNEX\b)")
_ROMAN = (
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv",
)  # fmt: skip
_INSIDE = {"figure": ("letter",), "letter": ("roman",), "roman": ()}
OUTERMOST = ("figure", "letter")
_LONGEST_HEADING = 160
_FEWEST = 2  # parts of a series
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class NumberedPart(NamedTuple):
    """The number, the characters and the kind (``figure``, ``letter``, ``roman``) of a part of a text."""

    number: str
    start: int
    end: int
    kind: str = ""


class _Mark(NamedTuple):
    number: str
    start: int
    begins_block: bool
    is_behind_colon: bool


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


def list_kinds_inside(kind: str) -> tuple[str, ...]:
    """Return the kinds of points inside a point of ``kind``."""
    return _INSIDE[kind]


def find_points(
    text: str, start: int, end: int, kinds: tuple[str, ...] = OUTERMOST
) -> list[NumberedPart]:
    """Return the points of a paragraph or of a point: those of the kind that begins first.

    Points that begin blocks, or rows of tables, are not continued within a block: there, marks are references.
    Law quoted within a line has points of its own, so there are none.
    """
    marks = list(_marks(text, start, end))
    first = next((i for i, mark in enumerate(marks) if _kind_of_first(mark.number, kinds)), None)
    if first is None:
        return []
    kind, in_blocks = _kind_of_first(marks[first].number, kinds), marks[first].begins_block
    if not in_blocks and _QUOTED_LAW.search(text, start, end):
        return []
    begun, stop = [marks[first]], end
    for i, mark in enumerate(marks[first + 1 :], first + 1):
        if in_blocks > mark.begins_block:
            continue
        if mark.number == begun[0].number and (in_blocks or mark.is_behind_colon):
            stop = mark.start  # points of the next subparagraph
            break
        later = marks[i + 1].number if i + 1 < len(marks) else ""
        if _counts_on(kind, begun[-1].number, mark.number, later):
            begun.append(mark)
    if len(begun) < _FEWEST:
        return []
    behind = _BEHIND_POINTS.search(text, begun[-1].start, stop)
    parts = _parts(
        [(mark.number, mark.start) for mark in begun], behind.start() if behind else stop
    )
    return [part._replace(kind=kind) for part in parts]


def _marks(text: str, start: int, end: int) -> Iterator[_Mark]:
    """Yield the numbers in brackets that may begin a point, not those behind the words of a reference."""
    for match in _MARK.finditer(text, start, end):
        at = match.start()
        window = max(start, at - 12)
        begins_block = at == start or bool(_BLOCK_START.search(text, window, at))
        before = text[window:at].rstrip(" ")
        if begins_block or (
            (_BEFORE_MARK.search(before) or _BEFORE_MARK.search(text, window, at))
            and not _LISTED.search(before)
        ):
            yield _Mark(match["number"], at, begins_block, before.endswith(":"))


def _kind_of_first(number: str, kinds: tuple[str, ...]) -> str:
    """Return the kind of a series that begins with ``number``, or ``""``."""
    kind = {"1": "figure", "a": "letter", "i": "roman"}.get(number, "")
    return kind if kind in kinds else ""


def _counts_on(kind: str, last: str, number: str, later: str) -> bool:
    """Return True if a point follows another; ``(i)`` before ``(ii)`` is no letter."""
    if kind == "figure":
        return number[0].isdigit() and _is_next(number, last)
    if kind == "roman":
        return number in _ROMAN and _ROMAN.index(number) == _ROMAN.index(last) + 1
    return number.isalpha() and _follows(last, number) and (number, later) != ("i", "ii")


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
    if len(letter) == 1:
        return len(last) <= 2 and _LETTERS.find(letter) == _LETTERS.find(last[0]) + 1
    return (
        len(letter) == 2
        and letter[0] == last[0]
        and letter > last
        and letter[1] == ("a" if len(last) == 1 else chr(ord(last[1]) + 1))
    )


def find_heading(text: str, article: NumberedPart, paragraphs: list[NumberedPart]) -> str:
    """Return the heading between the number of an article and its first paragraph, if any."""
    if not paragraphs:
        return ""
    head = text[article.start : paragraphs[0].start].partition(article.number)[2].strip()
    return head if len(head) <= _LONGEST_HEADING and "." not in head else ""


def is_page_furniture(text: str) -> bool:
    """Return True for a page of EUR-Lex without the act: menus, and the notice of missing HTML."""
    return "Skip to main content" in text[:200] and "My EUR-Lex" in text[:400]
