"""The training loop shared by all tasks; read it top to bottom.

A run can be killed at any step. Batch n and every random number in step n depend on the seed and n alone,
so a run resumed from its checkpoint ends in the same weights as an uninterrupted run, bit for bit on one
CPU (a GPU adds in no fixed order).
"""

import math
import os
import pickle
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

import torch
from msgspec.structs import asdict
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
"""Use bf16 on a CPU: 1.4 times as fast as float32 with bf16 instructions, slower without."""
_LONGEST_GRADIENT = 1.0
_FINAL_LEARNING_RATE = 0.1  # of the learning rate, at the end
_KEYS = frozenset(
    (
        "schedule",
        "inputs",
        "step",
        "seconds",
        "ended",
        "device",
        "scores",
        "history",
        "model",
        "optimizer",
        "task",
    )
)
SECONDS_PER_CHECKPOINT = 300.0  # at most: a step takes a minute on a CPU where batches are large


class Task(Protocol):
    """A training task: a module, the loss of one step, and an evaluation score."""

    model: nn.Module

    def step(self, number: int) -> Mapping[str, float]:
        """Add the gradients of batch ``number`` to ``model``; return the losses by name."""

    def evaluate(self) -> Mapping[str, float]:
        """Return scores on held-out data, higher is better; empty without such data."""

    def state(self) -> Mapping[str, Any]:
        """Return the content of a checkpoint besides weights and optimizer; nothing by default."""
        return {}

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Restore the result of ``state``."""
        return  # nothing by default; mypy takes an empty body for an abstract one


@dataclass(frozen=True)
class Limit:
    """Time limits of a command.

    ``minutes`` fits the whole schedule into that much training time, over all commands together;
    ``this_command`` stops one command early, to be resumed by the next.
    """

    minutes: float = math.inf
    this_command: float = math.inf

    @classmethod
    def of(cls, minutes: float | None, this_command: float | None) -> "Limit":
        """Return the limit of two options, each of which may be missing."""
        return cls(minutes or math.inf, this_command or math.inf)


@dataclass(frozen=True)
class Outcome:
    """State of a run: the next step, completion, and the last scores."""

    step: int
    done: bool
    scores: Mapping[str, float]


def train(
    task: Task,
    schedule: Schedule,
    folder: Path,
    device: torch.device,
    limit: Limit | None = None,
    inputs: Mapping[str, Any] = MappingProxyType({}),
) -> Outcome:
    """Train ``task`` by ``schedule`` with its checkpoint in ``folder``; resume an existing checkpoint.

    ``inputs`` must equal that of the checkpoint: a fingerprint of the data, and settings. Raises
    ``OtherArchitecture`` if it differs, ``DeviceLost`` if a run started on a GPU finds none, and
    ``LibraryLocked`` if another command trains in ``folder``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with writer_lock(folder, "training"):
        task.model.to(device).train()
        optimizer = _optimizer(task.model, schedule, device)
        run = _Run(task, optimizer, schedule, folder, inputs)
        return _train(run, device, limit or Limit())


def _train(run: "_Run", device: torch.device, limit: Limit) -> Outcome:
    task, schedule, folder = run.task, run.schedule, run.path.parent
    run.resume(device)
    if run.ended and run.progress(limit) >= 1.0:
        return Outcome(run.step, True, run.scores)
    if run.was_on == "cuda" and device.type == "cpu":
        raise DeviceLost(TrainingCode.MADE_ON_GPU, path=run.path, step=run.step, folder=folder)
    require_room(folder, sum(p.numel() * p.element_size() for p in task.model.parameters()))
    began = time.monotonic()
    with SummaryWriter(str(folder / "tensorboard"), purge_step=run.step) as board, _bar() as bar:
        shown = bar.add_task(folder.name, total=1.0, text="")
        try:
            while (done := run.progress(limit)) < 1.0:
                started = time.monotonic()
                rate = schedule.learning_rate * learning_rate_share(done, schedule.warmup)
                losses = _take_step(run, rate)
                run.step, run.ended = run.step + 1, False
                run.seconds += time.monotonic() - started
                run.log(board, {**losses, "learning_rate": rate})
                if run.step % schedule.evaluate_every == 0 and run.progress(limit) < 1.0:
                    run.log(board, run.evaluate())
                bar.update(shown, completed=done, text=_words(run.step, losses, run.scores))
                spent = time.monotonic() - began > 60 * limit.this_command
                if run.step % schedule.save_every == 0 or run.is_long_unsaved() or spent:
                    run.save()
                if spent:
                    return Outcome(run.step, False, run.scores)
            run.log(board, run.evaluate())
        except torch.OutOfMemoryError as problem:
            raise _memory_error(problem, run) from problem
        except torch.AcceleratorError as problem:
            raise _device_error(problem, run) from problem
    run.ended = True
    run.save()
    curves.draw(folder / "curves.svg", run.history)
    return Outcome(run.step, True, run.scores)


def _take_step(run: "_Run", rate: float) -> Mapping[str, float]:
    """Take an optimizer step at the learning ``rate``; return its losses."""
    task, optimizer, schedule, folder = run.task, run.optimizer, run.schedule, run.path.parent
    for group in optimizer.param_groups:
        group["lr"] = rate
    torch.manual_seed(schedule.seed * 1_000_003 + run.step)  # dropout of this step
    optimizer.zero_grad(set_to_none=True)
    losses = task.step(run.step)
    length = nn.utils.clip_grad_norm_(task.model.parameters(), _LONGEST_GRADIENT)
    # Raise before such weights are saved: no later step would recover.
    if not all(map(math.isfinite, (*losses.values(), length.item()))):
        raise TrainingError(
            TrainingCode.LOSS_NO_NUMBER,
            name=folder.name,
            step=run.step,
            learning_rate=schedule.learning_rate,
            folder=folder,
        )
    optimizer.step()
    return losses


class _Run:
    """The content of a checkpoint, and the task."""

    def __init__(
        self,
        task: Task,
        optimizer: torch.optim.Optimizer,
        schedule: Schedule,
        folder: Path,
        inputs: Mapping[str, Any],
    ):
        self.task, self.optimizer, self.schedule, self.inputs = task, optimizer, schedule, inputs
        self.path = folder / CHECKPOINT
        self.step, self.seconds = 0, 0.0
        self.saved, self._saved_at = 0, time.monotonic()
        self.was_on = ""  # the type of the device that the checkpoint was made on
        self.ended = False  # evaluated after its last step; by the clock, a longer limit may go on
        self.scores: Mapping[str, float] = {}
        self.history: dict[str, list[tuple[int, float]]] = {}

    def progress(self, limit: Limit) -> float:
        """Return the completed share of the schedule, by steps or by time, whichever is larger."""
        return max(self.step / self.schedule.steps, self.seconds / (60 * limit.minutes))

    def evaluate(self) -> Mapping[str, float]:
        self.task.model.eval()
        with torch.no_grad():
            self.scores = self.task.evaluate()
        self.task.model.train()
        return self.scores

    def log(self, board: SummaryWriter, values: Mapping[str, float]) -> None:
        for name, value in values.items():
            board.add_scalar(name, value, self.step)
            self.history.setdefault(name, []).append((self.step, value))

    def save(self) -> None:
        """Write the checkpoint and replace the old one atomically."""
        draft = self.path.with_suffix(".draft")
        checkpoint = {
            "schedule": asdict(self.schedule),
            "inputs": dict(self.inputs),
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
                torch.save(checkpoint, file)
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
        """Check whether an interruption would lose more than a few minutes."""
        return time.monotonic() - self._saved_at > SECONDS_PER_CHECKPOINT

    def resume(self, device: torch.device) -> None:
        """Resume from the checkpoint, if any; raise for one of another shape, data or settings."""
        if not self.path.exists():
            return
        checkpoint = _checkpoint(self.path, device)
        inputs = {**checkpoint["inputs"], **checkpoint["schedule"]}
        if changed := _differences(inputs, {**self.inputs, **asdict(self.schedule)}):
            raise OtherArchitecture(TrainingCode.OTHER_DATA, path=self.path, changed=changed)
        try:
            self.task.model.load_state_dict(checkpoint["model"])
        except RuntimeError as problem:
            reason = " ".join(str(problem).split())[:200]
            raise OtherArchitecture(
                TrainingCode.OTHER_SHAPE, path=self.path, reason=reason
            ) from None
        self.optimizer.load_state_dict(checkpoint["optimizer"])
        self.task.load_state(checkpoint["task"])
        self.step = self.saved = checkpoint["step"]
        self.seconds, self.ended = checkpoint["seconds"], checkpoint["ended"]
        self.scores, self.history = checkpoint["scores"], checkpoint["history"]
        self.was_on = checkpoint["device"]


def _checkpoint(path: Path, device: torch.device) -> dict[str, Any]:
    """Load a checkpoint; report a truncated file as an error."""
    try:
        checkpoint: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
        if missing := _KEYS - checkpoint.keys():
            raise RuntimeError(f"it lacks {min(missing)}")
    except (RuntimeError, EOFError, pickle.UnpicklingError) as problem:
        reason = str(problem).partition(".")[0]
        raise TrainingError(TrainingCode.CHECKPOINT_DAMAGED, path=path, reason=reason) from None
    return checkpoint


def device() -> torch.device:
    """Return the GPU if present, else the CPU."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def precision(where: torch.device) -> torch.autocast:
    """Select bf16 for matrices on a GPU, and on a CPU with ``CPU_IN_BF16``; else float32."""
    return torch.autocast(where.type, torch.bfloat16, enabled=where.type == "cuda" or CPU_IN_BF16)


def _optimizer(model: nn.Module, schedule: Schedule, where: torch.device) -> torch.optim.AdamW:
    """Create AdamW (Loshchilov & Hutter 2019) without decay of biases and layer norms."""
    weights = [p for p in model.parameters() if p.requires_grad]
    groups = [
        {"params": [p for p in weights if p.dim() > 1], "weight_decay": schedule.weight_decay},
        {"params": [p for p in weights if p.dim() <= 1], "weight_decay": 0.0},
    ]
    fused = where.type == "cuda"
    return torch.optim.AdamW(groups, lr=schedule.learning_rate, betas=(0.9, 0.98), fused=fused)


def learning_rate_share(done: float, warmup: float) -> float:
    """Return the share of the full learning rate after the share ``done``: a ramp, then a cosine."""
    if done < warmup:
        return (done + 1e-3) / (warmup + 1e-3)
    falling = (done - warmup) / (1 - warmup)
    return _FINAL_LEARNING_RATE + (1 - _FINAL_LEARNING_RATE) * 0.5 * (
        1 + math.cos(math.pi * min(falling, 1.0))
    )


def require_room(folder: Path, weights: int) -> None:
    """Raise before training if two checkpoints (``weights`` bytes and both moments of Adam) do not fit."""
    needed, free = 2 * 3 * weights, shutil.disk_usage(folder).free
    if free < needed:
        raise DiskFull(
            TrainingCode.CHECKPOINTS_NO_ROOM,
            folder=folder,
            free=free / 1000000.0,
            needed=needed / 1000000.0,
        )


def _memory_error(problem: Exception, run: _Run) -> TrainingError:
    """Name the settings to reduce that the checkpoint allows; the same step would need the same memory."""
    reason = str(problem).partition(". ")[0]
    return TrainingError(TrainingCode.GPU_MEMORY, step=run.step, reason=reason, saved=run.saved)


def _device_error(problem: Exception, run: _Run) -> TrainingError:
    reason = str(problem).partition("\n")[0]
    return DeviceLost(TrainingCode.GPU_FAILED, step=run.step, reason=reason, saved=run.saved)


def _differences(checkpoint: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """List the differences from earlier settings."""
    changed = (name for name in now if checkpoint.get(name) != now[name])
    return ", ".join(f"{name} {checkpoint.get(name)!r}, now {now[name]!r}" for name in changed)


def _bar() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    return Progress(*columns, TextColumn("{task.fields[text]}"))


def _words(step: int, losses: Mapping[str, float], scores: Mapping[str, float]) -> str:
    values = {**losses, **scores}
    return f"step {step:,} " + " ".join(f"{name} {value:.4f}" for name, value in values.items())
