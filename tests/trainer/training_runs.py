"""Helpers of training tests."""

from typing import TypeVar

import torch

CPU = torch.device("cpu")


Stated = TypeVar("Stated")


def needed(value: Stated | None) -> Stated:
    """Return a part of a recipe that has it."""
    assert value is not None
    return value
