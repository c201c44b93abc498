"""What can go wrong in training through data, a machine or a setting; all are the engine's LexdeskError.

TrainingError
├── LicenceForbids     a collection that must not train what ships
├── TooLittleText      not enough to learn from
├── OtherArchitecture  a checkpoint or model that the settings do not describe
├── DiskFull           no room for the next checkpoint; the last one stands
└── DeviceLost         the GPU failed; the last checkpoint stands
"""

import errno
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lexdesk.errors import LexdeskError
from lexdesk_trainer.error_codes import TrainingCode

_SHORT = re.compile(r"\d+ requested and \d+ written|\[Errno 28\]|\(os error 28\)")


class TrainingError(LexdeskError):
    """Root of the trainer's own errors; ``str()`` is one sentence for the user."""


class LicenceForbids(TrainingError):  # noqa: N818 - says what forbids, as the engine's names do
    """A collection whose licence does not allow a model that ships to learn from it."""


class TooLittleText(TrainingError):  # noqa: N818
    """Too little text, too few pairs or too few labels to learn from."""


class OtherArchitecture(TrainingError):  # noqa: N818
    """A checkpoint or a model of another shape than the settings ask for."""


class DiskFull(TrainingError):  # noqa: N818
    """The disk has no room for a checkpoint."""


class DeviceLost(TrainingError):  # noqa: N818
    """The GPU failed in the middle of a run."""


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Raise ``DiskFull``, with the folder, where a write ends for want of room: its error names no file."""
    try:
        yield
    except Exception as problem:
        # numpy tells a short write without the system's number, shutil.copytree all errors in one text, and
        # tokenizers raises a bare Exception.
        if getattr(problem, "errno", None) == errno.ENOSPC or _SHORT.search(str(problem)):
            raise DiskFull(TrainingCode.DISK_FULL, folder=folder) from problem
        raise


def reason(problem: Exception) -> str:
    """What is wrong, in words: of the system's errors without the number, and the path that the sentence names."""
    told = problem.strerror if isinstance(problem, OSError) else None
    return told or str(problem)
