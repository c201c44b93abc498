"""Location and extent of the reproduction of a paper."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

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
