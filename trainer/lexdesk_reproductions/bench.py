"""Where, and how much of, a paper is repeated."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Extent = Literal["reduced", "hours", "full"]
"""What runs in minutes, what two cores train in hours, and the published grid, for a GPU."""


@dataclass(frozen=True)
class Bench:
    """The folder of shared data, a folder for what is made, and how much is run.

    The package of a paper has ``tables(bench)``, its tables, and ``source(bench)``, a name that
    changes with the data.
    """

    data: Path
    work: Path
    extent: Extent = "reduced"
