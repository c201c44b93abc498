"""The training loop: one, for every task; read it top to bottom.

A run can be killed at any step. Batch n and every random number in step n depend on the seed and n
alone, so a run that is resumed from its checkpoint ends in the same weights, bit for bit on one
CPU (a GPU adds in no fixed order), as a run that was never stopped.
"""

import math
import os
import pickle
import shutil
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

import torch
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from torch import nn
from torch.utils.tensorboard import SummaryWriter

from lexdesk.system.lock import writer_lock
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import DeviceLost, DiskFull, OtherArchitecture, TrainingError
from lexdesk_trainer.settings import Schedule
from lexdesk_trainer.training import curves

CHECKPOINT = "checkpoint.pt"
CPU_IN_BF16 = torch.cpu._is_avx512_bf16_supported()
"""Whether a CPU multiplies in bf16: with instructions for it 1.4 times as fast as float32, without slower."""
_LOWEST = 0.1  # of the learning rate, at the end
_SECONDS_PER_CHECKPOINT = 300.0  # at most: a step takes a minute on a CPU where batches are large


class Task(Protocol):
    """What is learned: a module, one step's loss, and a score by which it is judged."""

    model: nn.Module

    def step(self, number: int) -> Mapping[str, float]:
        """Add the gradients of batch ``number`` to ``model``; the losses by name."""

    def evaluate(self) -> Mapping[str, float]:
        """Scores on what is not trained on, higher is better; none where there is nothing."""

    def state(self) -> Mapping[str, Any]:
        """What else a checkpoint must hold, besides weights and optimizer."""

    def load_state(self, state: Mapping[str, Any]) -> None:
        """The inverse of ``state``."""


@dataclass(frozen=True)
class Limit:
    """When a command stops.

    ``minutes`` fits the whole schedule into that much training time, over all commands together;
    ``this_command`` stops one command early, to be resumed by the next.
    """

    minutes: float = math.inf
    this_command: float = math.inf


@dataclass(frozen=True)
class Outcome:
    """How a run stands: the next step, whether it is done, and the last scores."""

    step: int
    done: bool
    scores: Mapping[str, float]


def train(
    task: Task,
    schedule: Schedule,
    folder: Path,
    device: torch.device,
    limit: Limit | None = None,
    made_of: Mapping[str, Any] = MappingProxyType({}),
) -> Outcome:
    """Train ``task`` by ``schedule`` with its checkpoint in ``folder``; goes on where one lies there.

    ``made_of`` is what else must be the same for that: the data, by a name that changes with it, and settings.
    Raises ``OtherArchitecture`` where it is not, ``DeviceLost`` where it began on a GPU and none is there now, and
    ``LibraryLocked`` where another command trains in ``folder``: both would write one checkpoint.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with writer_lock(folder, "training"):
        task.model.to(device).train()
        optimizer = _optimizer(task.model, schedule, device)
        run = _Run(task, optimizer, schedule, folder, made_of)
        return _train(run, device, limit or Limit())


def _train(run: "_Run", device: torch.device, limit: Limit) -> Outcome:
    task, optimizer, schedule, folder = run.task, run.optimizer, run.schedule, run.path.parent
    run.resume(device)
    if run.ended and run.progress(limit) >= 1.0:
        return Outcome(run.step, True, run.scores)
    if run.was_on == "cuda" and device.type == "cpu":
        raise DeviceLost(TrainingCode.MADE_ON_GPU, path=run.path, step=run.step, folder=folder)
    _enough_room(folder, task.model)
    began = time.monotonic()
    with SummaryWriter(str(folder / "tensorboard"), purge_step=run.step) as board, _bar() as bar:
        shown = bar.add_task(folder.name, total=1.0, told="")
        try:
            while (done := run.progress(limit)) < 1.0:
                started = time.monotonic()
                rate = schedule.learning_rate * _shape(done, schedule.warmup)
                for group in optimizer.param_groups:
                    group["lr"] = rate
                torch.manual_seed(schedule.seed * 1_000_003 + run.step)  # dropout of this step
                optimizer.zero_grad(set_to_none=True)
                losses = task.step(run.step)
                length = nn.utils.clip_grad_norm_(task.model.parameters(), schedule.clip)
                # Weights that are no numbers would be kept, and no step after them could be gone back to.
                if not all(map(math.isfinite, (*losses.values(), length.item()))):
                    raise TrainingError(
                        TrainingCode.LOSS_NO_NUMBER,
                        name=folder.name,
                        step=run.step,
                        learning_rate=schedule.learning_rate,
                        folder=folder,
                    )
                optimizer.step()
                run.step, run.ended = run.step + 1, False
                run.seconds += time.monotonic() - started
                run.note(board, {**losses, "learning_rate": rate})
                if run.step % schedule.evaluate_every == 0 and run.progress(limit) < 1.0:
                    run.note(board, run.evaluate())
                bar.update(shown, completed=done, told=_words(run.step, losses, run.scores))
                spent = time.monotonic() - began > 60 * limit.this_command
                if run.step % schedule.save_every == 0 or run.is_long_unsaved() or spent:
                    run.save()
                if spent:
                    return Outcome(run.step, False, run.scores)
            run.note(board, run.evaluate())
        except torch.OutOfMemoryError as problem:
            raise _too_large(problem, run) from problem
        except torch.AcceleratorError as problem:
            raise _lost(problem, run) from problem
    run.ended = True
    run.save()
    curves.draw(folder / "curves.svg", run.history)
    return Outcome(run.step, True, run.scores)


class _Run:
    """What a checkpoint holds, beside the task."""

    def __init__(
        self,
        task: Task,
        optimizer: torch.optim.Optimizer,
        schedule: Schedule,
        folder: Path,
        made_of: Mapping[str, Any],
    ):
        self.task, self.optimizer, self.schedule, self.made_of = task, optimizer, schedule, made_of
        self.path = folder / CHECKPOINT
        self.step, self.seconds = 0, 0.0
        self.saved, self._saved_at = 0, time.monotonic()
        self.was_on = ""  # the type of the device that the checkpoint was made on
        self.ended = False  # evaluated after its last step; by the clock, a longer limit may go on
        self.scores: Mapping[str, float] = {}
        self.history: dict[str, list[tuple[int, float]]] = {}

    def progress(self, limit: Limit) -> float:
        """The share of the schedule that is done, by steps or by time, whichever is further."""
        return max(self.step / self.schedule.steps, self.seconds / (60 * limit.minutes))

    def evaluate(self) -> Mapping[str, float]:
        self.task.model.eval()
        with torch.no_grad():
            self.scores = self.task.evaluate()
        self.task.model.train()
        return self.scores

    def note(self, board: SummaryWriter, values: Mapping[str, float]) -> None:
        for name, value in values.items():
            board.add_scalar(name, value, self.step)
            self.history.setdefault(name, []).append((self.step, value))

    def save(self) -> None:
        """Write the checkpoint beside the old one and put it in its place, whole or not at all."""
        draft = self.path.with_suffix(".draft")
        told = {
            "schedule": asdict(self.schedule),
            "made_of": dict(self.made_of),
            "step": self.step,
            "seconds": self.seconds,
            "ended": self.ended,
            "device": next(self.task.model.parameters()).device.type,
            "scores": dict(self.scores),
            "history": self.history,
            "model": self.task.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "task": dict(self.task.state()),
        }
        try:
            with draft.open("wb") as file:
                torch.save(told, file)
                file.flush()
                os.fsync(file.fileno())
        except (OSError, RuntimeError) as problem:  # torch reports a short write as RuntimeError
            draft.unlink(missing_ok=True)
            raise DiskFull(
                TrainingCode.CHECKPOINT_NOT_WRITTEN,
                step=self.step,
                path=self.path,
                partition=str(problem).partition(chr(10))[0],
                saved=self.saved,
            ) from problem
        draft.replace(self.path)
        self.saved, self._saved_at = self.step, time.monotonic()

    def is_long_unsaved(self) -> bool:
        """Whether an interruption would cost more than a few minutes."""
        return time.monotonic() - self._saved_at > _SECONDS_PER_CHECKPOINT

    def resume(self, device: torch.device) -> None:
        """Go on from the checkpoint, if there is one; refuse one of another shape, or of other data or settings."""
        if not self.path.exists():
            return
        told = _checkpoint(self.path, device)
        made_of = {**told.get("made_of", {}), **told["schedule"]}
        if changed := _differences(made_of, {**self.made_of, **asdict(self.schedule)}):
            raise OtherArchitecture(TrainingCode.OTHER_DATA, path=self.path, changed=changed)
        try:
            self.task.model.load_state_dict(told["model"])
        except RuntimeError as problem:
            reason = " ".join(str(problem).split())[:200]
            raise OtherArchitecture(
                TrainingCode.OTHER_SHAPE, path=self.path, reason=reason
            ) from None
        self.optimizer.load_state_dict(told["optimizer"])
        self.task.load_state(told["task"])
        self.step, self.seconds = told["step"], told["seconds"]
        self.saved, self.scores, self.history = told["step"], told["scores"], told["history"]
        self.ended = told.get("ended", True)  # checkpoints were kept without these before
        self.was_on = told.get("device", "")


def _checkpoint(path: Path, device: torch.device) -> dict[str, Any]:
    """What ``save`` wrote; a file that was cut short in a copy is told, not unravelled."""
    try:
        told: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
    except (RuntimeError, EOFError, pickle.UnpicklingError) as problem:
        reason = str(problem).partition(".")[0]
        raise TrainingError(TrainingCode.CHECKPOINT_DAMAGED, path=path, reason=reason) from None
    return told


def device() -> torch.device:
    """The GPU where there is one, else the CPU."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def precision(where: torch.device) -> torch.autocast:
    """bf16 for the matrices on a GPU, and on a CPU where ``CPU_IN_BF16`` says so; else float32."""
    return torch.autocast(where.type, torch.bfloat16, enabled=where.type == "cuda" or CPU_IN_BF16)


def _optimizer(model: nn.Module, schedule: Schedule, where: torch.device) -> torch.optim.AdamW:
    """AdamW (Loshchilov & Hutter 2019); biases and layer norms do not decay."""
    weights = [p for p in model.parameters() if p.requires_grad]
    groups = [
        {"params": [p for p in weights if p.dim() > 1], "weight_decay": schedule.weight_decay},
        {"params": [p for p in weights if p.dim() <= 1], "weight_decay": 0.0},
    ]
    fused = where.type == "cuda"
    return torch.optim.AdamW(groups, lr=schedule.learning_rate, betas=(0.9, 0.98), fused=fused)


def _shape(done: float, warmup: float) -> float:
    """Share of the full learning rate after the share ``done``: a ramp, then a cosine."""
    if done < warmup:
        return (done + 1e-3) / (warmup + 1e-3)
    falling = (done - warmup) / (1 - warmup)
    return _LOWEST + (1 - _LOWEST) * 0.5 * (1 + math.cos(math.pi * min(falling, 1.0)))


def _enough_room(folder: Path, model: nn.Module) -> None:
    """Refuse to begin where two checkpoints (weights and both moments of Adam) do not fit."""
    weights = sum(p.numel() * p.element_size() for p in model.parameters())
    needed, free = 2 * 3 * weights, shutil.disk_usage(folder).free
    if free < needed:
        raise DiskFull(
            TrainingCode.CHECKPOINTS_NO_ROOM,
            folder=folder,
            free=free / 1000000.0,
            needed=needed / 1000000.0,
        )


def _too_large(problem: Exception, run: _Run) -> TrainingError:
    """The same step would need as much again: what has to change is told, and that the checkpoint allows it."""
    reason = str(problem).partition(". ")[0]
    return TrainingError(TrainingCode.GPU_MEMORY, step=run.step, reason=reason, saved=run.saved)


def _lost(problem: Exception, run: _Run) -> TrainingError:
    reason = str(problem).partition("\n")[0]
    return DeviceLost(TrainingCode.GPU_FAILED, step=run.step, reason=reason, saved=run.saved)


def _differences(told: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """What is not as it was ``told``; a checkpoint that was kept before there was such a setting says nothing of it."""
    changed = (name for name in now if name in told and told[name] != now[name])
    return ", ".join(f"{name} {told[name]!r}, now {now[name]!r}" for name in changed)


def _bar() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    return Progress(*columns, TextColumn("{task.fields[told]}"))


def _words(step: int, losses: Mapping[str, float], scores: Mapping[str, float]) -> str:
    values = {**losses, **scores}
    return f"step {step:,} " + " ".join(f"{name} {value:.4f}" for name, value in values.items())
