"""A label that a classifier gives to a text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Label:
    """A label with its probability in 0..1; ``applies`` where that reaches the model's threshold."""

    id: str
    name: str
    probability: float
    applies: bool
