"""Training of the upper layers of the multilingual network and of its map into the space of the embedder.

Two losses take turns. A translated text is nearest to the embedder's vector of its English among those of the batch,
and close to it (after Reimers & Gurevych 2020, arXiv:2004.09813). A German or French query is nearest to its passage
among those of the batch. A query about a translated provision is nearest to its text in one language, and to that in
English by the embedder, among the texts of all others in both: so texts of two languages compete fairly. The lower
layers stay as they are, so that their output is computed once (``hidden_states``).
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from msgspec.structs import asdict
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional
from transformers import BertModel

from lexdesk_trainer.bases import rotation
from lexdesk_trainer.bases.hidden_states import HiddenStates
from lexdesk_trainer.encoders.sentence_encoder import mean
from lexdesk_trainer.settings import Multilingual
from lexdesk_trainer.training import loop

_Rows = NDArray[np.float32]
_Places = NDArray[np.int64]
_BATCH = 64


class UpperLayers(nn.Module):
    """The layers of an encoder from ``count`` on, its mean vector, and the map of that into another space."""

    def __init__(self, encoder: BertModel, count: int):
        super().__init__()
        width = encoder.config.hidden_size
        self.layers = encoder.encoder.layer[count:]
        self.centre = nn.Parameter(torch.zeros(width))
        self.rotation = nn.Parameter(torch.eye(width))

    def set_map(self, centre: _Rows, rotation: _Rows) -> None:
        """Begin with this map."""
        with torch.no_grad():
            self.centre.copy_(torch.from_numpy(centre))
            self.rotation.copy_(torch.from_numpy(rotation))

    def map(self) -> tuple[_Rows, _Rows]:
        """Return the centre (D,) and the matrix (D, D)."""
        return self.centre.detach().numpy(), self.rotation.detach().numpy()

    def mean(self, hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Return unit mean vectors (B, D) of states (B, T, D)."""
        seen = mask[:, None, None, :].bool()
        with loop.precision(hidden.device):
            for layer in self.layers:
                hidden = layer(hidden, attention_mask=seen)[0]
        return functional.normalize(mean(hidden.float(), mask), dim=-1)

    def forward(self, hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Return unit vectors (B, D) in the other space of states (B, T, D)."""
        moved = self.mean(hidden, mask) - self.centre
        return functional.normalize(moved @ self.rotation, dim=-1)


class TrainingSet(NamedTuple):
    """Places of texts in the states: ``texts`` against ``targets`` (vectors), ``passages`` or both; ``groups`` of equals."""

    texts: _Places
    groups: _Places
    targets: _Rows | None = None
    passages: _Places | None = None


class Tuning:
    """The task of the loop: ``training_sets`` by name. Those with a share in ``settings`` are learned, the others measure."""

    def __init__(
        self,
        model: UpperLayers,
        states: HiddenStates,
        training_sets: Mapping[str, TrainingSet],
        settings: Multilingual,
    ):
        self.model: nn.Module = model
        self.upper, self.hidden_states, self.settings = model, states, settings
        self._training_sets = [training_sets[name] for name in settings.shares]
        shares = np.array([*settings.shares.values()])
        self._shares = shares / shares.sum()
        self._measuring = {
            name: one for name, one in training_sets.items() if name not in settings.shares
        }

    def fit(self) -> None:
        """Fit the map to all translated texts, whose English has vectors of the embedder, in closed form."""
        aligned = [one for one in self._training_sets if one.passages is None]
        means = self.means(np.concatenate([one.texts for one in aligned]))
        targets = np.vstack([np.asarray(one.targets) for one in aligned])
        self.upper.set_map(*rotation.learn(means, targets, self.settings.stiffness))

    @property
    def inputs(self) -> Mapping[str, Any]:
        """Fingerprint what is learned, and the settings besides the schedule."""
        values = [array for one in self._training_sets for array in one if array is not None]
        read = hashlib.sha256(b"".join(np.ascontiguousarray(array).tobytes() for array in values))
        settings = {
            name: value for name, value in asdict(self.settings).items() if name != "schedule"
        }
        return {"training_sets": read.hexdigest()[:16], **settings}

    def mix(self, initial: Mapping[str, torch.Tensor]) -> None:
        """Average the learned weights with the ``initial`` ones by ``kept`` (Wortsman et al. 2022, arXiv:2109.01903)."""
        with torch.no_grad():
            for name, weights in self.upper.named_parameters():
                weights.lerp_(initial[name], self.settings.kept)

    def step(self, number: int) -> Mapping[str, float]:
        """Learn from one batch of one training set: the mean of the gradients of its parts."""
        parts = range(self.settings.parts)
        return {"loss": sum(self.step_part(number, part) for part in parts) / len(parts)}

    def step_part(self, number: int, part: int) -> float:
        """Add the gradients of a part of a batch; all parts are of the same training set."""
        seed, parts = self.settings.schedule.seed, self.settings.parts
        random = np.random.default_rng((seed, number))
        training_set = self._training_sets[random.choice(len(self._training_sets), p=self._shares)]
        batch = min(self.settings.schedule.batch, len(training_set.texts))
        some = random.choice(len(training_set.texts), batch, replace=False)
        torch.manual_seed((seed * 1_000_003 + number) * parts + part)  # dropout
        loss = self.loss(training_set, some[part::parts])
        (loss / parts).backward()  # type: ignore[no-untyped-call]
        return loss.item()

    def loss(self, training_set: TrainingSet, some: _Places) -> torch.Tensor:
        """Compute the mean loss of the texts at the places ``some``."""
        ours = self._vectors(training_set.texts[some])
        groups = torch.from_numpy(training_set.groups[some])
        equal = groups[:, None] == groups
        same = equal & ~torch.eye(len(some), dtype=torch.bool)
        right = torch.arange(len(some))
        if training_set.targets is None:
            scores = self._scores(ours, self._passages(training_set, some), same)
            return (
                functional.cross_entropy(scores, right) + functional.cross_entropy(scores.T, right)
            ) / 2
        theirs = torch.from_numpy(training_set.targets[some])
        scores = self._scores(ours, theirs, same)
        if training_set.passages is None:
            close = (ours * theirs).sum(1)
            return functional.cross_entropy(scores, right) + self._distance(close)
        passages = self._passages(training_set, some)
        beside = self._scores(ours, passages, same)
        losses = [
            functional.cross_entropy(
                torch.hstack([one, other.masked_fill(equal, -torch.inf)]), right
            )
            for one, other in ((scores, beside), (beside, scores))
        ]
        return sum(losses, self._distance((passages * theirs).sum(1))) / 2

    def _scores(self, ours: torch.Tensor, theirs: torch.Tensor, same: torch.Tensor) -> torch.Tensor:
        return (ours @ theirs.T / self.settings.temperature).masked_fill(same, -torch.inf)

    def _distance(self, cosines: torch.Tensor) -> torch.Tensor:
        return self.settings.closeness * (1 - cosines).mean()

    def _passages(self, training_set: TrainingSet, some: _Places) -> torch.Tensor:
        return self._vectors(np.asarray(training_set.passages)[some])

    def _vectors(self, places: Sequence[int] | _Places) -> torch.Tensor:
        found: torch.Tensor = self.model(*self.hidden_states.pad(list(places)))
        return found

    def evaluate(self) -> Mapping[str, float]:
        """Return the mean reciprocal rank of the counterparts of texts, for each training set that measures."""
        return {
            name: self._reciprocal_rank(training_set)
            for name, training_set in self._measuring.items()
        }

    def _reciprocal_rank(self, training_set: TrainingSet) -> float:
        texts, groups = self.all_vectors(training_set.texts), training_set.groups
        _, first = np.unique(groups, return_index=True)  # each counterpart once
        counterparts = [] if training_set.targets is None else [training_set.targets]
        if training_set.passages is not None:
            counterparts.insert(0, self.all_vectors(training_set.passages))
        own = (texts * counterparts[0]).sum(1)
        others = groups[first] != groups[:, None]
        better = sum(
            ((texts @ rows[first].T > own[:, None]) & others).sum(1) for rows in counterparts
        )
        return float((1 / (1 + better)).mean())

    def all_vectors(self, places: _Places) -> _Rows:
        """Encode the texts at ``places``: float32 (n, D)."""
        return self._rows(self.model, places)

    def means(self, places: _Places) -> _Rows:
        """Return the mean vectors (n, D) of the texts at ``places``, before the map."""
        return self._rows(self.upper.mean, places)

    def _rows(self, encode: Callable[..., torch.Tensor], places: _Places) -> _Rows:
        parts = [places[at : at + _BATCH] for at in range(0, len(places), _BATCH)]
        self.model.eval()
        with torch.no_grad():
            return np.vstack(
                [encode(*self.hidden_states.pad(list(part))).numpy() for part in parts]
            )

    def state(self) -> Mapping[str, Any]:
        """Return nothing: a batch depends on its number alone."""
        return {}

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Do nothing."""
