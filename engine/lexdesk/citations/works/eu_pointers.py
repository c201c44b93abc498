"""Pointers at acts of the Union: ``this Regulation``, ``jener Richtlinie``, ``ladite directive``, ``those Decisions``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from lexdesk.citations.acts import ActMention, sort_of_celex
from lexdesk.citations.scan import ScannedText, words


class _Wording(NamedTuple):
    """How a language points at acts.

    ``front``: what in front of the word for an act makes it a pointer; ``behind``: what behind it makes it the
    beginning of a name. ``named_own``: words like "this" in front of a name say that the act is the text's own.
    """

    sorts: dict[str, str]  # the word for an act -> the sort of act
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
        re.compile(
            r"\b(?:(?P<this>[Tt]his)|[Tt]hat|(?:the\s)?(?:said|same|abovementioned|aforementioned))\s$"
        ),
        re.compile(r"\s(?:\(E|No\s|\d)"),
    ),
    _Wording(
        {
            "Verordnung": "regulation",
            "Richtlinie": "directive",
            "Beschluss": "decision",
            "Beschlusses": "decision",
        },
        re.compile(r"\b(?:(?P<this>[Dd]iese[rsmn]?|vorliegende[rsn]?)|jene[rsmn]?|genannten?)\s$"),
        re.compile(r"\s(?:\(E|Nr|\d)"),
    ),
    _Wording(
        {"règlement": "regulation", "directive": "directive", "décision": "decision"},
        re.compile(r"\b(?:(?P<this>présente?)|[Cc]e(?:t|tte)?|ladite|ledit|dudit)\s$"),
        re.compile(r"\s(?:\(|n|\d)"),
        named_own=True,
    ),
)
_BY_WORD = {word: wording for wording in _WORDINGS for word in wording.sorts}
_POINTED_AT = words(*_BY_WORD)
_POINTED_AT_SEVERAL = words(
    "those", behind=r" (?P<act>Regulation|Directive|Decision)s\b(?!\s[\d(])"
)
_LONGEST_POINTER = 27
_KINDS_OF_ACTS = {"regulation", "directive", "decision"}
WORD_PATTERNS = (_POINTED_AT, _POINTED_AT_SEVERAL)
"""For these the text is scanned in which ``acts`` are found."""


def acts(scanned: ScannedText, own_work: str) -> Iterator[ActMention]:
    """Every pointer in the text of ``own_work``."""
    for match in scanned.matches(_POINTED_AT):
        yield from _pointer(scanned.text, match, own_work)
    for match in scanned.matches(_POINTED_AT_SEVERAL):
        yield ActMention(*match.span(), "eu", role="those", sort=match["act"].lower())


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
    sort = wording.sorts[word]
    if sort in _KINDS_OF_ACTS and sort_of_celex(own_work) not in ("", sort):
        is_own = False  # ``dieser Richtlinie`` in a regulation is the one named before
    yield ActMention(start, match.end(), "eu", role="this" if is_own else "that", sort=sort)
