"""Collective titles of Irish and British Acts: ``Unfair Dismissals Acts 1977 to 2015``, ``Data Protection Acts 1988 and 2003``.

Their sections are those of the first Act, which the later ones amend (Interpretation Act 2005, s 14 and s 15).
"""

from __future__ import annotations

from lexdesk.errors import Message, NoteCode
from lexdesk.text.lazy_pattern import lazy_pattern

_YEAR = r"(?:18|19|20)\d\d"
_COLLECTIVE = lazy_pattern(
    rf"(?<=[\w)] )Acts,?\s(?P<first>{_YEAR})(?:(?:,?\s(?:to|and|&)\s|\s?[-–/]\s?|,\s){_YEAR})+"
)


def with_first_act(text: str) -> str:
    """Return ``text`` with a collective title replaced by the first Act: ``Unfair Dismissals Act 1977``."""
    return _COLLECTIVE.sub(r"Act \g<first>", text) if "Acts" in text else text


def collective_notice(text: str, first: str) -> Message | None:
    """Return the notice that ``text`` cites several Acts together, of which ``first`` is shown; ``None`` for one Act."""
    if not _COLLECTIVE.search(text):
        return None
    return Message(NoteCode.COLLECTIVE, cited=text, name=first)
