"""Which documents a whole document concerns: its law, what carries it out, earlier decisions.

    long_query     the document as a query           dates         the filter by date
    query_words    its telling words                 voices        what each way of looking says
    ensemble       all of them in one score          interactions  paragraph against paragraph
    in_common      defined terms, citations, links   unmet         duties that nothing comes near
    parameters     what all of this is tuned to

Every stage can be left out; ``evaluate --mode similar`` measures each.
"""

from __future__ import annotations

import dataclasses
import datetime
import functools
import math
from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lexdesk.days import iso
from lexdesk.errors import LexdeskError, NotFound
from lexdesk.law.as_of import LawOn, excluded_on
from lexdesk.law.naming import citation
from lexdesk.matching import candidates, dates
from lexdesk.matching.document_words import Counting
from lexdesk.matching.ensemble import Scores, ensemble, scaled
from lexdesk.matching.in_common import InCommon, in_common
from lexdesk.matching.interactions import Interactions, Meeting
from lexdesk.matching.long_query import LongQuery, Paragraph, of_file, of_work
from lexdesk.matching.parameters import FINDS, OF, STAGES, Find, Parameters, Stage, Voice
from lexdesk.matching.query_words import most_telling
from lexdesk.matching.unmet import unmet
from lexdesk.matching.voices import Heard, Listener, hear, spread
from lexdesk.paths import absolute, stored_path

if TYPE_CHECKING:
    from lexdesk.library import Library
    from lexdesk.models.encoder import Encoder
    from lexdesk.search.retrieval import Retriever

_PAIRS = 5
_COLUMNS = 60  # of the matrix of one document
_DUTIES = 60  # columns beside them that stand there for a duty that nothing comes near
_MOST_ROWS = 240  # paragraphs of a query that all are to meet the documents found
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
    notes: list[str]
    work: str = ""
    language: str | None = None


def similar(
    library: Library,
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
    none of them comes near are told as well. Raises ``NotFound``, ``FileRefused``, ``QueryError``, and
    ``LexdeskError`` where years are to be counted from no date or no day is left, and for a ``find`` or a stage
    that there is not; what ``listener`` raises ends the search.
    """
    for name, known in ((find or FINDS[0], FINDS), *((stage, STAGES) for stage in without)):
        if name not in known:
            raise LexdeskError(f"{name!r} is none of {', '.join(known)}")
    retriever = library.retriever()
    with retriever.store.as_of_one_moment():
        asked = query if isinstance(query, LongQuery) else long_query(retriever, query, language)
        chosen: Find = find or ("affected" if asked.is_law else "grounds")
        wanted = dates.period(asked.date, years, after, before)
        excluded = left_out(retriever, asked, within, wanted)
        search = Search(
            retriever, OF[chosen], without, listener or (lambda step, done, total: None)
        )
        found = search.ranked(asked, excluded)
        best = found.best(retriever, top)
        if every_paragraph:
            found = search.facing(asked, found, best)
        documents = [search.told(asked, found, place, every_paragraph) for place in best]
        return Similar(
            name=asked.name,
            title=asked.title,
            find=chosen,
            date=iso(asked.date),
            rows=found.heard.rows,
            documents=documents,
            notes=search.notes,
            work=asked.work,
            language=asked.language,
        )


def long_query(retriever: Retriever, query: Path | str, language: str | None = None) -> LongQuery:
    """A work of the library, or a file: one that the library knows is the work read from it.

    Raises ``NotFound`` and ``FileRefused``.
    """
    path = Path(query)
    known = retriever.store.work_of_file(stored_path(absolute(path)))
    if known is None and path.is_file():
        return of_file(path)
    if known is None and len(path.parts) > 1 and not path.exists():
        raise NotFound(f"there is no file {query}, and no work of that name in the library")
    return of_work(retriever, known or str(query), language)


def left_out(
    retriever: Retriever, query: LongQuery, within: str | None, wanted: dates.Period
) -> frozenset[int]:
    """The expressions that are not asked: of other days, the query's own, outside of a filter."""
    today = excluded_on(retriever.store, datetime.date.today()).expressions
    excluded = today | query.own | dates.outside(retriever.store, wanted)
    if within:
        excluded |= candidates.outside(retriever, candidates.Owners(retriever), within)
    return excluded


@dataclass(frozen=True, slots=True)
class Ranked:
    """The candidates with their scores, (documents,), and the matrices of the best of them."""

    heard: Heard
    scores: Scores
    met: dict[int, Interactions]

    def best(self, retriever: Retriever, top: int) -> list[int]:
        """The places of the best candidates, one for each work, best first."""
        works = retriever.store.expression_rows(self.heard.expressions)
        found: dict[str, int] = {}
        for place in self.scores.argsort(kind="stable")[::-1].tolist():
            if len(found) < top and self.scores[place] > 0:
                found.setdefault(works[self.heard.expressions[place]].work, place)
        return list(found.values())


class Search:
    """The stages from a long query to its ranking, but for those that are left out."""

    def __init__(
        self,
        retriever: Retriever,
        parameters: Parameters,
        without: Collection[Stage],
        listener: Listener,
    ):
        self._retriever, self._parameters = retriever, parameters
        self._without, self._listener = without, listener
        self._counting = Counting(retriever.store)
        self._law = LawOn(retriever.store, datetime.date.today())
        self.notes: list[str] = []
        if retriever.without_meaning and "meaning" not in without:
            self.notes.append(f"documents were not found by meaning: {retriever.without_meaning}")

    def ranked(self, query: LongQuery, excluded: frozenset[int]) -> Ranked:
        """The candidates for ``query``, scored by all stages."""
        heard = hear(
            self._retriever,
            self._counting,
            query,
            self._parameters,
            excluded,
            self._without,
            self._listener,
        )
        scores = ensemble(heard.voices, self.weights(heard.voices))
        places = scores.argsort(kind="stable")[::-1][: self._parameters.interaction_depth].tolist()
        met = {} if "interactions" in self._without else self._meet(heard, places)
        return Ranked(heard, self.with_interactions(scores, met), met)

    def facing(self, query: LongQuery, found: Ranked, places: Sequence[int]) -> Ranked:
        """The same ranking, with all paragraphs of ``query`` against those of ``places``."""
        heard = dataclasses.replace(found.heard, rows=spread(query.paragraphs, _MOST_ROWS))
        return Ranked(heard, found.scores, self._meet(heard, places))

    def weights(self, voices: Container[Voice]) -> Mapping[Voice, float]:
        """What each voice counts, where these are heard."""
        parameters = self._parameters
        return parameters.weights if "windows" in voices else parameters.weights_uncited

    def with_interactions(self, scores: Scores, met: dict[int, Interactions]) -> Scores:
        """The scores of the best documents, with those of their paragraphs; the others stay below."""
        share = self._parameters.interactions
        if not met or not share:
            return scores
        places = list(met)
        paragraphs = scaled(_scores_of(met.values()))
        changed = scores.copy()
        mixed = (1 - share) * scores[places] + share * paragraphs * float(scores.max())
        below = float(scores[places].min())
        changed[places] = below + mixed - min(float(mixed.min()), below)
        return changed

    def _meet(self, heard: Heard, places: Sequence[int]) -> dict[int, Interactions]:
        """The rows that stand for the query against the paragraphs of candidates, by their places."""
        meeting = Meeting(self._retriever.store, self._encoder, heard.rows, heard.words.idf)
        met = {}
        for done, place in enumerate(places, start=1):
            met[place] = meeting.with_document(heard.expressions[place])
            self._listener("paragraphs", done, len(places))
        return met

    @functools.cached_property
    def _encoder(self) -> Encoder | None:
        """What tells the likeness of paragraphs; ``None`` where there is no model, or another one's vectors."""
        if self._retriever.semantic is not None:
            return self._retriever.semantic.encoder
        if self._retriever.lack:
            self.notes.append("paragraphs were compared by their words, for the same reason")
            return None
        from lexdesk.models import manifest
        from lexdesk.models.encoder import loaded

        try:
            return loaded(manifest.find("embedder"))
        except LexdeskError:
            self.notes.append("there is no model, so paragraphs were compared by their words")
            return None

    def told(
        self, query: LongQuery, found: Ranked, place: int, with_duties: bool = False
    ) -> SimilarDocument:
        """A candidate with what speaks for it, and ``with_duties`` those that nothing comes near."""
        store = self._retriever.store
        heard = found.heard
        number = heard.expressions[place]
        row = store.expression_rows([number])[number]
        met = found.met.get(place)
        beside = _beside(met, row.language, with_duties) if met else _Beside([], [], [], None)
        status = self._law(row, None)
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
            common=in_common(store, query, row),
            law=status.sentence if status else "",
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


def _scores_of(met: Iterable[Interactions]) -> Scores:
    import numpy as np

    return np.array([each.score for each in met], np.float32)


def shared_words(query: LongQuery, heard: Heard, place: int) -> list[str]:
    """The words that both say and that tell most, the most telling first; a number says nothing by itself."""
    asked = Counter(query.words)
    said = heard.counted.counts[place]
    weights = {
        word: idf * math.sqrt(min(asked[word], said[at]))
        for at, (word, idf) in enumerate(heard.words.idf.items())
        if said[at] > 0 and any(map(str.isalpha, word))
    }
    return list(most_telling(weights, _WORDS))
