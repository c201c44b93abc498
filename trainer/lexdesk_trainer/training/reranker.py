"""A cross-encoder: encodes query and passage together into one score (Nogueira & Cho 2019).

Training ranks the relevant passage first in a group of the engine's candidates (softmax over the group;
Pradeep et al. 2022, "Squeezing Water from a Stone"), and reproduces the margins of a teacher if present.
The teacher is a deeper model of the same kind.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from transformers import BertModel

from lexdesk.errors import ModelError
from lexdesk_trainer.data.shards import DEV, TRAIN, Shard
from lexdesk_trainer.encoders import bert
from lexdesk_trainer.encoders.sentence_encoder import Shape
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TooLittleText, describe_problem
from lexdesk_trainer.settings import Reranker
from lexdesk_trainer.training.feeding import Batch, Feeder, by_length
from lexdesk_trainer.training.loop import Task, precision
from lexdesk_trainer.training.negatives import Negatives
from lexdesk_trainer.training.ranking import ndcg
from lexdesk_trainer.training.teacher import TeacherScores

_Array = np.ndarray[Any, Any]
_LAST_RANK = 60
HEAD = "head.pt"  # beside the encoder in the folder of a trained reranker


class CrossEncoder(nn.Module):
    """Ids, mask and segments (B, T) -> ``score`` (B,), a logit."""

    def __init__(self, encoder: BertModel):
        super().__init__()
        self.encoder = encoder
        self.config = encoder.config  # the exporter asks the module for it
        self.inputs: tuple[str, ...] = ("input_ids", "attention_mask", "token_type_ids")
        self.outputs: Mapping[str, Shape] = {"score": ("batch",)}
        self.head = nn.Linear(encoder.config.hidden_size, 1)

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> dict[str, torch.Tensor]:
        """Score from the vector above [CLS]."""
        hidden = self.encoder(
            input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
        ).last_hidden_state  # (B, T, D)
        return {"score": self.head(hidden[:, 0]).squeeze(-1)}


def load_cross_encoder(folder: Path) -> CrossEncoder:
    """Load the cross-encoder in the model folder of a re-ranker; raise ModelError without a head."""
    model = CrossEncoder(bert.load(folder))
    try:
        state = torch.load(folder / HEAD, weights_only=True, map_location="cpu")
    except OSError as problem:
        raise ModelError(
            TrainingCode.NO_RERANKER_HEAD, folder=folder, reason=describe_problem(problem)
        ) from None
    model.head.load_state_dict(state)
    return model.eval()


class _Group(NamedTuple):
    """A query with texts to rank; the first is relevant."""

    query: int
    texts: list[int]
    margins: list[float]  # of the teacher, answer minus each of the others; NaN where unknown


class Reranking(Task):
    """The re-ranker as a task of the loop."""

    def __init__(
        self,
        encoder: BertModel,
        shard: Shard,
        settings: Reranker,
        device: torch.device,
        teacher_scores: TeacherScores | None = None,
    ):
        self.cross_encoder = CrossEncoder(encoder)
        self.model: nn.Module = self.cross_encoder
        self._shard, self._settings, self._device = shard, settings, device
        self._teacher_scores = teacher_scores
        self._feeder = Feeder.of(shard.tokenizer, device)
        self._negatives = Negatives(shard, 0, _LAST_RANK)
        self._train = shard.examples.of(TRAIN, with_candidates=True)
        if not len(self._train):
            raise TooLittleText(TrainingCode.NO_TRAIN_QUERY, folder=shard.folder)

    def step(self, number: int) -> Mapping[str, float]:
        """Learn from one batch of groups, a chunk of pairs at a time."""
        groups = self._draw(number)
        width = max(len(group.texts) for group in groups)
        pairs = [(group.query, text) for group in groups for text in group.texts]
        at = np.concatenate(
            [n * width + np.arange(len(group.texts)) for n, group in enumerate(groups)]
        )
        parts = list(by_length(self._lengths(pairs), self._settings.chunk))
        seed = self._settings.schedule.seed * 7_919 + number
        with torch.no_grad():
            scores = torch.empty(len(pairs), device=self._device)
            for turn, part in enumerate(parts):
                torch.manual_seed(seed + turn)
                scores[part] = self._score([pairs[pair] for pair in part])
        scores.requires_grad_(True)
        table = torch.full((len(groups) * width,), -torch.inf, device=self._device)
        table = table.index_put((torch.from_numpy(at).to(self._device),), scores)
        losses = self._backward(table.view(len(groups), width), groups)
        if scores.grad is not None:
            for turn, part in enumerate(parts):
                torch.manual_seed(seed + turn)
                self._score([pairs[pair] for pair in part]).backward(  # type: ignore[no-untyped-call]
                    scores.grad[part]
                )
        return losses

    def evaluate(self) -> Mapping[str, float]:
        """Return nDCG@10 on dev queries: the engine's best candidates re-ranked by our scores."""
        examples = self._shard.examples
        found: dict[str, list[float]] = {}
        dev = examples.of(DEV, with_candidates=True)
        candidates = [self._best_candidates(example) for example in dev]
        for example, texts, scores in zip(
            dev, candidates, self._score_all(dev, candidates), strict=True
        ):
            relevant = set(examples.relevant.row(example).tolist())
            name = f"{self._shard.sources[examples.source[example]]} reranked"
            value = ndcg(scores, self._shard.groups[texts], relevant)
            found.setdefault(name, []).append(value)
        return {name: float(np.mean(values)) for name, values in found.items()}

    def teacher_scores(self) -> TeacherScores:
        """Score answers and best candidates of all examples, as a teacher."""
        examples = self._shard.examples
        candidates = np.full(examples.candidates.shape, np.nan, np.float16)
        positives = np.full(len(examples.positives.values), np.nan, np.float16)
        self.model.eval()
        every = np.flatnonzero(examples.row >= 0).tolist()
        texts = [
            np.concatenate([examples.positives.row(n), self._best_candidates(n)]) for n in every
        ]
        for example, scores in zip(every, self._score_all(np.array(every), texts), strict=True):
            answers = slice(*examples.positives.offsets[example : example + 2])
            count = answers.stop - answers.start
            positives[answers] = scores[:count]
            candidates[examples.row[example], : len(scores) - count] = scores[count:]
        return TeacherScores(candidates, positives)

    def _best_candidates(self, example: int) -> _Array:
        """Return the best candidates of an example, up to the re-ranking depth."""
        examples = self._shard.examples
        texts: _Array = examples.candidates[examples.row[example]][: self._settings.candidates]
        return np.asarray(texts[texts >= 0])

    def _score_all(self, numbers: _Array, texts: Sequence[_Array]) -> list[_Array]:
        """Score the texts of each example, in batches of similar length: float32 (n,) each."""
        queries = self._shard.examples.query[numbers]
        pairs = [
            (int(query), int(text))
            for query, row in zip(queries, texts, strict=True)
            for text in row
        ]
        found = np.empty(len(pairs), np.float32)
        with torch.no_grad():
            for part in by_length(self._lengths(pairs), 4 * self._settings.chunk):
                found[part] = self._score([pairs[pair] for pair in part]).cpu().numpy()
        ends = np.cumsum([len(row) for row in texts])
        return [found[end - len(row) : end] for row, end in zip(texts, ends.tolist(), strict=True)]

    def _draw(self, number: int) -> list[_Group]:
        schedule = self._settings.schedule
        rng = np.random.default_rng([schedule.seed, number])
        size = min(schedule.batch, len(self._train))
        return [self._group(index, rng) for index in rng.choice(self._train, size, replace=False)]

    def _group(self, example: int, rng: np.random.Generator) -> _Group:
        examples = self._shard.examples
        answer, places = self._negatives.group(example, self._settings.negatives, rng)
        row = examples.row[example]
        texts = [int(examples.positives.values[answer]), *examples.candidates[row, places].tolist()]
        margins: list[float] = []
        if self._teacher_scores is not None:
            theirs = self._teacher_scores.candidates[row, places].astype(np.float32)
            margins = (float(self._teacher_scores.positives[answer]) - theirs).tolist()
        return _Group(int(examples.query[example]), texts, margins)

    def _backward(self, table: torch.Tensor, groups: list[_Group]) -> dict[str, float]:
        """Compute the loss of groups with scores (B, 1 + negatives), -inf in shorter groups."""
        target = torch.zeros(len(groups), dtype=torch.long, device=self._device)
        loss = functional.cross_entropy(table, target)
        losses = {"loss": loss.item()}
        if self._teacher_scores is not None and self._settings.distillation:
            wanted = torch.full_like(table[:, 1:], torch.nan)
            for at, group in enumerate(groups):
                wanted[at, : len(group.margins)] = torch.tensor(group.margins)
            margins = table[:, :1] - table[:, 1:]
            known = torch.isfinite(wanted) & torch.isfinite(margins)
            if known.any():
                distilled = functional.mse_loss(margins[known], wanted[known])
                losses["distillation_loss"] = distilled.item()
                loss = loss + self._settings.distillation * distilled
        loss.backward()  # type: ignore[no-untyped-call]
        return losses

    def _lengths(self, pairs: list[tuple[int, int]]) -> _Array:
        lengths = np.diff(self._shard.texts.offsets)
        return np.array([lengths[query] + lengths[text] for query, text in pairs])

    def _score(self, pairs: list[tuple[int, int]]) -> torch.Tensor:
        row = self._shard.texts.row
        batch: Batch = self._feeder.feed_pairs(
            [row(query) for query, _ in pairs],
            [row(text) for _, text in pairs],
            self._settings.tokens,
        )
        with precision(self._device):
            output = self.cross_encoder(
                input_ids=batch.ids, attention_mask=batch.mask, token_type_ids=batch.segments
            )
        scores: torch.Tensor = output["score"].float()
        return scores
