"""The references of a document: citing provision, kind, and cited work and provision."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from lexdesk.citations.cited_eids import Eids, is_division
from lexdesk.document.eid import is_within
from lexdesk.document.model import Document, Provision, Reference
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lexdesk.citations import Citation
    from lexdesk.citations.citation import Segment

_INNER = lazy_pattern(r"(?:subpara|point|subsec|clause|abs|nr|buchst|dbuchst|para)_")
_SECTION = lazy_pattern(r"para_")
_NUMBERED_FREELY = ("contract", "statute")
"""Kinds of documents with own clauses and, as files of an office, without an identifier."""

_SUBPARAGRAPH_AROUND = lazy_pattern(r"__subpara_\d+(?=__point_)")
_IN_OTHER_FILES = lazy_pattern(r"(?:anx|sched|rec|anlage|anhang)_")
"""Provisions that may be in other files; missing articles and sections belong to another act."""

_OTHER_ACTS = lazy_pattern(
    r"correlation\stable|entsprechungstabelle|tableau\sde\scorrespondance"
    r"|\n(?:this|the\spresent)\s(?:regulation|directive|decision)\s\|",
    re.IGNORECASE,
)
_OWN = "DE-own"
"""A placeholder for the work of a German contract or bylaws, identified when it is stored."""

_POINTER = lazy_pattern(
    r"(?:Principal|Consolidation)\s|(?:Act|Regulations|Order)\sof\s\d{4}$|Treaty$"
)
"""Names defined only inside one act."""


def find_references(document: Document) -> tuple[Reference, ...]:
    """Return every reference of the document in text order, one for each cited provision.

    Omitted: the document's own work as a whole, the citing provision and its ancestors, and
    provisions of unknown works. A contract has no identifier yet: a reference to its own clause has
    neither work nor name.
    """
    from lexdesk.citations import Context, find_in_provisions, resolve_name
    from lexdesk.citations.citation import Segments
    from lexdesk.citations.reference_kinds import classify_references

    if not document.text:
        return ()
    segments = split_segments(document.text, document.provisions)
    has_own = not document.work and document.kind in _NUMBERED_FREELY and document.provisions
    if has_own and any(_SECTION.match(provision.eid) for provision in document.provisions):
        document = replace(document, work=_OWN)
    context = Context(document.work)
    citations = find_in_provisions(document.text, document.language, context, segments)
    own = _OwnProvisions(document)
    own_names = _own_names(document)
    tiles = Segments(segments)
    result: list[Reference] = []
    for here, group in groupby(citations, lambda citation: tiles.at(citation.start)):
        group_citations = [resolve_name(c, own_names) if own_names else c for c in group]
        is_first = here.start == 0 and not here.eid
        kinds = classify_references(
            document.text, group_citations, document.work, here, title=is_first
        )
        for citation, kind in zip(group_citations, kinds, strict=True):
            result += _references(citation, kind, own, here)
    return tuple(_add_own_clauses(document, segments, result) if has_own else result)


def _add_own_clauses(
    document: Document, segments: Sequence[Segment], found: Iterable[Reference]
) -> list[Reference]:
    """Add a contract's references to its own clauses, without work or name."""
    from lexdesk.citations.citation import Segments
    from lexdesk.citations.clauses import OwnClauses

    clauses, eids = OwnClauses(document), Eids(reference.eid for reference in document.provisions)
    result = []
    for reference in found:
        if reference.work != _OWN:
            result.append(reference)
            continue
        target = eids.resolve(reference.target)
        is_other = target is None or is_within(reference.eid, target)
        if target and not is_other and not clauses.is_of_another(reference.start, reference.end):
            result.append(replace(reference, work="", target=target))
    taken = sorted((reference.start, reference.end) for reference in result)
    tiles = Segments(segments)
    for own in clauses.find_citations(tiles):
        before = bisect_right(taken, (own.end,)) - 1
        if before < 0 or taken[before][1] <= own.start:
            eid = tiles.at(own.start).eid
            result += [
                Reference(own.start, own.end, eid or None, "cites", "", "", target)
                for target in own.eids
                if not is_within(eid, target)
            ]
    return sorted(result, key=lambda reference: reference.start)


def split_segments(text: str, provisions: Iterable[Provision]) -> list[Segment]:
    """Split the text into segments of its innermost provisions, which tile it.

    Text between children belongs to their parent, text outside provisions to the eid ``""``.
    """
    from lexdesk.citations.citation import Segment

    segments: list[Segment] = []
    ancestors: list[Provision] = []
    done = 0

    def close_segment(end: int) -> None:
        nonlocal done
        if end > done:
            segments.append(Segment(done, end, ancestors[-1].eid if ancestors else ""))
            done = end

    for provision in sorted(provisions, key=lambda p: (p.start, -p.end)):
        while ancestors and ancestors[-1].end <= provision.start:
            close_segment(ancestors[-1].end)
            ancestors.pop()
        close_segment(provision.start)
        ancestors.append(provision)
    while ancestors:
        close_segment(ancestors[-1].end)
        ancestors.pop()
    close_segment(len(text))
    return segments


def _references(
    citation: Citation, kind: str, own: _OwnProvisions, segment: Segment
) -> Iterator[Reference]:
    work, name = citation.work, "" if citation.work else citation.name
    if not work and (not name or _POINTER.match(name)):
        return
    if own.is_judgment and work == own.work and citation.kind == "german":
        return  # a § of an unknown statute, not a paragraph of the judgment
    targets = [eid for eid in citation.eids if not _is_incomplete(eid, citation)]
    alone = citation.text == citation.pin_cite
    if alone and work == own.work:
        targets = own.filter_existing(targets, segment, citation.start)
    if citation.eids and not targets and alone:
        return
    for target in targets or ("",):
        is_own = not name and work == own.work and (not target or is_within(segment.eid, target))
        if not is_own:
            yield Reference(
                citation.start, citation.end, segment.eid or None, kind, work, name, target
            )


class _OwnProvisions:
    """The document's own provisions, for pin cites without an act."""

    def __init__(self, document: Document) -> None:
        self.work = document.work
        self.is_judgment = document.kind == "judgment"
        self._text = document.text
        self._parents = {provision.eid: provision.parent for provision in document.provisions}
        self._eids = Eids(self._parents)
        self._tables = tuple(
            provision.eid
            for provision in document.provisions
            if provision.kind == "annex"
            and _OTHER_ACTS.search(
                document.text, provision.start, min(provision.end, provision.start + 300)
            )
        )

    def filter_existing(self, targets: Iterable[str], segment: Segment, start: int) -> list[str]:
        """Return the possible targets; others belong to an unknown act.

        A table of correlation names the provisions of both acts alike; the tables of Irish
        schedules name those of the amended acts.
        """
        if not self._parents:
            return list(targets)
        outermost = segment.eid.split("__")[0]
        if outermost in self._tables:
            return []
        if outermost.startswith("sched_") and self._is_in_table(start):
            targets = [target for target in targets if not target.startswith("sec_")]
        return [self._nearest(target, segment.eid) for target in targets if self._may_exist(target)]

    def _is_in_table(self, position: int) -> bool:
        first = self._text.rfind("\n", 0, position) + 1
        last = self._text.find("\n", position)
        return " | " in self._text[first : last if last >= 0 else len(self._text)]

    def _may_exist(self, target: str) -> bool:
        return (
            _IN_OTHER_FILES.match(target) is not None
            or self._eids.resolve(target) is not None
            or (is_division(target) and bool(self._eids.find_nested(target)))
        )

    def _nearest(self, target: str, eid: str) -> str:
        """Return the nearest provision: ``sec_2`` cited in chapter III is that chapter's, if it has one.

        ``point (b)`` cited in the second subparagraph is of the first if only that has points.
        """
        of_first = _SUBPARAGRAPH_AROUND.sub("", target)
        if target not in self._parents and of_first in self._parents:
            return of_first
        ancestor: str | None = eid
        while ancestor and is_division(target):
            if f"{ancestor}__{target}" in self._parents:
                return f"{ancestor}__{target}"
            ancestor = self._parents.get(ancestor)
        return target


def _is_incomplete(eid: str, citation: Citation) -> bool:
    """Return True if the provision lies in an unknown article or section."""
    if citation.kind in ("german", "court") and _SECTION.match(eid):
        return False
    return _INNER.match(eid) is not None


def _own_names(document: Document) -> dict[str, str]:
    from lexdesk.citations import index_names

    titles = (document.title, document.short_title)
    return index_names((document.work, title) for title in titles if document.work and title)
