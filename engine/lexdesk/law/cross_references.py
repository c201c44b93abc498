"""Cross-references: the citations in a provision, and the provisions that cite it ("cited by").

References are stored with an identifier or with a name that only a library can resolve. Names are
resolved here on demand, so that a work added later answers earlier references.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from msgspec import Struct

from lexdesk.citations.cited_eids import Eids, list_cited_forms
from lexdesk.citations.work_lookup import (
    index_names,
    list_usual_names,
    normalize_name,
    short_names,
    statute_identifiers,
)
from lexdesk.document.eid import is_recital, is_within
from lexdesk.document.model import Provision, StatusName
from lexdesk.errors import OptionalMessage
from lexdesk.law.citation_labels import label_citation
from lexdesk.law.jurisdiction import are_foreign
from lexdesk.law.provision_lookup import find_equivalent, map_works_by_name
from lexdesk.law.versions import StatusOf, is_flattened
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow, ReferenceRow
from lexdesk.structure.numbers import format_eid_number
from lexdesk.text.lazy_pattern import lazy_pattern

_SECTION_OF_CODE = lazy_pattern(r"(?P<code>\d{1,2} U\.S\.C\.) § (?P<section>[\w–-]+)")
"""A section of the U.S. Code, cited as a work of its own."""


@dataclass(frozen=True, slots=True)
class Cites:
    """A reference from a text: ``start`` to ``end`` are the citing characters in it.

    If ``in_library``, ``eid`` exists in ``work``, else it is as cited; ``""`` is the whole work.
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
    """A citing provision: its work and eid, its citation, and the citing words.

    ``status`` is that of its text on a day asked for (``lexdesk.law.versions.LegalStatus``), such as ``text not known``.
    """

    work: str
    eid: str | None
    citation: str
    title: str
    kind: str
    text: str
    target: str
    status: StatusName | None = None


@dataclass(frozen=True, slots=True)
class References:
    """The references from and to a work or provision; ``citation`` is its own.

    For a work that is not ``in_library`` it is the requested identifier or name. ``notice`` states what is not known of
    the text with the references.
    """

    work: str
    eid: str | None
    citation: str
    cites: list[Cites]
    cited_by: list[CitedBy]
    in_library: bool = True
    notice: OptionalMessage = ""


class CitationTarget(Struct, frozen=True):
    """The target of a citation in a library.

    ``provision`` is ``None`` for a whole work, or if the version lacks the cited provision.
    """

    expression: ExpressionRow
    provision: Provision | None


_Known = tuple[dict[str, Provision], Eids]


class CrossReferences:
    """The references of one library.

    ``languages`` (ISO 639-1) are the preferred languages of cited works; ``excluded`` are ignored
    expressions, such as versions of other days. ``status_of`` finds the status of citing texts on a day; those without
    a text yet do not count.
    """

    def __init__(
        self,
        store: Store,
        languages: Sequence[str] = (),
        excluded: Collection[int] = (),
        status_of: StatusOf | None = None,
    ):
        self._store, self._status_of = store, status_of
        self._languages = tuple(languages)
        self._excluded = frozenset(excluded)
        self._expressions: dict[tuple[str, str | None], ExpressionRow | None] = {}
        self._provisions_by_expression: dict[int, _Known] = {}

    def of(self, expression: ExpressionRow, eid: str | None) -> References:
        """Return the references from and to a provision of an expression, or all of it.

        References of a provision to itself and to its parts are omitted.
        """
        provision = self._store.texts.provision(expression.id, eid) if eid else None
        span = (provision.start, provision.end) if provision else (0, None)
        own = (expression.work, provision.eid) if provision else None
        return References(
            work=expression.work,
            eid=provision.eid if provision else None,
            citation=label_citation(provision.label if provision else "", expression, None),
            cites=[
                c for c in self.out_of(expression.id, *span) if not (own and _is_inside(c, *own))
            ],
            cited_by=self.to(expression.work, provision.eid if provision else None),
        )

    def out_of(self, expression: int, start: int, end: int | None) -> list[Cites]:
        """Return the references in the characters ``start`` to ``end`` of an expression, in order.

        Offsets of the result count from ``start``.
        """
        text = self._store.texts.text(expression, start, end)
        return [
            self._cites(row, text, start)
            for row in self._store.law.references_in(expression, start, end)
        ]

    def of_absent(
        self, request: str, works: Collection[str], name: str, eid: str | None
    ) -> References:
        """Return the references to a work outside the library, or to its provision ``eid``.

        Citations name it by one of the identifiers ``works`` or by its ``name``; ``request`` is its
        name in the request.
        """
        cited_by = {
            work: self._find_citing(
                work, [normalize_name(n) for n in (name, *short_names(work)) if n], eid
            )
            for work in sorted(works) or [request]
        }
        cited_works = [work for work, citing in cited_by.items() if citing]
        return References(
            work=cited_works[0] if len(cited_works) == 1 else request,
            eid=eid,
            citation=" ".join(filter(None, (request, eid))),
            cites=[],
            cited_by=[row for citing in cited_by.values() for row in citing],
            in_library=False,
        )

    def to(self, work: str, eid: str | None) -> list[CitedBy]:
        """Return the provisions that cite ``work``, or its provision ``eid`` or a part of it.

        One for each citing provision, ordered by work; references to itself are omitted.
        """
        titles = [
            (e.work, t)
            for e in self._store.law.expressions_of(work)
            for t in (e.title, e.short_title)
        ]
        cited_by = self._find_citing(
            work, list(index_names([*titles, *list_usual_names([work])])), eid
        )
        others = set(statute_identifiers(work)[1:]) if work.startswith("DE-") else set()
        others |= {title for _, title in titles if title.startswith("[")} - {work}
        return cited_by + [
            reference for other in sorted(others) for reference in self._find_citing(other, [], eid)
        ]

    def _find_citing(self, work: str, keys: Sequence[str], eid: str | None) -> list[CitedBy]:
        targets = None if eid is None else list_cited_forms(eid)
        citing: dict[tuple[str, str | None, str], CitedBy] = {}
        for row in self._store.law.references_to(work, keys, targets):
            if self._is_excluded(row) or _is_own(row, work, eid):
                continue
            if not row.work and are_foreign(row.expression.work, work):
                continue
            place = (row.expression.work, row.eid, row.kind)
            if place not in citing:
                citing[place] = self._cited_by(row)
        return [row for row in citing.values() if row.status != "no text yet"]

    def _is_excluded(self, row: ReferenceRow) -> bool:
        """Return True for a text of another day; a part of a law stays while later versions share it."""
        if row.expression.id not in self._excluded:
            return False
        later = self._store.revisions.versions_with(row.expression.id, row.start)
        return self._excluded.issuperset(later)

    def locate(
        self,
        work: str,
        name: str,
        target: str,
        language: str | None = None,
        *,
        exactly: bool = False,
    ) -> CitationTarget | None:
        """Return the provision ``target`` of a work by identifier or name; ``None`` if the work is missing.

        A missing provision resolves to its nearest ancestor (``lexdesk.citations.cited_eids``), unless it is wanted
        ``exactly``. ``language`` is preferred if available.
        """
        work = work or self._work_named(name)
        expression = self._version(work, language) if work else None
        if expression is None and (held := find_equivalent(self._store, work)):
            expression = self._version(held, language)
        if expression is None and (section := _SECTION_OF_CODE.fullmatch(work)):
            return self.locate(
                section["code"], "", f"sec_{format_eid_number(section['section'])}", language
            )
        if expression is None:
            return None
        if not target or (exact := self._store.texts.provision(expression.id, target)):
            # Without the other provisions.
            return CitationTarget(expression, exact if target else None)
        if is_recital(target):
            return self._recital(expression, target) or CitationTarget(expression, None)
        if of_day := self._in_another_source(expression, target):
            return of_day
        if exactly:
            return CitationTarget(expression, None)
        texts = (expression, *self._earlier(expression))
        found = (found for text in texts if (found := self._resolve(text, target)))
        return next(found, CitationTarget(expression, None))

    def _earlier(self, shown: ExpressionRow) -> Iterator[ExpressionRow]:
        """Yield the earlier texts in the same language, the latest first: a last one may only state the repeal."""
        rows = self._store.law.expressions_of(shown.work)
        dated = [e for e in rows if e.language == shown.language and e.valid_from]
        for row in sorted(dated, key=lambda e: e.valid_from or "", reverse=True):
            if row.id != shown.id and (row.valid_from or "") < (shown.valid_from or ""):
                yield row

    def _resolve(self, expression: ExpressionRow, target: str) -> CitationTarget | None:
        provisions, eids = self._provisions(expression)
        eid = eids.resolve(target)
        return CitationTarget(expression, provisions[eid]) if eid else None

    def _in_another_source(self, shown: ExpressionRow, target: str) -> CitationTarget | None:
        """Return a provision in another source of the same text: an archive may not divide a paragraph into points."""
        for other in self._store.law.expressions_of(shown.work):
            is_same = (other.language, other.valid_from) == (shown.language, shown.valid_from)
            if is_same and other.id != shown.id and other.id not in self._excluded:
                provision = self._store.texts.provision(other.id, target)
                if provision is not None:
                    return CitationTarget(other, provision)
                found = self._resolve(other, target)
                if found and found.provision and _ends_alike(found.provision.eid, target):
                    return found
        return None

    def _recital(self, shown: ExpressionRow, target: str) -> CitationTarget | None:
        """Return a recital of the act as adopted, because consolidated texts have none."""
        for expression in reversed(self._store.law.expressions_of(shown.work)):
            recital = self._store.texts.provision(expression.id, target)
            if recital is not None and expression.language == shown.language:
                return CitationTarget(expression, recital)
        return None

    def _cites(self, row: ReferenceRow, text: str, start: int) -> Cites:
        located = self.locate(row.work, row.name, row.target, row.expression.language)
        if located and not row.work and are_foreign(row.expression.work, located.expression.work):
            located = None
        words = text[row.start - start : row.end - start]
        provision = located.provision if located else None
        if located is None or (row.target and not provision):
            work, eid, name = located.expression.work if located else row.work, row.target, words
        else:
            work, eid = located.expression.work, provision.eid if provision else ""
            name = label_citation(provision.label if provision else "", located.expression, None)
        return Cites(
            row.start - start, row.end - start, words, row.kind, work, row.name, eid, name,
            in_library=located is not None and bool(provision or not row.target),
        )  # fmt: skip

    def _cited_by(self, row: ReferenceRow) -> CitedBy:
        status = self._status_of(row.expression, row.eid) if self._status_of else None
        return CitedBy(
            work=row.expression.work,
            eid=row.eid,
            citation=label_citation(row.label, row.expression, None),
            title=row.expression.title,
            kind=row.kind,
            text=self._store.texts.stored_text(row.expression.id, row.start, row.end),
            target=row.target,
            status=status.name if status else None,
        )

    def _work_named(self, name: str) -> str:
        return map_works_by_name(self._store).get(normalize_name(name), "") if name else ""

    def _version(self, work: str, language: str | None) -> ExpressionRow | None:
        """Return the version of a work to cite; ``None`` if it is missing."""
        if (work, language) not in self._expressions:
            order = (language, *self._languages)
            held = self._store.law.expressions_of(work)

            def place(row: ExpressionRow) -> tuple[int, bool, int]:  # as ``build_versions``
                at = order.index(row.language) if row.language in order else 99
                return at, is_flattened(row), -row.id

            versions = (row for row in held if row.id not in self._excluded)
            self._expressions[work, language] = min(versions, key=place, default=None)
        return self._expressions[work, language]

    def _provisions(self, expression: ExpressionRow) -> _Known:
        """Return the provisions of an expression by eid."""
        if expression.id not in self._provisions_by_expression:
            provisions = {
                provision.eid: provision
                for provision in self._store.texts.provisions(expression.id)
            }
            self._provisions_by_expression[expression.id] = provisions, Eids(provisions)
        return self._provisions_by_expression[expression.id]


def _ends_alike(eid: str, target: str) -> bool:
    """Return whether two eids have the same last step: point (b) of a second subparagraph is cited without it.

    Numbered definitions are points, and cited like paragraphs.
    """
    return eid.rpartition("__")[2] == target.rpartition("__")[2] or target in list_cited_forms(eid)


def _is_inside(cites: Cites, work: str, eid: str) -> bool:
    return cites.work == work and is_within(cites.eid, eid)


def _is_own(row: ReferenceRow, work: str, eid: str | None) -> bool:
    """Return True if a provision or work cites itself or a part of it."""
    if row.expression.work.lower() != work.lower():
        return False
    return eid is None or is_within(row.eid, eid)
