"""The registered sources of a library: folders, files added in spite of rules, and unfinished paths."""

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePath

from lexdesk.errors import LibraryCode, LibraryError
from lexdesk.storage import Store
from lexdesk.system.network_places import may_touch
from lexdesk.system.paths import decode_path, encode_path, make_absolute

_FOLDERS, _UNFINISHED, _OVERRULED = "folders", "unfinished", "overruled"

MOST_FOLDERS = 20_000
"""Each is looked at by every ``status`` and ``add``, which takes a second for as many."""


class SourcesRegistry:
    """The registered files and folders, all absolute, in the settings of ``store``."""

    def __init__(self, store: Store):
        self._store = store

    def folders(self) -> list[Path]:
        """Return the folders, those inside others left out. Raises ``LibraryError`` for too many of a crafted library."""
        _require_few(self._store.setting(_FOLDERS, list[str], []))
        return self._paths(_FOLDERS)

    def unfinished(self) -> list[Path]:
        """Return the paths not yet read completely."""
        return self._paths(_UNFINISHED)

    def overruled_files(self) -> list[Path]:
        """Return the files named in spite of a ``.lexdeskignore`` and kept for this reason."""
        return self._paths(_OVERRULED)

    def overrule(self, files: Iterable[Path]) -> None:
        """Record the absolute paths ``files``, excluded by rules but named by a person."""
        self._set(_OVERRULED, {*self.overruled_files(), *files})

    def begin(self, paths: Iterable[Path]) -> None:
        """Record the start of reading ``paths``, and the folders among them; raise ``LibraryError`` for too many."""
        named = set(map(make_absolute, paths))
        tops: list[Path] = []
        for folder in sorted({*self.folders(), *filter(Path.is_dir, filter(may_touch, named))}):
            if not (
                tops and folder.is_relative_to(tops[-1])
            ):  # sorted: what is in a folder follows it
                tops.append(folder)
        _require_few(tops)
        self._set(_FOLDERS, tops)
        self.expect(named)

    def expect(self, paths: Iterable[Path], *, again: Iterable[str] = ()) -> None:
        """Record ``paths`` to be read, and unchanged stored paths ``again`` to be retried.

        This works during another program's writing, too.
        """
        with self._store.sole_transaction():
            for path in again:
                self._store.files.mark_unread(path)
            self._set(_UNFINISHED, {*map(make_absolute, paths), *self.unfinished()})

    def finish(self, paths: Iterable[Path]) -> None:
        """Record the end of reading ``paths``, complete or given up."""
        with self._store.sole_transaction():
            self._set(_UNFINISHED, set(self.unfinished()).difference(map(make_absolute, paths)))

    def forget(self, paths: Iterable[Path]) -> None:
        """Stop following the absolute ``paths`` and their contents."""
        tops = list(paths)
        with self._store.sole_transaction():
            for setting in (_FOLDERS, _UNFINISHED, _OVERRULED):
                left = [
                    path
                    for path in self._paths(setting)
                    if not any(path.is_relative_to(top) for top in tops)
                ]
                self._set(setting, left)

    def _paths(self, setting: str) -> list[Path]:
        return [decode_path(path) for path in self._store.setting(setting, list[str], [])]

    def _set(self, setting: str, paths: Iterable[Path]) -> None:
        wanted = sorted(paths)
        if wanted != self._paths(setting):
            self._store.set_setting(setting, [encode_path(path) for path in wanted])


def _require_few(folders: Sequence[object]) -> None:
    if len(folders) > MOST_FOLDERS:
        raise LibraryError(LibraryCode.TOO_MANY_FOLDERS, limit=MOST_FOLDERS, count=len(folders))


def count_sources(paths: Iterable[str], tops: Iterable[Path]) -> dict[str, int]:
    """Count ``paths`` below each folder of ``tops`` or directly inside one of its subfolders.

    Each path counts once, for the inner folder; a path outside ``tops`` counts for its own folder.
    """
    roots = sorted((top.parts for top in tops), key=len, reverse=True)
    counts: Counter[str] = Counter()
    for folder, count in Counter(map(os.path.dirname, paths)).items():
        counts[_name(PurePath(folder).parts, roots)] += count
    return {name: count for name, count in counts.most_common() if name}


def count_works_below(
    files: Iterable[tuple[str, str]], tops: Iterable[Path]
) -> dict[Path | None, int]:
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
