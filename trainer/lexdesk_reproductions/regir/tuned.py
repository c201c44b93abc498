"""Re-rankers with a trainable encoder: the words of an act are encoded in every step."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from lexdesk.evaluation.run import Run
from lexdesk_reproductions.bases import Base
from lexdesk_reproductions.learning import train
from lexdesk_reproductions.regir.contextual import FrozenVectors, WordReader, of_terms
from lexdesk_reproductions.regir.folds import FixedVectorLearner
from lexdesk_reproductions.regir.matches import Matcher, Pair, draw_wrong_acts, split_rows
from lexdesk_reproductions.regir.prefetch import Lexicals
from lexdesk_reproductions.regir.rerankers import ABSENT, Kind, Reranker, Validating, hinge


@dataclass(frozen=True)
class Tuning:
    """Training of C-BERT below an already trained re-ranker.

    ``pieces`` of a query and of an act are read: one window, without its two special tokens. At most
    ``preferences`` are used (0: all), with ``negatives`` acts for each relevant one; ``chunk`` of them
    are encoded together.
    """

    pieces: int = 510
    negatives: int = 2
    preferences: int = 0
    epochs: float = 3.0
    batch: int = 16
    chunk: int = 4
    learning_rate: float = 2e-5
    runs: int = 3
    validating: Validating = field(default_factory=Validating)


class TunedReranker(nn.Module):
    """A re-ranker and its encoder; terms and rarity are those of ``matcher``."""

    def __init__(self, reranker: Reranker, base: Base, reader: WordReader, matcher: Matcher):
        super().__init__()
        self.reranker, self.encoder = reranker, base.clone()
        self._reader, self._matcher = reader, matcher

    def forward(self, pairs: Sequence[Pair]) -> torch.Tensor:
        """Map n pairs to (n,)."""
        terms = {query: self._matcher.terms(query) for query in {pair.query for pair in pairs}}
        rarity = torch.from_numpy(np.stack([terms[pair.query][1] for pair in pairs]))
        prefetched = torch.tensor([pair.prefetched for pair in pairs])
        device = self.reranker.weights.device
        relevance: torch.Tensor = self.reranker.relevance(
            self.cosines(pairs), rarity.to(device), prefetched.to(device)
        )
        return relevance

    def cosines(self, pairs: Sequence[Pair]) -> torch.Tensor:
        """Compute (n, terms, words), as in ``Match``; each text is encoded once."""
        dataset, settings = self._matcher.words.dataset, self._matcher.settings
        queries = list(dict.fromkeys(pair.query for pair in pairs))
        acts = list(dict.fromkeys(pair.act for pair in pairs))
        query_vectors = [self._reader.read(dataset.queries[query].text) for query in queries]
        read = [self._reader.read(dataset.acts[act].text) for act in acts]
        vectors = self._reader.vectors(self.encoder, [*query_vectors, *read])
        terms = {
            query: of_terms(rows, words, self._matcher.terms(query)[0])
            for query, rows, words in zip(queries, vectors, query_vectors, strict=False)
        }
        words_of = dict(zip(acts, vectors[len(queries) :], strict=True))
        found = []
        for pair in pairs:
            plane = terms[pair.query] @ words_of[pair.act].T
            room = (0, settings.words - plane.shape[1], 0, settings.terms - plane.shape[0])
            found.append(functional.pad(plane, room, value=ABSENT))
        return torch.stack(found)

    def loss(self, preferences: Sequence[tuple[Pair, Pair]]) -> torch.Tensor:
        """Compute the hinge loss of right and wrong pairs, encoded together."""
        rights, wrongs = zip(*preferences, strict=True)
        right, wrong = self([*rights, *wrongs]).chunk(2)
        return hinge(right, wrong)


class TunedEncoderLearner:
    """Training over the fixed ``base``, then with it; re-ranks by the tuned encoder."""

    def __init__(
        self, before: FixedVectorLearner, base: Base, window: int, settings: Tuning, folder: Path
    ):
        self.before, self.base, self._settings, self._folder = before, base, settings, folder
        self._words: Lexicals = before.matcher.words
        self.reader = WordReader(base, self._words.tokens, window, settings.pieces)
        matching = before.matcher.settings
        self._matching = replace(matching, words=settings.pieces, negatives=settings.negatives)

    def learn(
        self, kind: Kind, run: Run, queries: Sequence[str], folder: Path, seed: int
    ) -> tuple[Matcher, Reranker]:
        """Train as in ``folds.Learner``."""
        _, reranker = self.before.learn(kind, run, queries, folder, seed)
        model = self.start_untuned(reranker)
        settings = self._settings
        taught, judging = split_rows(queries, settings.validating, seed)
        pairs = draw_wrong_acts(self._words.dataset, run, taught, self._matching, seed)
        if settings.preferences and len(pairs) > settings.preferences:
            order = np.random.default_rng(seed).permutation(len(pairs))
            pairs = [pairs[at] for at in order[: settings.preferences]]

        def matcher() -> Matcher:
            return self._matcher(replace(self.base, encoder=model.encoder))

        judge = (lambda: matcher().measure_reranked(reranker, run, judging)) if judging else None
        inputs = settings, self._matching, self.before.vectors
        train(
            model, pairs, model.loss, settings, folder / "tuned", inputs,
            chunk=settings.chunk, judge=judge, seed=seed,
        )  # fmt: skip
        return matcher(), reranker

    def start_untuned(self, reranker: Reranker) -> TunedReranker:
        """Return the re-ranker over the encoder, before any step."""
        return TunedReranker(reranker, self.base, self.reader, self._matcher(self.base))

    def _matcher(self, base: Base) -> Matcher:
        frozen = FrozenVectors(self.reader, base, self._words.dataset, self._folder)
        return Matcher(self._words, frozen, self._matching)
