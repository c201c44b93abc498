"""Similar documents of a whole document: its law, implementing documents, earlier decisions.

Every stage can be left out; ``evaluate --mode similar`` measures each.
"""

from __future__ import annotations

import datetime
import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from lexdesk.compliance.doc2doc import candidates, dates
from lexdesk.compliance.doc2doc.citations import Names
from lexdesk.compliance.doc2doc.interactions import Interactions
from lexdesk.compliance.doc2doc.long_query import LongQuery, Paragraph, query_from_work_or_file
from lexdesk.compliance.doc2doc.parameters import FINDS, OF, STAGES, Find, Stage
from lexdesk.compliance.doc2doc.query_words import select_informative
from lexdesk.compliance.doc2doc.ranking import RankedCandidates, Ranking
from lexdesk.compliance.doc2doc.shared_features import InCommon, find_shared_features
from lexdesk.compliance.doc2doc.stage_scores import ScoredCandidates, scale
from lexdesk.compliance.duties import find_duties, has_rule
from lexdesk.compliance.provision_choice import LEAST_NAMED
from lexdesk.document.dates import iso
from lexdesk.document.eid import find_outermost_eid, is_recital, is_within
from lexdesk.document.model import StatusName
from lexdesk.errors import LexdeskError, Message, OptionalMessage, QueryCode
from lexdesk.law.as_of import StatusLookup, exclude_expressions
from lexdesk.law.citation_labels import label_citation
from lexdesk.search.expansion.subject_index import subjects_within
from lexdesk.system.progress import Listener, ignore

if TYPE_CHECKING:
    from lexdesk.compliance.doc2doc.interactions import Interactions
    from lexdesk.library.protocol import ReadableLibrary
    from lexdesk.search.retrieval.hybrid import Retriever
    from lexdesk.storage import Store

_PAIRS = 5
_COLUMNS = 60  # columns of the matrix of one document
_DUTIES = 1_000  # additional columns for uncovered duties: their number is shown
_WORDS = 8

NEAR = 0.5
"""The similarity, in 0..1, from which two paragraphs count as near (docs/results/documents.md)."""


class Pair(NamedTuple):
    """A paragraph of the query and its counterpart in a document, by their places in ``rows`` and ``columns``."""

    row: int
    column: int
    likeness: float


@dataclass(frozen=True, slots=True)
class SimilarDocument:
    """A document related to the query, with reasons.

    ``stage_scores`` are the scores of the stages, each scaled to 0..1 over the candidates. ``matrix`` holds the
    similarity, in 0..1, of every paragraph of the query (the ``rows`` of the answer) and of the document's
    ``columns``; ``pairs`` are its best entries. ``unmet`` are the places of columns with a duty but without a
    near paragraph of the query, ``None`` without duty detection; ``named`` are those of columns that a subject in a
    paragraph of the query names. ``law`` is the legal status of the work as a
    sentence, and ``status`` its name, such as ``in force``; both are empty if unknown. ``language`` is ISO 639-1.
    ``date_is_of_file`` is true for a date from file properties alone.
    """

    work: str
    citation: str
    title: str
    path: str | None
    date: str | None
    score: float
    stage_scores: dict[str, float]
    words: list[str]
    common: InCommon
    law: OptionalMessage
    pairs: list[Pair]
    columns: list[Paragraph]
    matrix: list[list[float]]
    status: StatusName | Literal[""] = ""
    language: str | None = None
    unmet: list[int] | None = None
    named: Sequence[int] = ()
    date_is_of_file: bool = False


@dataclass(frozen=True, slots=True)
class Similar:
    """The result of ``similar``: the documents, best first, and the ``rows`` representing the query.

    ``notes`` report stages left out for lack of a part. ``work`` and ``language`` are those of the query,
    empty if unknown.
    """

    name: str
    title: str
    find: Find
    date: str | None
    rows: list[Paragraph]
    documents: list[SimilarDocument]
    notes: list[Message]
    work: str = ""
    language: str | None = None


def find_similar(
    library: ReadableLibrary,
    query: LongQuery | Path | str,
    *,
    find: Find | None = None,
    within: str | None = None,
    years: int | None = None,
    after: datetime.date | None = None,
    before: datetime.date | None = None,
    as_of: datetime.date | None = None,
    top: int = 10,
    without: Collection[Stage] = (),
    language: str | None = None,
    every_paragraph: bool = False,
    reads_files: bool = True,
    listener: Listener | None = None,
) -> Similar:
    """Return the ``top`` documents of a library related to a whole document.

    ``query`` is a work of the library, or a file; without ``reads_files``, a work alone. ``find`` is ``affected``
    (implementing documents) or ``grounds`` (authorities of the document); the default depends on the kind of
    the query. ``within`` is a query: only documents with a matching passage are searched. ``years`` (from the
    query's date), ``after`` and ``before`` limit the dates of documents. ``as_of`` is the day of the law (default
    today). ``without`` names stages to leave out. With
    ``every_paragraph`` the rows of the matrices are all paragraphs of the query, up to 240, in place of the
    windows around its citations or a sample, and uncovered duties are reported. Raise ``NotFound``,
    ``FileFailed``, ``QueryError``, and ``LexdeskError`` for ``years`` without a date, an empty period, or an
    unknown ``find`` or stage; exceptions of ``listener`` end the search.
    """
    for name, known in ((find or FINDS[0], FINDS), *((stage, STAGES) for stage in without)):
        if name not in known:
            raise LexdeskError(QueryCode.OPTION_UNKNOWN, name=name, known=", ".join(known))
    retriever = library.search.retriever()
    with retriever.store.as_of_one_moment():
        subject = (
            query
            if isinstance(query, LongQuery)
            else query_from_work_or_file(retriever, query, language, reads_files=reads_files)
        )
        chosen: Find = find or ("affected" if subject.is_law else "grounds")
        wanted = dates.compute_period(subject.date, years, after, before)
        day = as_of or datetime.date.today()
        excluded = find_out_of_scope(retriever, subject, within, wanted, day)
        ranking = Ranking(retriever, OF[chosen], without, listener or ignore)
        found = ranking.rank(subject, excluded)
        best = found.best(retriever, top)
        if every_paragraph:
            found = ranking.with_places(subject, found, best)
        store, law = retriever.store, StatusLookup(retriever.store, day)
        names = ranking.names(subject)
        documents = [
            _describe(store, law, subject, names, found, place, every_paragraph) for place in best
        ]
        return Similar(
            name=subject.name,
            title=subject.title,
            find=chosen,
            date=iso(subject.date),
            rows=found.scored.rows,
            documents=documents,
            notes=ranking.notes,
            work=subject.work,
            language=subject.language,
        )


def find_out_of_scope(
    retriever: Retriever,
    query: LongQuery,
    within: str | None,
    wanted: dates.Period,
    day: datetime.date,
) -> frozenset[int]:
    """Return the expressions out of scope: of other days than ``day``, the query's own, outside of a filter."""
    other_days = exclude_expressions(retriever.store, day).expressions
    excluded = other_days | query.own | dates.exclude_by_date(retriever.store, wanted)
    if within:
        excluded |= candidates.exclude_unmatched(retriever, candidates.Owners(retriever), within)
    return excluded


def _describe(
    store: Store,
    law: StatusLookup,
    query: LongQuery,
    names: Names,
    found: RankedCandidates,
    place: int,
    with_duties: bool,
) -> SimilarDocument:
    """Return a candidate with its reasons and, ``with_duties``, its uncovered duties."""
    scored = found.scored
    number = scored.expressions[place]
    row = store.law.expression_rows([number])[number]
    met = found.met.get(place)
    named: list[int] = []
    if met and with_duties and row.language and has_rule(row.language):
        named = find_named_by_subjects(met, scored.rows, row.work, store)
    comparison = (
        _compare(met, row.language, with_duties, named) if met else _Comparison([], [], [], None)
    )
    status = law(row, None)
    dated = dates.derive_work_date(store, store.law.expressions_of(row.work))
    return SimilarDocument(
        work=row.work,
        citation=label_citation("", row, None),
        title=row.title,
        path=row.path,
        date=iso(dated.day),
        date_is_of_file=dated.is_of_file,
        score=round(float(found.scores[place]), 4),
        stage_scores={v: round(float(scale(s)[place]), 4) for v, s in scored.stage_scores.items()},
        words=find_shared_words(query, scored, place),
        common=find_shared_features(store, query, names, row),
        law=(status and status.sentence) or "",
        pairs=comparison.pairs,
        columns=comparison.columns,
        matrix=comparison.matrix,
        status=status.name if status else "",
        language=row.language,
        unmet=comparison.unmet,
        named=comparison.named,
    )


class _Comparison(NamedTuple):
    """The paragraphs of a document compared with those of the query, as in ``SimilarDocument``."""

    pairs: list[Pair]
    columns: list[Paragraph]
    matrix: list[list[float]]
    unmet: list[int] | None
    named: Sequence[int] = ()


def _compare(
    met: Interactions, language: str | None, with_duties: bool, named: Sequence[int]
) -> _Comparison:
    duties = find_uncovered(met, language, named) if with_duties else None
    narrowed = met.keep_columns(_COLUMNS, [*(duties or [])[:_DUTIES], *named])

    def kept(places: Sequence[int]) -> list[int]:
        starts = {met.columns[place].start for place in places}
        return [at for at, column in enumerate(narrowed.columns) if column.start in starts]

    return _Comparison(
        pairs=[Pair(row, column, round(v, 4)) for row, column, v in narrowed.pairs(_PAIRS)],
        columns=list(narrowed.columns),
        matrix=narrowed.values.round(3).tolist(),
        unmet=None if duties is None else kept(duties),
        named=kept(named),
    )


def find_shared_words(query: LongQuery, scored: ScoredCandidates, place: int) -> list[str]:
    """Return the most discriminative shared words as written in the query, without plain numbers."""
    wanted = Counter(query.words)
    counts_in_document = scored.counted.counts[place]
    weights = {
        word: idf * math.sqrt(min(wanted[word], counts_in_document[at]))
        for at, (word, idf) in enumerate(scored.words.idf.items())
        if counts_in_document[at] > 0 and any(map(str.isalpha, word))
    }
    return [query.written_forms.get(word, word) for word in select_informative(weights, _WORDS)]


def find_named_by_subjects(
    met: Interactions, rows: Sequence[Paragraph], work: str, store: Store
) -> list[int]:
    """Return the places in ``met.columns`` of provisions of ``work`` that a subject in a row names (``subject_index``).

    Of a provision with several paragraphs, this is the one nearest to the row; as in ``coverage`` it is not far from it.
    """
    named: set[int] = set()
    for row, paragraph in enumerate(rows):
        for eid in subjects_within(paragraph.text, work, store):
            inside = [
                at
                for at, column in enumerate(met.columns)
                if is_within(column.eid, eid) or (column.eid and is_within(eid, column.eid))
            ]
            best = max(inside, key=lambda at: met.values[row, at], default=None)
            if best is not None and met.values[row, best] >= LEAST_NAMED:
                named.add(best)
    return sorted(named)


def find_uncovered(
    met: Interactions, language: str | None, named: Collection[int] = ()
) -> list[int] | None:
    """Return the places in ``met.columns`` of paragraphs of law with an uncovered duty; the ``named`` ones are covered.

    Return ``None`` for a language without a duty rule, or a text without provisions.
    """
    articles = [_article(column.eid) for column in met.columns]
    if not has_rule(language) or not any(articles) or not met.values.size:
        return None
    best = met.values.max(axis=0).tolist()
    for place in named:
        best[place] = max(best[place], NEAR)
    touched = {article for article, near in zip(articles, best, strict=True) if near >= NEAR}
    return [
        place
        for place, (column, article) in enumerate(zip(met.columns, articles, strict=True))
        if article
        and article in touched
        and best[place] < NEAR
        and find_duties(column.text, language)
    ]


def _article(eid: str | None) -> str:
    """Return the enclosing article, section or annex; ``""`` for a recital."""
    return "" if not eid or is_recital(eid) else find_outermost_eid(eid)
