"""What a long query says of each candidate: one score of its own from each way of looking.

documents  BM25 of the whole documents
passages   the passage that says the query's most telling words best
subject    the passages that say its title best
windows    BM25 of the documents for what stands around each citation: the best of them, or all
meaning    how near passages come to those of the query, by their vectors
citations  how often the query cites it (grounds), or it the query (affected)
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lexdesk.matching.doc2doc.candidates import CandidateFinder, Passages, Pooled
from lexdesk.matching.doc2doc.citations import Names, by_citations
from lexdesk.matching.doc2doc.document_words import Counting, DocumentWords
from lexdesk.matching.doc2doc.ensemble import Scores, ensemble
from lexdesk.matching.doc2doc.long_query import LongQuery, Paragraph, words_of
from lexdesk.matching.doc2doc.parameters import BM25, Parameters, Stage, Voice
from lexdesk.matching.doc2doc.query_words import QueryWords, most_telling, query_words
from lexdesk.search.retrieval import Retriever

Listener = Callable[[str, int, int], None]
"""Told the step (``passages``, ``documents`` or ``paragraphs``), how much of it is done, of how much.

What it raises ends the search, so that it can be cancelled."""

_WINDOW_WORDS = 20  # the most telling words of a window, which are asked of passages
_WINDOW_PASSAGES = 100
_NEAR = 50  # passages that are looked at for each vector
_AHEAD_OF = 10  # the document, by its place among the nearest to a paragraph, that another one has to be ahead of
_AGREEING = 30  # the first documents of a ranking, whose meaning tells whether it is asked so
_OF_PASSAGES: tuple[Voice, ...] = ("passages", "subject", "meaning", "citations")
_MOST_ROWS = 64  # paragraphs of a query that are encoded, and meet those of the candidates


@dataclass(frozen=True, slots=True)
class Heard:
    """The candidates of a query, as expressions, and their ``voices``, each (documents,).

    ``weights`` says what each voice counts, ``words`` what its words tell; ``rows`` are the paragraphs
    that stand for the query: its windows, where it has some.
    """

    expressions: list[int]
    voices: dict[Voice, Scores]
    weights: Mapping[Voice, float]
    rows: list[Paragraph]
    words: QueryWords
    counted: DocumentWords


def hear(
    retriever: Retriever,
    counting: Counting,
    query: LongQuery,
    names: Names,
    parameters: Parameters,
    excluded: frozenset[int],
    without: Collection[Stage],
    listener: Listener,
) -> Heard:
    """The candidates for ``query`` among the expressions that are not ``excluded``, and their voices."""
    parameters = parameters.of_query(len(query.words), query.language)
    passages = max(1, retriever.store.progress()[1])
    denoise = parameters.denoise and "denoise" not in without
    words = query_words(retriever.fulltext, passages, query.words, query.language, denoise=denoise)
    windows = [] if "windows" in without else query.windows(parameters.window, names)
    rows = spread(windows or query.paragraphs, _MOST_ROWS)
    finding = CandidateFinder(retriever, excluded)
    pools = _pools(finding, query, words, windows, parameters, listener)
    if retriever.semantic and "meaning" not in without:
        vectors = retriever.semantic.encoder.encode([row.text for row in rows])
        near = finding.by_meaning(vectors, _NEAR)
        pools["meaning"] = (
            _met(finding, near, at_best=bool(windows))
            if parameters.meaning_as_in_search
            else _ahead_in_meaning(finding, near)
        )
    expressions = _chosen(pools.values(), parameters.candidates)
    if "citations" not in without:
        cited = by_citations(retriever.store, query, parameters.find, names, excluded)
        if cited:
            pools["citations"] = cited
            expressions = _with_most(cited, expressions, parameters.candidates)
    counted = DocumentWords(
        counting, expressions, list(words.idf), lambda n, of: listener("documents", n, of)
    )
    voices: dict[Voice, Scores] = {
        voice: np.array([pools[voice].get(each, 0.0) for each in expressions], np.float32)
        for voice in _OF_PASSAGES
        if voice in pools and voice not in without
    }
    is_known = query.language in retriever.weights  # in others the model found worse than words
    asked = [words_of(window.text) for window in windows]

    def by_words(asking: Parameters) -> dict[Voice, Scores]:
        found = _by_words(counted, words, query, asked, asking)
        return {voice: scores for voice, scores in found.items() if voice not in without}

    said, other = by_words(parameters), parameters.otherwise
    if other and is_known and "windows" in said and "meaning" in voices:
        said_otherwise = by_words(other)
        if _nearness(said_otherwise, other, voices) > _nearness(said, parameters, voices):
            said, parameters = said_otherwise, other
    kept = {**said, **voices}
    weights = _weights(retriever, query, parameters, kept, is_known=is_known)
    return Heard(expressions, kept, weights, rows, words, counted)


def _by_words(
    counted: DocumentWords,
    words: QueryWords,
    query: LongQuery,
    windows: Sequence[Sequence[str]],
    parameters: Parameters,
) -> dict[Voice, Scores]:
    """What whole documents say of the whole query, and of its ``windows``."""
    found: dict[Voice, Scores] = {
        "documents": scores_of(counted, words, [query.words], parameters.documents)
    }
    if windows:
        found["windows"] = scores_of(
            counted, words, windows, parameters.window_bm25, parameters.windows_ahead_of
        )
    return found


def _nearness(
    said: Mapping[Voice, Scores], parameters: Parameters, voices: Mapping[Voice, Scores]
) -> float:
    """How near in meaning the first documents come that are best by words; the first counts most, as in DCG."""
    weights = parameters.weights if "windows" in said else parameters.weights_uncited
    first = ensemble(said, weights).argsort(kind="stable")[::-1][:_AGREEING]
    return float((voices["meaning"][first] / np.log2(np.arange(2, len(first) + 2))).sum())


def _weights(
    retriever: Retriever,
    query: LongQuery,
    parameters: Parameters,
    heard: Collection[Voice],
    *,
    is_known: bool,
) -> Mapping[Voice, float]:
    """What each of the voices that are ``heard`` counts; meaning nothing in a language that is not ``is_known``."""
    weights = parameters.weights if "windows" in heard else parameters.weights_uncited
    if not is_known:
        weights = {voice: weight for voice, weight in weights.items() if voice != "meaning"}
    elif parameters.meaning_as_in_search and "meaning" in heard:
        share = retriever.share_of_meaning(query.language, query.text)
        weights = {voice: (1 - share) * weight for voice, weight in weights.items()}
        weights["meaning"] = share
    if "citations" in heard:
        rest = sum(weights.get(voice, 0) for voice in heard)
        share = parameters.citations
        weights = {**weights, "citations": rest * share / (1 - share)}
    return weights


def scores_of(
    counted: DocumentWords,
    words: QueryWords,
    queries: Iterable[Sequence[str]],
    bm25: BM25,
    ahead_of: int | None = None,
) -> Scores:
    """BM25 of every counted document for the best of ``queries``, (documents,).

    With ``ahead_of`` by how much it is ahead of the document in that place, on average of all queries.
    """
    found = counted.scores([words.weights(each, bm25) for each in queries], bm25)
    if ahead_of is None:
        return np.asarray(found.max(axis=0), np.float32)
    place = max(found.shape[1] - ahead_of, 0)
    least = np.partition(found, place, axis=1)[:, place, None]
    return np.asarray(np.maximum(found - least, 0).mean(axis=0), np.float32)


def spread(paragraphs: Sequence[Paragraph], most: int) -> list[Paragraph]:
    """At most ``most`` of ``paragraphs``, spread evenly over all."""
    if len(paragraphs) <= most:
        return list(paragraphs)
    return [paragraphs[at] for at in np.linspace(0, len(paragraphs) - 1, most).astype(int)]


def _pools(
    finding: CandidateFinder,
    query: LongQuery,
    words: QueryWords,
    windows: Sequence[Paragraph],
    parameters: Parameters,
    listener: Listener,
) -> dict[str, Pooled]:
    """What each question that is asked of passages finds, by expression."""
    telling = words.weights(query.words, BM25(0, 0, words=parameters.passage_words))
    counts = Counter(query.words)
    asked = finding.by_words({word: counts[word] for word in telling}, parameters.passages)
    subject = {word: 1.0 for word in query.subject if word in words.idf}
    found = finding.by_words(subject, parameters.passages)
    pools = {
        "passages": finding.owners.pooled(asked),
        "subject": finding.owners.pooled(found, parameters.subject_passages),
    }
    looked_for = spread(windows, _MOST_ROWS)
    for done, window in enumerate(looked_for, start=1):
        idf = {word: words.idf[word] for word in words_of(window.text) if word in words.idf}
        weights = dict.fromkeys(most_telling(idf, _WINDOW_WORDS), 1.0)
        pools[f"window {done}"] = finding.owners.pooled(finding.by_words(weights, _WINDOW_PASSAGES))
        listener("passages", done, len(looked_for))
    return pools


def _with_most(cited: Pooled, expressions: Sequence[int], most: int) -> list[int]:
    """``expressions`` after those that are cited most, which make up at most half of ``most``."""
    first = sorted(cited, key=lambda each: (-cited[each], each))[: most // 2]
    return [*first, *(each for each in expressions if each not in first)][:most]


def _met(finding: CandidateFinder, near: Iterable[Passages], *, at_best: bool) -> Pooled:
    """How near each expression comes to the rows of a query: to the nearest one, or on average."""
    best: dict[int, list[float]] = defaultdict(list)
    rows = 0
    for passages in near:
        rows += 1
        for expression, cosine in finding.owners.pooled(passages).items():
            best[expression].append(cosine)
    if at_best:
        return {expression: max(cosines) for expression, cosines in best.items()}
    return {expression: sum(cosines) / rows for expression, cosines in best.items()}


def _ahead_in_meaning(finding: CandidateFinder, near: Iterable[Passages]) -> Pooled:
    """How far each expression is ahead of the tenth that is nearest to a row, on average of all rows.

    So what comes near to a few paragraphs counts, and not what comes halfway near to all.
    """
    ahead: dict[int, float] = defaultdict(float)
    rows = 0
    for passages in near:
        rows += 1
        nearest = finding.owners.pooled(passages)
        least = min(sorted(nearest.values(), reverse=True)[:_AHEAD_OF], default=0.0)
        for expression, cosine in nearest.items():
            if cosine > least:
                ahead[expression] += cosine - least
    return {expression: total / rows for expression, total in ahead.items()}


def _chosen(pools: Iterable[Mapping[int, float]], most: int) -> list[int]:
    """The expressions that come nearest to the top of any pool."""
    best: dict[int, float] = defaultdict(float)
    for pool in pools:
        highest = max(pool.values(), default=0.0)
        for expression, score in pool.items() if highest > 0 else ():
            best[expression] = max(best[expression], score / highest)
    return sorted(best, key=lambda each: (-best[each], each))[:most]
