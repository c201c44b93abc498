"""Changes in folders, collected in batches until they pause.

The system reports changes (inotify, FSEvents, ReadDirectoryChangesW, by watchdog), but omits those made by other
machines on a network drive: such folders are polled, or listed as unobserved.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

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
from lexdesk.ingest.scan.ignore_rules import IGNORE_FILE
from lexdesk.ingest.scan.scan import is_eligible
from lexdesk.system.network_places import is_held_by_watching, is_on_network

QUIET_SECONDS = 1.0  # seconds without a change, after which a copy or a save through a temporary file is complete
_PATIENCE = 15.0  # seconds until changes without a pause are reported
SECONDS_BETWEEN_CHECKS = 5.0  # seconds between two checks for folders removed or restored
_MOST_PATHS = 1_000  # in a batch; beyond, whole folders are scanned, which takes less time
_IN_DELETE_SELF = 0x400  # inotify(7)
POLL_SECONDS = 10.0
"""Seconds between two scans of a folder on a network drive."""
_WATCHDOG = logging.getLogger("watchdog.observers")

Unwatched = Literal["away", "network", "removable", "limit", "refused"]
"""Why changes in a folder are not reported: it is missing; its drive is on a network; its drive could not be removed
while watched; the system watches no more folders; access is denied."""


class Watch:
    """A watcher of ``folders``, one of them possibly the library's own; a context manager.

    ``poll`` is the interval in seconds for polling instead of notification; by default polling applies only to
    network drives and beyond the system's limit on watched folders. Without ``polls``, polling never happens, and
    ``unwatched`` gives the unobserved folders with the reasons. A missing folder, such as one on a detached disk, is
    watched from its return; loss and return are both reported as changes of the folder.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        library: Path,
        poll: float | None = None,
        *,
        polls: bool = True,
    ):
        self._folders, self._library = list(folders), library
        self.poll, self._polls = poll, polls
        self.unwatched: dict[Path, Unwatched] = {}
        # Identity of the folder watched at each path.
        self._watched: dict[Path, tuple[int, int] | None] = {}
        self._look = 0.0
        self._changed: set[Path] = set()
        self._whole: set[Path] = set()  # folders with too many changes
        self._ineligible: set[Path] = set()  # since the last scan: a log is written line by line
        self._condition = threading.Condition()
        self._first = self._last = 0.0
        self._observer: BaseObserver | None = None
        self._losses = _Losses(self)
        self._plain = {folder for folder in folders if os.path.realpath(folder) == str(folder)}

    def __enter__(self) -> Watch:
        _WATCHDOG.addHandler(self._losses)
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()
        _WATCHDOG.removeHandler(self._losses)

    def changes(self, timeout: float | None = None) -> Iterator[list[Path]]:
        """Yield batches of files and folders created, changed, renamed or removed; stop after ``timeout`` seconds.

        A batch ends after one second without a change. It includes removed paths.
        """
        end = None if timeout is None else time.monotonic() + timeout
        while batch := self._next(end):
            yield sorted(batch)

    def _start(self) -> None:
        """Watch the existing folders. Raises ``OSError`` if no folder may be ``unwatched``."""
        self._look = time.monotonic() + SECONDS_BETWEEN_CHECKS
        if self.poll is None:
            self._schedule(Observer)
            if self._polls and not {"network", "limit"}.isdisjoint(self.unwatched.values()):
                self._stop()
                self.poll = POLL_SECONDS
        if self.poll is not None:
            self._schedule(partial(PollingObserver, timeout=self.poll))

    def _schedule(self, observer: Callable[[], BaseObserver]) -> None:
        self.unwatched = {folder: why for folder in self._folders if (why := self._why_not(folder))}
        near = [folder for folder in self._folders if folder not in self.unwatched]
        self._watched = {folder: self._identity(folder) for folder in near}
        try:
            self._observer = observer()
            self._observer.start()
        except OSError:  # the system's limit of watching programs is reached
            self._observer = None
            self.unwatched |= dict.fromkeys(near, "limit")
            return
        for folder in near:
            if why := self._watch(self._observer, folder):
                self.unwatched[folder] = why

    def _why_not(self, folder: Path) -> Unwatched | None:
        """Return the reason against watching ``folder``, without file access, since that may take minutes."""
        if self.poll is None and is_on_network(folder):
            return "network"
        return "removable" if not self._polls and is_held_by_watching(folder) else None

    def _watch(self, observer: BaseObserver, folder: Path) -> Unwatched | None:
        """Watch ``folder``; return the reason for a failure."""
        if self._watched[folder] is None:
            return "away"
        try:
            watch = observer.schedule(EventHandler(self, folder), str(folder), recursive=True)
        except FileNotFoundError:
            self._watched[folder] = None
            return "away"
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EMFILE):
                return "limit"
            if self._polls:
                self._stop()
                raise
            return "refused"
        if self.poll is None and _is_at_limit(folder):
            observer.unschedule(watch)  # frees its share of the system's limit
            return "limit"
        return None

    def _stop(self) -> None:
        if self._observer is not None:
            self._observer.stop()
            self._observer.join()
            self._observer = None

    def _look_for_folders(self) -> None:
        """Report lost folders, and watch returned ones; the system reports neither."""
        if time.monotonic() < self._look:
            return
        self._look = time.monotonic() + SECONDS_BETWEEN_CHECKS
        self._ineligible.clear()
        now = {folder: self._identity(folder) for folder in self._watched}
        emitters = self._observer.emitters if self._observer else ()
        ended = {Path(emitter.watch.path) for emitter in emitters if not emitter.is_alive()}
        for folder, before in self._watched.items():
            if now[folder] is None and before is not None:
                self._watched[folder] = None
                self.unwatched[folder] = "away"
                self.note(folder, folder)
        if all(
            now[folder] in (None, before) and not (now[folder] and folder in ended)
            for folder, before in self._watched.items()
        ):
            return
        self._stop()
        try:
            self._start()
        except OSError:  # removed again; the next check repeats this
            self._watched = dict.fromkeys(self._folders)
        for folder in filter(self._watched.get, self._folders):
            self.note(folder, folder)

    def note(self, folder: Path, path: Path) -> None:
        """Record a change of ``path``, in the watched ``folder``, if it is eligible."""
        if self._is_diverted(folder):
            return
        if folder in self._whole:
            path = folder
        elif path.name == IGNORE_FILE:
            self._ineligible.clear()
            path = path.parent
        elif path in self._ineligible:
            return
        elif path not in self._changed and not self.is_eligible(path, folder):
            self._ineligible.add(path)
            return
        with self._condition:
            now = time.monotonic()
            self._first = self._first if self._changed else now
            self._last = now
            self._changed.add(path)
            if len(self._changed) > _MOST_PATHS:
                others = {each for each in self._changed if not each.is_relative_to(folder)}
                self._changed = others | {folder}
                self._whole.add(folder)
            self._condition.notify()

    def _is_diverted(self, folder: Path) -> bool:
        """Return true if a link took the place of ``folder``, or of one around it, since watching began."""
        return folder in self._plain and os.path.realpath(folder) != str(folder)

    def _identity(self, folder: Path) -> tuple[int, int] | None:
        """Return the identity of ``folder``, its device and inode numbers; ``None`` if unavailable."""
        try:
            found = folder.stat()
        except OSError:
            return None
        return None if self._is_diverted(folder) else (found.st_dev, found.st_ino)

    def note_loss(self) -> None:
        """Record that the system reported too many changes at once and dropped some: all folders are scanned."""
        for folder in filter(self._watched.get, self._folders):
            self.note(folder, folder)

    def is_eligible(self, path: Path, folder: Path) -> bool:
        """Return true if ``path`` is eligible or unreadable; its reader reports the failure."""
        try:
            return is_eligible(path, folder, self._library)
        except (OSError, LibraryError):  # an error would end the watching thread
            return True

    def _next(self, end: float | None) -> set[Path]:
        while True:
            self._look_for_folders()
            with self._condition:
                now = time.monotonic()
                due = (
                    min(self._last + QUIET_SECONDS, self._first + _PATIENCE)
                    if self._changed
                    else end
                )
                if self._changed and due is not None and now >= due:
                    batch, self._changed, self._whole = self._changed, set(), set()
                    break
                if end is not None and now >= end:
                    return set()
                self._condition.wait(min(1.0, due - now) if due is not None else 1.0)
        self._watch_new_folders(batch)
        return batch

    def _watch_new_folders(self, batch: set[Path]) -> None:
        """Restart watching if the system has not watched all new folders in ``batch``."""
        if self.poll is None and any(map(os.path.isdir, batch)):
            at = next((folder for folder in self._watched if folder not in self.unwatched), None)
            if at is not None and _is_at_limit(at):
                self._stop()
                with contextlib.suppress(OSError):  # the next check repeats this
                    self._start()


class _Losses(logging.Handler):
    """A handler of the warning by which alone watchdog tells that inotify(7) dropped events (IN_Q_OVERFLOW)."""

    def __init__(self, watch: Watch):
        super().__init__(logging.WARNING)
        self._watch = watch

    def emit(self, record: logging.LogRecord) -> None:
        """Have all folders scanned after a loss of events."""
        if "overflow" in record.msg:
            self._watch.note_loss()


class EventHandler(FileSystemEventHandler):
    """A handler that passes the system's events of one folder to a ``Watch``."""

    def __init__(self, watch: Watch, folder: Path):
        super().__init__()
        self._watch, self._folder = watch, folder

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Note the paths of an event, except of files opened or read."""
        if event.event_type in (EVENT_TYPE_OPENED, EVENT_TYPE_CLOSED_NO_WRITE):
            return
        if event.is_directory and event.event_type == "modified":
            return  # changes inside are reported themselves
        for path in (event.src_path, event.dest_path):
            if path and (below := _below(self._folder, Path(str(path)))):
                self._watch.note(self._folder, below)


def _is_at_limit(folder: Path) -> bool:
    """Return true at the system's limit on watched folders; watchdog reports it for the outermost folder alone."""
    if sys.platform != "linux":
        return False
    import ctypes

    system = ctypes.CDLL(None, use_errno=True)
    probe = system.inotify_init1(os.O_CLOEXEC)
    if probe < 0:
        return False
    try:
        taken = system.inotify_add_watch(probe, os.fsencode(folder), _IN_DELETE_SELF) >= 0
        return not taken and ctypes.get_errno() == errno.ENOSPC
    finally:
        os.close(probe)


def _below(folder: Path, path: Path) -> Path | None:
    """Return ``path`` as a path below ``folder``; ``None`` for a path elsewhere.

    FSEvents gives link targets, such as ``/private/tmp``, in the case used on the disk.
    """
    if path.is_relative_to(folder):
        return path
    for around in path.parents:
        with contextlib.suppress(OSError):
            if around.samefile(folder):
                return folder / path.relative_to(around)
    return None
