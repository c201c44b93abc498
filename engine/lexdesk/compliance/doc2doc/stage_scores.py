"""Scores of the candidates of a long query by each scorer.

documents  BM25 of the whole documents
passages   the best passage for the query's most discriminative words
subject    the best passages for its title
windows    BM25 of the documents for the words around each citation: the best of them, or all
semantic   similarity of passages to those of the query, by their embeddings
citations  number of citations by the query (grounds), or of the query (affected)
matters    number of provisions that the subject index names for the query; one alone is chance
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from lexdesk.compliance.doc2doc.candidates import CandidateFinder, Passages, Pooled
from lexdesk.compliance.doc2doc.citations import Names, find_by_citations
from lexdesk.compliance.doc2doc.document_words import DocumentWords, WordCounter
from lexdesk.compliance.doc2doc.long_query import LongQuery, Paragraph, fold_words
from lexdesk.compliance.doc2doc.parameters import BM25, Parameters, Scorer, Stage
from lexdesk.compliance.doc2doc.query_words import (
    QueryWords,
    select_informative,
    select_query_words,
)
from lexdesk.search.expansion.subject_index import count_named_provisions
from lexdesk.search.retrieval.hybrid import Retriever
from lexdesk.system.progress import Listener, Progress

Scores = NDArray[np.float32]
_Name = TypeVar("_Name", bound=str)

_WINDOW_WORDS = 20  # the most discriminative words of a window, for the passage query
_WINDOW_PASSAGES = 100
_NEAR = 50  # passages considered for each embedding
# Rank among the nearest documents of a paragraph; better documents score by their lead over it.
_AHEAD_OF = 10
_AGREEING = 30  # top documents of a ranking, for the semantic choice between two parameter sets
_OF_PASSAGES: tuple[Scorer, ...] = ("passages", "subject", "semantic", "citations", "matters")
MOST_ROWS = 64  # paragraphs of a query encoded and compared with those of the candidates


@dataclass(frozen=True, slots=True)
class ScoredCandidates:
    """The candidates of a query, as expressions, and their ``stage_scores``, each (documents,).

    ``weights`` are the weights of the scorers, ``words`` those of the words; ``rows`` are the paragraphs
    representing the query: its citation windows, if any.
    """

    expressions: list[int]
    stage_scores: dict[Scorer, Scores]
    weights: Mapping[Scorer, float]
    rows: list[Paragraph]
    words: QueryWords
    counted: DocumentWords


@dataclass(frozen=True, slots=True)
class _PreparedQuery:
    """A prepared query: its ``words``, the ``windows`` around its citations, its representative ``rows``."""

    query: LongQuery
    words: QueryWords
    windows: list[Paragraph]
    rows: list[Paragraph]


class CandidateScoring:
    """The scoring of candidates by all scorers with ``parameters``, except stages left out."""

    def __init__(
        self,
        retriever: Retriever,
        parameters: Parameters,
        without: Collection[Stage],
        listener: Listener,
    ):
        self._retriever, self._parameters = retriever, parameters
        self._without, self._listener = without, listener
        self._counting = WordCounter(retriever.store)

    def score(self, query: LongQuery, names: Names, excluded: frozenset[int]) -> ScoredCandidates:
        """Return the candidates for ``query``, without ``excluded`` expressions, and their scores."""
        parameters = self._parameters.of_query(len(query.words), query.language)
        prepared = self._prepare(query, names, parameters)
        pools = self._pools(prepared, parameters, excluded)
        expressions = select_best_of_pools(pools.values(), parameters.candidates)
        for scorer, tied in self._find_tied(prepared, names, parameters, excluded):
            if tied and scorer not in self._without:
                pools[scorer] = tied
                expressions = put_cited_first(tied, expressions, parameters.candidates)
        counted = DocumentWords(
            self._counting,
            expressions,
            list(prepared.words.idf),
            lambda done, total: self._listener(Progress("documents", done, total)),
        )
        of_passages: dict[Scorer, Scores] = {
            scorer: np.array(
                [pools[scorer].get(expression, 0.0) for expression in expressions], np.float32
            )
            for scorer in _OF_PASSAGES
            if scorer in pools and scorer not in self._without
        }
        of_documents, parameters = self._of_documents(counted, prepared, parameters, of_passages)
        stage_scores = {**of_documents, **of_passages}
        weights = self._weights(query, parameters, stage_scores)
        return ScoredCandidates(
            expressions, stage_scores, weights, prepared.rows, prepared.words, counted
        )

    def _find_tied(
        self,
        prepared: _PreparedQuery,
        names: Names,
        parameters: Parameters,
        excluded: frozenset[int],
    ) -> Iterator[tuple[Scorer, Pooled]]:
        """Yield the expressions tied to the query by citations, and those that the subject index names for it."""
        store, query = self._retriever.store, prepared.query
        yield "citations", find_by_citations(store, query, parameters.find, names, excluded)
        if parameters.matters and not prepared.windows:
            yield "matters", self._find_named(query, excluded)

    def _find_named(self, query: LongQuery, excluded: frozenset[int]) -> Pooled:
        """Return the expressions whose provisions the subject index names for ``query``, with their number less one."""
        store = self._retriever.store
        return {
            expression: count - 1.0
            for work, count in count_named_provisions(query.text, store).items()
            for expression in store.filters.expressions_of_works([work])
            if count > 1 and expression not in excluded
        }

    def _prepare(self, query: LongQuery, names: Names, parameters: Parameters) -> _PreparedQuery:
        retriever = self._retriever
        words = select_query_words(
            retriever.fulltext,
            max(1, retriever.store.vectors.progress()[1]),
            query.words,
            query.language,
            denoise=parameters.denoise and "denoise" not in self._without,
        )
        windows = [] if "windows" in self._without else query.windows(parameters.window, names)
        return _PreparedQuery(
            query, words, windows, sample_evenly(windows or query.paragraphs, MOST_ROWS)
        )

    def _pools(
        self, prepared: _PreparedQuery, parameters: Parameters, excluded: frozenset[int]
    ) -> dict[str, Pooled]:
        """Return the scores of each passage query, by expression."""
        finding = CandidateFinder(self._retriever, excluded)
        pools = self._pools_by_words(finding, prepared, parameters)
        if self._retriever.semantic and "semantic" not in self._without:
            vectors = self._retriever.semantic.encoder.encode([row.text for row in prepared.rows])
            near = finding.by_vectors(vectors, _NEAR)
            pools["semantic"] = (
                pool_near_passages(finding, near, at_best=bool(prepared.windows))
                if parameters.semantic_as_in_search
                else compute_mean_leads(finding, near)
            )
        return pools

    def _pools_by_words(
        self, finding: CandidateFinder, prepared: _PreparedQuery, parameters: Parameters
    ) -> dict[str, Pooled]:
        """Return the passage scores for the discriminative words, the title, and each window of the query."""
        query, words = prepared.query, prepared.words
        telling = words.weights(query.words, BM25(0, 0, words=parameters.passage_words))
        counts = Counter(query.words)
        found = finding.by_words({word: counts[word] for word in telling}, parameters.passages)
        subject = {word: 1.0 for word in query.subject if word in words.idf}
        on_subject = finding.by_words(subject, parameters.passages)
        pools = {
            "passages": finding.owners.pool_scores(found),
            "subject": finding.owners.pool_scores(on_subject, parameters.subject_passages),
        }
        looked_for = sample_evenly(prepared.windows, MOST_ROWS)
        for done, window in enumerate(looked_for, start=1):
            idf = {word: words.idf[word] for word in fold_words(window.text) if word in words.idf}
            weights = dict.fromkeys(select_informative(idf, _WINDOW_WORDS), 1.0)
            found = finding.by_words(weights, _WINDOW_PASSAGES)
            pools[f"window {done}"] = finding.owners.pool_scores(found)
            self._listener(Progress("passages", done, len(looked_for)))
        return pools

    def _of_documents(
        self,
        counted: DocumentWords,
        prepared: _PreparedQuery,
        parameters: Parameters,
        of_passages: Mapping[Scorer, Scores],
    ) -> tuple[dict[Scorer, Scores], Parameters]:
        """Return the scores of whole documents and the parameters used: those with semantically nearer results."""
        windows = [fold_words(window.text) for window in prepared.windows]

        def scores_by(asking: Parameters) -> dict[Scorer, Scores]:
            found = _by_words(counted, prepared, windows, asking)
            return {
                scorer: scores for scorer, scores in found.items() if scorer not in self._without
            }

        shares, other = scores_by(parameters), parameters.otherwise
        if (
            other
            and self._knows(prepared.query)
            and "windows" in shares
            and "semantic" in of_passages
        ):
            scored_otherwise = scores_by(other)
            semantic = of_passages["semantic"]
            if _nearness(scored_otherwise, other, semantic) > _nearness(
                shares, parameters, semantic
            ):
                return scored_otherwise, other
        return shares, parameters

    def _knows(self, query: LongQuery) -> bool:
        """Return whether the model was tuned in the language of ``query``; in others it ranked worse than words."""
        return query.language in self._retriever.weights

    def _weights(
        self, query: LongQuery, parameters: Parameters, scored: Collection[Scorer]
    ) -> Mapping[Scorer, float]:
        """Return the weight of each scorer of ``scored``; the semantic one only in languages of the model."""
        weights = parameters.weights if "windows" in scored else parameters.weights_uncited
        if not self._knows(query):
            weights = {scorer: weight for scorer, weight in weights.items() if scorer != "semantic"}
        elif parameters.semantic_as_in_search and "semantic" in scored:
            share = self._retriever.semantic_weight(query.language, query.text)
            weights = {scorer: (1 - share) * weight for scorer, weight in weights.items()}
            weights["semantic"] = share
        shares: dict[Scorer, float] = {
            "citations": parameters.citations,
            "matters": parameters.matters,
        }
        for scorer, share in shares.items():
            if scorer in scored:
                rest = sum(weights.get(other, 0) for other in scored)
                weights = {**weights, scorer: rest * share / (1 - share)}
        return weights


def _by_words(
    counted: DocumentWords,
    prepared: _PreparedQuery,
    windows: Sequence[Sequence[str]],
    parameters: Parameters,
) -> dict[Scorer, Scores]:
    """Return the scores of whole documents for the whole query, and for its ``windows``."""
    words = prepared.words
    found: dict[Scorer, Scores] = {
        "documents": compute_scores(counted, words, [prepared.query.words], parameters.documents)
    }
    if windows:
        found["windows"] = compute_scores(
            counted, words, windows, parameters.window_bm25, parameters.windows_ahead_of
        )
    return found


def _nearness(
    scores_by_scorer: Mapping[Scorer, Scores], parameters: Parameters, semantic: Scores
) -> float:
    """Return the ``semantic`` similarity of the documents best by words, discounted by rank as in DCG."""
    weights = parameters.weights if "windows" in scores_by_scorer else parameters.weights_uncited
    first = combine_scores(scores_by_scorer, weights).argsort(kind="stable")[::-1][:_AGREEING]
    return float((semantic[first] / np.log2(np.arange(2, len(first) + 2))).sum())


def compute_scores(
    counted: DocumentWords,
    words: QueryWords,
    queries: Iterable[Sequence[str]],
    bm25: BM25,
    ahead_of: int | None = None,
) -> Scores:
    """Return BM25 of every counted document for the best of ``queries``, (documents,).

    With ``ahead_of``, return the mean lead over the document at that rank, over all queries.
    """
    found = counted.scores([words.weights(query, bm25) for query in queries], bm25)
    if ahead_of is None:
        return np.asarray(found.max(axis=0), np.float32)
    place = max(found.shape[1] - ahead_of, 0)
    least = np.partition(found, place, axis=1)[:, place, None]
    return np.asarray(np.maximum(found - least, 0).mean(axis=0), np.float32)


def sample_evenly(paragraphs: Sequence[Paragraph], most: int) -> list[Paragraph]:
    """Return at most ``most`` of ``paragraphs``, spread evenly over all."""
    if len(paragraphs) <= most:
        return list(paragraphs)
    return [paragraphs[at] for at in np.linspace(0, len(paragraphs) - 1, most).astype(int)]


def put_cited_first(cited: Pooled, expressions: Sequence[int], most: int) -> list[int]:
    """Put the most cited expressions before ``expressions``; they make up at most half of ``most``."""
    first = sorted(cited, key=lambda expression: (-cited[expression], expression))[: most // 2]
    return [*first, *(expression for expression in expressions if expression not in first)][:most]


def pool_near_passages(
    finding: CandidateFinder, near: Iterable[Passages], *, at_best: bool
) -> Pooled:
    """Return the similarity of each expression to the rows of a query: the best one, or the mean."""
    best: dict[int, list[float]] = defaultdict(list)
    rows = 0
    for passages in near:
        rows += 1
        for expression, cosine in finding.owners.pool_scores(passages).items():
            best[expression].append(cosine)
    if at_best:
        return {expression: max(cosines) for expression, cosines in best.items()}
    return {expression: sum(cosines) / rows for expression, cosines in best.items()}


def compute_mean_leads(finding: CandidateFinder, near: Iterable[Passages]) -> Pooled:
    """Return the mean lead of each expression over the tenth nearest one, over all rows.

    Expressions near to a few paragraphs score higher than those halfway near to all.
    """
    ahead: dict[int, float] = defaultdict(float)
    rows = 0
    for passages in near:
        rows += 1
        nearest = finding.owners.pool_scores(passages)
        least = min(sorted(nearest.values(), reverse=True)[:_AHEAD_OF], default=0.0)
        for expression, cosine in nearest.items():
            if cosine > least:
                ahead[expression] += cosine - least
    return {expression: total / rows for expression, total in ahead.items()}


def select_best_of_pools(pools: Iterable[Mapping[int, float]], most: int) -> list[int]:
    """Return the expressions nearest to the top of any pool."""
    best: dict[int, float] = defaultdict(float)
    for pool in pools:
        highest = max(pool.values(), default=0.0)
        for expression, score in pool.items() if highest > 0 else ():
            best[expression] = max(best[expression], score / highest)
    return sorted(best, key=lambda expression: (-best[expression], expression))[:most]


def scale(scores: Scores) -> Scores:
    """Scale scores to 0..1 by the highest; negative scores become 0."""
    highest = float(scores.max(initial=0.0))
    if highest <= 0:
        return np.zeros_like(scores)
    return np.asarray(np.maximum(scores, 0) / highest, np.float32)


def combine_scores(stage_scores: Mapping[_Name, Scores], weights: Mapping[_Name, float]) -> Scores:
    """Return the weighted mean of the scaled ``stage_scores``, each (documents,); those without a weight are ignored.

    Each is scaled to 0..1 (Chalkidis et al. 2021, section 4.5). Weights of missing scores go to the others, so the
    result stays in 0..1.
    """
    present = {name: weights[name] for name in stage_scores if weights.get(name)}
    total = sum(present.values())
    mixed = [scale(stage_scores[name]) * (weight / total) for name, weight in present.items()]
    size = len(next(iter(stage_scores.values()), np.zeros(0)))
    return np.sum(mixed, axis=0, dtype=np.float32) if mixed else np.zeros(size, np.float32)
