"""Fingerprints of training inputs, to detect results of other examples or settings."""

import dataclasses
import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import torch


def fingerprint(settings: Any, examples: Iterable[Any]) -> str:
    """Hash the settings, and the texts, integers and shapes of the examples.

    Floats are left out: the last digits of vectors differ with the number of threads.
    """
    found = hashlib.sha256(repr(settings).encode())
    for example in examples:
        for part in _parts(example):
            found.update(part + b"\0")
    return found.hexdigest()[:16]


def _parts(value: Any) -> Iterator[bytes]:
    if isinstance(value, torch.Tensor):
        value = value.detach().cpu().numpy()
    if isinstance(value, np.ndarray):
        yield repr(value.shape).encode()
        if value.dtype.kind in "iub":
            yield value.tobytes()
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from _parts(getattr(value, field.name))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _parts(item)
    elif not isinstance(value, float | np.floating):
        yield repr(value).encode()
