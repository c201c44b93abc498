"""Quantization recipes by name; docs/results/models.md compares them."""

from dataclasses import dataclass

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


RECIPES = {
    "float32": Recipe("float32, not fused", quantize=False, fuse=False),
    "float32-fused": Recipe("float32, fused", quantize=False),
    "tensor": Recipe("int8, one scale per matrix", per_channel=False, seven_bits=False),
    "tensor-7bit": Recipe("int8 of 7 bits, one scale per matrix", per_channel=False),
    "channel": Recipe("int8, one scale per output channel", seven_bits=False),
    "channel-7bit": Recipe("int8 of 7 bits, one scale per output channel"),
    "channel-7bit-unfused": Recipe(
        "int8 of 7 bits, one scale per output channel, no fusion before quantizing", fuse=False
    ),
    "channel-unsigned": Recipe(
        "uint8 (optimum's avx2 setting), one scale per output channel",
        seven_bits=False,
        signed=False,
    ),
    "channel-8bit-smooth": Recipe(
        "int8, one scale per output channel, outliers smoothed", seven_bits=False, smooth=0.95
    ),
    "dynamic": Recipe(
        "int8 of 7 bits, one scale per output channel, outliers smoothed, activations quantized per call",
        smooth=0.95,
    ),
    "compensated": Recipe(
        "int8 of 7 bits, one scale per output channel, outliers smoothed, errors of rounding compensated,"
        " activations quantized per call",
        smooth=0.95,
        compensate=True,
    ),
}
DEFAULT = "dynamic"
ADAPTED = "compensated"
"""For a model that was trained from an eight-bit export: plain rounding would restore the export."""


def recipe(name: str) -> Recipe:
    """Return the recipe called ``name``; raise with the known names otherwise."""
    if name not in RECIPES:
        raise ModelError(TrainingCode.QUANTIZATION_UNKNOWN, name=name, recipes=", ".join(RECIPES))
    return RECIPES[name]
