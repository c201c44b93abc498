"""Clause numbers of contracts and their headings, as printed."""

import re
from dataclasses import dataclass

from lexdesk.structure.contract.wordings import ENGLISH, GERMAN, ContractWording
from lexdesk.structure.german.vocabulary import MONTHS
from lexdesk.structure.numbers import read_roman
from lexdesk.text.lazy_pattern import lazy_pattern

_ARTICLE = lazy_pattern(
    r"(?P<word>ARTICLE|Article)\s+(?P<number>\d{1,2}|[IVXL][IVXL1]*)\b[.:]?\s*[-–—]?\s*(?P<rest>.*)"
)
_SECTION = lazy_pattern(
    r"(?P<word>SECTION|Section|Sec\.|§|CLAUSE|Clause)\s*(?P<number>\d{1,2}(?:\.\d{1,2}){0,3})\b[.:]?\s*[-–—]?\s*(?P<rest>.*)"
)
_DOTTED = lazy_pattern(
    r"(?P<number>\d{1,2}(?:\.\d{1,2}){1,4})\.?(?=\s|[A-Z“\"\[]|$)\s*(?P<rest>.*)"
)
_SPACED = lazy_pattern(
    r"(?P<number>\d{1,2}(?:\.\s\d{1,2}){1,4})(?:\.\s+|\s+(?=[A-Z“\"]))(?P<rest>.*)"
)
_SINGLE = lazy_pattern(r"(?P<number>\d{1,2})(?:\s?\.|\))(?!\s*\d|\s*[A-Z]\.\s)\s*(?P<rest>.*)")
_BARE = lazy_pattern(r"(?P<number>\d{1,2})\s+(?P<rest>[A-Z][A-Z ,;&/'’-]{3,})")
_GERMAN_ROMAN = lazy_pattern(r"(?P<number>[IVX]{1,5})\.\s+(?P<rest>[A-ZÄÖÜ].*)")
_GERMAN_SINGLE = lazy_pattern(
    rf"(?P<number>\d{{1,2}})(?:\s?\.|\))(?!\s*\d)(?!\s*(?:{MONTHS})\b)\s*(?P<rest>.*)"
)
_GERMAN_BARE = lazy_pattern(r"(?P<number>\d{1,2})\s+(?P<rest>[A-ZÄÖÜ][^.,;:?!]{3,80})")
_GERMAN_SENTENCE = lazy_pattern(
    r"[.,;?]$|^(?:D(?:er|ie|as|em|en|es)|Eine?[mnrs]?|Es|Sie|Wir|Diese[mnrs]?|Alle|Jede[rs]?|Soweit|Sofern|Wenn|Falls|"
    r"Werden|Wird|Ist|Sind|Hat|Kann)\b|"
    r"\b(?:ist|sind|wird|werden|hat|haben|kann|können|darf|dürfen|muss|müssen|soll|sollen|gilt|gelten|erfolgt|bleibt)\b"
)
_CONTENTS = lazy_pattern(r".*(?:\.{3,}|(?:\s\.){3,}|…).*|.*[^\d\s.,]\s?\d{1,3}")
_SENTENCE = lazy_pattern(r"(?P<heading>[^.:]{2,90}?)(?:\.(?=\s|$)|:(?=\s|$)|\s[–—-]\s|$)")
_CAPITALS = lazy_pattern(r"(?P<heading>[A-Z][A-Z0-9 ,;&/'’()-]{2,}[A-Z)])(?=\s+[A-Z“\"][a-z])")
_FUNCTION_WORDS = frozenset(
    ["of", "and", "the", "to", "for", "in", "on", "by", "or", "with", "a", "an", "from", "at", "as", "upon", "no"]
)  # fmt: skip
_MAX_HEADING_WORDS = 12


@dataclass(frozen=True, slots=True)
class ClauseNumber:
    """The number at the beginning of a line: ``12.2`` is the path (12, 2).

    ``style`` is ``article``, ``section`` or ``clause``; ``word`` is the printed word, ``""`` for a
    bare number. ``in_contents``: the line looks like one of a table of contents; ``goes_on``: the
    rest reads like the middle of a sentence, so the number may be a cross-reference moved by a line
    break; ``implied``: not printed, inferred from its first subclause.
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


_PATTERNS = (
    (_ARTICLE, "article"), (_SECTION, "section"), (_SPACED, "clause"), (_DOTTED, "clause"), (_SINGLE, "clause"),
    (_BARE, "clause"),
)  # fmt: skip
_GERMAN_PATTERNS = (
    (_GERMAN_ROMAN, "article"), (_DOTTED, "clause"), (_GERMAN_SINGLE, "clause"), (_GERMAN_BARE, "clause"),
)  # fmt: skip
_FIRST_LETTERS = frozenset("ASC§IVX")  # of all patterns, beside figures


def parse_number(text: str, line: int, wording: ContractWording = ENGLISH) -> ClauseNumber | None:
    """Parse the clause number at the start of a line; ``None`` for text and cross-references."""
    if not (text[:1].isdecimal() or text[:1] in _FIRST_LETTERS):
        return None
    for pattern, style in _GERMAN_PATTERNS if wording is GERMAN else _PATTERNS:
        if match := pattern.fullmatch(text):
            return _number(match, style, line, wording, spaced=pattern is _SPACED)
    return None


def parse_item(text: str, wording: ContractWording = ENGLISH) -> str:
    """Parse the item at the start of a line: ``a`` of ``(a)``, ``B`` of ``12.B.``, or ``""``."""
    match = wording.item.match(text)
    return (match["number"] or match["letter"]) if match else ""


def parse_heading(text: str, wording: ContractWording = ENGLISH) -> str:
    """Return ``Payment Terms`` of ``Payment Terms. The buyer ...``, else ``""``."""
    if wording is GERMAN:
        return _german_heading(text)
    titled = _title_cased_heading(text)
    capitals = _CAPITALS.match(text)
    # "ACSI License. ACSI grants": the heading is ACSI License, not ACSI.
    if capitals and not (titled and " " not in capitals["heading"].strip()):
        return capitals["heading"].strip(" ,;-")
    return titled


def _title_cased_heading(text: str) -> str:
    """Return a title-cased heading at the start of a text; ``""`` if there is none."""
    match = _SENTENCE.match(text)
    if match is None:
        return ""
    heading = match["heading"].strip()
    words = heading.split()
    if not words or len(words) > _MAX_HEADING_WORDS or not heading[0].isupper():
        return ""
    content_words = [w for w in words if w.lower() not in _FUNCTION_WORDS and w[0].isalpha()]
    capitals = sum(w[0].isupper() for w in content_words)
    whole_line = match.end() == len(text) and not text.endswith((".", ":"))
    if whole_line and len(words) > 8 and not heading.isupper():
        return ""
    return heading if content_words and capitals >= 0.75 * len(content_words) else ""


def _number(
    match: re.Match[str], style: str, line: int, wording: ContractWording, *, spaced: bool
) -> ClauseNumber | None:
    groups = match.groupdict()
    rest = (groups["rest"] or "").strip()
    goes_on = not spaced and wording.goes_on.match(rest) is not None
    printed = groups["number"].replace(" ", "")
    path = _path(printed)
    if not path or 0 in path[:1]:
        return None
    word = (
        (groups.get("word") or "").capitalize().replace("Sec.", "Section").replace("§", "Section")
    )
    in_contents = len(rest) < 120 and _CONTENTS.fullmatch(rest) is not None
    return ClauseNumber(
        line, style, word, printed, path, parse_heading(rest, wording), in_contents, goes_on
    )


def _german_heading(text: str) -> str:
    """Return a line of nouns and their connectives; ``""`` for a possible start of a sentence."""
    heading = text.strip().rstrip(":")
    words = heading.split()
    if not words or len(words) > _MAX_HEADING_WORDS or _GERMAN_SENTENCE.search(heading):
        return ""
    last = words[-1].lstrip('(„"')
    return heading if heading[0].isupper() and last[:1].isupper() else ""


def _path(printed: str) -> tuple[int, ...]:
    if printed[0].isalpha():
        printed = printed.replace("1", "I")  # typewriters used 1 for I
    roman = read_roman(printed) if printed.isalpha() else None
    if roman is not None:
        return (roman,)
    return tuple(map(int, printed.split("."))) if not printed.isalpha() else ()
