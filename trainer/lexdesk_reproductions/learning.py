"""Training on a list of examples by a loss, as a task of the trainer's loop."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import torch
from torch import nn

from lexdesk_reproductions import learned_from
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TooLittleText
from lexdesk_trainer.settings import Schedule
from lexdesk_trainer.training import loop

E = TypeVar("E")
_NOTE = "learned_from"  # beside the checkpoint
Loss = Callable[[Sequence[E]], torch.Tensor]
"""Maps examples to the mean of their losses, a scalar."""


class Learning(Generic[E]):
    """A model trained on ``examples``, each once in an epoch, at most ``chunk`` at a time.

    With ``length``, examples of similar length are batched to save padding. With ``judge``, a score of
    the model (higher is better), the best weights are kept.
    """

    def __init__(
        self,
        model: nn.Module,
        examples: Sequence[E],
        loss: Loss[E],
        schedule: Schedule,
        *,
        chunk: int = 32,
        length: Callable[[E], int] | None = None,
        judge: Callable[[], float] | None = None,
    ):
        if not examples:
            raise TooLittleText(TrainingCode.NO_EXAMPLE)
        self.model, self.examples = model, examples
        self._loss, self._schedule = loss, schedule
        self._chunk, self._length, self._judge = chunk, length, judge
        self._best: dict[str, Any] = {}

    def step(self, number: int) -> Mapping[str, float]:
        """Add the gradients of the mean loss of one batch, a chunk at a time."""
        batch = self._batch(number)
        total = 0.0
        for at in range(0, len(batch), self._chunk):
            part = batch[at : at + self._chunk]
            loss = self._loss(part) * (len(part) / len(batch))
            loss.backward()  # type: ignore[no-untyped-call]
            total += loss.item()
        return {"loss": total}

    def evaluate(self) -> Mapping[str, float]:
        """Return the judge's score, if any."""
        if self._judge is None:
            return {}
        score = self._judge()
        if not self._best or score > self._best["score"]:
            weights = {name: value.clone() for name, value in self.model.state_dict().items()}
            self._best = {"score": score, "weights": weights}
        return {"judged": score}

    def state(self) -> Mapping[str, Any]:
        """Return the best weights so far."""
        return self._best

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Restore the result of ``state``."""
        self._best = dict(state)

    def keep_the_best(self) -> None:
        """Restore the best weights in the model."""
        if self._best:
            self.model.load_state_dict(self._best["weights"])

    def _batch(self, number: int) -> list[E]:
        """Return batch ``number`` of the concatenated epochs; it depends on seed and number alone."""
        size, count = min(self._schedule.batch, len(self.examples)), len(self.examples)
        epoch, at = divmod(number * size, count)
        orders = [
            np.random.default_rng([self._schedule.seed, turn]).permutation(count)
            for turn in (epoch, epoch + 1)
        ]
        chosen = [self.examples[index] for index in np.concatenate(orders)[at : at + size]]
        return sorted(chosen, key=self._length) if self._length else chosen


class Passes(Protocol):
    """Settings of a training: epochs, batch and learning rate."""

    @property
    def epochs(self) -> float: ...  # noqa: D102 - named by the class
    @property
    def batch(self) -> int: ...  # noqa: D102
    @property
    def learning_rate(self) -> float: ...  # noqa: D102


def train(
    model: nn.Module,
    examples: Sequence[E],
    loss: Loss[E],
    passes: Passes,
    folder: Path,
    inputs: Any,
    *,
    chunk: int = 32,
    length: Callable[[E], int] | None = None,
    judge: Callable[[], float] | None = None,
    **changes: Any,
) -> str:
    """Train ``model`` as ``Learning`` does, after a warm-up of a tenth; return what ``learn`` returns.

    ``changes`` are other settings of the schedule, ``inputs`` the settings for ``learn``.
    """
    rates = passes.epochs, passes.batch, passes.learning_rate
    plan = schedule(len(examples), *rates, **{"warmup": 0.1, **changes})
    task = Learning(model, examples, loss, plan, chunk=chunk, length=length, judge=judge)
    return learn(task, plan, folder, inputs)


def learn(learning: Learning[E], schedule: Schedule, folder: Path, settings: Any) -> str:
    """Run the loop to its end with its checkpoint in ``folder``; leave the best weights in evaluation mode.

    Returns the fingerprint of the examples and ``settings``, including the initial model. A checkpoint
    of other examples or ``settings`` belongs to an outdated row: it is removed, and training restarts.
    """
    note, fingerprint = folder / _NOTE, learned_from.fingerprint(settings, learning.examples)
    if note.exists() and note.read_text(encoding="utf-8") != fingerprint:
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    note.write_text(fingerprint, encoding="utf-8")
    loop.train(learning, schedule, folder, loop.device())
    learning.keep_the_best()
    learning.model.eval()
    return fingerprint


def schedule(
    examples: int, epochs: float, batch: int, learning_rate: float, **changes: Any
) -> Schedule:
    """Convert epochs to steps, evaluated and saved once an epoch."""
    size = max(1, min(batch, examples))  # ``Learning`` reports a lack of examples
    an_epoch = max(1, round(examples / size))
    steps = max(1, round(epochs * examples / size))
    plain = {"evaluate_every": an_epoch, "save_every": max(an_epoch, 50), **changes}
    return Schedule(steps=steps, batch=size, learning_rate=learning_rate, **plain)
