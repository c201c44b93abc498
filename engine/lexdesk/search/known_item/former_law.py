"""Law in place of the cited: that of today for former law, other documents of a case; and the notices of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from lexdesk.errors import Message, NoteCode, both
from lexdesk.law.citation_labels import label_citation as law_name
from lexdesk.law.correlation_tables import find_correspondence_notice, find_correspondences
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdesk.citations import Citation
    from lexdesk.law.cross_references import CitationTarget
    from lexdesk.storage import Store
    from lexdesk.storage.schema import ExpressionRow


_AMENDS = lazy_pattern(
    r"\b(?:19|20)\d\d,?\s(?:amending|zur\sÄnderung|modifiant|(?:por|mediante)\s(?:el|la)\sque\sse\smodifica|che\smodifica|que\saltera|tot\swijziging)\b"
)
"""Right behind the day in a title: another act has a subject of its own first."""
_JUDGMENT_OF_UNION = lazy_pattern(r"(?P<court>6\d{4}[CTF])J(?P<number>\d{4})")


def describe_succession(text: str, origin: CitationTarget, cited: Citation | None) -> Message:
    """Return that the cited law is not here, and which law shown took its place."""
    if cited and cited.work:
        name = law_name("", origin.expression, None)
        return Message(NoteCode.TAKEN_OVER, cited=text, name=name)
    label = origin.provision.label if origin.provision else ""
    name = law_name(label, origin.expression, None)
    return Message(NoteCode.RENUMBERED, cited=text, name=name)


def in_later_act(store: Store, cited: Citation | None) -> Citation | None:
    """Return the places that a correlation table in the library gives for those of a former act."""
    if cited is None:
        return None
    rows = [held.row for eid in cited.eids for held in find_correspondences(store, cited.work, eid)]
    later = [row for row in rows if row.former_work == cited.work]
    if not later:
        return None
    work = later[0].later_work
    eids = dict.fromkeys(eid for row in later if row.later_work == work for eid in row.later_eids)
    return replace(cited, work=work, name="", eids=tuple(eids))


def in_amended_acts(store: Store, cited: Citation, expression: ExpressionRow) -> Iterator[Citation]:
    """Yield the places of ``cited`` in each act that the cited one, an act to amend others, amends: article 9a of ``SRD II``."""
    if not _AMENDS.search(expression.title):
        return
    relations = store.law.relations_in(expression.id)
    amended = (r.object for r in relations if (r.kind, r.subject) == ("amends", cited.work))
    for work in dict.fromkeys(amended):
        if work != cited.work and work[:1] == cited.work[:1]:
            yield replace(cited, work=work, name="")


def describe_amended(text: str, located: CitationTarget) -> Message:
    """Return that the amending act cited has no such place, and that the act amended by it is shown."""
    label = located.provision.label if located.provision else ""
    return Message(
        NoteCode.IN_AMENDED_ACT, cited=text, name=law_name(label, located.expression, None)
    )


def describe_recast(store: Store, text: str, cited: Citation | None) -> Message | None:
    """Return that the cited law is not here, and what corresponds to its provisions in other acts."""
    eids, work = (cited.eids, cited.work) if cited else ((), "")
    corresponding = (find_correspondence_notice(store, work, eid) for eid in eids)
    return both(Message(NoteCode.NOT_HERE, cited=text), *corresponding)


def find_other_document(store: Store, citation: Citation | None) -> Citation | None:
    """Return the order or opinion of a case whose judgment is not in the library."""
    case = _JUDGMENT_OF_UNION.fullmatch(citation.work) if citation else None
    if citation is None or case is None:
        return None
    works = (f"{case['court']}{letter}{case['number']}" for letter in "OC")
    held = next((work for work in works if store.law.expressions_of(work)), "")
    return replace(citation, work=held) if held else None
