"""Curves of a run as a picture for the result pages: losses left, scores right."""

from collections.abc import Mapping, Sequence
from pathlib import Path

_MOST_AVERAGED = 50  # points that a loss is averaged over, at most; single batches are noise
_POINTS = 200  # of a curve, at most: more are not seen, and each step would be

History = Mapping[str, Sequence[tuple[int, float]]]
"""Values by name, each with its step."""


def draw(path: Path, history: History) -> None:
    """Write the curves of ``history`` to ``path`` as SVG, with reproducible bytes."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    losses = {name: points for name, points in history.items() if "loss" in name}
    scores = {
        name: points
        for name, points in history.items()
        if name not in losses and name != "learning_rate"
    }
    shown = {title: some for title, some in {"loss": losses, "score": scores}.items() if some}
    # Letters stay letters of one named font: outlines and lists of fonts would be most of the file.
    with mpl.rc_context(
        {"svg.fonttype": "none", "svg.hashsalt": "curves", "font.sans-serif": ["DejaVu Sans"]}
    ):
        figure = Figure(figsize=(9, 3.2), layout="constrained")
        FigureCanvasSVG(figure)
        for place, (title, curves) in enumerate(shown.items(), start=1):
            axes = figure.add_subplot(1, len(shown), place)
            axes.set(title=title, xlabel="step")
            for name, points in curves.items():
                steps, values = zip(*points, strict=True)
                width = max(1, min(_MOST_AVERAGED, len(values) // 20)) if title == "loss" else 1
                every = 1 + len(values) // _POINTS
                axes.plot(steps[width - 1 :: every], _average(values, width)[::every], label=name)
            axes.legend(fontsize="small")
            axes.locator_params(nbins=6)
            axes.grid(alpha=0.3)
        figure.savefig(path, format="svg", metadata={"Date": None})


def _average(values: Sequence[float], width: int) -> list[float]:
    """Average each ``width`` consecutive values."""
    return [sum(values[at - width : at]) / width for at in range(width, len(values) + 1)]
