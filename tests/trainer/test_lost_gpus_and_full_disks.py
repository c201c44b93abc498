"""Errors of the machine during training: a full disk, a lost GPU, too little memory."""

from types import SimpleNamespace
from typing import BinaryIO

import pytest
import torch
from tests.codes import raises_code
from tests.records import replace

from lexdesk_trainer import steps
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import DeviceLost, DiskFull, TrainingError
from lexdesk_trainer.settings import Schedule
from lexdesk_trainer.steps import RecipeRun
from lexdesk_trainer.training import loop
from lexdesk_trainer.training.embedder import ContrastiveTraining
from lexdesk_trainer.training.loop import Limit
from lexdesk_trainer.training.pretrain import Pretraining


def test_full_disk_is_reported_before_training(
    recipe_run: RecipeRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=1000))
    with raises_code(DiskFull, TrainingCode.CHECKPOINTS_NO_ROOM):
        steps.pretrain(recipe_run, Limit())


def test_full_disk_keeps_last_checkpoint(
    recipe_run: RecipeRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps.pretrain(recipe_run, Limit(this_command=1e-9))

    def fill(_state: object, file: BinaryIO) -> None:
        file.write(b"half")
        raise OSError(28, "No space left on device")

    with (
        monkeypatch.context() as patched,
        raises_code(DiskFull, TrainingCode.CHECKPOINT_NOT_WRITTEN, step="4", saved="1"),
    ):
        patched.setattr(torch, "save", fill)
        steps.pretrain(recipe_run, Limit())
    assert not list(recipe_run.folder.glob("pretrain/*.draft"))
    assert steps.pretrain(recipe_run, Limit(this_command=1e-9)).step == 2


@pytest.mark.slow
def test_lost_gpu_is_reported_with_step_to_resume(
    recipe_run: RecipeRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    learn = Pretraining.step

    def lose(task: Pretraining, number: int) -> object:
        if number == 6:
            raise torch.AcceleratorError("CUDA error: device lost", 46)
        return learn(task, number)

    with (
        monkeypatch.context() as patched,
        raises_code(DeviceLost, TrainingCode.GPU_FAILED, step="6", saved="4"),
    ):
        patched.setattr(Pretraining, "step", lose)
        steps.pretrain(recipe_run, Limit())
    assert steps.pretrain(recipe_run, Limit()).done


def test_gpu_lost_in_last_evaluation_is_reported(
    recipe_run: RecipeRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(task: Pretraining) -> object:
        raise torch.AcceleratorError("CUDA error: device lost", 46)

    with (
        monkeypatch.context() as patched,
        raises_code(DeviceLost, TrainingCode.GPU_FAILED, step="24", saved="0"),
    ):
        patched.setattr(Pretraining, "evaluate", lose)
        schedule = Schedule(steps=24, batch=16, learning_rate=3e-3, evaluate_every=100)
        settings = replace(recipe_run.recipe.pretrain, schedule=schedule)
        steps.pretrain(
            replace(recipe_run, recipe=replace(recipe_run.recipe, pretrain=settings)), Limit()
        )


def test_exhausted_gpu_memory_is_reported_with_remedy(
    recipe_run: RecipeRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Running the same command again, as was said, would end at the same step."""

    def fill(task: ContrastiveTraining, number: int) -> object:
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 GiB.")

    with (
        monkeypatch.context() as patched,
        raises_code(TrainingError, TrainingCode.GPU_MEMORY, step="0", saved="0"),
    ):
        patched.setattr(ContrastiveTraining, "step", fill)
        steps.train_embedder(recipe_run, Limit())
    smaller = replace(recipe_run.recipe.embedder, chunk=4)
    other = replace(recipe_run, recipe=replace(recipe_run.recipe, embedder=smaller))
    assert steps.train_embedder(other, Limit(this_command=1e-9)).step == 1


def test_missing_gpu_is_reported_before_continuing_on_cpu(recipe_run: RecipeRun) -> None:
    assert not steps.pretrain(recipe_run, Limit(this_command=1e-9)).done
    checkpoint = next(recipe_run.folder.rglob(loop.CHECKPOINT))
    result = torch.load(checkpoint, weights_only=True)
    assert result["device"] == "cpu"
    torch.save({**result, "device": "cuda"}, checkpoint)
    with raises_code(DeviceLost, TrainingCode.MADE_ON_GPU, step="1"):
        steps.pretrain(recipe_run, Limit())
