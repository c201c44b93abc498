"""Where a paper is repeated."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Bench:
    """The folder of shared data, a folder for what is made, and whether the published grid is run.

    The package of a paper has ``tables(bench)``, its tables, and ``source(bench)``, a name that
    changes with the data.
    """

    data: Path
    work: Path
    full: bool
