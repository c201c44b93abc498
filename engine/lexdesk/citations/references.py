"""The references of a document: which provision cites what, found when the document is read."""

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

if TYPE_CHECKING:
    from lexdesk.citations import Citation
    from lexdesk.citations.citation import Stretch

_INNER = re.compile(r"(?:subpara|point|subsec|clause|abs|nr|buchst|dbuchst|para)_")
_SECTION = re.compile(r"para_")
_NUMBERED_FREELY = ("contract", "statute")
"""Kinds of documents that have clauses, and no identifier where they are a file of the office."""

_SUBPARAGRAPH_AROUND = re.compile(r"__subpara_\d+(?=__point_)")
_IN_OTHER_FILES = re.compile(r"(?:anx|sched|rec|anlage|anhang)_")
"""Provisions that a file may leave out; articles and sections it has, unless they are of another act."""

_OTHER_ACTS = re.compile(
    r"correlation\stable|entsprechungstabelle|tableau\sde\scorrespondance"
    r"|\n(?:this|the\spresent)\s(?:regulation|directive|decision)\s\|",
    re.IGNORECASE,
)
_OWN = "DE-own"
"""Stands for the work of a German contract or bylaws, which gets its identifier when it is stored."""

_POINTER = re.compile(
    r"(?:Principal|Consolidation)\s|(?:Act|Regulations|Order)\sof\s\d{4}$|Treaty$"
)
"""Names that mean a work only in the act that defines them."""


def references(document: Document) -> tuple[Reference, ...]:
    """Every reference of the document, in the order of its text; one for each provision cited.

    Left out: the document's own work as a whole, the provision that the citation stands in or one
    around it, and provisions of which the text does not tell the work. A contract has no identifier yet: a
    reference to a clause of its own has neither work nor name.
    """
    from lexdesk.citations import Context, find_in_provisions, with_work
    from lexdesk.citations.citation import Stretches
    from lexdesk.citations.kinds import kinds_of

    if not document.text:
        return ()
    stretches = stretches_of(document.text, document.provisions)
    has_own = not document.work and document.kind in _NUMBERED_FREELY and document.provisions
    if has_own and any(_SECTION.match(each.eid) for each in document.provisions):
        document = replace(document, work=_OWN)
    context = Context(document.work)
    found = find_in_provisions(document.text, document.language, context, stretches)
    own = _OwnProvisions(document)
    own_names = _own_names(document)
    tiles = Stretches(stretches)
    made: list[Reference] = []
    for here, group in groupby(found, lambda citation: tiles.at(citation.start)):
        citations = [with_work(each, own_names) if own_names else each for each in group]
        is_first = here.start == 0 and not here.eid
        kinds = kinds_of(document.text, citations, document.work, here, title=is_first)
        for citation, kind in zip(citations, kinds, strict=True):
            made += _references(citation, kind, own, here)
    return tuple(_with_own_clauses(document, stretches, made) if has_own else made)


def _with_own_clauses(
    document: Document, stretches: Sequence[Stretch], found: Iterable[Reference]
) -> list[Reference]:
    """``found``, and what a contract cites of its own clauses; neither work nor name is told of these."""
    from lexdesk.citations.citation import Stretches
    from lexdesk.citations.clauses import OwnClauses

    clauses, eids = OwnClauses(document), Eids(each.eid for each in document.provisions)
    made = []
    for each in found:
        if each.work != _OWN:
            made.append(each)
            continue
        target = eids.resolve(each.target)
        is_other = target is None or is_within(each.eid, target)
        if target and not is_other and not clauses.is_of_another(each.start, each.end):
            made.append(replace(each, work="", target=target))
    taken = sorted((each.start, each.end) for each in made)
    tiles = Stretches(stretches)
    for own in clauses.cited(tiles):
        before = bisect_right(taken, (own.end,)) - 1
        if before < 0 or taken[before][1] <= own.start:
            eid = tiles.at(own.start).eid
            made += [
                Reference(own.start, own.end, eid or None, "cites", "", "", target)
                for target in own.eids
                if not is_within(eid, target)
            ]
    return sorted(made, key=lambda reference: reference.start)


def stretches_of(text: str, provisions: Iterable[Provision]) -> list[Stretch]:
    """The text in stretches of its innermost provisions, which tile it.

    What children do not cover belongs to their parent, what no provision covers to the eid ``""``.
    """
    from lexdesk.citations.citation import Stretch

    found: list[Stretch] = []
    around: list[Provision] = []
    done = 0

    def go_on(end: int) -> None:
        nonlocal done
        if end > done:
            found.append(Stretch(done, end, around[-1].eid if around else ""))
            done = end

    for provision in sorted(provisions, key=lambda p: (p.start, -p.end)):
        while around and around[-1].end <= provision.start:
            go_on(around[-1].end)
            around.pop()
        go_on(provision.start)
        around.append(provision)
    while around:
        go_on(around[-1].end)
        around.pop()
    go_on(len(text))
    return found


def _references(
    citation: Citation, kind: str, own: _OwnProvisions, stretch: Stretch
) -> Iterator[Reference]:
    work, name = citation.work, "" if citation.work else citation.name
    if not work and (not name or _POINTER.match(name)):
        return
    if own.is_judgment and work == own.work and citation.kind == "german":
        return  # a § of which the judgment does not tell the statute is no paragraph of its own
    targets = [eid for eid in citation.eids if not _is_incomplete(eid, citation)]
    alone = citation.text == citation.pin_cite
    if alone and work == own.work:
        targets = own.existing(targets, stretch, citation.start)
    if citation.eids and not targets and alone:
        return
    for target in targets or ("",):
        is_own = not name and work == own.work and (not target or is_within(stretch.eid, target))
        if not is_own:
            yield Reference(
                citation.start, citation.end, stretch.eid or None, kind, work, name, target
            )


class _OwnProvisions:
    """The document's own provisions, for what is cited of them by number alone."""

    def __init__(self, document: Document) -> None:
        self.work = document.work
        self.is_judgment = document.kind == "judgment"
        self._text = document.text
        self._parents = {each.eid: each.parent for each in document.provisions}
        self._eids = Eids(self._parents)
        self._tables = tuple(
            each.eid
            for each in document.provisions
            if each.kind == "annex"
            and _OTHER_ACTS.search(document.text, each.start, min(each.end, each.start + 300))
        )

    def existing(self, targets: Iterable[str], stretch: Stretch, start: int) -> list[str]:
        """The targets that can be meant: others are of an act that only the reader knows.

        A table that compares acts names the provisions of both alike, and the tables of Irish
        schedules those of the acts that they amend.
        """
        if not self._parents:
            return list(targets)
        outermost = stretch.eid.split("__")[0]
        if outermost in self._tables:
            return []
        if outermost.startswith("sched_") and self._is_in_table(start):
            targets = [each for each in targets if not each.startswith("sec_")]
        return [self._nearest(each, stretch.eid) for each in targets if self._can_be(each)]

    def _is_in_table(self, position: int) -> bool:
        first = self._text.rfind("\n", 0, position) + 1
        last = self._text.find("\n", position)
        return " | " in self._text[first : last if last >= 0 else len(self._text)]

    def _can_be(self, target: str) -> bool:
        return (
            _IN_OTHER_FILES.match(target) is not None
            or self._eids.resolve(target) is not None
            or (is_division(target) and bool(self._eids.inside_others(target)))
        )

    def _nearest(self, target: str, eid: str) -> str:
        """``sec_2`` cited in chapter III is that chapter's, where it has one.

        ``point (b)`` cited in the second subparagraph is of the first, where only that has points.
        """
        of_first = _SUBPARAGRAPH_AROUND.sub("", target)
        if target not in self._parents and of_first in self._parents:
            return of_first
        around: str | None = eid
        while around and is_division(target):
            if f"{around}__{target}" in self._parents:
                return f"{around}__{target}"
            around = self._parents.get(around)
        return target


def _is_incomplete(eid: str, citation: Citation) -> bool:
    """Whether a provision lies in an article or section that the text does not tell."""
    if citation.kind in ("german", "court") and _SECTION.match(eid):
        return False
    return _INNER.match(eid) is not None


def _own_names(document: Document) -> dict[str, str]:
    from lexdesk.citations import names_of_works

    titles = (document.title, document.short_title)
    return names_of_works((document.work, each) for each in titles if document.work and each)
