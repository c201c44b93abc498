"""The commands that keep up with folders: watch, failures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk.cli import DONE, NOTHING_FOUND
from lexdesk.cli.keep import print_report
from lexdesk.cli.opening import open_folder, open_library
from lexdesk.cli.options import GivenPath, as_plain, coded, json_option, library_option, print_json
from lexdesk.cli.passwords import passwords_option, require_apart
from lexdesk.cli.printing import echo
from lexdesk.cli.progress import progress_bars
from lexdesk.system.paths import absolute

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lexdesk.errors import Message
    from lexdesk.ingest import AddReport, Listener
    from lexdesk.library.library import Library
    from lexdesk.library.reading import ReadableLibrary

_SECONDS_TILL_NEXT_TRY = 5.0  # while another program writes to the library


@click.command()
@click.argument("paths", nargs=-1, metavar="[FOLDER]...", type=GivenPath())
@library_option
@click.option(
    "--poll",
    type=click.FloatRange(min=0.1),
    metavar="SECONDS",
    help="Look through the folders so often in place of being told, as is done on network drives.",
)
@click.option("--no-vectors", is_flag=True, help="Index words only; a later add makes the vectors.")
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
    """Keep the library in step with FOLDER, or with all folders that were added, until Ctrl-C.

    What is new, changed, renamed or removed there is read, or removed from the library, once it has
    paused for a second. Of a folder that holds nothing any more, as where its disk is taken out, all is kept.
    """
    from lexdesk.errors import LibraryCode, LibraryError
    from lexdesk.ingest.scan.watch import Watch

    require_apart(paths)
    with open_folder(library, create=bool(paths)) as opened:
        folders = [absolute(path) for path in paths] or opened.folders()
        if not folders:
            raise LibraryError(LibraryCode.NO_FOLDER_ADDED)
        require_apart(folders)
        for folder in folders if paths else []:
            if not folder.is_dir():
                raise LibraryError(LibraryCode.FOLDER_MISSING, folder=folder)
        away: set[Path] = set()

        def bring_up_to_date(there: list[Path]) -> None:
            _tell_once_done(
                lambda listener: opened.follow(
                    there, vectors=not no_vectors, listener=listener, passwords=passwords
                ),
                as_json,
            )

        try:
            with Watch(folders, opened.path, poll) as watching:
                there = _there(folders, folders, away)
                bring_up_to_date(there)
                _try_on_locked(opened, there, passwords, not no_vectors, as_json)
                if not as_json:
                    how = f"every {watching.poll:g} s" if watching.poll else "as they change"
                    echo(f"watching {', '.join(map(str, folders))} {how}; Ctrl-C stops")
                for changed in watching.changes():
                    if there := _there(changed, folders, away):
                        bring_up_to_date(there)
        except KeyboardInterrupt:
            if not as_json:
                echo("stopped watching; the library is as of the last line")
    return DONE


def _there(paths: Iterable[Path], folders: Iterable[Path], away: set[Path]) -> list[Path]:
    """The ``paths`` that are in none of ``folders`` that hold nothing: a mount point is left empty.

    Of these, those are told that were not ``away`` before, which is brought up to date.
    """
    from lexdesk.ingest.scan.away import is_away, told_away

    now = {each for each in folders if is_away(each)}
    for folder in sorted(now - away):
        echo(str(told_away(folder)), err=True)
    away.clear()
    away |= now
    return [path for path in paths if not any(path.is_relative_to(each) for each in away)]


def _try_on_locked(
    library: Library,
    folders: Iterable[Path],
    passwords: tuple[str, ...],
    vectors: bool,
    as_json: bool,
) -> None:
    """Try ``passwords`` on the files in ``folders`` that failed before for want of one; after, on what changes."""
    from lexdesk.errors import IS_PROTECTED

    failures = _within(library.failures(), tuple(map(str, folders))) if passwords else {}
    if locked := [path for path, reason in failures.items() if reason.code in IS_PROTECTED]:
        _tell_once_done(
            lambda listener: library.retry_failed(
                locked, vectors=vectors, listener=listener, passwords=passwords
            ),
            as_json,
        )


def _tell_once_done(read: Callable[[Listener], AddReport], as_json: bool) -> None:
    """Have files read, and say what was done; wait where another program writes."""
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
            time.sleep(_SECONDS_TILL_NEXT_TRY)
    now = datetime.datetime.now().astimezone().isoformat(timespec="seconds")
    if as_json:
        print_json({"at": now, **as_plain(report), "failed": coded(report.failed)})
    else:
        print_report(report, now)


@click.command()
@library_option
@click.option("--retry", is_flag=True, help="Read them again: all, or those in PATH.")
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
    """List the files that could not be read, with the reasons.

    Exit code 1 where there are none.
    """
    if passwords and not retry:
        raise click.UsageError("--passwords are tried with --retry alone")
    if retry:
        with open_folder(library) as kept:
            return _read_again(kept, paths, passwords, as_json)
    with open_library(library) as opened:
        found = _failures(opened, paths)
    _tell(found, paths, as_json)
    return DONE if found else NOTHING_FOUND


def _read_again(
    library: Library, paths: tuple[str, ...], passwords: tuple[str, ...], as_json: bool
) -> int:
    found = _failures(library, paths)
    if found:
        with progress_bars(quiet=as_json) as listener:
            report = library.retry_failed(found, listener=listener, passwords=passwords)
        if not as_json:
            print_report(report, str(library.path))
            return DONE
    _tell(_within(library.failures(), paths), paths, as_json)
    return DONE


def _tell(found: dict[str, Message], paths: tuple[str, ...], as_json: bool) -> None:
    if as_json:
        print_json(coded(found))
    elif not found:
        echo("no failure is known there" if paths else "all files could be read")
    for path, reason in sorted(found.items()) if not as_json else []:
        echo(f"{path}: {reason}")


def _failures(library: ReadableLibrary, paths: tuple[str, ...]) -> dict[str, Message]:
    """The failures in ``paths``. Raises ``LibraryError`` for one that is not there."""
    from lexdesk.errors import LibraryCode, LibraryError

    found = _within(library.failures(), paths)
    gone = [] if found else [path for path in paths if not Path(path).exists()]
    if gone:
        raise LibraryError(LibraryCode.PATH_MISSING, path=gone[0])
    return found


def _within(found: dict[str, Message], paths: tuple[str, ...]) -> dict[str, Message]:
    """Those of ``found`` that lie in one of ``paths``; all where none is given."""
    tops = [absolute(path) for path in paths]
    return {
        path: reason
        for path, reason in found.items()
        if not tops or any(Path(path).is_relative_to(top) for top in tops)
    }
