"""Proposed links between recitals and articles, compared with two published maps.

The GDPR as adopted; the maps are those of ``gdpr-articles`` (evaluate only). The acceptance threshold is
chosen on one map and measured on the other. Parts of the method are measured alone, too. With ``--moves``
the recitals of other acts are aligned without labels, to estimate the steps of the articles from one
recital to the next (Baum-Welch), the source of the constants.
"""

import math
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks import data, report
from lexdesk import Library
from lexdesk.evaluation.collection import Collection, Qrels
from lexdesk.evaluation.measures import measure
from lexdesk.evaluation.run import Run
from lexdesk.models.embedder import find_semantic_weight, read_fusion_weights
from lexdesk.recitals import Act, find_adopted_act, proposal
from lexdesk.recitals.preamble import find_expressions_with_recitals, load_act
from lexdesk.recitals.proposal import (
    DECAY,
    JUMP,
    ONWARD,
    STAY,
    align,
    compute_transitions,
    forward_backward,
)
from lexdesk.recitals.similarity import Matrix, combine_similarities, compute_lexical_similarity
from lexdesk.storage import Store
from lexdesk.system.bundled import find_corpus
from lexdesk.text.tokens import tokens

MAPS = ("simeri", "gdprinfo")
MEASURES = "R@1 R@3 R@10 nDCG@10"
GRID = tuple(n / 20 for n in range(1, 20))
Scores = NDArray[np.float64]
Pairs = frozenset[tuple[str, str]]


def bm25(queries: Sequence[str], documents: Sequence[str]) -> Matrix:
    """Compute BM25 in Lucene's form, k1 = 1.2, b = 0.75 -> float32 (queries, documents)."""
    counts = [Counter(tokens(text)) for text in documents]
    lengths = np.array([count.total() for count in counts])
    frequency = Counter(term for terms in counts for term in terms)
    norms = 1.2 * (0.25 + 0.75 * lengths / lengths.mean())
    scores = np.zeros((len(queries), len(documents)), np.float32)
    for at, query in enumerate(queries):
        for term, times in Counter(tokens(query)).items():
            n = frequency[term]
            idf = math.log(1 + (len(documents) - n + 0.5) / (n + 0.5))
            tf = np.array([terms[term] for terms in counts])
            scores[at] += times * idf * tf * 2.2 / (tf + norms)
    return scores


def ways(store: Store, act: Act, weight: float) -> dict[str, Scores]:
    """Compute scores (recitals, articles) of the product and of its parts, each recital's maximum being 1."""
    text = store.texts.text(act.expression.id)
    sides = [[text[p.start : p.end] for p in side] for side in (act.recitals, act.articles)]
    words, meaning = (
        compute_lexical_similarity(*sides),
        proposal.measure_semantic_similarity(store, act),
    )
    by_bm25, by_cosine, by_vectors = (
        combine_similarities(ranker, ranker, 0) for ranker in (bm25(*sides), words, meaning)
    )
    found = {
        "BM25": by_bm25,
        "words (tf-idf)": by_cosine,
        "meaning": by_vectors,
        "words and meaning": combine_similarities(words, meaning, weight),
        "words and order": align(by_cosine),
        "meaning and order": align(by_vectors),
        "**words, meaning and order**": proposal.compute_probabilities(store, act, weight),
    }
    return {name: np.asarray(scores, np.float64) for name, scores in found.items()}


def pairs(scores: Scores, threshold: float) -> Pairs:
    """Return the proposed links with the names of the collection: ``rec26``, ``art4``."""
    return frozenset((f"rec{i + 1}", f"art{j + 1}") for i, j in np.argwhere(scores >= threshold))


def judged(qrels: Qrels) -> Pairs:
    """Return the links of a map."""
    return frozenset((q, d) for q, docs in qrels.items() for d, grade in docs.items() if grade)


def agreement(proposed: Pairs, wanted: Pairs) -> tuple[float, float, float]:
    """Compute precision, recall and F1."""
    right = len(proposed & wanted)
    if not right:
        return 0.0, 0.0, 0.0
    precision, recall = right / len(proposed), right / len(wanted)
    return precision, recall, 2 * precision * recall / (precision + recall)


def best_threshold(scores: Scores, wanted: Pairs) -> float:
    """Return the threshold of the grid with the best F1."""
    return max(GRID, key=lambda t: agreement(pairs(scores, t), wanted)[2])


def row(name: str, scores: Scores, qrels: dict[str, Qrels], on: str) -> list[str]:
    """Measure a way on the map ``on`` with the threshold of the other map."""
    other = next(name for name in MAPS if name != on)
    threshold = best_threshold(scores, judged(qrels[other]))
    run = {
        f"rec{i + 1}": sorted(
            ((f"art{j + 1}", float(score)) for j, score in enumerate(line)), key=lambda x: -x[1]
        )
        for i, line in enumerate(scores)
    }
    values = [*agreement(pairs(scores, threshold), judged(qrels[on]))]
    values += measure(run, qrels[on], MEASURES).values()
    return [name, f"{threshold:.2f}", *(f"{value:.3f}" for value in values)]


def moves(likeness: Matrix, rounds: int = 15) -> tuple[float, float, float, float]:
    """Estimate the steps of recitals along the articles by Baum-Welch: stay, onward, away, decay."""
    stay, onward, away, decay = STAY, ONWARD, JUMP, DECAY
    articles = likeness.shape[1]
    steps = np.arange(articles)[None, :] - np.arange(articles)[:, None]
    for _ in range(rounds):
        probable = compute_transitions(articles, stay, onward, away, decay)
        forward, backward, emitted = forward_backward(likeness, probable)
        counted = np.zeros_like(probable)
        for at in range(len(emitted) - 1):
            together = forward[at][:, None] * probable * (emitted[at + 1] * backward[at + 1])[None]
            counted += together / together.sum()
        elsewhere = away / articles / probable * counted
        rest = counted - elsewhere
        later = rest[steps > 0].sum()
        decay = 1 - later / (rest[steps > 0] * steps[steps > 0]).sum()
        stay, onward, away = (
            float(n / counted.sum()) for n in (np.trace(rest), later, elsewhere.sum())
        )
    return stay, onward, away, float(decay)


def orders() -> list[list[str]]:
    """Compute the AP of the recitals of an article for its paragraphs or points, on average.

    By the map simeri of ``gdpr-paragraphs``; passages explained by some, but not all, recitals count.
    """
    collection = Collection(data.shared_data() / "gdpr-paragraphs")
    recitals = {name: topic.text for name, topic in collection.topics().items()}
    explaining: dict[str, set[str]] = {}
    for recital, passage in judged(collection.qrels("simeri")):
        explaining.setdefault(passage, set()).add(recital)
    articles: dict[str, list[str]] = {}
    texts = {document.work: document.text for document in collection.documents()}
    for passage in texts:
        articles.setdefault(passage.partition("_")[0], []).append(passage)
    runs: dict[str, Run] = {"as they stand in the act": {}, "**nearest by words first**": {}}
    for passages in articles.values():
        of_article = set().union(*(explaining.get(passage, set()) for passage in passages))
        for passage in passages:
            if explaining.get(passage, of_article) == of_article:
                continue
            likeness = compute_lexical_similarity([*recitals.values()], [texts[passage]])[:, 0]
            for scores, run in zip(
                (range(0, -len(recitals), -1), likeness.tolist()), runs.values(), strict=True
            ):
                pairs = [
                    pair for pair in zip(recitals, scores, strict=True) if pair[0] in of_article
                ]
                run[passage] = sorted(pairs, key=lambda pair: -pair[1])
    qrels = {passage: dict.fromkeys(explanation, 1) for passage, explanation in explaining.items()}
    rows = []
    for name, run in runs.items():
        judged_passages = {passage: qrels[passage] for passage in run}
        measured = measure(run, judged_passages, "AP RR").values()
        rows.append([name, str(len(run)), *(f"{value:.3f}" for value in measured)])
    return rows


def _library(paths: Iterable[Path], use: Callable[[Store], None], *, vectors: bool = True) -> None:
    with tempfile.TemporaryDirectory() as folder, Library.open(folder, create=True) as library:
        library.sources.add(paths, vectors=vectors)
        use(library.store)


def _gdpr(store: Store) -> None:
    collection = Collection(data.shared_data() / "gdpr-articles")
    qrels = {name: collection.qrels(name) for name in MAPS}
    act = find_adopted_act(store, "32016R0679")
    assert act is not None
    weight = read_fusion_weights(store)["en"]
    scores = ways(store, act, weight)
    head = ["", "threshold", "precision", "recall", "F1", *MEASURES.split()]
    for on in MAPS:
        other = next(name for name in MAPS if name != on)
        human = agreement(judged(qrels[other]), judged(qrels[on]))
        print(f"\non {on}, thresholds from {other}\n")
        rows = [row(name, score, qrels, on) for name, score in scores.items()]
        rows.append([f"the map {other}", "", *(f"{value:.3f}" for value in human)])
        product = scores["**words, meaning and order**"]
        before = proposal.compute_probabilities(store, act, 0)
        for name, scores_of_system in (
            ("as shipped", product),
            ("as shipped, before there are vectors", before),
        ):
            shipped = agreement(pairs(scores_of_system, proposal.THRESHOLD), judged(qrels[on]))
            rows.append([name, f"{proposal.THRESHOLD}", *(f"{value:.3f}" for value in shipped)])
        print(report.table(head, [line + [""] * (len(head) - len(line)) for line in rows]))
    print("\nF1 of the product by threshold\n")
    product = scores["**words, meaning and order**"]
    print(
        report.table(
            ["threshold", *MAPS],
            [
                [t, *(f"{agreement(pairs(product, t), judged(qrels[m]))[2]:.3f}" for m in MAPS)]
                for t in GRID
            ],
        )
    )


def _languages(store: Store) -> None:
    collection = Collection(data.shared_data() / "gdpr-articles")
    wanted = [judged(collection.qrels(name)) for name in MAPS]
    weights, rows = read_fusion_weights(store), []
    for expression in find_expressions_with_recitals(store, "32016R0679"):
        is_encoded = store.vectors.is_encoded(expression.id)
        weight = is_encoded * find_semantic_weight(weights, expression.language, short=False)
        act = load_act(store, expression)
        proposed = pairs(proposal.compute_probabilities(store, act, weight), proposal.THRESHOLD)
        rows.append((expression.language, proposed))
    with store.transaction():
        links = proposal.propose(store, "32016R0679").links
    names = ((link.recital.replace("_", ""), link.provision.replace("_", "")) for link in links)
    rows.append(("**all: shipped**", frozenset(names)))
    print(
        report.table(
            ["language", "links", *(f"F1 on {name}" for name in MAPS)],
            [
                [name, len(found), *(f"{agreement(found, judged)[2]:.3f}" for judged in wanted)]
                for name, found in rows
            ],
        )
    )


def _moves(store: Store) -> None:
    rows = []
    for work in sorted(store.law.works()):
        act = find_adopted_act(store, work)
        if act is None or not act.articles:
            continue
        started = time.perf_counter()
        with store.transaction():
            proposed = len(proposal.propose(store, work).links)
        seconds = time.perf_counter() - started
        text = store.texts.text(act.expression.id)
        sides = [[text[p.start : p.end] for p in side] for side in (act.recitals, act.articles)]
        weight = read_fusion_weights(store)["en"]
        likeness = combine_similarities(
            compute_lexical_similarity(*sides),
            proposal.measure_semantic_similarity(store, act),
            weight,
        )
        found = (f"{value:.2f}" for value in moves(likeness))
        rows.append([work, len(sides[0]), len(sides[1]), proposed, f"{seconds:.2f}", *found])
    head = ["work", "recitals", "articles", "links", "seconds", "stay", "onward", "away", "decay"]
    print(report.table(head, rows))


@click.command()
@click.option(
    "--moves",
    "acts",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="A file or folder with an act as adopted; may be repeated.",
)
def main(acts: tuple[Path, ...]) -> None:
    """Print the quality of links for the GDPR, or the steps of recitals in other acts."""
    _library(acts or [find_corpus()], _moves if acts else _gdpr)
    if not acts:
        print("\nthe recitals of an article, for a paragraph or point of it\n")
        print(report.table(["", "paragraphs and points", "AP", "RR"], orders()))
        for vectors in (False, True):
            print(f"\nby language, {'with' if vectors else 'without'} vectors\n")
            originals = data.shared_data() / "raw/gdpr-formex/original"
            _library([originals], _languages, vectors=vectors)


if __name__ == "__main__":
    main()
