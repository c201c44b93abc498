"""Stage 1: relatedness of two paragraphs, learned from statutes (A) or from cases (B).

A takes the train queries of eu-citations with their cited articles. B takes windows around citation
markers with the nearest paragraph of a cited case by BM25; the assignment of markers to cases is unknown,
so B is weak.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from lexdesk.evaluation.collection import Collection
from lexdesk_reproductions import lexical
from lexdesk_reproductions.bases import Array, Base
from lexdesk_reproductions.learning import train
from lexdesk_reproductions.pli.cases import Cases
from lexdesk_reproductions.pli.paragraphs import paragraphs, windows
from lexdesk_reproductions.text_pairs import Pair, PairScorer
from lexdesk_reproductions.words import make_tokenizer


@dataclass(frozen=True)
class Stage1:
    """Training of stage 1 on at most ``pairs`` (0: all), half of them related."""

    pairs: int = 0
    epochs: float = 3.0
    batch: int = 16
    learning_rate: float = 1e-5
    tokens: int = 512
    window: int = 60
    paragraphs: int = 40


def of_statutes(data: Path, most: int, seed: int = 1) -> list[Pair]:
    """Build A: a citing paragraph with a cited article, and with another article."""
    collection = Collection(data / "eu-citations")
    texts = {document.work or "": document.text for document in collection.documents()}
    topics, judged = collection.topics(), collection.qrels("train")
    barred = collection.exclusions(topics)
    rng = np.random.default_rng(seed)
    every, queries, found = sorted(texts), sorted(judged), []
    for at in rng.permutation(len(queries))[: most // 2 or None]:
        query = queries[at]
        right = sorted(judged[query])[0]
        wrong = every[int(rng.integers(len(every)))]
        while wrong in judged[query] or wrong in barred.get(query, ()):
            wrong = every[int(rng.integers(len(every)))]
        found.append(Pair(topics[query].text, texts[right], True))
        found.append(Pair(topics[query].text, texts[wrong], False))
    return found


def of_cases(cases: Cases, queries: Sequence[str], settings: Stage1, seed: int = 1) -> list[Pair]:
    """Build B: a window with the nearest paragraph of a cited case, and with one of another case."""
    rng = np.random.default_rng(seed)
    every = sorted(cases.documents)
    found: list[Pair] = []
    for query in queries:
        around = windows(cases.queries[query], settings.window)
        for cited in sorted(cases.qrels[query]) if around else ():
            right = _nearest(cases.documents[cited], around, settings)
            other = every[int(rng.integers(len(every)))]
            while other in cases.qrels[query]:
                other = every[int(rng.integers(len(every)))]
            wrong = paragraphs(cases.documents[other], settings.paragraphs)
            if right is None or not wrong:
                continue
            window, paragraph = right
            found.append(Pair(window, paragraph, True))
            found.append(Pair(window, wrong[int(rng.integers(len(wrong)))], False))
    return found[: settings.pairs or None]


def _nearest(case: str, around: Sequence[str], settings: Stage1) -> tuple[str, str] | None:
    """Return window and paragraph with the highest BM25; None for a case without text."""
    own = paragraphs(case, settings.paragraphs)
    if not own:
        return None
    counts = lexical.count(own, make_tokenizer("en"))
    scores = lexical.scores(
        counts.count_others(around, make_tokenizer("en")), lexical.bm25(counts, 0.9, 0.4)
    )
    window, paragraph = np.unravel_index(int(scores.argmax()), scores.shape)
    return around[int(window)], own[int(paragraph)]


class ParagraphPairs(PairScorer):
    """The trained encoder of stage 1; ``fingerprint`` is of its training data."""

    def __init__(self, base: Base, tokens: int):
        super().__init__(base, tokens)
        self.fingerprint = base.fingerprint

    def interactions(self, left: Sequence[Array], right: Sequence[Array], tokens: int) -> Array:
        """Encode all paragraphs of one case with all of another: N and M rows of ids -> float32 (N, M, D).

        A pair is cut to ``tokens``.
        """
        self.eval()
        lefts = [one for one in left for _ in right]
        rights = [other for _ in left for other in right]
        found = []
        with torch.no_grad():
            for at in range(0, len(lefts), 64):
                vectors = self.vectors(lefts[at : at + 64], rights[at : at + 64], tokens)
                found.append(vectors.cpu().numpy())
        return np.concatenate(found).reshape(len(left), len(right), -1)


def train_encoder(
    base: Base, pairs: Sequence[Pair], settings: Stage1, folder: Path
) -> ParagraphPairs:
    """Train the encoder in stage 1; return it unchanged without pairs; resume from ``folder``."""
    torch.manual_seed(1)
    model = ParagraphPairs(base, settings.tokens)
    if pairs:
        inputs = settings, base.fingerprint
        model.fingerprint = train(
            model, pairs, model.related_loss, settings, folder, inputs, chunk=8
        )
    return model
