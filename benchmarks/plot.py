"""Small pictures in SVG: lines on two logarithmic axes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

_BEYOND = 0.02  # of a decade: 1,004,752 begins no other than 1,000,000
_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BOTTOM = 560, 320, 60, 36, 140, 36
_COLOURS = ("#1b5e9b", "#c2410c", "#15803d", "#7c3aed", "#a16207", "#0e7490", "#be185d", "#525252")

Points = Sequence[tuple[float, float]]


def lines(title: str, named: Mapping[str, Points]) -> str:
    """A picture of each of ``named``, points (x, y) above 0, with its name at its end."""
    points = [point for some in named.values() for point in some]
    if not points:
        return ""
    (left, right), (low, high) = (_decades(axis) for axis in zip(*points, strict=True))

    def place(x: float, y: float) -> tuple[float, float]:
        across = (math.log10(x) - left) / (right - left) * (_WIDTH - _LEFT - _RIGHT)
        up = (math.log10(y) - low) / (high - low) * (_HEIGHT - _TOP - _BOTTOM)
        return _LEFT + across, _HEIGHT - _BOTTOM - up

    parts = [f'<text x="{_LEFT}" y="20" font-weight="bold">{escape(title)}</text>']
    for power in range(low, high + 1):
        _, y = place(10.0**left, 10.0**power)
        parts.append(_line(_LEFT, y, _WIDTH - _RIGHT, y))
        parts.append(
            f'<text x="{_LEFT - 6}" y="{y + 4:.0f}" text-anchor="end">{10.0**power:g}</text>'
        )
    for power in range(left, right + 1):
        x, _ = place(10.0**power, 10.0**low)
        parts.append(
            f'<text x="{x:.0f}" y="{_HEIGHT - 14}" text-anchor="middle">{10**power:,}</text>'
        )
    ends = _apart({name: place(*max(some))[1] for name, some in named.items()})
    for (name, some), colour in zip(named.items(), _COLOURS, strict=False):
        at = [place(*point) for point in sorted(some)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in at]
        parts.append(
            f'<text x="{_WIDTH - _RIGHT + 8}" y="{ends[name] + 4:.0f}" fill="{colour}">{escape(name)}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
        f' font-family="sans-serif" font-size="12" fill="#555">{"".join(parts)}</svg>\n'
    )


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2:.0f}" y2="{y2:.0f}" stroke="#ccc"/>'


def _decades(values: Sequence[float]) -> tuple[int, int]:
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)) - _BEYOND)
    return low, max(high, low + 1)


def _apart(heights: Mapping[str, float]) -> dict[str, float]:
    """Places of names, in the order of ``heights``, none on another."""
    placed: dict[str, float] = {}
    lowest = -math.inf
    for name in sorted(heights, key=lambda each: heights[each]):
        lowest = max(heights[name], lowest + 14)
        placed[name] = lowest
    return placed
