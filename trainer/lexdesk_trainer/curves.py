"""Curves of a run as a picture for the pages of results: losses left, scores right."""

from collections.abc import Mapping, Sequence
from pathlib import Path

_SMOOTHED = 50  # points that a loss is averaged over, at most; single batches are noise

History = Mapping[str, Sequence[tuple[int, float]]]
"""Values by name, each with its step."""


def draw(path: Path, history: History) -> None:
    """Write the curves of ``history`` to ``path`` as PNG."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    losses = {name: points for name, points in history.items() if "loss" in name}
    scores = {
        name: points
        for name, points in history.items()
        if name not in losses and name != "learning_rate"
    }
    figure = Figure(figsize=(9, 3.2), layout="constrained")
    FigureCanvasAgg(figure)
    for place, (title, curves) in enumerate({"loss": losses, "score": scores}.items(), start=1):
        axes = figure.add_subplot(1, 2, place)
        axes.set(title=title, xlabel="step")
        for name, points in curves.items():
            steps, values = zip(*points, strict=True)
            width = max(1, min(_SMOOTHED, len(values) // 20)) if title == "loss" else 1
            axes.plot(steps[width - 1 :], _averaged(values, width), label=name)
        if curves:
            axes.legend(fontsize="small")
        axes.grid(alpha=0.3)
    figure.savefig(path, dpi=110, metadata={"Software": None})


def _averaged(values: Sequence[float], width: int) -> list[float]:
    """The mean of each ``width`` values in a row."""
    return [sum(values[at - width : at]) / width for at in range(width, len(values) + 1)]
