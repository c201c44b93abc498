"""Line charts on two logarithmic axes, as SVG."""

from collections.abc import Mapping, Sequence
from pathlib import Path

Points = Sequence[tuple[float, float]]


def draw(path: Path, title: str, curves: Mapping[str, Points]) -> None:
    """Write the ``curves``, points (x, y) above 0 by name, to ``path`` as SVG, the same bytes each time."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    # Letters stay letters of one named font: outlines would be most of the file.
    with mpl.rc_context(
        {"svg.fonttype": "none", "svg.hashsalt": title, "font.sans-serif": ["DejaVu Sans"]}
    ):
        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.add_subplot()
        axes.set(title=title, xscale="log", yscale="log")
        for name, points in curves.items():
            axes.plot(*zip(*sorted(points), strict=True), marker="o", markersize=3, label=name)
        axes.grid(alpha=0.3)
        if curves:
            axes.legend(fontsize="small")
        figure.savefig(path, format="svg", metadata={"Date": None})
