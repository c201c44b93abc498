"""Mentions of acts: the part of a citation that names the work."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ActMention:
    """A work named in a text, or pointed at.

    ``role`` is ``named``, or ``this`` (this Regulation), ``that`` (that Directive), ``those`` (those
    Directives), ``thereof``. ``sort`` is the kind of act (``regulation``, ``act``) by which a pointer
    finds what it points at. An act that is not ``alone`` counts only where provisions of it are
    cited; one that ``goes_on`` stands in a list behind another, and shares the provisions cited of
    that.
    """

    start: int
    end: int
    kind: str
    work: str = ""
    name: str = ""
    role: str = "named"
    sort: str = ""
    alone: bool = True
    goes_on: bool = False


def sort_of_celex(celex: str) -> str:
    """``regulation`` for ``32016R0679``; ``""`` for what is no regulation, directive or decision."""
    letters = {"R": "regulation", "L": "directive", "D": "decision", "F": "decision"}
    return letters.get(celex[5:6], "")
