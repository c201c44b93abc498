"""Quantization recipes by name; docs/results/models.md compares them."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

import msgspec

from lexdesk.errors import ModelError
from lexdesk_trainer.error_codes import TrainingCode


@dataclass(frozen=True)
class Recipe:
    """Settings of the conversion from a float32 graph to the shipped graph.

    ``fuse`` joins attention, skip and layer norm, bias and GELU into operators of com.microsoft.
    ``per_channel`` gives each output channel of a matrix its own scale. ``seven_bits`` (reduce_range)
    leaves a bit of the weights unused, so that processors without VNNI cannot overflow their 16-bit sums.
    ``signed`` selects int8 over uint8 weights. ``smooth`` is the target quantile of the channel peaks for
    reducing outliers (None: off). ``compensate`` rounds matrices so that errors cancel (``rounding``).
    ``quantize`` off keeps float32.
    """

    about: str
    quantize: bool = True
    fuse: bool = True
    per_channel: bool = True
    seven_bits: bool = True
    signed: bool = True
    smooth: float | None = None
    compensate: bool = False


RECIPES = msgspec.convert(
    tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")),
    dict[str, Recipe],
)
DEFAULT = "dynamic"
FOR_ADAPTED = "compensated"
"""For a model that was trained from an eight-bit export: plain rounding would restore the export."""


def recipe(name: str) -> Recipe:
    """Return the recipe called ``name``; raise with the known names otherwise."""
    if name not in RECIPES:
        raise ModelError(TrainingCode.QUANTIZATION_UNKNOWN, name=name, recipes=", ".join(RECIPES))
    return RECIPES[name]
