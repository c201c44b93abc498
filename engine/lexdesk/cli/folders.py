"""Folder commands: watch, failures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk.cli import DONE, NOTHING_FOUND
from lexdesk.cli.add import print_report
from lexdesk.cli.opening import open_folder, open_library
from lexdesk.cli.options import (
    GivenPath,
    json_option,
    library_option,
    no_vectors_option,
    print_result,
    to_codes,
)
from lexdesk.cli.passwords import passwords_option, require_apart
from lexdesk.cli.printing import echo
from lexdesk.cli.progress import progress_bars
from lexdesk.system.paths import make_absolute

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lexdesk.errors import Message
    from lexdesk.ingest import AddReport, Listener
    from lexdesk.library.library import Library
    from lexdesk.library.protocol import ReadableLibrary

_RETRY_SECONDS = 5.0  # while another program writes to the library


@click.command()
@click.argument("paths", nargs=-1, metavar="[FOLDER]...", type=GivenPath())
@library_option
@click.option(
    "--poll",
    type=click.FloatRange(min=0.1),
    metavar="SECONDS",
    help="Scan the folders at this interval instead of listening for events; default on network drives.",
)
@no_vectors_option("add later")
@passwords_option
@json_option
def watch(
    paths: tuple[str, ...],
    library: str | None,
    poll: float | None,
    no_vectors: bool,
    passwords: tuple[str, ...],
    as_json: bool,
) -> int:
    """Update the library as files in its folders change, until Ctrl-C.

    Without FOLDER, watch all added folders. New, changed, renamed and removed files are processed
    after one second without changes. Documents of an empty folder stay in the library, since its disk
    may be unmounted.
    """
    from lexdesk.errors import LibraryCode, LibraryError
    from lexdesk.ingest.scan.watch import Watch
    from lexdesk.system.network_places import may_touch, trust_shares

    require_apart(paths)
    with open_folder(library, create=bool(paths), migrates=True) as opened:
        folders = [make_absolute(path) for path in paths] or opened.sources.folders()
        trust_shares(map(make_absolute, paths))
        if not folders:
            raise LibraryError(LibraryCode.NO_FOLDER_ADDED)
        require_apart(filter(may_touch, folders))
        for folder in folders if paths else []:
            if not folder.is_dir():
                raise LibraryError(LibraryCode.FOLDER_MISSING, folder=folder)
        missing: set[Path] = set()

        def update(paths: list[Path]) -> None:
            _run_and_report(
                lambda listener: opened.sources.follow(
                    paths, vectors=not no_vectors, listener=listener, passwords=passwords
                ),
                as_json,
            )

        try:
            with Watch(list(filter(may_touch, folders)), opened.path, poll) as watching:
                present = _drop_empty_folders(folders, folders, missing)
                update(present)
                _retry_protected(opened, present, passwords, not no_vectors, as_json)
                if not as_json:
                    interval = f"every {watching.poll:g} s" if watching.poll else "on change"
                    echo(f"watching {', '.join(map(str, folders))} {interval}; Ctrl-C stops")
                for changed in watching.changes():
                    if present := _drop_empty_folders(changed, folders, missing):
                        update(present)
        except KeyboardInterrupt:
            if not as_json:
                echo("stopped watching; later changes are not in the library")
    return DONE


def _drop_empty_folders(
    paths: Iterable[Path], folders: Iterable[Path], missing: set[Path]
) -> list[Path]:
    """Return the ``paths`` outside of empty ``folders``, since an unmounted disk leaves a folder empty.

    Print a warning for each folder that is newly empty, and update ``missing`` to the empty ones.
    """
    from lexdesk.ingest.unavailable_folders import describe_unavailable_folder, is_away

    empty = {folder for folder in folders if is_away(folder)}
    for folder in sorted(empty - missing):
        echo(str(describe_unavailable_folder(folder)), err=True)
    missing.clear()
    missing |= empty
    return [path for path in paths if not any(path.is_relative_to(folder) for folder in missing)]


def _retry_protected(
    library: Library,
    folders: Iterable[Path],
    passwords: tuple[str, ...],
    vectors: bool,
    as_json: bool,
) -> None:
    """Try ``passwords`` on the files in ``folders`` that failed for lack of a password."""
    from lexdesk.errors import IS_PROTECTED

    failures = (
        _failures_below(library.catalogue.failures(), tuple(map(str, folders))) if passwords else {}
    )
    if locked := [path for path, reason in failures.items() if reason.code in IS_PROTECTED]:
        _run_and_report(
            lambda listener: library.sources.retry_failed(
                locked, vectors=vectors, listener=listener, passwords=passwords
            ),
            as_json,
        )


def _run_and_report(read: Callable[[Listener], AddReport], as_json: bool) -> None:
    """Run ``read`` and print its report; wait while another program writes to the library."""
    import datetime
    import time

    from lexdesk.errors import LibraryLocked

    while True:
        try:
            with progress_bars(quiet=as_json) as listener:
                report = read(listener)
            break
        except LibraryLocked as error:
            echo(f"waiting: {error}", err=True)
            time.sleep(_RETRY_SECONDS)
    now = datetime.datetime.now().astimezone().isoformat(timespec="seconds")
    print_report(report, now, as_json, at=now)


@click.command()
@library_option
@click.option("--retry", is_flag=True, help="Retry all failed files, or those in PATH.")
@passwords_option
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=GivenPath())
@json_option
def failures(
    library: str | None,
    retry: bool,
    passwords: tuple[str, ...],
    paths: tuple[str, ...],
    as_json: bool,
) -> int:
    """List failed files with the reasons, or retry them.

    Data files without text are listed too. Exit code 1 if there are none.
    """
    if passwords and not retry:
        raise click.UsageError("--passwords needs --retry")
    if retry:
        with open_folder(library, migrates=True) as kept:
            return _retry(kept, paths, passwords, as_json)
    with open_library(library) as opened:
        found = _failures(opened, paths)
    _print_failures(found, paths, as_json)
    return DONE if found else NOTHING_FOUND


def _retry(
    library: Library, paths: tuple[str, ...], passwords: tuple[str, ...], as_json: bool
) -> int:
    found = _failures(library, paths)
    if found:
        with progress_bars(quiet=as_json) as listener:
            report = library.sources.retry_failed(found, listener=listener, passwords=passwords)
        if not as_json:
            return print_report(report, str(library.path), as_json)
    _print_failures(_failures_below(library.catalogue.failures(), paths), paths, as_json)
    return DONE


def _print_failures(found: dict[str, Message], paths: tuple[str, ...], as_json: bool) -> None:
    none = "no failed files in the given paths" if paths else "no failed files"
    listed = [f"{path}: {reason}" for path, reason in sorted(found.items())]
    print_result(to_codes(found), as_json, *(listed or [none]))


def _failures(library: ReadableLibrary, paths: tuple[str, ...]) -> dict[str, Message]:
    """Return the failures in ``paths``. Raise ``LibraryError`` for a missing path."""
    from lexdesk.errors import LibraryCode, LibraryError

    found = _failures_below(library.catalogue.failures(), paths)
    gone = [] if found else [path for path in paths if not Path(path).exists()]
    if gone:
        raise LibraryError(LibraryCode.PATH_MISSING, path=gone[0])
    return found


def _failures_below(found: dict[str, Message], paths: tuple[str, ...]) -> dict[str, Message]:
    """Return the failures in one of ``paths``, or all without ``paths``."""
    tops = [make_absolute(path) for path in paths]
    return {
        path: reason
        for path, reason in found.items()
        if not tops or any(Path(path).is_relative_to(top) for top in tops)
    }
