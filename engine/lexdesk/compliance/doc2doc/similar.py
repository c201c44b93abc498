"""Which documents a whole document concerns: its law, what carries it out, earlier decisions.

Every stage can be left out; ``evaluate --mode similar`` measures each.
"""

from __future__ import annotations

import datetime
import math
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lexdesk.compliance.doc2doc import candidates, dates
from lexdesk.compliance.doc2doc.citations import Names
from lexdesk.compliance.doc2doc.ensemble import scaled
from lexdesk.compliance.doc2doc.interactions import Interactions
from lexdesk.compliance.doc2doc.long_query import LongQuery, Paragraph, of_work_or_file
from lexdesk.compliance.doc2doc.parameters import FINDS, OF, STAGES, Find, Stage
from lexdesk.compliance.doc2doc.query_words import most_telling
from lexdesk.compliance.doc2doc.ranking import Ranked, Ranking
from lexdesk.compliance.doc2doc.shared_features import InCommon, in_common
from lexdesk.compliance.doc2doc.stage_scores import Heard
from lexdesk.compliance.doc2doc.uncovered_duties import unmet
from lexdesk.document.dates import iso
from lexdesk.errors import LexdeskError, Message, QueryCode
from lexdesk.law.as_of import StatusLookup, excluded_expressions
from lexdesk.law.citation_labels import citation
from lexdesk.system.progress import Listener

if TYPE_CHECKING:
    from lexdesk.library.reading import ReadableLibrary
    from lexdesk.search.retrieval.hybrid import Retriever
    from lexdesk.storage import Store

_PAIRS = 5
_COLUMNS = 60  # of the matrix of one document
_DUTIES = 60  # columns beside them that stand there for a duty that nothing comes near
_WORDS = 8


class Pair(NamedTuple):
    """A paragraph of the query and its like in a document, by their places in ``rows`` and ``columns``."""

    row: int
    column: int
    likeness: float


@dataclass(frozen=True, slots=True)
class SimilarDocument:
    """A document that the query concerns, and why.

    ``voices`` are the scores of the stages, each scaled to 0..1 over the candidates. ``matrix``
    holds the likeness of every paragraph of the query (the ``rows`` of the answer) and of the
    document's ``columns`` in 0..1; ``pairs`` are the best of it. ``unmet`` are the places of
    columns with a duty that no paragraph of the query comes near, ``None`` where duties are not
    told. ``law`` tells what the work is today, and ``status`` is its name, such as ``in force``;
    both are empty where nothing is known. ``language`` is ISO 639-1. ``date_is_of_file`` where no more than
    when the file was created or changed tells the date.
    """

    work: str
    citation: str
    title: str
    path: str | None
    date: str | None
    score: float
    voices: dict[str, float]
    words: list[str]
    common: InCommon
    law: str
    pairs: list[Pair]
    columns: list[Paragraph]
    matrix: list[list[float]]
    status: str = ""
    language: str | None = None
    unmet: list[int] | None = None
    date_is_of_file: bool = False


@dataclass(frozen=True, slots=True)
class Similar:
    """What ``similar`` found: the documents, best first, and the ``rows`` that stand for the query.

    ``notes`` tell of stages that were left out because something was missing. ``work`` and
    ``language`` are those of the query, empty where nothing is known.
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


def similar(
    library: ReadableLibrary,
    query: LongQuery | Path | str,
    *,
    find: Find | None = None,
    within: str | None = None,
    years: int | None = None,
    after: datetime.date | None = None,
    before: datetime.date | None = None,
    top: int = 10,
    without: Collection[Stage] = (),
    language: str | None = None,
    every_paragraph: bool = False,
    listener: Listener | None = None,
) -> Similar:
    """The ``top`` documents of a library that a whole document concerns.

    ``query`` is a work of the library, or a file. ``find`` is ``affected`` (documents that carry a
    law out) or ``grounds`` (what a document rests on); by default what fits the kind of the query.
    ``within`` is a query, and only documents with a passage that it finds are asked; ``years`` (from
    the query's date), ``after`` and ``before`` are about dates of documents. ``without`` names stages
    to leave out. With ``every_paragraph`` the matrices have all paragraphs of the query as rows, up
    to 240, and not what the ranking has: the windows around its citations, or a sample; duties that
    none of them comes near are told as well. Raises ``NotFound``, ``FileFailed``, ``QueryError``, and
    ``LexdeskError`` where years are to be counted from no date or no day is left, and for a ``find`` or a stage
    that there is not; what ``listener`` raises ends the search.
    """
    for name, known in ((find or FINDS[0], FINDS), *((stage, STAGES) for stage in without)):
        if name not in known:
            raise LexdeskError(QueryCode.OPTION_UNKNOWN, name=name, known=", ".join(known))
    retriever = library.retriever()
    with retriever.store.as_of_one_moment():
        asked = (
            query if isinstance(query, LongQuery) else of_work_or_file(retriever, query, language)
        )
        chosen: Find = find or ("affected" if asked.is_law else "grounds")
        wanted = dates.period(asked.date, years, after, before)
        excluded = left_out(retriever, asked, within, wanted)
        ranking = Ranking(retriever, OF[chosen], without, listener or (lambda progress: None))
        found = ranking.ranked(asked, excluded)
        best = found.best(retriever, top)
        if every_paragraph:
            found = ranking.facing(asked, found, best)
        store, law = retriever.store, StatusLookup(retriever.store, datetime.date.today())
        names = ranking.names(asked)
        documents = [
            _told(store, law, asked, names, found, place, every_paragraph) for place in best
        ]
        return Similar(
            name=asked.name,
            title=asked.title,
            find=chosen,
            date=iso(asked.date),
            rows=found.heard.rows,
            documents=documents,
            notes=ranking.notes,
            work=asked.work,
            language=asked.language,
        )


def left_out(
    retriever: Retriever, query: LongQuery, within: str | None, wanted: dates.Period
) -> frozenset[int]:
    """The expressions that are not asked: of other days, the query's own, outside of a filter."""
    today = excluded_expressions(retriever.store, datetime.date.today()).expressions
    excluded = today | query.own | dates.outside(retriever.store, wanted)
    if within:
        excluded |= candidates.outside(retriever, candidates.Owners(retriever), within)
    return excluded


def _told(
    store: Store,
    law: StatusLookup,
    query: LongQuery,
    names: Names,
    found: Ranked,
    place: int,
    with_duties: bool,
) -> SimilarDocument:
    """A candidate with what speaks for it, and ``with_duties`` those that nothing comes near."""
    heard = found.heard
    number = heard.expressions[place]
    row = store.expression_rows([number])[number]
    met = found.met.get(place)
    beside = _beside(met, row.language, with_duties) if met else _Beside([], [], [], None)
    status = law(row, None)
    dated = dates.dated(store, store.expressions_of(row.work))
    return SimilarDocument(
        work=row.work,
        citation=citation("", row, None),
        title=row.title,
        path=row.path,
        date=iso(dated.day),
        date_is_of_file=dated.is_of_file,
        score=round(float(found.scores[place]), 4),
        voices={v: round(float(scaled(s)[place]), 4) for v, s in heard.voices.items()},
        words=shared_words(query, heard, place),
        common=in_common(store, query, names, row),
        law=(status and status.sentence) or "",
        pairs=beside.pairs,
        columns=beside.columns,
        matrix=beside.matrix,
        status=status.name if status else "",
        language=row.language,
        unmet=beside.unmet,
    )


class _Beside(NamedTuple):
    """What is told of a document's paragraphs beside those of the query, as in ``SimilarDocument``."""

    pairs: list[Pair]
    columns: list[Paragraph]
    matrix: list[list[float]]
    unmet: list[int] | None


def _beside(met: Interactions, language: str | None, with_duties: bool) -> _Beside:
    duties = unmet(met, language) if with_duties else None
    narrowed = met.narrowed(_COLUMNS, (duties or [])[:_DUTIES])
    starts = {met.columns[each].start for each in duties or ()}
    return _Beside(
        pairs=[Pair(row, column, round(v, 4)) for row, column, v in narrowed.pairs(_PAIRS)],
        columns=list(narrowed.columns),
        matrix=narrowed.values.round(3).tolist(),
        unmet=None
        if duties is None
        else [at for at, each in enumerate(narrowed.columns) if each.start in starts],
    )


def shared_words(query: LongQuery, heard: Heard, place: int) -> list[str]:
    """The words that both say and that tell most, as the query writes them; a number says nothing by itself."""
    asked = Counter(query.words)
    said = heard.counted.counts[place]
    weights = {
        word: idf * math.sqrt(min(asked[word], said[at]))
        for at, (word, idf) in enumerate(heard.words.idf.items())
        if said[at] > 0 and any(map(str.isalpha, word))
    }
    return [query.written.get(word, word) for word in most_telling(weights, _WORDS)]
