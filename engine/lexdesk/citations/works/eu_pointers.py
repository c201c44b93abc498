"""Pointers to acts of the Union: ``this Regulation``, ``jener Richtlinie``, ``ladite directive``, ``dicha Directiva``."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from lexdesk.citations.citation import ActMention, act_type_of_celex
from lexdesk.citations.prefilter import ScannedText, build_word_pattern
from lexdesk.text.lazy_pattern import lazy_pattern


class _Wording(NamedTuple):
    """The pointers of one language.

    ``front``: words before the word for an act that make it a pointer; ``behind``: text after it
    that makes it a name instead. ``named_own``: with "this" before a name, the act is the text's
    own.
    """

    act_types: dict[str, str]  # the word for an act -> the type of act
    front: re.Pattern[str]
    behind: re.Pattern[str]
    named_own: bool = False


_WORDINGS = (
    _Wording(
        {
            "Regulation": "regulation",
            "Directive": "directive",
            "Decision": "decision",
            "Treaty": "treaty",
            "Framework Decision": "decision",
        },
        lazy_pattern(
            r"\b(?:(?P<this>[Tt]his)|[Tt]hat|(?:the\s)?(?:said|same|abovementioned|aforementioned))\s$"
        ),
        lazy_pattern(r"\s(?:\(E|No\s|\d)"),
    ),
    _Wording(
        {
            "Verordnung": "regulation",
            "Richtlinie": "directive",
            "Beschluss": "decision",
            "Beschlusses": "decision",
        },
        lazy_pattern(
            r"\b(?:(?P<this>[Dd]iese[rsmn]?|vorliegende[rsn]?)|jene[rsmn]?|genannten?)\s$"
        ),
        lazy_pattern(r"\s(?:\(E|Nr|\d)"),
    ),
    _Wording(
        {"règlement": "regulation", "directive": "directive", "décision": "decision"},
        lazy_pattern(r"\b(?:(?P<this>présente?)|[Cc]e(?:t|tte)?|ladite|ledit|dudit)\s$"),
        lazy_pattern(r"\s(?:\(|n|\d)"),
        named_own=True,
    ),
    _Wording(
        {"Reglamento": "regulation", "Directiva": "directive", "Decisión": "decision"},
        lazy_pattern(
            r"\b(?:(?P<this>presente)|[Dd]ich[oa]|mism[oa]|citad[oa]|referid[oa]|es[ea])\s$"
        ),
        lazy_pattern(r"\s(?:\(|n|\d)"),
        named_own=True,
    ),
    _Wording(
        {"regolamento": "regulation", "direttiva": "directive"},
        lazy_pattern(
            r"\b(?:(?P<this>presente)|[Tt]ale|[Dd]ett[oa]|medesim[oa]|stess[oa]|suddett[oa])\s$"
        ),
        lazy_pattern(r"\s(?:\(|n|\d)"),
        named_own=True,
    ),
    _Wording(
        {"verordening": "regulation", "richtlijn": "directive", "besluit": "decision"},
        lazy_pattern(r"\b(?:(?P<this>[Dd]eze|[Dd]it)|[Dd]ie|[Dd]at|genoemde?)\s$"),
        lazy_pattern(r"\s(?:\(|nr|\d)"),
    ),
    _Wording(
        {
            "regulamento": "regulation",
            "Regulamento": "regulation",
            "diretiva": "directive",
            "Diretiva": "directive",
            "decisão": "decision",
            "Decisão": "decision",
        },
        lazy_pattern(
            r"\b(?:(?P<this>presente)|referid[oa]|mesm[oa]|citad[oa]|dess[ea]|ess[ea])\s$"
        ),
        lazy_pattern(r"\s(?:\(|n|\d)"),
        named_own=True,
    ),
)
_BY_WORD = {word: wording for wording in _WORDINGS for word in wording.act_types}
_POINTED_AT = build_word_pattern(*_BY_WORD)
_POINTED_AT_SEVERAL = build_word_pattern(
    "those", behind=r" (?P<act>Regulation|Directive|Decision)s\b(?!\s[\d(])"
)
_LONGEST_POINTER = 27
_KINDS_OF_ACTS = {"regulation", "directive", "decision"}
WORD_PATTERNS = (_POINTED_AT, _POINTED_AT_SEVERAL)
"""The patterns of ``find_acts`` for the ``WordScan``."""


def find_acts(scanned: ScannedText, own_work: str) -> Iterator[ActMention]:
    """Yield every pointer in the text of ``own_work``."""
    for match in scanned.matches(_POINTED_AT):
        yield from _pointer(scanned.text, match, own_work)
    for match in scanned.matches(_POINTED_AT_SEVERAL):
        yield ActMention(*match.span(), "eu", role="those", act_type=match["act"].lower())


def _pointer(text: str, match: re.Match[str], own_work: str) -> Iterator[ActMention]:
    word = " ".join(match[0].split())
    wording = _BY_WORD[word]
    near = max(0, match.start() - _LONGEST_POINTER)
    before = wording.front.search(text, near, match.start())
    if before is None:
        return
    is_own = before["this"] is not None
    if wording.behind.match(text, match.end()) and not (is_own and wording.named_own):
        return
    start = before.start() + 4 * before[0].startswith("the ")
    act_type = wording.act_types[word]
    if act_type in _KINDS_OF_ACTS and act_type_of_celex(own_work) not in ("", act_type):
        is_own = False  # ``dieser Richtlinie`` in a regulation means the directive named before
    yield ActMention(start, match.end(), "eu", role="this" if is_own else "that", act_type=act_type)
