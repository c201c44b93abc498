"""Proposed links of recitals, from lexical and semantic similarity and order.

No labelled recitals were used in training. A score is the probability that the recital explains
this article rather than another, on average over the languages of the act (translations of one
text err in different places); scores below ``THRESHOLD`` are not proposed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

import numpy as np
from numpy.typing import NDArray

from lexdesk.document.model import Provision
from lexdesk.errors import NotFound, RecitalCode
from lexdesk.models.embedder import find_semantic_weight, model_of, read_fusion_weights
from lexdesk.recitals.links import Link
from lexdesk.recitals.preamble import (
    Act,
    find_expressions_with_recitals,
    load_act,
    require_adopted_act,
)
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow

if TYPE_CHECKING:
    from lexdesk.recitals.similarity import Matrix

# The next recital explains the same article, a later one, any one: near the means estimated by
# Baum-Welch without labels in eight acts other than the GDPR (benchmarks/recitals.py --moves).
STAY, ONWARD, JUMP = 0.7, 0.26, 0.04
DECAY = 0.5
"""The factor of decrease in likelihood for each further article."""
TEMPERATURE = 0.12
"""The difference in similarity that makes an article e times as likely."""


def align(similarity: NDArray[np.float32]) -> NDArray[np.float64]:
    """Convert similarities (recitals, articles) to probabilities of the same shape; each row sums to 1."""
    moves = compute_transitions(similarity.shape[1])
    forward, backward, emissions = forward_backward(similarity, moves)
    in_order = _normalise_rows(forward * backward)
    probabilities: NDArray[np.float64] = (in_order + _normalise_rows(emissions)) / 2
    return probabilities


def _normalise_rows(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Normalise each row to the sum 1."""
    scaled: NDArray[np.float64] = rows / rows.sum(axis=1, keepdims=True)
    return scaled


def compute_transitions(
    articles: int,
    stay: float = STAY,
    onward: float = ONWARD,
    jump: float = JUMP,
    decay: float = DECAY,
) -> NDArray[np.float64]:
    """Return the transition probabilities (articles, articles) from row i to column j."""
    steps = np.arange(articles)[None, :] - np.arange(articles)[:, None]
    later = np.where(steps > 0, decay ** np.maximum(steps, 1), 0.0)
    total = later.sum(axis=1, keepdims=True)
    moves = onward * later / np.where(total > 0, total, 1) + jump / articles
    moves[np.diag_indices(articles)] += stay
    return np.asarray(moves / moves.sum(axis=1, keepdims=True))


def forward_backward(
    similarity: NDArray[np.float32], moves: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return forward and backward probabilities and emissions, all (recitals, articles), scaled by row.

    Every article is equally likely for the first recital: some acts begin with their history,
    others with their subject.
    """
    best = similarity.max(axis=1, keepdims=True)
    emissions = np.exp((similarity - best).astype(np.float64) / TEMPERATURE)
    forward, backward = emissions.copy(), np.ones_like(emissions)
    forward[0] /= forward[0].sum()
    for row in range(1, len(emissions)):
        forward[row] *= forward[row - 1] @ moves
        forward[row] /= forward[row].sum()
    for row in range(len(emissions) - 2, -1, -1):
        backward[row] = moves @ (emissions[row + 1] * backward[row + 1])
        backward[row] /= backward[row].sum()
    return forward, backward, emissions


THRESHOLD = 0.25
"""Chosen on one map of the GDPR's recitals and measured on another (docs/results/recitals.md)."""

_MOST, _LONGEST = 2_000, 4_000_000
"""Recitals and articles, of each, and characters of an act that gets proposals; their matrices grow with the square."""

_DONE = "recitals_proposed"
"""Setting: the last expression processed by ``propose_new``, and the model of its vectors."""
_BY_WORDS = "recitals_proposed_by_words"
"""Setting: the last expression processed by ``propose_by_words``."""


class ProposedSetting(TypedDict, total=False):
    """The setting ``_DONE``."""

    expression: int
    model: str | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """The links proposed for a work; ``compute_semantic_similarity`` is False if only words were available."""

    work: str
    recitals: int
    articles: int
    is_semantic: bool
    links: list[Link]


def propose(store: Store, work: str) -> Proposal:
    """Propose links and store them in place of earlier proposals, within a transaction.

    An act that is too long gets none. Raises ``NotFound`` if the work has no recitals or no articles.
    """
    acts = _acts(store, work)
    act = acts[0][0]
    links: list[Link] = []
    if not any(_is_too_long(each) for each, _ in acts):
        links = _links(act, np.mean([compute_probabilities(store, *each) for each in acts], axis=0))
    store.law.put_explanations(
        act.expression.work, "model", [(link.recital, link.provision, link.score) for link in links]
    )
    is_semantic = any(weight > 0 for _, weight in acts)
    return Proposal(act.expression.work, len(act.recitals), len(act.articles), is_semantic, links)


def propose_by_words(store: Store) -> int:
    """Propose links for new works with recitals and articles; return their number.

    Embeddings take long: until these works have theirs and ``propose_new`` runs, words and order
    decide.
    """
    encoded = (store.setting(_DONE, ProposedSetting | None) or {}).get("expression", 0)
    done = max(store.setting(_BY_WORDS, int, 0), encoded)
    newest, works = store.law.works_with_recitals(done)
    for work in works:
        with store.transaction():
            propose(store, work)
    if newest > done:
        store.set_setting(_BY_WORDS, newest)
    return len(works)


def propose_new(store: Store) -> int:
    """Propose links, as ``propose_by_words``, for works with embeddings, in place of those by words alone.

    All works are repeated after a change of the model.
    """
    model = model_of(store).get("fingerprint")
    done = store.setting(_DONE, ProposedSetting | None) or {}
    last = done.get("expression", 0) if done.get("model") == model else 0
    newest, works = store.law.works_with_recitals(last)
    for work in works:
        with store.transaction():
            propose(store, work)
    if (newest, model) != (done.get("expression"), done.get("model")):
        store.set_setting(_DONE, {"expression": newest, "model": model})
    return len(works)


def compute_probabilities(store: Store, act: Act, weight: float) -> NDArray[np.float64]:
    """Return the probability of each article for each recital; ``weight`` in 0..1 is the semantic share."""
    from lexdesk.recitals.similarity import combine_similarities, compute_lexical_similarity

    text = store.texts.text(act.expression.id)
    lexical = compute_lexical_similarity(
        *(([text[p.start : p.end] for p in side]) for side in (act.recitals, act.articles))
    )
    semantic = measure_semantic_similarity(store, act) if weight else lexical
    return align(combine_similarities(lexical, semantic, weight))


def _acts(store: Store, work: str) -> list[tuple[Act, float]]:
    """Return the act as adopted, once in each language, and the semantic share in it.

    Where a language has vectors, those without are left out: their probabilities are worse.
    """
    weights = read_fusion_weights(store)

    def weight(expression: ExpressionRow) -> float:
        if not store.vectors.is_encoded(expression.id):
            return 0.0
        return find_semantic_weight(weights, expression.language, short=False)

    work = require_adopted_act(store, work).expression.work
    by_language: dict[str | None, Act] = {}
    for expression in find_expressions_with_recitals(store, work):
        if expression.language not in by_language and (act := load_act(store, expression)).articles:
            by_language[expression.language] = act
    acts = [(act, weight(act.expression)) for act in by_language.values()]
    if not acts:
        raise NotFound(RecitalCode.NO_ARTICLES, work=work)
    acts = [pair for pair in acts if pair[1]] or acts
    shape = _eids(acts[0][0])
    return [pair for pair in acts if _eids(pair[0]) == shape]


def _is_too_long(act: Act) -> bool:
    recitals, articles = act.recitals, act.articles
    characters = sum(p.end - p.start for p in (*recitals, *articles))
    return max(len(recitals), len(articles)) > _MOST or characters > _LONGEST


def _eids(act: Act) -> list[str]:
    return [provision.eid for provision in (*act.recitals, *act.articles)]


def measure_semantic_similarity(store: Store, act: Act) -> Matrix:
    """Return the semantic similarity of recitals and articles by their passages (recitals, articles)."""
    import numpy as np

    from lexdesk.recitals.similarity import compute_semantic_similarity
    from lexdesk.vector_codes.int8 import unpack

    rows = store.vectors.of_expression(act.expression.id)
    vectors = unpack([values for _, values in rows])

    def passage_vectors(provisions: Sequence[Provision]) -> list[Matrix]:
        starts = [p.start for p in provisions]
        owners = [bisect_right(starts, start) - 1 for start, _ in rows]
        inside = np.array(
            [
                owner if owner >= 0 and start < provisions[owner].end else -1
                for owner, (start, _) in zip(owners, rows, strict=True)
            ]
        )
        return [vectors[inside == number] for number in range(len(provisions))]

    return compute_semantic_similarity(passage_vectors(act.recitals), passage_vectors(act.articles))


def _links(act: Act, probabilities: NDArray[np.float64]) -> list[Link]:
    return [
        Link(recital.eid, article.eid, "model", round(probability, 4))
        for recital, row in zip(act.recitals, probabilities.tolist(), strict=True)
        for article, probability in zip(act.articles, row, strict=True)
        if probability >= THRESHOLD
    ]
