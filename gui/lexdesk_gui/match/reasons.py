"""Why a document was found, in the language of the interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdesk_gui import complaints
from lexdesk_gui.language import long_date, translate

if TYPE_CHECKING:
    from lexdesk.matching import SimilarDocument


def reasons(document: SimilarDocument) -> str:
    """Links, shared defined terms and citations, telling words, the date: all in one line."""
    common = document.common
    listed = (
        (translate("Match", "Defined terms: {these}"), common.terms),
        (translate("Match", "Both cite: {these}"), common.citations),
        (translate("Match", "Words: {these}"), document.words),
    )
    parts = [_link(each) for each in common.links]
    parts += [text.format(these=", ".join(some)) for text, some in listed if some]
    if document.date:
        dated = translate("Match", "Dated {day}")
        parts.append(dated.format(day=long_date(document.date)))
    return " · ".join(complaints.sentence(part).removesuffix(".") for part in parts)


def _link(link: str) -> str:
    """What one does to the other; relations that have no name here stay as the engine says them."""
    return {
        "cites it": translate("Match", "cites it"),
        "is cited by it": translate("Match", "is cited by it"),
        "amends it": translate("Match", "amends it"),
        "repeals it": translate("Match", "repeals it"),
        "transposes it": translate("Match", "transposes it"),
    }.get(link, link)
