"""The model's own proposal of what each recital explains, by words, meaning and order.

No labels of recitals were trained on. A score is the probability that the recital explains the
article rather than another (``alignment``); what lies below ``THRESHOLD`` is not proposed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from lexdesk.document.model import Provision
from lexdesk.errors import NotFound
from lexdesk.models.embedder import fusion_weights, model_of, semantic_weight
from lexdesk.recitals.links import Link
from lexdesk.recitals.preamble import Act, act_of, expressions_with_recitals, require_adopted
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow

if TYPE_CHECKING:
    from lexdesk.recitals.likeness import Matrix

THRESHOLD = 0.25
"""Chosen on one map of the GDPR's recitals and measured on another (docs/results/recitals.md)."""

_DONE = "recitals_proposed"
"""Setting: up to which expression ``propose_new`` came, with the vectors of which model."""
_BY_WORDS = "recitals_proposed_by_words"
"""Setting: up to which expression ``propose_by_words`` came."""


class ProposedSetting(TypedDict, total=False):
    """The setting ``_DONE``."""

    expression: int
    model: str | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """What was proposed for a work; ``by_meaning`` is False where words alone were at hand."""

    work: str
    recitals: int
    articles: int
    by_meaning: bool
    links: list[Link]


def propose(store: Store, work: str) -> Proposal:
    """Propose links and store them in the place of those proposed before; in a transaction.

    Raises ``NotFound`` where the work has no recitals or no articles.
    """
    act, weight = _best_known(store, work)
    links = _links(act, probabilities(store, act, weight))
    store.put_explanations(
        act.expression.work, "model", [(link.recital, link.provision, link.score) for link in links]
    )
    return Proposal(act.expression.work, len(act.recitals), len(act.articles), weight > 0, links)


def propose_by_words(store: Store) -> int:
    """Propose links for the works with recitals and articles added since the last call; how many.

    Vectors take long: until these works have theirs and ``propose_new`` is called, words and order decide.
    """
    by_meaning = (store.setting(_DONE, ProposedSetting | None) or {}).get("expression", 0)
    done = max(store.setting(_BY_WORDS, int, 0), by_meaning)
    newest, works = store.works_with_recitals(done)
    for work in works:
        with store.transaction():
            propose(store, work)
    if newest > done:
        store.set_setting(_BY_WORDS, newest)
    return len(works)


def propose_new(store: Store) -> int:
    """As ``propose_by_words`` for works that have vectors now, in the place of what words alone proposed.

    All of them again where another model has made the vectors meanwhile.
    """
    model = model_of(store).get("fingerprint")
    done = store.setting(_DONE, ProposedSetting | None) or {}
    last = done.get("expression", 0) if done.get("model") == model else 0
    newest, works = store.works_with_recitals(last)
    for work in works:
        with store.transaction():
            propose(store, work)
    if (newest, model) != (done.get("expression"), done.get("model")):
        store.set_setting(_DONE, {"expression": newest, "model": model})
    return len(works)


def probabilities(store: Store, act: Act, weight: float) -> list[list[float]]:
    """Of each recital, the probability of each article; ``weight`` in 0..1 is the share of meaning."""
    from lexdesk.recitals.alignment import align
    from lexdesk.recitals.likeness import by_words, combined

    text = store.text(act.expression.id)
    words = by_words(
        *(([text[p.start : p.end] for p in each]) for each in (act.recitals, act.articles))
    )
    other = meaning(store, act) if weight else words
    found: list[list[float]] = align(combined(words, other, weight)).tolist()
    return found


def _best_known(store: Store, work: str) -> tuple[Act, float]:
    """The act in the language that the model knows best, and the share of meaning in it."""
    weights = fusion_weights(store)

    def weight(expression: ExpressionRow) -> float:
        if not store.is_encoded(expression.id):
            return 0.0
        return semantic_weight(weights, expression.language, short=False)

    work = require_adopted(store, work).expression.work
    for expression in sorted(expressions_with_recitals(store, work), key=weight, reverse=True):
        act = act_of(store, expression)
        if act.articles:
            return act, weight(expression)
    raise NotFound(f"{work} has recitals and no articles that they could explain")


def meaning(store: Store, act: Act) -> Matrix:
    """Likeness of recitals and articles by the vectors of their passages (recitals, articles)."""
    import numpy as np

    from lexdesk.recitals.likeness import by_meaning
    from lexdesk.vector_codes.int8 import unpack

    rows = store.vectors_of(act.expression.id)
    vectors = unpack([values for _, values in rows])

    def of(provisions: Sequence[Provision]) -> list[Matrix]:
        starts = [p.start for p in provisions]
        owners = [bisect_right(starts, start) - 1 for start, _ in rows]
        inside = np.array(
            [
                owner if owner >= 0 and start < provisions[owner].end else -1
                for owner, (start, _) in zip(owners, rows, strict=True)
            ]
        )
        return [vectors[inside == at] for at in range(len(provisions))]

    return by_meaning(of(act.recitals), of(act.articles))


def _links(act: Act, probable: Sequence[Sequence[float]]) -> list[Link]:
    return [
        Link(recital.eid, article.eid, "model", round(probability, 4))
        for recital, row in zip(act.recitals, probable, strict=True)
        for article, probability in zip(act.articles, row, strict=True)
        if probability >= THRESHOLD
    ]
