"""Library maintenance commands: add, remove, status, check, rebuild."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk.cli import DONE, ERROR
from lexdesk.cli.opening import is_in_folder, open_folder, open_library
from lexdesk.cli.options import (
    Duration,
    GivenPath,
    as_given,
    as_plain,
    coded,
    json_option,
    library_option,
    nothing_found,
    print_json,
)
from lexdesk.cli.passwords import passwords_option, require_apart
from lexdesk.cli.printing import echo
from lexdesk.cli.progress import progress_bars
from lexdesk.system.progress import percent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lexdesk.errors import Message
    from lexdesk.ingest import AddReport
    from lexdesk.ingest.scan.difference import Difference
    from lexdesk.library.library import Library
    from lexdesk.library.protocol import ReadableLibrary
    from lexdesk.library.status import Status

_EXAMPLES = 3  # failed files in a status


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=GivenPath())
@library_option
@click.option(
    "--prune",
    is_flag=True,
    help="Remove documents from files in PATH that are missing or ignored now.",
)
@click.option(
    "--no-vectors",
    is_flag=True,
    help="Build the keyword index only; run add again to build the semantic index.",
)
@click.option(
    "--language",
    metavar="CODE",
    help="Language of all files in PATH, such as de; auto detects it again.",
)
@passwords_option
@click.option(
    "--dry-run",
    is_flag=True,
    help="List new, changed and missing files without changing the library.",
)
@click.option(
    "--encrypt", is_flag=True, help="Create an encrypted library, protected by a passphrase."
)
@json_option
def add(
    paths: tuple[str, ...],
    library: str | None,
    prune: bool,
    no_vectors: bool,
    language: str | None,
    passwords: tuple[str, ...],
    dry_run: bool,
    encrypt: bool,
    as_json: bool,
) -> int:
    """Add files and folders to the library.

    Keyword search is available first; semantic search follows. Unchanged files are skipped, changed
    files replaced, renamed files recognised. Patterns in .lexdeskignore, as in .gitignore, exclude
    files. Ctrl-C keeps finished work; run the same command again to continue.
    """
    from lexdesk.ingest.scan.scan import require_there

    require_apart(paths)
    if not prune:  # with it, a missing path may still have documents in the library
        for path in paths:  # before a library is created
            require_there(Path(path))
    if dry_run:
        return _print_difference(paths, library, prune, as_json)
    with open_folder(library, create=True, encrypt=encrypt) as opened:
        with progress_bars(quiet=as_json) as listener:
            report = opened.sources.add(
                paths,
                prune=prune,
                vectors=not no_vectors,
                language=language,
                listener=listener,
                passwords=passwords,
            )
        if as_json:
            print_json({**as_plain(report), "failed": coded(report.failed)})
        else:
            print_report(report, str(opened.path))
    return DONE


def _print_difference(
    paths: tuple[str, ...], library: str | None, prune: bool, as_json: bool
) -> int:
    difference = _find_difference(paths, library, prune)
    if as_json:
        print_json(difference)
        return DONE
    marks = [
        ("+", difference.new),
        ("~", difference.changed),
        ("-", [*difference.gone, *difference.ignored] if prune else []),
    ]
    for mark, files in marks:
        for path in files:
            echo(f"{mark} {path}")
    for old, new in difference.moved.items():
        echo(f"> {old} is now {new}")
    echo(f"{_format_difference(difference)}; the library is unchanged")
    return DONE


def _find_difference(paths: tuple[str, ...], library: str | None, prune: bool) -> Difference:
    """Return the files that ``add`` would process, also without a library."""
    from lexdesk.errors import NoLibrary
    from lexdesk.ingest.scan.away import require_none_away
    from lexdesk.ingest.scan.difference import difference
    from lexdesk.library.library import default_path

    try:
        with open_folder(library) as opened:
            return opened.sources.difference(paths, prune=prune)
    except NoLibrary:
        require_none_away(map(Path, paths), {})
        return difference(paths, library or default_path(), {})


def _format_difference(difference: Difference) -> str:
    """Return the counts of a difference as one line."""
    ignored = (
        f" {len(difference.ignored):,} ignored by .lexdeskignore now," if difference.ignored else ""
    )
    return (
        f"{len(difference.new):,} new, {len(difference.changed):,} changed, {len(difference.moved):,} renamed,"
        f" {len(difference.gone):,} missing,{ignored} {difference.unchanged:,} unchanged"
    )


def print_report(report: AddReport, head: str) -> None:
    """Print a line of counts, and a line for each failed file; data files are only counted."""
    failed = without_data_files(report.failed)
    counts = [
        f"{number:,} {label}"
        for number, label in (
            (report.added, "added"),
            (report.replaced, "replaced"),
            (report.moved, "renamed"),
            (report.unchanged, "unchanged"),
            (report.removed, "removed"),
            (len(failed), "failed"),
        )
        if number
    ]
    echo(
        f"{head}: {', '.join(counts) or 'no files'}; {report.vectors:,} passage{'s' * (report.vectors != 1)} embedded"
    )
    if data_files := len(report.failed) - len(failed):
        echo(f"  skipped: {data_files:,} data file{'s' * (data_files != 1)} without text")
    remaining = [
        *[f"{report.gone:,} missing"] * bool(report.gone),
        *[f"{report.ignored:,} ignored by .lexdeskignore now"] * bool(report.ignored),
    ]
    if remaining:
        echo(f"  still in the library: {' and '.join(remaining)}; lexdesk add --prune removes them")
    for path, reason in sorted(failed.items()):
        echo(f"  {path}: {reason}")


def without_data_files(failures: Mapping[str, Message]) -> dict[str, Message]:
    """Return the failures of files that may hold a document; registers and descriptions are data."""
    from lexdesk.errors import HOLDS_NO_DOCUMENT

    return {
        path: reason for path, reason in failures.items() if reason.code not in HOLDS_NO_DOCUMENT
    }


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=GivenPath())
@library_option
@json_option
def remove(paths: tuple[str, ...], library: str | None, as_json: bool) -> int:
    """Remove documents by their source path, whether or not the files still exist.

    The files stay on disk. The next add or watch of their folder adds them again, unless .lexdeskignore
    excludes them. Exit code 1 if the library holds no document from PATH.
    """
    with open_folder(library) as opened, nothing_found():
        removed = opened.sources.remove(paths)
        place = opened.path
    if as_json:
        print_json({"removed": removed})
    else:
        echo(f"{place}: {removed:,} removed")
    return DONE


@click.command()
@library_option
@click.option(
    "--device",
    "asks_device",
    is_flag=True,
    help="Load the model, and measure on which device it runs and how fast.",
)
@json_option
def status(library: str | None, asks_device: bool, as_json: bool) -> int:
    """Report documents, index state, failed files and changes in the folders."""
    with open_library(library) as opened:
        if asks_device:
            return _print_device(opened, as_json)
        found = opened.admin.status()
        failures = opened.catalogue.failures()
        folders = _state_of_folders(opened) if is_in_folder(opened) else None
    if as_json:
        state = {} if folders is None else as_plain(folders)
        print_json({**as_plain(found), "failed_files": coded(failures), **state})
        return DONE
    _print_status(found, failures)
    if folders is not None:
        _print_folders(folders, as_given(library))
    _print_failures(without_data_files(failures), as_given(library))
    return DONE


def _print_device(library: ReadableLibrary, as_json: bool) -> int:
    if not is_in_folder(library):
        raise click.UsageError("--device measures on a library in a folder; give one with -L")
    found = library.admin.measure_device()
    if as_json:
        print_json(found)
        return DONE
    echo(f"device     {found.device}{f', because {found.no_gpu}' if found.no_gpu else ''}")
    echo(f"providers  {', '.join(found.providers)}")
    if found.nodes:
        echo(
            f"nodes      {', '.join(f'{count:,} on {name}' for name, count in found.nodes.items())}"
        )
    batch = f"{found.batch_tokens:,} tokens" if found.batch_tokens else "one passage"
    echo(f"a call     {batch}")
    if found.passages_per_second is not None:
        echo(f"rate       {found.passages_per_second:,} passages/s ({found.passages:,} measured)")
    return DONE


@dataclass(frozen=True, slots=True)
class _Folders:
    """The added folders, their changes since, and the paths of an interrupted addition."""

    folders: list[str]
    on_disk: Difference
    unfinished: list[str]


def _state_of_folders(library: Library) -> _Folders:
    sources = library.sources
    unfinished = [str(path) for path in sources.unfinished()]
    return _Folders([str(path) for path in sources.folders()], sources.difference(), unfinished)


def _print_folders(state: _Folders, given: str) -> None:
    if state.folders:
        echo(f"  on disk    {_format_difference(state.on_disk)}")
    for path in state.unfinished:
        echo(f"  unfinished {path}; continue with: lexdesk add {given}{shlex.quote(path)}")
    for folder in state.folders:
        echo(f"  folder     {folder}{'' if Path(folder).is_dir() else '  (missing)'}")


def _print_failures(failures: Mapping[str, Message], given: str) -> None:
    """Print the three most frequent reasons, each with its count and one example."""
    by_reason: dict[str, list[str]] = {}
    for path, reason in sorted(failures.items()):
        by_reason.setdefault(reason.code.id, []).append(f"{path}: {reason}")
    ordered = sorted(by_reason.values(), key=len, reverse=True)
    for examples in ordered[:_EXAMPLES]:
        more = f"  (and {len(examples) - 1:,} more for this reason)" if len(examples) > 1 else ""
        echo(f"  failed     {examples[0]}{more}")
    if len(failures) > min(len(ordered), _EXAMPLES):
        echo(f"             lexdesk failures {given}lists all {len(failures):,}")


def _print_status(found: Status, failures: Mapping[str, Message]) -> None:
    failed = without_data_files(failures)
    data_files = len(failures) - len(failed)
    skipped = f", skipped: {data_files:,} data files" if data_files else ""
    languages = ", ".join(f"{language} {count:,}" for language, count in found.languages.items())
    only_read = ", read-only" if found.read_only else ""
    echo(f"{found.path}  ({found.bytes / 1e6:,.1f} MB{only_read})")
    echo(
        f"  documents  {found.expressions:,} of {found.works:,} works  ({languages or 'language unknown'})"
    )
    echo(f"  files      {found.files:,} read, {len(failed):,} failed{skipped}")
    echo(
        f"  keyword    search {'ready' if found.lexical_ready else 'out of date; the next add updates it'}"
    )
    device = f", on {found.device}" if found.device else ""
    layout = f", {found.layout}" if found.layout else ""
    echo(
        f"  semantic   search {percent(found.vectors_ready)} % of {found.passages:,} passages"
        f"  (model {found.model or 'none yet'}{device}{layout})"
    )
    if found.vectors and found.compact_index:
        echo(f"             compact semantic index, because {found.compact_index}")
    if found.vectors and not found.vectors_ready:
        echo(
            "             the model of its embeddings is not installed; run: lexdesk rebuild --vectors"
        )


@click.command()
@library_option
@click.option(
    "--for",
    "duration",
    type=Duration(),
    help="Check for so long, such as 10m, and begin with the part checked longest ago.",
)
@json_option
def check(library: str | None, duration: float | None, as_json: bool) -> int:
    """Verify all index files and compare them with the stored documents.

    Exit code 2 for any damage, also after its repair. A part of the library that was begun is finished, also
    after the time of --for.
    """
    if duration is not None:
        return _check_for(library, duration, as_json=as_json)
    with open_library(library) as opened:
        problems = opened.admin.check()
        repairs = opened.admin.repairs if is_in_folder(opened) else []  # printed on close
        found = [*problems, *repairs]
    if as_json:
        print_json({"ok": not found, "problems": found})
    elif not found:
        echo("no damage: the documents, the keyword index and the semantic index agree")
    for problem in problems if not as_json else []:
        echo(f"lexdesk: {problem}", err=True)
    return ERROR if found else DONE


def _check_for(library: str | None, seconds: float, *, as_json: bool) -> int:
    with open_folder(library) as opened:
        done = opened.admin.check_for(seconds)
        found = [*done.problems, *opened.admin.repairs]
    if as_json:
        print_json({"ok": not found, "problems": found, "checked": done.checked, "left": done.left})
    else:
        echo(f"checked: {', '.join(done.checked)}; left: {', '.join(done.left) or 'nothing'}")
        for problem in done.problems:
            echo(f"lexdesk: {problem}", err=True)
    return ERROR if found else DONE


@click.command()
@library_option
@click.option("--vectors", is_flag=True, help="Recompute the embeddings with the installed model.")
@click.option(
    "--compact/--no-compact",
    default=None,
    help="Always use the compact semantic index, or choose it by memory.",
)
@json_option
def rebuild(library: str | None, vectors: bool, compact: bool | None, as_json: bool) -> int:
    """Rebuild the indexes from the stored documents."""
    with open_folder(library) as opened:
        with progress_bars(quiet=as_json) as listener:
            opened.admin.rebuild(vectors=vectors, compact=compact, listener=listener)
        found = opened.admin.status()
    if as_json:
        print_json(found)
    else:
        echo(
            f"{found.path}: {found.passages:,} passages indexed, {percent(found.vectors_ready)} % for semantic search"
        )
    return DONE
