"""Contrastive training: a query near its answer, far from other answers of the batch and hard negatives.

InfoNCE over a large batch with cached gradients (Gao et al. 2021, arXiv:2101.06983), at the prefixes of a
Matryoshka representation (Kusupati et al. 2022, arXiv:2205.13147). A batch comes from one source, so that
language and genre do not reveal the answer. Passages of a relevant work and near-copies of the answer or of the
query are no negatives.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn import functional

from lexdesk_trainer.data.shards import DEV, TRAIN, Shard
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TooLittleText
from lexdesk_trainer.settings import Embedder
from lexdesk_trainer.training.feeding import by_length
from lexdesk_trainer.training.late_interaction import TokenRanking
from lexdesk_trainer.training.negatives import Negatives
from lexdesk_trainer.training.ranking import fuse_arrays, ndcg
from lexdesk_trainer.training.teacher import TeacherScores
from lexdesk_trainer.training.text_encoders import TextEncoder

_Array = np.ndarray[Any, Any]
_SEMANTIC_WEIGHT = 0.5  # of the hybrid scores that order candidates
_ENCODED_TOGETHER = 64  # texts that are encoded side by side


class Batch(NamedTuple):
    """B examples: their numbers, an answer for each, negatives, and the position of each text."""

    examples: _Array  # int64 (B,)
    answers: _Array  # int64 (B,), places in examples.positives.values
    wrong: _Array  # int64 (N,), texts
    wrong_of: _Array  # int64 (N,), the row of the batch that each belongs to
    wrong_place: _Array  # int64 (N,), its place among the candidates of that example


class ContrastiveTraining:
    """The embedder as a task of the loop."""

    def __init__(
        self,
        encoder: TextEncoder,
        shard: Shard,
        settings: Embedder,
        device: torch.device,
        teacher_scores: TeacherScores | None = None,
        tokens: TokenRanking | None = None,
    ):
        self._encoder = encoder
        self.model = encoder.module
        self._shard, self._settings, self._device = shard, settings, device
        self._negatives = Negatives(shard, settings.first_rank, settings.last_rank)
        self._teacher_scores = teacher_scores
        self._tokens = tokens
        self._sources = _group_by_source(shard, shard.examples.of(TRAIN))
        self._shares = _sampling_shares(shard, self._sources, settings.judged)
        width = encoder.width
        self._dimensions = [d for d in settings.dimensions if d <= width] or [width]

    def step(self, number: int) -> Mapping[str, float]:
        """Learn from one batch; gradients are those of the whole batch, independent of memory."""
        refresh = self._settings.refresh_every
        if refresh and number and number % refresh == 0:
            self._refresh()
        loss = self._contrastive_step(number)
        return loss if self._tokens is None else {**loss, "tokens_loss": self._tokens.step(number)}

    def evaluate(self) -> Mapping[str, float]:
        """Return nDCG@10 on dev queries: the engine's candidates in hybrid order."""
        dev = self._shard.examples.of(DEV, with_candidates=True)
        scores: dict[str, list[float]] = {}
        cosines = self._cosines(dev)
        for number, example in enumerate(dev):
            source = self._shard.sources[self._shard.examples.source[example]]
            for name, value in self._ndcg(example, cosines[number]).items():
                scores.setdefault(f"{source} {name}", []).append(value)
        return {name: float(np.mean(values)) for name, values in scores.items()}

    def state(self) -> Mapping[str, Any]:
        """Return the order of negatives, determined by an earlier state of the model."""
        return {"order": torch.from_numpy(self._negatives.order)}

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Restore the result of ``state``."""
        self._negatives.order = state["order"].cpu().numpy()

    def vectors(self, texts: _Array) -> _Array:
        """Encode texts of the shard to unit vectors: float32 (n, D)."""
        found = np.empty((len(texts), self._encoder.width), np.float32)
        with torch.no_grad():
            for part in by_length(self._lengths(texts), self._settings.chunk):
                rows = functional.normalize(self._encoder.encode(texts[part]), dim=-1)
                found[part] = rows.cpu().numpy()
        return found

    def _contrastive_step(self, number: int) -> Mapping[str, float]:
        batch = self._draw(number)
        examples = self._shard.examples
        texts = np.concatenate(
            [examples.query[batch.examples], examples.positives.values[batch.answers], batch.wrong]
        )
        if len(texts) <= self._settings.chunk:  # all of it fits: no need to encode twice
            return self._backward(self._encode(texts), batch)
        parts = list(by_length(self._lengths(texts), self._settings.chunk))
        seed = self._settings.schedule.seed * 7_919 + number
        with torch.no_grad():
            cached = torch.empty(len(texts), self._encoder.width, device=self._device)
            for at, part in enumerate(parts):
                torch.manual_seed(seed + at)  # the same dropout as when the part comes again
                cached[part] = self._encoder.encode(texts[part])
        cached.requires_grad_(True)
        losses = self._backward(cached, batch)
        gradients = cached.grad if cached.grad is not None else torch.zeros_like(cached)
        for at, part in enumerate(parts):
            torch.manual_seed(seed + at)
            self._encoder.encode(texts[part]).backward(gradients[part])  # type: ignore[no-untyped-call]
        return losses

    def _encode(self, texts: _Array) -> torch.Tensor:
        """Encode to unnormalized vectors (n, D), short texts apart from long ones to save padding."""
        parts = list(by_length(self._lengths(texts), _ENCODED_TOGETHER))
        found = torch.cat([self._encoder.encode(texts[part]) for part in parts])
        return found[np.argsort(np.concatenate(parts))]

    def _lengths(self, texts: _Array) -> _Array:
        offsets = self._shard.texts.offsets
        return np.asarray(offsets[texts + 1] - offsets[texts])

    def _draw(self, number: int) -> Batch:
        schedule = self._settings.schedule
        rng = np.random.default_rng([schedule.seed, number])
        source = self._sources[rng.choice(len(self._sources), p=self._shares)]
        count = min(schedule.batch, len(source))
        chosen = rng.choice(source, count, replace=False)
        offsets = self._shard.examples.positives.offsets
        answers = rng.integers(offsets[chosen], offsets[chosen + 1])
        wrong, wrong_of, places = [], [], []
        for at, example in enumerate(chosen):
            row = self._shard.examples.row[example]
            if row < 0:
                continue
            for place in self._negatives.draw(example, self._settings.hard_negatives, rng):
                wrong.append(self._shard.examples.candidates[row, place])
                wrong_of.append(at)
                places.append(place)
        lists = (np.array(positions, np.int64) for positions in (wrong, wrong_of, places))
        return Batch(chosen, answers, *lists)

    def _backward(self, vectors: torch.Tensor, batch: Batch) -> dict[str, float]:
        """Compute the loss of a batch with text ``vectors``, and its gradients."""
        size = len(batch.examples)
        queries, passages = vectors[:size], vectors[size:]
        allowed = torch.from_numpy(self.mark_valid_passages(batch)).to(self._device)  # (B, B + N)
        target = torch.arange(size, device=self._device)
        loss = vectors.new_zeros(())
        for dimensions in self._dimensions:
            left = functional.normalize(queries[:, :dimensions], dim=-1)
            right = functional.normalize(passages[:, :dimensions], dim=-1)
            logits = left @ right.T / self._settings.temperature  # (B, B + N)
            logits = logits.masked_fill(~allowed, -torch.inf)
            back = logits[:, :size].T  # each answer must find its query, too
            loss = loss + functional.cross_entropy(logits, target)
            loss = loss + functional.cross_entropy(back, target)
        loss = loss / (2 * len(self._dimensions))
        losses = {"loss": loss.item()}
        if self._teacher_scores is not None and self._settings.distillation and len(batch.wrong):
            distilled = self._distillation_loss(queries, passages, batch, self._teacher_scores)
            losses["distillation_loss"] = distilled.item()
            loss = loss + self._settings.distillation * distilled
        loss.backward()  # type: ignore[no-untyped-call]
        return losses

    def mark_valid_passages(self, batch: Batch) -> _Array:
        """Mark the passages that are the answer or a valid negative of each query: bool (B, B + N).

        A text can be a passage of several groups, such as a clause of several categories, but is stored
        in one. The answer of a query for a single group therefore counts as a passage of that group, too.
        """
        examples, shard = self._shard.examples, self._shard
        answers = examples.positives.values[batch.answers]
        columns = np.concatenate([answers, batch.wrong])
        by_text, by_group = _places(columns), _places(shard.groups[columns])
        for at, example in enumerate(batch.examples):
            if len(relevant_rows := examples.relevant.row(example)) == 1:
                by_group.setdefault(int(relevant_rows[0]), []).append(at)
        allowed = np.ones((len(answers), len(columns)), bool)
        for at, (example, answer) in enumerate(zip(batch.examples, answers, strict=True)):
            query = int(examples.query[example])
            for group in examples.relevant.row(example).tolist():
                allowed[at, by_group.get(group, [])] = False
            for text in (int(answer), query):
                for copy in (text, *shard.near_copies.row(text).tolist()):
                    allowed[at, by_text.get(copy, [])] = False
        np.fill_diagonal(allowed, True)
        return allowed

    def _distillation_loss(
        self,
        queries: torch.Tensor,
        passages: torch.Tensor,
        batch: Batch,
        teacher_scores: TeacherScores,
    ) -> torch.Tensor:
        """Compute Margin-MSE (Hofstätter et al. 2020, arXiv:2010.02666) against the teacher's margins."""
        size = len(batch.examples)
        of = torch.from_numpy(batch.wrong_of).to(self._device)
        left = functional.normalize(queries, dim=-1)[of]  # (N, D)
        right = functional.normalize(passages, dim=-1)
        margin = (left * (right[:size][of] - right[size:])).sum(-1) / self._settings.temperature
        rows = self._shard.examples.row[batch.examples[batch.wrong_of]]
        theirs = (
            teacher_scores.positives[batch.answers[batch.wrong_of]]
            - teacher_scores.candidates[rows, batch.wrong_place]
        )
        wanted = torch.from_numpy(theirs.astype(np.float32)).to(self._device)
        known = torch.isfinite(wanted)
        return (
            functional.mse_loss(margin[known], wanted[known]) if known.any() else margin.sum() * 0
        )

    def _refresh(self) -> None:
        """Re-rank all candidates by lexical scores and the current embedding."""
        self.model.eval()
        every = np.flatnonzero(self._shard.examples.row >= 0)
        scores = np.full(self._shard.examples.candidates.shape, -1.0, np.float32)
        for example, cosines in zip(every, self._cosines(every), strict=True):
            row = self._shard.examples.row[example]
            words = self._shard.examples.words[row, : len(cosines)].astype(np.float32)
            scores[row, : len(cosines)] = fuse_arrays(words, cosines, _SEMANTIC_WEIGHT)
        self._negatives.reorder(scores)
        self.model.train()

    def _cosines(self, numbers: _Array) -> list[_Array]:
        """Compute the cosines of the candidates of each example; every text is encoded once."""
        examples = self._shard.examples
        candidates = [
            _drop_padding(examples.candidates[examples.row[number]]) for number in numbers
        ]
        texts = np.unique(np.concatenate([examples.query[numbers], *candidates]))
        vectors = self.vectors(texts.astype(np.int64))
        found = []
        for example, present in zip(numbers, candidates, strict=True):
            query = vectors[np.searchsorted(texts, examples.query[example])]
            found.append(vectors[np.searchsorted(texts, present)] @ query)
        return found

    def _ndcg(self, example: int, cosines: _Array) -> dict[str, float]:
        examples = self._shard.examples
        row = examples.row[example]
        candidates = _drop_padding(examples.candidates[row])
        groups = self._shard.groups[candidates]
        words = examples.words[row, : len(candidates)].astype(np.float32)
        relevant = set(examples.relevant.row(example).tolist())
        hybrid = fuse_arrays(words, cosines, _SEMANTIC_WEIGHT)
        scores_by_mode = {"keyword": words, "semantic": cosines, "hybrid": hybrid}
        return {name: ndcg(scores, groups, relevant) for name, scores in scores_by_mode.items()}


def _group_by_source(shard: Shard, train: _Array) -> list[_Array]:
    """Group the examples ``train`` by source, for sources large enough for a batch."""
    sources = [train[shard.examples.source[train] == n] for n in range(len(shard.sources))]
    kept = [numbers for numbers in sources if len(numbers) > 1]
    if not kept:
        raise TooLittleText(TrainingCode.NO_TRAIN_EXAMPLES, folder=shard.folder)
    return kept


def _sampling_shares(shard: Shard, sources: list[_Array], judged: float) -> _Array:
    """Return the sampling share of each source: the root of its size, to limit large ones.

    With ``judged``, the sources with judgements share that much.
    """
    sizes = np.sqrt([len(numbers) for numbers in sources])
    with_candidates = np.array([bool(shard.examples.row[source[0]] >= 0) for source in sources])
    if judged and with_candidates.any() and not with_candidates.all():
        sizes[with_candidates] *= judged / sizes[with_candidates].sum()
        sizes[~with_candidates] *= (1 - judged) / sizes[~with_candidates].sum()
    shares: _Array = sizes / sizes.sum()
    return shares


def _drop_padding(candidates: _Array) -> _Array:
    return candidates[candidates >= 0]


def _places(values: _Array | Sequence[int]) -> dict[int, list[int]]:
    """Map each value to its positions."""
    found: dict[int, list[int]] = {}
    for at, value in enumerate(np.asarray(values).tolist()):
        found.setdefault(value, []).append(at)
    return found
