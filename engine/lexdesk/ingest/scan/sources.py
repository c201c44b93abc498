"""The source folders of documents, as named by the user."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path, PurePath


def sources(paths: Iterable[str], tops: Iterable[Path]) -> dict[str, int]:
    """Count ``paths`` below each folder of ``tops`` or directly inside one of its subfolders.

    Each path counts once, for the inner folder; a path outside ``tops`` counts for its own folder.
    """
    roots = sorted((top.parts for top in tops), key=len, reverse=True)
    counts: Counter[str] = Counter()
    for folder, count in Counter(map(os.path.dirname, paths)).items():
        counts[_name(PurePath(folder).parts, roots)] += count
    return {name: count for name, count in counts.most_common() if name}


def works_below(files: Iterable[tuple[str, str]], tops: Iterable[Path]) -> dict[Path | None, int]:
    """Count the works of ``files``, pairs of path and work, below each folder of ``tops``.

    ``None`` counts the works of files outside these folders.
    """
    roots = {top.parts: top for top in tops}
    works: defaultdict[Path | None, set[str]] = defaultdict(set)
    known: dict[str, Path | None] = {}
    for path, work in files:
        folder = os.path.dirname(path)  # noqa: PTH120 - there may be a hundred thousand
        if folder not in known:
            parts = PurePath(folder).parts
            around = (roots.get(parts[:n]) for n in range(len(parts), 0, -1))
            known[folder] = next(filter(None, around), None)
        works[known[folder]].add(work)
    return {top: len(works_inside) for top, works_inside in works.items()}


def _name(folder: tuple[str, ...], roots: list[tuple[str, ...]]) -> str:
    for root in roots:
        if folder[: len(root)] == root:
            return folder[min(len(root), len(folder) - 1)]
    return folder[-1] if folder else ""
