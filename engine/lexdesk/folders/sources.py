"""The folders that documents come from, as a person who chose them names them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path, PurePath


def sources(paths: Iterable[str], tops: Iterable[Path]) -> dict[str, int]:
    """How many of ``paths`` lie below each of the folders ``tops``, or in a folder directly inside it.

    Each path counts once, for the inner one; what lies in no ``tops`` counts for its own folder.
    """
    roots = sorted((top.parts for top in tops), key=len, reverse=True)
    counts: Counter[str] = Counter()
    known: dict[PurePath, str] = {}
    for path in paths:
        folder = PurePath(path).parent
        if folder not in known:
            known[folder] = _name(folder.parts, roots)
        counts[known[folder]] += 1
    return {name: count for name, count in counts.most_common() if name}


def _name(folder: tuple[str, ...], roots: list[tuple[str, ...]]) -> str:
    for root in roots:
        if folder[: len(root)] == root:
            return folder[min(len(root), len(folder) - 1)]
    return folder[-1] if folder else ""
