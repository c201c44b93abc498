"""The known item of a query: the provisions, work or clauses cited or named by it.

It is resolved once, before retrieval. Known items come before all other hits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from lexdesk.citations.former_treaties import find_successor
from lexdesk.citations.identifiers import read_address
from lexdesk.citations.query_language import query_language
from lexdesk.citations.work_lookup import may_cite
from lexdesk.document.dates import from_iso
from lexdesk.document.eid import is_recital
from lexdesk.errors import Message, NoteCode
from lexdesk.index.conditions import Resolved
from lexdesk.law.citation_labels import label_citation as law_name
from lexdesk.law.cross_references import CitationTarget, CrossReferences
from lexdesk.law.jurisdiction import find_jurisdiction, split_stated
from lexdesk.law.provision_lookup import find_latest_provision
from lexdesk.query import Query
from lexdesk.search.known_item import former_law
from lexdesk.search.known_item.absent_names import is_absent_name
from lexdesk.search.known_item.case_titles import find_by_parties
from lexdesk.search.known_item.item import (
    KnownItem,
    absent_work,
    with_collective,
    with_near,
    with_usual,
)
from lexdesk.search.known_item.library_citations import (
    citation_of,
    find_clauses,
    find_places,
    library_citation,
    may_be_place,
)
from lexdesk.search.known_item.missing_places import (
    describe_lacking,
    describe_partly_missing,
    encloses,
    is_surely_law,
)
from lexdesk.search.known_item.near_titles import find_near_acts, shares_name
from lexdesk.search.known_item.stated_aliases import find_stated
from lexdesk.search.known_item.targets import filter_test, select_words_beside_filters
from lexdesk.storage import Store
from lexdesk.text.tokens import accented_tokens

if TYPE_CHECKING:
    from lexdesk.citations import Citation
    from lexdesk.index.lexical.fulltext import FullText


_MOST_QUESTION_WORDS = 24  # a longer query is a pasted paragraph


class _ReadCitation(Struct, frozen=True):
    """A citation, the references to resolve it with, and the languages to show it in, best first.

    At most ``top`` provisions are resolved. ``usual`` is the work that the same name usually means, else ``""``.
    """

    citation: Citation | None
    references: CrossReferences
    languages: tuple[str, ...]
    top: int
    usual: str = ""


class KnownItemResolver(Struct, frozen=True):
    """A resolver of known items in one library; ``excluded`` are the expressions of other days."""

    store: Store
    fulltext: FullText
    languages: tuple[str, ...]
    excluded: frozenset[int]

    def resolve(self, query: Query, filters: Resolved, top: int) -> KnownItem:
        """Return the known item of ``query``, with at most ``top`` provisions.

        ``filters`` are the resolved filters of ``query``; if it has any, only its other words are read as a citation.
        """
        if query.demanding:
            return KnownItem(tuple(self._find_filtered(query, filters, top)))
        text, stated = split_stated(read_address(query.text))
        reading, located = self._first_located(text, top)
        if (
            located
            and stated
            and find_jurisdiction(located[0][0].expression.work) not in ("", stated)
        ):
            located = []
        if not located and (near := self._resolve_near(text, stated, reading.languages, top)):
            return near
        if reading.citation is None:
            return self._resolve_uncited(query, reading.languages, top)
        if not located:
            return self._resolve_absent(query.text.strip(), reading)
        item = self._resolve_located(reading.citation, located)
        if item.is_absent:
            item = self._find_recast(query.text.strip(), reading, item)
        if item.is_absent:
            item = self._find_amended(query.text.strip(), reading, item)
        return with_usual(with_collective(item, text), query.text.strip(), reading.usual)

    def _first_located(
        self, text: str, top: int
    ) -> tuple[_ReadCitation, list[tuple[CitationTarget, str]]]:
        """Return the first reading of ``text`` that the library has, with its provisions; else the last one with none."""
        for reading in self._readings(text, top):
            if located := self._locate(reading):
                return reading, located
        return reading, []

    def _readings(self, text: str, top: int) -> Iterator[_ReadCitation]:
        """Yield the readings of ``text``: the usual one, one by the library's own names, another document of the case."""
        languages = self._reading_languages(text)
        usual = citation_of(text) if may_cite(text) else None
        references = CrossReferences(self.store, languages, self.excluded)
        reading = _ReadCitation(usual, references, languages, top)
        yield reading
        namesake = self._namesake_here(text)
        own = namesake or library_citation(text, self.store)
        if own := own or find_stated(text, self.store, self.fulltext, self.languages):
            other_work = usual.work if usual and namesake else ""
            reading = replace(reading, citation=own, usual=other_work)
            yield reading
        if other := former_law.find_other_document(self.store, reading.citation):
            yield replace(reading, citation=other)

    def _namesake_here(self, text: str) -> Citation | None:
        """Return the citation of a stored act by a name that usually means another: ``PSD`` of 2007."""
        if not may_cite(text):
            return None
        from lexdesk.citations.query_citations import find_namesake_citations  # loads many patterns

        held = (c for c in find_namesake_citations(text) if self.store.law.expressions_of(c.work))
        return next(held, None)

    def _reading_languages(self, text: str) -> tuple[str, ...]:
        """Return the languages (ISO 639-1) to show a cited provision in, the query's own first."""
        if not (may_cite(text) or may_be_place(text)):
            return self.languages
        return query_language(text), *self.languages

    def _resolve_located(
        self, citation: Citation, located: Sequence[tuple[CitationTarget, str]]
    ) -> KnownItem:
        """Resolve to the existing provisions, with a notice if the version of the day lacks one."""
        present = [(item, eid) for item, eid in located if item.provision or not eid]
        enclosing = [item for item, eid in present if encloses(self.store, item, eid)]
        shown = enclosing[-1] if enclosing else located[-1][0]
        name, pin_cite = law_name("", shown.expression, None), citation.pin_cite
        if citation.kind == "court" and pin_cite[:1].isdigit():
            pin_cite = f"paragraph {pin_cite}"
        notice: Message | None = None
        if partly := describe_partly_missing(self.store, located):
            notice = partly
        elif enclosing:
            notice = Message(NoteCode.TEXT_AROUND, name=name, pin_cite=pin_cite)
        elif not present:
            notice = Message(NoteCode.WORDS_INSTEAD, name=name, pin_cite=pin_cite)
        elif former := [item for item, _ in present if self._is_former(item)]:
            row = former[0].expression
            days = {"first": from_iso(row.valid_from), "last": from_iso(row.valid_to)}
            notice = Message(NoteCode.FORMER_TEXT, name=name, pin_cite=pin_cite, **days)
        items = tuple(item for item, _ in present)
        expression = located[0][0].expression
        return KnownItem(items, is_absent=not items, notice=notice, expression=expression)

    def _resolve_absent(self, text: str, reading: _ReadCitation) -> KnownItem:
        """Resolve retained law to its act of the Union, else to a notice."""
        if origin := self._find_origin(reading):
            return KnownItem(
                tuple(origin),
                notice=former_law.describe_succession(text, origin[0], reading.citation),
            )
        if reading.citation and shares_name(reading.citation.name, self.store):
            return KnownItem(is_whole=False)
        if reading.citation and reading.citation.eids:
            notice = Message(NoteCode.LAW_NOT_HELD, cited=text)
            absent = KnownItem(is_absent=True, is_law_absent=True, notice=notice)
            return self._find_recast(text, reading, absent)
        work = reading.citation.work if reading.citation else ""
        return absent_work(text, work, is_law=is_surely_law(text))

    def _resolve_uncited(self, query: Query, languages: Sequence[str], top: int) -> KnownItem:
        """Resolve places without an act, else provisions cited beside other words."""
        text = query.text
        if may_be_place(text):
            if places := find_places(text, languages, self.store, self.excluded):
                acts = len(dict(places))
                notice = Message(NoteCode.NO_ACT_NAMED, count=acts, place=text.strip())
                return KnownItem(
                    tuple(self._located_at(places, top)), notice=notice if acts > 1 else None
                )
            places, is_named = find_clauses(text, self.store, self._is_of_day)
            contracts = len(dict(places))
            if places:
                notice = Message(NoteCode.NO_CONTRACT_NAMED, count=contracts, place=text.strip())
                is_ambiguous = contracts > 1 and not is_named
                return KnownItem(
                    tuple(self._located_at(places, top)), notice=notice if is_ambiguous else None
                )
        if cases := find_by_parties(text, self.store):
            return self._resolve_parties(cases, languages, top)
        if is_absent_name(text, self.store, self.fulltext, self.languages):
            return absent_work(text.strip())
        return self._find_with_context(text, languages, top)

    def _resolve_near(
        self, text: str, stated: str, languages: Sequence[str], top: int
    ) -> KnownItem | None:
        """Resolve to an Act of a name near to the one in ``text``, of the ``stated`` jurisdiction; ``None`` for none."""
        references = CrossReferences(self.store, tuple(languages), self.excluded)
        found = []
        for near in find_near_acts(text, self.store):
            located = self._locate(_ReadCitation(near.citation, references, tuple(languages), top))
            held = [item for item, eid in located if item.provision or not eid]
            if held and find_jurisdiction(near.citation.work) in (
                "",
                stated or find_jurisdiction(near.citation.work),
            ):
                found.append((near, located))
        if len(found) != 1:
            return None
        near, located = found[0]
        return with_near(self._resolve_located(near.citation, located), near.typed)

    def _resolve_parties(
        self, cases: Sequence[Citation], languages: Sequence[str], top: int
    ) -> KnownItem:
        """Resolve to the judgments between the parties of the query, or to the paragraph of the one."""
        references = CrossReferences(self.store, tuple(languages), self.excluded)
        read = [
            self._locate(_ReadCitation(case, references, tuple(languages), top)) for case in cases
        ]
        if len(cases) == 1 and read[0]:
            return self._resolve_located(cases[0], read[0])
        return KnownItem(tuple(located[0][0] for located in read if located)[:top])

    def _find_filtered(self, query: Query, filters: Resolved, top: int) -> list[CitationTarget]:
        """Return the provisions or clauses named by the words beside the filters, in texts of the filters.

        Without filters, return the clauses of a contract named in the query: ``Section 5 Agency AND Marketing Agreement``.
        """
        words = select_words_beside_filters(query)
        text = query.text if words is None else words
        is_place = may_be_place(text)
        if words is None:
            places, is_named = (
                find_clauses(text, self.store, self._is_of_day) if is_place else ([], False)
            )
            return self._located_at(places, top) if is_named else []
        if not (is_place or may_cite(text)):
            return []
        passes = filter_test(query, self.store, filters)
        if cited := self._find_cited_within(words, passes, top):
            return cited
        if not is_place:
            return []
        places, _ = find_clauses(
            words, self.store, lambda expression: self._is_of_day(expression) and passes(expression)
        )
        return self._located_at(places, top)

    def _find_cited_within(
        self, text: str, passes: Callable[[int], bool], top: int
    ) -> list[CitationTarget]:
        """Return the cited provisions, or the whole work, in a text that ``passes``."""
        citation = citation_of(text) or library_citation(text, self.store)
        if citation is None or not citation.work:
            return []
        texts = self.store.law.expressions_of(citation.work)
        closed = {text.id for text in texts if not passes(text.id)}
        languages = self._reading_languages(text)
        references = CrossReferences(self.store, languages, self.excluded | closed)
        return [
            item
            for item, eid in self._locate(_ReadCitation(citation, references, languages, top))
            if (item.provision or not eid) and passes(item.expression.id)
        ]

    def _find_with_context(self, text: str, languages: Sequence[str], top: int) -> KnownItem:
        """Resolve to the provisions cited beside other words, with a notice on those that the library lacks.

        They are shown in the language of most of these words: ``art. 17 RGPD excepciones`` is not French.
        """
        if not may_cite(text) or len(text.split()) > _MOST_QUESTION_WORDS:
            return KnownItem(is_whole=False)
        from lexdesk.citations.query_citations import extract_pin_cites  # loads many patterns

        citations, rest = extract_pin_cites(text)
        if not citations:
            return KnownItem(is_whole=False, notice=self._absent_act(text, languages))
        words = self.fulltext.languages_of(accented_tokens(rest), self.languages)
        ordered = tuple(sorted(dict.fromkeys(languages), key=lambda language: -words[language]))
        references = CrossReferences(self.store, ordered, self.excluded)
        found: dict[tuple[int, str], CitationTarget] = {}
        read = [(c, self._locate(_ReadCitation(c, references, ordered, top))) for c in citations]
        for _, located in read:
            for item, eid in located:
                if item.provision and not encloses(self.store, item, eid):
                    found[item.expression.id, item.provision.eid] = item
        lacking = (describe_lacking(self.store, *one, is_partly=bool(found)) for one in read)
        notice = next(filter(None, lacking), None)
        return KnownItem(tuple(found.values())[:top], is_whole=False, notice=notice)

    def _absent_act(self, text: str, languages: Sequence[str]) -> Message | None:
        """Return the notice that the library lacks an act cited as a whole beside other words."""
        from lexdesk.citations.query_citations import extract_numbered_acts  # loads many patterns

        references = CrossReferences(self.store, tuple(languages), self.excluded)
        read = (_ReadCitation(c, references, (), 1) for c in extract_numbered_acts(text))
        absent = (act.citation for act in read if act.citation and not self._locate(act))
        return next((Message(NoteCode.NOT_HERE, cited=act.text) for act in absent), None)

    def _find_origin(self, reading: _ReadCitation) -> list[CitationTarget]:
        """Return the cited provisions of the act of the Union behind retained law, or of a treaty renumbered since."""
        if reading.citation is None or (union := find_successor(reading.citation)) is None:
            return []
        located = self._locate(replace(reading, citation=union))
        return [item for item, eid in located if item.provision or not eid]

    def _find_recast(self, text: str, reading: _ReadCitation, absent: KnownItem) -> KnownItem:
        """Return the provisions that a correlation table gives for those cited of a former act, else ``absent``."""
        later = former_law.in_later_act(self.store, reading.citation)
        located = self._locate(replace(reading, citation=later)) if later else []
        if not located:
            return absent
        notice = former_law.describe_recast(self.store, text, reading.citation)
        return KnownItem(tuple(item for item, _ in located), notice=notice)

    def _find_amended(self, text: str, reading: _ReadCitation, absent: KnownItem) -> KnownItem:
        """Return the provisions with the cited number in the first act that the cited one amends, else ``absent``."""
        if reading.citation is None or absent.expression is None:
            return absent
        for amended in former_law.in_amended_acts(self.store, reading.citation, absent.expression):
            located = self._locate(replace(reading, citation=amended))
            found = [item for item, eid in located if item.provision and item.provision.eid == eid]
            if located and len(found) == len(located):
                return KnownItem(tuple(found), notice=former_law.describe_amended(text, found[0]))
        return absent

    def _locate(self, reading: _ReadCitation) -> list[tuple[CitationTarget, str]]:
        """Return at most ``top`` cited provisions, or the whole work, each with its cited eid.

        The list is empty if the library lacks the work.
        """
        citation = reading.citation
        if citation is None:
            return []
        found: list[tuple[CitationTarget, str]] = []
        for eid in citation.eids[: reading.top] or ("",):
            located = reading.references.locate(citation.work, citation.name, eid)
            if located is None:
                return []
            if eid and located.provision is None:
                located = self._locate_on_other_day(located, eid, reading.languages)
            found.append((located, eid))
        return found

    def _locate_on_other_day(
        self, located: CitationTarget, eid: str, languages: Sequence[str]
    ) -> CitationTarget:
        """Return the provision of today, or its last version, if the version of the day has none.

        Its hit is labelled with the dates of its text.
        """
        found = find_latest_provision(self.store, located.expression.work, eid, languages)
        if found is None:
            return located
        at = found.eid
        provision = self.store.texts.provision(found.expression.id, at) if at else None
        return CitationTarget(found.expression, provision)

    def _located_at(self, places: Sequence[tuple[int, str]], top: int) -> list[CitationTarget]:
        """Return the provisions at the first ``top`` places, each an expression and an eid."""
        rows = self.store.law.expression_rows(expression for expression, _ in places[:top])
        provision = self.store.texts.provision
        return [CitationTarget(rows[of], provision(of, eid)) for of, eid in places[:top]]

    def _is_former(self, located: CitationTarget) -> bool:
        """Return whether only the text of another day has the provision; consolidated texts omit recitals."""
        return (
            located.expression.id in self.excluded
            and located.provision is not None
            and not is_recital(located.provision.eid)
            and bool(located.expression.valid_from and located.expression.valid_to)
        )

    def _is_of_day(self, expression: int) -> bool:
        return expression not in self.excluded
