"""Requests on the whole library: its state, and additions; run in engine processes, without Qt."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TYPE_CHECKING

from lexdesk.errors import LexdeskError, Message, ModelError
from lexdesk.system.paths import encode_path, make_absolute
from lexdesk_gui.path_status import read_modes

_SECONDS_TO_HEED = 2.0  # seconds between checks for a cancelled watch
if TYPE_CHECKING:
    from lexdesk.ingest import AddReport, Progress
    from lexdesk.ingest.scan.watch import Unwatched
    from lexdesk.library.library import Library
    from lexdesk.library.status import Status
    from lexdesk.models.manifest import Size
    from lexdesk_gui.engine.tasks import TaskContext


@dataclass(frozen=True, slots=True)
class State:
    """The state of a library: status, failures by path, and filter values.

    ``folders`` maps each added folder to its presence on disk, as far as its drive answers; ``works`` counts
    documents by folder, with ``None`` for documents outside all folders. ``values`` counts documents by filter
    and value. ``unfinished`` lists the existing paths of an interrupted addition. ``changed`` is the time of the
    last change; ``can_recognise``: text recognition is installed.
    """

    status: Status
    failures: Mapping[str, Message]
    values: Mapping[str, Mapping[str, int]]
    folders: Mapping[Path, bool]
    unfinished: Sequence[Path] = ()
    works: Mapping[Path | None, int] = field(default_factory=dict)
    changed: datetime.datetime | None = None
    can_recognise: bool = False


@dataclass(frozen=True, slots=True)
class AdditionOutcome:
    """The outcome of an addition, or with ``is_removal`` of a removal.

    ``no_meaning`` is the reason for a missing semantic index, else ``""``. ``unread`` maps unreadable folders in
    ``named`` to reasons: the library stores those of files only.
    """

    report: AddReport | None
    stopped: bool = False
    no_meaning: str = ""
    is_removal: bool = False
    named: Sequence[Path] = ()
    unread: Mapping[str, Message] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PasswordAttempt:
    """Failures by path after a password attempt."""

    failures: Mapping[str, Message]


def is_published(status: Status | None) -> bool:
    """Return True for the status of a published library, whose path is a URI."""
    return status is not None and "://" in status.path


def read_state(library: Library) -> State:
    """Return the state of the library."""
    from lexdesk.extract import ocr
    from lexdesk.library.status import read_last_change

    status = library.admin.status()
    values = {
        "kind": library.catalogue.kinds(),
        "lang": status.languages,
        "folder": library.sources.documents_by_folder(),
        "authority": library.catalogue.authorities(),
    }
    unfinished = library.sources.unfinished()
    found = read_modes({*library.sources.folders(), *unfinished})  # searches wait for this
    folders = {
        path: mode is None or S_ISDIR(mode)
        for path, mode in sorted(found.items())
        if mode is None or not S_ISREG(mode)
    }
    still_there = [path for path in unfinished if found[path] != 0]
    return State(
        status, library.catalogue.failures(), values, folders, still_there, library.sources.works_by_folder(),
        getattr(library, "made", None) or read_last_change(library.path), ocr.is_available(),
    )  # fmt: skip


def require_in_place(library: Library) -> None:
    """Raise ``NoLibrary`` if the folder no longer holds the open library, such as on an unplugged drive."""
    library.store.require_in(library.path)


def note_waiting(library: Library, *, paths: Sequence[Path], again: Sequence[Path]) -> None:
    """Store ``paths`` to add and files to retry ``again`` after the current addition, also for the next start."""
    library.sources.note_unfinished(paths, failed=map(encode_path, again))


def leave_unfinished(library: Library, *, paths: Sequence[Path], again: Sequence[Path]) -> None:
    """Drop the rest of an interrupted addition; keep newer paths as in ``note_waiting``."""
    library.sources.forget_unfinished(but=paths)
    note_waiting(library, paths=paths, again=again)


def find_missing_files(
    context: TaskContext, *, path: Path, folder: Path, passphrase: str | None
) -> tuple[Path, int, int]:
    """Return ``folder``, its number of missing files, and of files matched by ``.lexdeskignore``.

    Raises ``LibraryError`` if the folder itself is empty or missing: its disk may be disconnected.
    """
    context.open(path, create=False, passphrase=passphrase)
    gone, ignored = context.library.sources.left_behind(folder)
    return folder, len(gone), len(ignored)


def count_changed_files(
    context: TaskContext, *, path: Path, passphrase: str | None
) -> tuple[int, int]:
    """Return how many files in the folders of the library in ``path`` are new, changed or renamed, and how many outdated.

    Another version of the program has read the outdated ones.
    Raises ``LibraryError``.
    """
    context.open(path, create=False, passphrase=passphrase)
    found = context.library.sources.difference()
    changed = len(found.new) + len(found.changed) + len(found.moved)
    return changed - found.outdated, found.outdated


def watch(context: TaskContext, *, folders: Sequence[Path], library: Path) -> None:
    """Watch ``folders`` until stopped; report unwatchable ones with reasons at the start and at each change.

    Does not open ``library``; ignores changes to it inside the folders. Raises ``StoppedByUser``.
    """
    from lexdesk.ingest.scan.watch import Watch

    with Watch(folders, library, polls=False) as watching:

        def tell() -> None:
            unwatched: dict[Path, Unwatched] = dict(watching.unwatched)
            context.report(unwatched, 0, 0)

        tell()
        while True:
            for _ in watching.changes(_SECONDS_TO_HEED):
                tell()
            context.checkpoint()


def add(
    context: TaskContext,
    *,
    path: Path,
    paths: Sequence[Path],
    again: bool = False,
    prune: bool = False,
    passwords: Sequence[str] = (),
    passphrase: str | None,
) -> AdditionOutcome:
    """Add files and folders to the library in ``path``; report ``Progress``.

    ``again`` retries failed files, ``prune`` removes missing ones. With ``passwords``, also report ``PasswordAttempt``
    before building the semantic index.
    """
    context.open(path, create=False, passphrase=passphrase)
    library = context.library

    def listen(progress: Progress) -> None:
        context.report(progress, progress.done, progress.total)

    if again:
        failures = library.catalogue.failures()  # without files read since the request
        named = [path for path in map(encode_path, paths) if path in failures]
        done = library.sources.retry_failed(
            named, vectors=False, listener=listen, passwords=passwords
        )
    else:
        done = library.sources.add(paths, prune=prune, vectors=False, listener=listen)
    if passwords:
        context.report(PasswordAttempt(done.failed), 1, 1)
    no_meaning = ""
    try:
        done.vectors = library.sources.add([], listener=listen).vectors
    except ModelError as error:  # keyword search works all the same
        no_meaning = error.message
    files = library.catalogue.failures()
    unread = {path: reason for path, reason in done.failed.items() if path not in files}
    return AdditionOutcome(
        done, no_meaning=no_meaning, named=list(map(make_absolute, paths)), unread=unread
    )


def remove(
    context: TaskContext, *, path: Path, folder: Path, passphrase: str | None
) -> AdditionOutcome:
    """Remove the documents of ``folder`` from the library in ``path``; leave its files untouched."""
    from lexdesk.ingest import AddReport

    context.open(path, create=False, passphrase=passphrase)
    return AdditionOutcome(
        AddReport(removed=context.library.sources.remove([folder])), is_removal=True
    )


def estimate_size(
    context: TaskContext, *, path: Path, passphrase: str | None, size: Size
) -> tuple[str, float]:
    """Return ``size`` and the seconds of computing the embeddings of the library in ``path`` in it; -1 if unknown."""
    try:
        context.open(path, create=False, passphrase=passphrase)
        return size, context.library.embedder.seconds_for(size)
    except LexdeskError:
        return size, -1.0


def rebuild_vectors(
    context: TaskContext, *, path: Path, passphrase: str | None, size: Size | None = None
) -> AdditionOutcome:
    """Recompute all vectors of the library in ``path``, or those that ``size`` changes; report ``Progress``."""
    from lexdesk.ingest import AddReport

    context.open(path, create=False, passphrase=passphrase)
    context.library.admin.rebuild(
        vectors=size is None,
        embedding=size,
        listener=lambda news: context.report(news, news.done, news.total),
    )
    return AdditionOutcome(AddReport(vectors=context.library.admin.status().vectors))
