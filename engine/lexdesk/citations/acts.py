"""Mentions of acts: the part of a citation that names the work."""

from __future__ import annotations

from msgspec import Struct


class ActMention(Struct, frozen=True):
    """A work named in a text, or a pointer to one.

    ``role`` is ``named``, or for pointers ``this`` (this Regulation), ``that`` (that Directive),
    ``those`` (those Directives), ``thereof``. ``act_type`` is the type of act (``regulation``, ``act``)
    used to resolve a pointer. An act that is not ``alone`` counts only if provisions of it are
    cited; one that ``continues_list`` continues a list and shares the provisions cited of the act before.
    """

    start: int
    end: int
    kind: str
    work: str = ""
    name: str = ""
    role: str = "named"
    act_type: str = ""
    alone: bool = True
    continues_list: bool = False


def act_type_of_celex(celex: str) -> str:
    """Return ``regulation`` for ``32016R0679``; ``""`` unless it is a regulation, directive or decision."""
    letters = {"R": "regulation", "L": "directive", "D": "decision", "F": "decision"}
    return letters.get(celex[5:6], "")
