"""Sentence and paragraph borders of legal text.

A sentence ends at a full stop, question mark or exclamation mark before white space and a possible
start of a sentence; not after an abbreviation (``Art. 6``, ``§ 823 Abs. 1``, ``e.g.``, ``v.``,
``S.A.``), a German ordinal (``das 18. Lebensjahr``) or the number of a point (``1. The
controller``). Chinese and Japanese sentences need no white space. The points of a list belong to
the sentence that introduces them, so ``;`` and ``:`` end no sentence.

A paragraph ends at a blank line and at a line break that ends a sentence, so wrapped lines and the
points of a list stay together.
"""

import re
from pathlib import Path
from typing import NamedTuple

from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.number_words import MONTHS

WIDE_STOPS = "。！？｡"
"""Sentence-final punctuation of scripts without blanks."""
CLOSING = "”’」』）》】"
"""Closing marks allowed after such a stop."""
_STOP = rf"(?P<stop>[.!?؟۔।։{WIDE_STOPS}]+)(?P<closing>[\"'»)\]{CLOSING}]*)"
_GAP = rf"(?P<gap>\s+|(?<=[{WIDE_STOPS}])|(?<=[{WIDE_STOPS}][{CLOSING}]))"
_END = lazy_pattern(rf"{_STOP}{_GAP}(?=\S)")
_END_OF_LINE = lazy_pattern(rf"{_STOP}(?P<gap>[^\S\n]*\n\s*)(?=\S)")
_BLANK_LINE = lazy_pattern(r"\n[^\S\n]*\n\s*(?=\S)")
_END_AT_EDGE = lazy_pattern(rf"{_STOP}{_GAP}\Z")
_BLANK_AT_EDGE = lazy_pattern(r"\n[^\S\n]*\n\s*\Z")
_WORD_BEFORE = lazy_pattern(r"(?:\w\.)*\w+$")
_SENTENCE_BEFORE = lazy_pattern(r"(\w\w+)[.;:!?][\"'”’»)]*\s+$")
_OPENING = "\"'“„‘«‹([–—-•"
_CONTINUATIONS = "，、；,と"  # after a quotation inside a Chinese or Japanese sentence
_LONGEST_WORD = 40
_ORDINAL_BEFORE = lazy_pattern(r"\b(?:d(?:er|ie|as|em|en|es)|zu[mr]|[iav]m|vom|beim|ab)\s+$")
_MONTH_AND_YEAR = lazy_pattern(r"\d{1,2}\.\s+\d{4}\b")
_DAY_BEFORE = lazy_pattern(r"\d{1,2}\.\s+$")
_YEAR = lazy_pattern(r"\d{4}\b")
_ABBREVIATIONS = frozenset(
    Path(__file__).with_name("abbreviations.txt").read_text(encoding="utf-8").split()
)
"""English, German, French, Spanish, Italian and Portuguese, in lower case without the stop."""


class Border(NamedTuple):
    """The offset of the first character of a sentence; ``is_paragraph`` if it also starts a paragraph."""

    at: int
    is_paragraph: bool


def find_text_borders(text: str) -> list[Border]:
    """Return the sentence borders inside ``text``, in order."""
    found = {match.end(): True for match in _BLANK_LINE.finditer(text)}
    for match in _END.finditer(text):
        if _ends_sentence(text, match):
            is_paragraph = "\n" in match["gap"]
            found[match.end()] = found.get(match.end(), False) or is_paragraph
    return [Border(at, found[at]) for at in sorted(found)]


def sentence_borders(text: str) -> list[int]:
    """Return the offsets of ``borders``."""
    return [border.at for border in find_text_borders(text)]


def find_paragraph_borders(text: str) -> list[int]:
    """Return the offsets of the paragraph borders; much faster than ``borders``."""
    if "\n" not in text:
        return []
    ends = {match.end() for match in _END_OF_LINE.finditer(text) if _ends_sentence(text, match)}
    return sorted(ends | {match.end() for match in _BLANK_LINE.finditer(text)})


def find_border_between(before: str, after: str) -> Border | None:
    """Return the border between two adjacent texts; ``None`` inside a sentence."""
    tail = before[-_LONGEST_WORD * 2 :]
    begun = after.lstrip()
    if not begun:
        return None
    edge = tail + after[: len(after) - len(begun)]
    is_blank = _BLANK_AT_EDGE.search(edge) is not None
    end = _END_AT_EDGE.search(edge)
    if end and _ends_sentence(edge + begun[:_LONGEST_WORD], end):
        return Border(len(edge), is_blank or "\n" in end["gap"])
    return Border(len(edge), True) if is_blank else None


def _ends_sentence(text: str, match: re.Match[str]) -> bool:
    following = text[match.end()]
    if "." not in match["stop"]:
        is_quoted = bool(match["closing"]) and following in _CONTINUATIONS
        return not (following.islower() or is_quoted)
    if following.islower():
        return False
    if match["closing"] or len(match["stop"]) > 1:
        return True
    before = _WORD_BEFORE.search(text, max(0, match.start() - _LONGEST_WORD), match.start())
    return before is None or not _is_abbreviation(text, before, match)


def _is_abbreviation(text: str, word: re.Match[str], stop: re.Match[str]) -> bool:
    word_text = word.group()
    if word_text.isdecimal():
        return len(word_text) < 4 and (
            _begins_point(text, word.start())
            or text.startswith(MONTHS["de"], stop.end())
            or _is_ordinal(text, word.start(), stop.end())
        )
    if "." in word_text or (len(word_text) == 1 and word_text.isalpha()):
        return True
    if _begins_point(text, word.start()) and re.fullmatch(r"[IVXLC]+|[ivxlc]+", word_text):
        return True
    return word_text.lower() in _ABBREVIATIONS


def _is_ordinal(text: str, at: int, after: int) -> bool:
    """Return True if the number at ``at`` is an ordinal, a day or a month: ``v. 3. 5. 2001``."""
    before = text[max(0, at - 10) : at]
    if _ORDINAL_BEFORE.search(before) or _MONTH_AND_YEAR.match(text, after):
        return True
    return bool(_YEAR.match(text, after) and _DAY_BEFORE.search(before))


def _begins_point(text: str, at: int) -> bool:
    """Return True if a line or sentence begins at ``at``, so that a number there numbers a point."""
    line = text[max(text.rfind("\n", 0, at) + 1, at - _LONGEST_WORD) : at]
    if not line.strip(_OPENING + " \t"):
        return True
    before = _SENTENCE_BEFORE.search(line)
    return before is not None and before[1].lower() not in _ABBREVIATIONS
