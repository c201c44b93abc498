"""Where a provision points, and which provisions point to it ("cited by").

References are stored as the text gives them: to an identifier, or to a name that only a library
knows the work of. So names are resolved here, when they are asked for, and a work that is added
later answers references that were stored before.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from lexdesk.citations.cited_eids import Eids, cited_forms
from lexdesk.citations.lookup import index_names, name_key, short_names
from lexdesk.document.eid import is_recital, is_within
from lexdesk.document.model import Provision
from lexdesk.law.locate import works_by_name
from lexdesk.law.naming import citation
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow, ReferenceRow


@dataclass(frozen=True, slots=True)
class Cites:
    """A reference out of a text: ``start`` to ``end`` are the characters of the citing words in it.

    ``eid`` exists in ``work`` where ``in_library`` says so, else it is as cited; ``""`` is the work.
    """

    start: int
    end: int
    text: str
    kind: str
    work: str
    name: str
    eid: str
    citation: str
    in_library: bool


@dataclass(frozen=True, slots=True)
class CitedBy:
    """A provision that cites another: its work and eid, how it is cited, and the citing words."""

    work: str
    eid: str | None
    citation: str
    title: str
    kind: str
    text: str
    target: str


@dataclass(frozen=True, slots=True)
class References:
    """What a work or its provision cites, and what cites it; ``citation`` is how it is cited itself.

    Of a work that is not ``in_library`` it is the identifier or name that was asked for.
    """

    work: str
    eid: str | None
    citation: str
    cites: list[Cites]
    cited_by: list[CitedBy]
    in_library: bool = True


@dataclass(frozen=True, slots=True)
class Located:
    """Where a citation leads in a library; no ``provision`` where it is the whole work that is cited,
    or one of its provisions that the version at hand does not have."""

    expression: ExpressionRow
    provision: Provision | None


_Known = tuple[dict[str, Provision], Eids]


class CrossReferences:
    """The references of one library.

    ``languages`` (ISO 639-1) are those in which a work is shown, the first that it is there in;
    ``excluded`` are expressions that count for nothing, such as versions of other days.
    """

    def __init__(self, store: Store, languages: Sequence[str] = (), excluded: Collection[int] = ()):
        self._store = store
        self._languages = tuple(languages)
        self._excluded = frozenset(excluded)
        self._expressions: dict[tuple[str, str | None], ExpressionRow | None] = {}
        self._known: dict[int, _Known] = {}

    def of(self, expression: ExpressionRow, eid: str | None) -> References:
        """The references out of and into a provision of an expression, or all of it.

        A provision's references to itself and to what lies inside it are left out.
        """
        provision = self._store.provision(expression.id, eid) if eid else None
        span = (provision.start, provision.end) if provision else (0, None)
        own = (expression.work, provision.eid) if provision else None
        return References(
            work=expression.work,
            eid=provision.eid if provision else None,
            citation=citation(provision.label if provision else "", expression, None),
            cites=[
                c for c in self.out_of(expression.id, *span) if not (own and _is_inside(c, *own))
            ],
            cited_by=self.to(expression.work, provision.eid if provision else None),
        )

    def out_of(self, expression: int, start: int, end: int | None) -> list[Cites]:
        """The references in the characters ``start`` to ``end`` of an expression, in order.

        Offsets of the result count from ``start``.
        """
        text = self._store.text(expression, start, end)
        return [
            self._cites(row, text, start)
            for row in self._store.references_in(expression, start, end)
        ]

    def of_absent(
        self, asked: str, works: Collection[str], name: str, eid: str | None
    ) -> References:
        """The references into a work that the library does not hold, or its provision ``eid``.

        Citations tell it by one of the identifiers ``works``, or by its ``name`` alone; ``asked`` is what it is called.
        """
        cited_by = {
            work: self._to(work, [name_key(n) for n in (name, *short_names(work)) if n], eid)
            for work in sorted(works) or [asked]
        }
        cited = [work for work, citing in cited_by.items() if citing]
        return References(
            work=cited[0] if len(cited) == 1 else asked,
            eid=eid,
            citation=" ".join(filter(None, (asked, eid))),
            cites=[],
            cited_by=[each for citing in cited_by.values() for each in citing],
            in_library=False,
        )

    def to(self, work: str, eid: str | None) -> list[CitedBy]:
        """The provisions that cite ``work``, or its provision ``eid`` or what lies inside it.

        One for each citing provision, in the order of works; what a provision says of itself, and a
        work of itself as a whole, is left out.
        """
        titles = [
            (e.work, t) for e in self._store.expressions_of(work) for t in (e.title, e.short_title)
        ]
        return self._to(work, list(index_names(titles)), eid)

    def _to(self, work: str, keys: Sequence[str], eid: str | None) -> list[CitedBy]:
        targets = None if eid is None else cited_forms(eid)
        found: dict[tuple[str, str | None, str], CitedBy] = {}
        for row in self._store.references_to(work, keys, targets):
            if row.expression.id in self._excluded or _is_own(row, work, eid):
                continue
            place = (row.expression.work, row.eid, row.kind)
            if place not in found:
                found[place] = self._cited_by(row)
        return list(found.values())

    def locate(
        self, work: str, name: str, target: str, language: str | None = None
    ) -> Located | None:
        """The provision ``target`` of a work given by identifier, or by name; ``None`` where it is not there.

        A provision that does not exist is the nearest one around it (``lexdesk.citations.cited_eids``). It is
        read in ``language`` where it is there in it.
        """
        work = work or self._work_named(name)
        expression = self._version(work, language) if work else None
        if expression is None:
            return None
        if not target or (there := self._store.provision(expression.id, target)):
            return Located(expression, there if target else None)  # without the other provisions
        if is_recital(target):
            return self._recital(expression, target) or Located(expression, None)
        provisions, eids = self._provisions(expression)
        eid = eids.resolve(target)
        return Located(expression, provisions[eid] if eid else None)

    def _recital(self, shown: ExpressionRow, target: str) -> Located | None:
        """A recital from the act as adopted, since consolidated texts carry none."""
        for expression in reversed(self._store.expressions_of(shown.work)):
            recital = self._store.provision(expression.id, target)
            if recital is not None and expression.language == shown.language:
                return Located(expression, recital)
        return None

    def _cites(self, row: ReferenceRow, text: str, start: int) -> Cites:
        located = self.locate(row.work, row.name, row.target, row.expression.language)
        words = text[row.start - start : row.end - start]
        if located is None:
            work, eid, name = row.work, row.target, words
        else:
            provision = located.provision
            work, eid = located.expression.work, provision.eid if provision else ""
            name = citation(provision.label if provision else "", located.expression, None)
        return Cites(
            row.start - start, row.end - start, words, row.kind, work, row.name, eid, name,
            in_library=located is not None and bool(eid or not row.target),
        )  # fmt: skip

    def _cited_by(self, row: ReferenceRow) -> CitedBy:
        return CitedBy(
            work=row.expression.work,
            eid=row.eid,
            citation=citation(row.label, row.expression, None),
            title=row.expression.title,
            kind=row.kind,
            text=self._store.text(row.expression.id, row.start, row.end),
            target=row.target,
        )

    def _work_named(self, name: str) -> str:
        return works_by_name(self._store).get(name_key(name), "") if name else ""

    def _version(self, work: str, language: str | None) -> ExpressionRow | None:
        """The version of a work that counts; ``None`` where it is not there."""
        if (work, language) not in self._expressions:
            order = (language, *self._languages)
            versions = [e for e in self._store.expressions_of(work) if e.id not in self._excluded]
            versions.sort(key=lambda e: order.index(e.language) if e.language in order else 99)
            self._expressions[work, language] = versions[0] if versions else None
        return self._expressions[work, language]

    def _provisions(self, expression: ExpressionRow) -> _Known:
        """Its provisions by eid."""
        if expression.id not in self._known:
            provisions = {each.eid: each for each in self._store.provisions(expression.id)}
            self._known[expression.id] = provisions, Eids(provisions)
        return self._known[expression.id]


def _is_inside(cites: Cites, work: str, eid: str) -> bool:
    return cites.work == work and is_within(cites.eid, eid)


def _is_own(row: ReferenceRow, work: str, eid: str | None) -> bool:
    """Whether a provision, or a work, cites itself or what lies inside it."""
    if row.expression.work.lower() != work.lower():
        return False
    return eid is None or is_within(row.eid, eid)
