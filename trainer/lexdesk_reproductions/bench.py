"""Location and extent of the reproduction of a paper."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

T = TypeVar("T")

Extent = Literal["reduced", "hours", "full"]
"""Minutes of run time, hours of training on two cores, and the published grid for a GPU."""


@dataclass(frozen=True)
class Bench:
    """The shared data, a folder for results, and the extent of the run.

    The package of a paper provides ``tables(bench)`` and ``source(bench)``, a fingerprint of its data.
    """

    data: Path
    work: Path
    extent: Extent = "reduced"


def extents(path: Path, settings: type[T]) -> dict[Extent, T]:
    """Read the ``settings`` of each extent; those missing in the file are the defaults, the published grid."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    extents: tuple[Extent, ...] = ("reduced", "hours", "full")
    return {extent: msgspec.convert(tables.get(extent, {}), settings) for extent in extents}
