"""Neural re-ranking with a cross-encoder (Nogueira & Cho 2019) over pieces of passages."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn import functional

from lexdesk.evaluation.run import Ranking, Run
from lexdesk_reproductions.bases import Base
from lexdesk_reproductions.citing_passages import Dataset, Query
from lexdesk_reproductions.gerdalir.settings import Reranking
from lexdesk_reproductions.learning import train
from lexdesk_trainer.training import loop
from lexdesk_trainer.training.feeding import by_length
from lexdesk_trainer.training.reranker import CrossEncoder

Array = np.ndarray[Any, Any]
_CHUNK = 32

_SENTENCE_END = re.compile(r"(?<=[.;:!?])\s+(?=[A-ZÄÖÜ(§0-9])")


class Group(NamedTuple):
    """A query with pieces of passages; the first is of a cited document."""

    query: str
    texts: tuple[str, ...]


def groups(
    dataset: Dataset, queries: Sequence[Query], best: Sequence[Array], settings: Reranking
) -> list[Group]:
    """Build one group for each query with a cited document found by BM25, with drawn negatives.

    Labels are of documents: the relevant passage is the best by BM25 of a cited one. Passages of cited
    documents and of the query's own are no negatives.
    """
    rng = np.random.default_rng(settings.seed)
    found = []
    for query, passages in zip(queries, best, strict=True):
        owners = dataset.owner[passages]
        right = np.isin(owners, list(query.relevant))
        wrong = passages[: settings.from_best][~right[: settings.from_best]]
        if not right.any() or len(wrong) < settings.negatives:
            continue
        drawn = rng.choice(wrong, settings.negatives, replace=False)
        chosen = [int(passages[right][0]), *drawn.tolist()]
        texts = tuple(_select_pieces(dataset, at, query, settings, count=1)[0] for at in chosen)
        found.append(Group(query.text, texts))
    return found


def _select_pieces(
    dataset: Dataset, passage: int, query: Query, settings: Reranking, count: int
) -> list[str]:
    """Select pieces of a passage, below the title of its document if any."""
    words = max(settings.tokens // 4, 8)  # a German legal word is two pieces; half is the query's
    pieces = cut_at_sentences(
        dataset.passages[passage], words, lambda sentence: len(sentence.split())
    )
    return [
        dataset.prepend_title(passage, piece) for piece in select_nearest(pieces, query.text, count)
    ]


class Reader:
    """A cross-encoder that scores pairs of texts."""

    def __init__(self, base: Base, tokens: int):
        self.base, self._tokens = base, tokens
        self.model = CrossEncoder(base.clone()).to(loop.device())

    def scores(self, pairs: Sequence[tuple[str, str]]) -> torch.Tensor:
        """Compute logits of pairs of query and text: (n,)."""
        lefts, rights = (self.base.rows([pair[side] for pair in pairs]) for side in (0, 1))
        batch = self.base.feeder.feed_pairs(lefts, rights, self._tokens)
        with loop.precision(batch.ids.device):
            output = self.model(
                input_ids=batch.ids, attention_mask=batch.mask, token_type_ids=batch.segments
            )
        scores: torch.Tensor = output["score"].float()
        return scores

    def all_scores(self, pairs: Sequence[tuple[str, str]]) -> Array:
        """Compute ``scores`` without gradients, in batches of similar length: float32 (n,)."""
        found = np.empty(len(pairs), np.float32)
        lengths = np.array([len(query) + len(text) for query, text in pairs])
        with torch.no_grad():
            for part in by_length(lengths, _CHUNK):
                found[part] = self.scores([pairs[at] for at in part]).cpu().numpy()
        return found


def group_loss(reader: Reader, batch: Sequence[Group]) -> torch.Tensor:
    """Compute the cross-entropy of the first of each group over the group (Pradeep et al. 2022)."""
    width = len(batch[0].texts)
    pairs = [(group.query, text) for group in batch for text in group.texts]
    table = reader.scores(pairs).view(len(batch), width)
    return functional.cross_entropy(
        table, torch.zeros(len(batch), dtype=torch.long).to(table.device)
    )


def train_scorer(
    base: Base, examples: Sequence[Group], settings: Reranking, folder: Path
) -> Reader:
    """Train a reader on groups; resume from ``folder``."""
    torch.manual_seed(settings.seed)  # of the head, which begins at random
    reader = Reader(base, settings.tokens)
    train(
        reader.model, examples, partial(group_loss, reader), settings, folder,
        (settings, base.fingerprint), chunk=8, seed=settings.seed,
    )  # fmt: skip
    return reader


def rerank(
    reader: Reader,
    dataset: Dataset,
    queries: Sequence[Query],
    best: Sequence[Array],
    run: Run,
    settings: Reranking,
) -> Run:
    """Rank documents by their best piece among the best passages, then the rest of ``run`` in its order.

    ``best`` are the numbers of the passages to score for each query.
    """
    found: Run = {}
    for query, passages in zip(queries, best, strict=True):
        pairs, owners = [], []
        for at in passages[: settings.candidates]:
            texts = _select_pieces(dataset, int(at), query, settings, settings.pieces)
            pairs += [(query.text, text) for text in texts]
            owners += [dataset.documents[dataset.owner[at]]] * len(texts)
        scores = reader.all_scores(pairs)
        found[query.id] = rank_by_best(owners, scores, run[query.id])
    return found


def rank_by_best(owners: Sequence[str], scores: Array, ranking: Ranking) -> Ranking:
    """Rank documents by their best score, then the rest of ``ranking`` in its order."""
    seen: dict[str, float] = {}
    for at in np.argsort(-scores, kind="stable"):
        seen.setdefault(owners[at], float(scores[at]))
    floor = min(seen.values(), default=0.0) - 1.0
    rest = [document for document, _ in ranking if document not in seen]
    return [*seen.items(), *((document, floor - rank) for rank, document in enumerate(rest))]


def cut_at_sentences(text: str, most: int, size: Callable[[str], int]) -> list[str]:
    """Cut into runs of whole sentences of at most ``most`` by ``size``; a longer sentence stands alone."""
    found: list[str] = []
    held: list[str] = []
    total = 0
    for sentence in _SENTENCE_END.split(text):
        length = size(sentence)
        if held and total + length > most:
            found.append(" ".join(held))
            held, total = [], 0
        held.append(sentence)
        total += length
    return [*found, " ".join(held)] if held else found


def select_nearest(pieces: list[str], query: str, count: int) -> list[str]:
    """Return the ``count`` pieces with the most words of the query, in the order of the text."""
    counts = Counter(query.lower().split())

    def shared(at: int) -> int:
        return (Counter(pieces[at].lower().split()) & counts).total()

    chosen = sorted(range(len(pieces)), key=lambda at: (-shared(at), at))[:count]
    return [pieces[at] for at in sorted(chosen)]
