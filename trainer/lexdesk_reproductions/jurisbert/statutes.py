"""The recipe on German statutes: pairs of paragraphs, graded by their common citations.

Paragraphs are queries of de-citations with masked citations: train pairs of train queries, dev and test
pairs of dev queries, since the shipped embedder was trained on train queries. Two paragraphs with a
common cited statute have one topic; the grade is the Jaccard index of their cited statutes.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from lexdesk_reproductions.citing_passages import Dataset, Query
from lexdesk_reproductions.jurisbert.pairs import SPLITS, GradedPairs, Pair, balance

_MOST_PAIRS_OF_STATUTE = 20
"""Maximum pairs of one statute: half of all paragraphs cite one of a dozen."""


def grade_pairs(dataset: Dataset, seed: int = 1) -> GradedPairs:
    """Return pairs with all statutes in one split, and the passages of statutes without a dev or test text."""
    kept_back = sorted(
        {document for query in dataset.queries["dev"] for document in query.relevant}
    )
    order = np.random.default_rng(seed).permutation(kept_back).tolist()
    half = len(order) // 2
    part = dict.fromkeys(order[:half], "dev") | dict.fromkeys(order[half:], "test")
    of: dict[str, list[Query]] = {name: [] for name in SPLITS}
    for source in ("train", "dev"):
        for query in dataset.queries[source]:
            found = {part.get(document, "train") for document in query.relevant}
            if len(found) == 1 and ("train" in found) is (source == "train"):
                of[found.pop()].append(query)
    pairs = {name: balance(_pairs(some, seed), seed) for name, some in of.items()}
    barred = {query.barred for name in ("dev", "test") for query in of[name]}
    read = ~np.isin(dataset.owner, list(barred))
    texts = tuple(dataset.passages[at] for at in np.flatnonzero(read).tolist())
    return GradedPairs("de", pairs, texts)


def _pairs(queries: Sequence[Query], seed: int) -> list[Pair]:
    """Pair queries with a common cited statute; draw for the first of each another without one.

    The nearest by BM25 would not do: they share more words than pairs with a common statute.
    """
    rng = np.random.default_rng(seed)
    by_statute: dict[int, list[int]] = defaultdict(list)
    for at, query in enumerate(queries):
        for statute in sorted(query.relevant):
            by_statute[statute].append(at)
    chosen: dict[tuple[int, int], None] = {}
    for _, members in sorted(by_statute.items()):
        drawn = rng.permutation(members)[: 2 * _MOST_PAIRS_OF_STATUTE].tolist()
        for one, other in zip(drawn[::2], drawn[1::2], strict=False):
            chosen[min(one, other), max(one, other)] = None
    found: dict[tuple[int, int], None] = {}
    for one, _ in chosen:
        for other in rng.permutation(len(queries)).tolist():
            pair = (min(one, other), max(one, other))
            if pair not in found and not queries[other].relevant & queries[one].relevant:
                found[pair] = None
                break
    return [_pair(queries[one], queries[other]) for one, other in (*chosen, *found)]


def _pair(one: Query, other: Query) -> Pair:
    common, every = one.relevant & other.relevant, one.relevant | other.relevant
    return Pair(one.text, other.text, len(common) / len(every), bool(common))
