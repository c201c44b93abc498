"""Changes in folders while they happen, gathered until they pause.

The system tells of changes (inotify, FSEvents, ReadDirectoryChangesW, by watchdog), but not of those
that other machines make on a network drive: there, the folders are looked through again and again.
"""

from __future__ import annotations

import contextlib
import errno
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType

from watchdog.events import (
    EVENT_TYPE_CLOSED_NO_WRITE,
    EVENT_TYPE_OPENED,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver
from watchdog.observers.polling import PollingObserver

from lexdesk.errors import LibraryError
from lexdesk.folders.ignoring import IGNORE_FILE
from lexdesk.folders.network import is_on_network
from lexdesk.folders.scan import counts

_QUIET = 1.0  # seconds without a change: a copy, or a save by way of a temporary file, is over
_PATIENCE = 15.0  # seconds after which changes that never pause are told all the same
_LOOKED_FOR = 5.0  # seconds after which it is looked whether a folder is gone, or there again
POLL_SECONDS = 10.0
"""How often folders on a network drive are looked through."""


class Watch:
    """Watches ``folders``, in which the library itself may lie; use it in a ``with`` statement.

    ``poll`` looks every so many seconds in place of waiting to be told; by default only where a
    folder lies on a network drive, or the system takes no more folders to watch. A folder that is not there, as
    where its disk is taken out, is watched once it is there.
    """

    def __init__(self, folders: Sequence[Path], library: Path, poll: float | None = None):
        self._folders, self._library = list(folders), library
        self.poll = poll
        self._watched: dict[Path, tuple[int, int] | None] = {}  # which folder it was that was there
        self._look = 0.0
        self._changed: set[Path] = set()
        self._told = threading.Condition()
        self._first = self._last = 0.0
        self._observer: BaseObserver | None = None

    def __enter__(self) -> Watch:
        self._start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()

    def changes(self, timeout: float | None = None) -> Iterator[list[Path]]:
        """Files and folders that were made, changed, renamed or removed; ends after ``timeout`` seconds.

        A batch is told once nothing has changed for a second. Among its paths are those that are gone.
        """
        end = None if timeout is None else time.monotonic() + timeout
        while batch := self._next(end):
            yield sorted(batch)

    def _start(self) -> None:
        """Watch the folders that are there; raises ``OSError``."""
        if self.poll is None and any(map(is_on_network, self._folders)):
            self.poll = POLL_SECONDS
        self._watched = {folder: _identity(folder) for folder in self._folders}
        self._look = time.monotonic() + _LOOKED_FOR
        try:
            self._observer = self._started()
        except OSError as error:
            if self.poll is not None or error.errno not in (errno.ENOSPC, errno.EMFILE):
                raise
            self.poll = POLL_SECONDS  # more folders than the system watches
            self._observer = self._started()

    def _started(self) -> BaseObserver:
        observer = PollingObserver(timeout=self.poll) if self.poll is not None else Observer()
        for folder, identity in self._watched.items():
            if identity is not None:
                observer.schedule(_Handler(self, folder), str(folder), recursive=True)
        try:
            observer.start()
        except OSError:
            with contextlib.suppress(RuntimeError):
                observer.stop()
            raise
        return observer

    def _stop(self) -> None:
        if self._observer is not None:
            self._observer.stop()
            self._observer.join()
            self._observer = None

    def _look_for_folders(self) -> None:
        """Tell of folders that are gone, and watch those that are there again, which the system tells nothing of."""
        if time.monotonic() < self._look:
            return
        self._look = time.monotonic() + _LOOKED_FOR
        now = {folder: _identity(folder) for folder in self._folders}
        emitters = self._observer.emitters if self._observer else ()
        ended = {Path(each.watch.path) for each in emitters if not each.is_alive()}
        for folder in self._folders:
            if now[folder] is None and self._watched[folder] is not None:
                self._watched[folder] = None
                self.note(folder, folder)
        if all(
            now[folder] in (None, self._watched[folder]) and not (now[folder] and folder in ended)
            for folder in self._folders
        ):
            return
        self._stop()
        try:
            self._start()
        except OSError:  # gone again: looked for again
            self._watched = dict.fromkeys(self._folders)
        for folder in filter(self._watched.get, self._folders):
            self.note(folder, folder)

    def note(self, folder: Path, path: Path) -> None:
        """Count ``path``, in the watched ``folder``, among what changed, if it is one that counts."""
        if path.name == IGNORE_FILE:
            path = path.parent
        elif not self._counts(path, folder):
            return
        with self._told:
            now = time.monotonic()
            self._first = self._first if self._changed else now
            self._last = now
            self._changed.add(path)
            self._told.notify()

    def _counts(self, path: Path, folder: Path) -> bool:
        """Whether ``path`` counts; also what cannot be looked at, of which whoever reads it tells."""
        try:
            return counts(path, folder, self._library)
        except (OSError, LibraryError):  # would end the thread that watches
            return True

    def _next(self, end: float | None) -> set[Path]:
        while True:
            self._look_for_folders()
            with self._told:
                now = time.monotonic()
                due = min(self._last + _QUIET, self._first + _PATIENCE) if self._changed else end
                if self._changed and due is not None and now >= due:
                    batch, self._changed = self._changed, set()
                    return batch
                if end is not None and now >= end:
                    return set()
                self._told.wait(min(1.0, due - now) if due is not None else 1.0)


class _Handler(FileSystemEventHandler):
    def __init__(self, watch: Watch, folder: Path):
        super().__init__()
        self._watch, self._folder = watch, folder

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type in (EVENT_TYPE_OPENED, EVENT_TYPE_CLOSED_NO_WRITE):
            return
        if event.is_directory and event.event_type == "modified":
            return  # told as well of what changed in it
        for path in (event.src_path, event.dest_path):
            if path and (below := _below(self._folder, Path(str(path)))):
                self._watch.note(self._folder, below)


def _identity(folder: Path) -> tuple[int, int] | None:
    """Which folder lies at ``folder``, by its disk and its number there; ``None`` where none can be looked at."""
    try:
        found = folder.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _below(folder: Path, path: Path) -> Path | None:
    """``path`` as it lies below ``folder``; ``None`` where it does not.

    FSEvents names what links lead to, such as ``/private/tmp``, in the case that is on the disk.
    """
    if path.is_relative_to(folder):
        return path
    for around in path.parents:
        with contextlib.suppress(OSError):
            if around.samefile(folder):
                return folder / path.relative_to(around)
    return None
