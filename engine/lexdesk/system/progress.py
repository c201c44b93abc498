"""Progress of long work, for listeners."""

from collections.abc import Callable
from dataclasses import dataclass


def compute_percent(share: float) -> int:
    """Return ``share`` of 1 in whole hundredths; only a complete share is 100."""
    return 100 if share >= 1 else min(round(100 * share), 99)


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of long work.

    ``stage`` is ``read`` (counted in files), ``words`` or ``vectors`` (in passages), ``citations`` or ``export`` (in
    documents), ``queries``, ``provisions``, or a step of a search by a document; ``total`` is 0 if unknown.
    """

    stage: str
    done: int
    total: int
    path: str = ""
    """The file that was stored or failed; once reported, it survives a crash."""


Listener = Callable[[Progress], None]
"""Called with progress; an exception that it raises cancels the work."""


def ignore(progress: Progress) -> None:
    """Ignore ``progress``: the default listener."""
