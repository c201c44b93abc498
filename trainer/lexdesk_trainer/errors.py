"""Errors of training from data, machine or settings; all are the engine's LexdeskError.

TrainingError
├── LicenceForbids     a collection that must not train a shipped model
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

from lexdesk.errors import LexdeskError, ModelError
from lexdesk_trainer.error_codes import TrainingCode

_SHORT = re.compile(r"\d+ requested and \d+ written|\[Errno 28\]|\(os error 28\)")


class TrainingError(LexdeskError):
    """Root of the trainer's own errors; ``str()`` is one sentence for the user."""


class LicenceForbids(TrainingError):  # noqa: N818 - says what forbids, as the engine's names do
    """A collection whose licence forbids training a model that ships."""


class TooLittleText(TrainingError):  # noqa: N818
    """Too little text, too few pairs or too few labels to learn from."""


class OtherArchitecture(TrainingError):  # noqa: N818
    """A checkpoint or a model that does not match the settings."""


class DiskFull(TrainingError):  # noqa: N818
    """The disk has no room for a checkpoint."""


class DeviceLost(TrainingError):  # noqa: N818
    """The GPU failed during a run."""


@contextmanager
def report_full_disk(folder: Path) -> Iterator[None]:
    """Raise ``DiskFull`` with the folder if a write fails for lack of space: its error names no file."""
    try:
        yield
    except Exception as problem:
        # numpy reports a short write without an error number, shutil.copytree all errors in one text, and
        # tokenizers raises a bare Exception.
        if getattr(problem, "errno", None) == errno.ENOSPC or _SHORT.search(str(problem)):
            raise DiskFull(TrainingCode.DISK_FULL, folder=folder) from problem
        raise


def weights_error(folder: Path, problem: Exception) -> ModelError:
    """Return the error of weights that cannot be loaded: the first line of the reason, and the file if one is missing."""
    reason = describe_problem(problem).partition("\n")[0][:200]
    if isinstance(problem, OSError) and problem.filename:
        reason = f"{Path(problem.filename).name}: {reason}"
    return ModelError(TrainingCode.NO_WEIGHTS, folder=folder, reason=reason)


def describe_problem(problem: Exception) -> str:
    """Describe a system error without its number and path."""
    explanation = problem.strerror if isinstance(problem, OSError) else None
    return explanation or str(problem)
