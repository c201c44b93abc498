"""What a library was told to add: the folders, files in spite of rules, and what it did not get through yet."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lexdesk.storage import Store
from lexdesk.system.paths import absolute, path_on_disk, stored_path

_FOLDERS, _UNFINISHED, _OVERRULED = "folders", "unfinished", "overruled"


class Added:
    """The files and folders that were named, all absolute, in the settings of ``store``."""

    def __init__(self, store: Store):
        self._store = store

    def folders(self) -> list[Path]:
        """The folders, those inside others left out."""
        return self._paths(_FOLDERS)

    def unfinished(self) -> list[Path]:
        """What is to be read and was not read through."""
        return self._paths(_UNFINISHED)

    def overruled(self) -> list[Path]:
        """The files that were named although a ``.lexdeskignore`` left them out then, and are kept therefore."""
        return self._paths(_OVERRULED)

    def overrule(self, files: Iterable[Path]) -> None:
        """Note ``files``, absolute, that are left out and that a person named all the same."""
        self._set(_OVERRULED, {*self.overruled(), *files})

    def begin(self, paths: Iterable[Path]) -> None:
        """Note that ``paths`` are about to be read, and which of them are folders."""
        named = set(map(absolute, paths))
        tops: list[Path] = []
        for folder in sorted({*self.folders(), *filter(Path.is_dir, named)}):
            if not any(folder.is_relative_to(top) for top in tops):
                tops.append(folder)
        self._set(_FOLDERS, tops)
        self.expect(named)

    def expect(self, paths: Iterable[Path], *, again: Iterable[str] = ()) -> None:
        """Note that ``paths`` are to be read, and ``again``, stored paths, though they are as they were; also while
        another program writes."""
        with self._store.sole_transaction():
            for path in again:
                self._store.files.mark_unread(path)
            self._set(_UNFINISHED, {*map(absolute, paths), *self.unfinished()})

    def finish(self, paths: Iterable[Path]) -> None:
        """Note that ``paths`` were read through, or will not be."""
        with self._store.sole_transaction():
            self._set(_UNFINISHED, set(self.unfinished()).difference(map(absolute, paths)))

    def forget(self, paths: Iterable[Path]) -> None:
        """Note that neither ``paths``, absolute, nor what lies in them are to be kept up with."""
        tops = list(paths)
        with self._store.sole_transaction():
            for setting in (_FOLDERS, _UNFINISHED, _OVERRULED):
                left = [
                    each
                    for each in self._paths(setting)
                    if not any(each.is_relative_to(top) for top in tops)
                ]
                self._set(setting, left)

    def _paths(self, setting: str) -> list[Path]:
        return [path_on_disk(path) for path in self._store.setting(setting, list[str], [])]

    def _set(self, setting: str, paths: Iterable[Path]) -> None:
        wanted = sorted(paths)
        if wanted != self._paths(setting):
            self._store.set_setting(setting, [stored_path(each) for each in wanted])
