"""The question map: a linear map of a question's token embeddings, learned for late interaction.

The embedder stays as it is: its tokens are computed once, by the exported graph itself, so that the trained map
meets in a search what it met in training. The relevant candidates of a question are ranked above the others by the
combined score of ``lexdesk.models.late_interaction``, softmax over the candidates. Weight decay holds the map
near the identity, so that questions of other kinds lose nothing (docs/results/models.md).
"""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from msgspec.structs import asdict
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from lexdesk.evaluation.candidates import Candidates
from lexdesk.models.encoder import Encoder
from lexdesk.models.late_interaction import LONGEST, SHARE
from lexdesk.system.atomic import write_atomically
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TooLittleText, report_full_disk
from lexdesk_trainer.settings import QuestionMap
from lexdesk_trainer.training.loop import Task
from lexdesk_trainer.training.ranking import ndcg

_Rows = NDArray[np.float16]
_TEXTS = 1_000
_FEWEST = 8
_SPECIAL = 2  # tokens around a question
_ANSWERS = 3  # relevant passages of a question that are learned from at once


class Tokens(NamedTuple):
    """Token embeddings of texts: unit ``rows`` (tokens, D) and ``lengths`` (tokens,) of text i in places of each."""

    rows: list[_Rows]
    lengths: list[NDArray[np.float32]]


class EncodedQuestion(NamedTuple):
    """A question and its candidates as tensors.

    ``question`` (T, D) unit rows, ``weights`` (T,), ``passages`` (n, U, D) with zeros where ``read`` (n, U) is false,
    ``fused`` (n,), ``relevant`` (n,), ``documents`` (n,); ``answers`` are the relevant documents.
    """

    question: torch.Tensor
    weights: torch.Tensor
    passages: torch.Tensor
    read: torch.Tensor
    fused: torch.Tensor
    relevant: torch.Tensor
    documents: NDArray[np.int64]
    answers: frozenset[int]


def load_tokens(encoder: Encoder, texts: Sequence[str], folder: Path) -> Tokens:
    """Return the token embeddings of ``texts``; complete files in ``folder``, of a thousand texts each, are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    found = Tokens([], [])
    for start in range(0, len(texts), _TEXTS):
        some = texts[start : start + _TEXTS]
        named = hashlib.sha256("\0".join([encoder.manifest.fingerprint, *some]).encode())
        path = folder / f"{named.hexdigest()[:16]}.f32"
        if not path.exists():
            with report_full_disk(folder):
                write_atomically(path, _encode(encoder, some))
        _read(path, encoder.manifest.dimensions, len(some), found)
    return found


def _encode(encoder: Encoder, texts: Sequence[str]) -> bytes:
    """Return counts (int32), lengths (float32) and unit rows (float16) of the tokens with a length."""
    counts, lengths, rows = [], [], []
    for vectors in encoder.tokens(texts):
        length = np.linalg.norm(vectors, axis=1)
        counts.append((length > 0).sum())
        lengths.append(length[length > 0].astype(np.float32))
        rows.append((vectors[length > 0] / length[length > 0, None]).astype(np.float16).tobytes())
    return np.array(counts, np.int32).tobytes() + np.concatenate(lengths).tobytes() + b"".join(rows)


def _read(path: Path, width: int, texts: int, found: Tokens) -> None:
    counts = np.fromfile(path, np.int32, texts)
    ends = np.cumsum(counts)[:-1]
    total = int(counts.sum())
    lengths = np.fromfile(path, np.float32, total, offset=4 * texts)
    rows = np.memmap(path, np.float16, "r", 4 * (texts + total), (total, width))
    found.lengths.extend(np.split(lengths, ends))
    found.rows.extend(np.split(rows, ends))


class EncodedQuestions:
    """Questions with the token embeddings of texts, all by the exported graph of ``encoder``.

    Questions of more than ``LONGEST`` tokens, and questions and passages that it does not read, are left out.
    """

    def __init__(self, found: Candidates, encoder: Encoder, folder: Path):
        self._passages = load_tokens(encoder, found.texts, folder)
        self._asked = load_tokens(encoder, [question.text for question in found.questions], folder)
        self._questions = found.questions
        self._places = [
            at for at, rows in enumerate(self._asked.rows) if 0 < len(rows) <= LONGEST - _SPECIAL
        ]

    def __len__(self) -> int:
        return len(self._places)

    @property
    def fingerprint(self) -> str:
        """Return 16 hexadecimal digits of the questions and their candidates."""
        return hashlib.sha256(repr(self._questions).encode()).hexdigest()[:16]

    def item(
        self, place: int, count: int | None = None, random: np.random.Generator | None = None
    ) -> EncodedQuestion:
        """Return a question with all its candidates, or with ``count`` of them drawn, the relevant ones among them."""
        at = self._places[place]
        question = self._questions[at]
        relevant = np.array([document in question.answers for document in question.documents])
        read = np.array([len(self._passages.rows[text]) > 0 for text in question.passages])
        right, wrong = np.flatnonzero(read & relevant), np.flatnonzero(read & ~relevant)
        if count is not None and random is not None:
            right = random.permutation(right)[:_ANSWERS]
            wrong = random.permutation(wrong)[: count - len(right)]
        chosen = np.sort(np.concatenate([right, wrong]))
        rows = [
            torch.from_numpy(self._passages.rows[question.passages[n]].astype(np.float32))
            for n in chosen
        ]
        passages = nn.utils.rnn.pad_sequence(rows, batch_first=True)
        lengths = torch.tensor([len(row) for row in rows])
        return EncodedQuestion(
            torch.from_numpy(self._asked.rows[at].astype(np.float32)),
            torch.from_numpy(self._asked.lengths[at]),
            passages,
            torch.arange(passages.shape[1]) < lengths[:, None],
            torch.tensor(question.scores)[chosen],
            torch.from_numpy(relevant[chosen]),
            np.array(question.documents)[chosen],
            question.answers,
        )


class Map(nn.Module):
    """The change (D, D) of unit token embeddings, zero at first."""

    def __init__(self, dimensions: int):
        super().__init__()
        self.change = nn.Parameter(torch.zeros(dimensions, dimensions))

    def forward(self, item: EncodedQuestion) -> torch.Tensor:
        """Return the combined scores (n,) of the candidates of ``item``, as the engine does."""
        asked = functional.normalize(item.question + item.question @ self.change, dim=-1)
        cosines = torch.einsum("td,nud->ntu", asked, item.passages)
        nearest = cosines.masked_fill(~item.read[:, None], -1).amax(-1)
        scores = (nearest * item.weights).sum(1) / item.weights.sum()
        return (1 - SHARE) * item.fused + SHARE * scores


class MapTraining(Task):
    """The task of the loop: questions to learn from, and held-out ones that measure."""

    def __init__(
        self,
        learned: EncodedQuestions,
        held_out: EncodedQuestions,
        settings: QuestionMap,
        dimensions: int,
    ):
        self.map = Map(dimensions)
        self.model: nn.Module = self.map
        self.questions, self._held_out, self.settings = learned, held_out, settings
        if len(learned) < _FEWEST:
            raise TooLittleText(
                TrainingCode.TOO_FEW_QUERIES, query=len(learned), fewest_pairs=_FEWEST
            )

    @property
    def inputs(self) -> Mapping[str, Any]:
        """Return the settings besides the schedule, and a fingerprint of what is learned."""
        settings = {k: v for k, v in asdict(self.settings).items() if k != "schedule"}
        return {"questions": self.questions.fingerprint, **settings}

    def step(self, number: int) -> Mapping[str, float]:
        """Learn from one batch of questions, one after the other."""
        schedule = self.settings.schedule
        random = np.random.default_rng((schedule.seed, number))
        batch = min(schedule.batch, len(self.questions))
        losses = []
        for at in random.choice(len(self.questions), batch, replace=False).tolist():
            item = self.questions.item(at, self.settings.candidates, random)
            scores = self.map(item) / self.settings.temperature
            loss = torch.logsumexp(scores, 0) - torch.logsumexp(scores[item.relevant], 0)
            (loss / batch).backward()  # type: ignore[no-untyped-call]
            losses.append(loss.item())
        return {"loss": float(np.mean(losses))}

    def evaluate(self) -> Mapping[str, float]:
        """Return nDCG@10 of the candidates of held-out questions, in the order of the combined score."""
        return {"held-out nDCG@10": self.ndcg()} if len(self._held_out) else {}

    def ndcg(self) -> float:
        """Return the mean nDCG@10 of held-out questions."""
        found = []
        with torch.no_grad():
            for at in range(len(self._held_out)):
                item = self._held_out.item(at)
                found.append(ndcg(self.map(item).numpy(), item.documents, item.answers))
        return float(np.mean(found))

    def change(self) -> NDArray[np.float32]:
        """Return the learned change (D, D)."""
        return self.map.change.detach().numpy()
