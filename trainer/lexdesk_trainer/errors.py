"""What can go wrong in training through data, a machine or a setting; all are the engine's LexdeskError.

TrainingError
├── LicenceForbids     a collection that must not train what ships
├── TooLittleText      not enough to learn from
├── OtherArchitecture  a checkpoint or model that the settings do not describe
├── DiskFull           no room for the next checkpoint; the last one stands
└── DeviceLost         the GPU failed; the last checkpoint stands
"""

from lexdesk.errors import LexdeskError


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


def reason(problem: Exception) -> str:
    """What is wrong, in words: of the system's errors without the number, and the path that the sentence names."""
    told = problem.strerror if isinstance(problem, OSError) else None
    return told or str(problem)
