"""The commands add, remove and bulk."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk.cli import ERROR
from lexdesk.cli.opening import open_folder
from lexdesk.cli.options import (
    GivenPath,
    json_option,
    library_option,
    no_vectors_option,
    print_result,
    report_nothing_found,
    to_codes,
    to_plain,
)
from lexdesk.cli.passwords import passwords_option, require_apart
from lexdesk.cli.progress import progress_bars
from lexdesk.ingest.scan.scan import require_documents
from lexdesk.system.extras import require_extra
from lexdesk.system.paths import make_absolute

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lexdesk.errors import Message
    from lexdesk.ingest import AddReport
    from lexdesk.ingest.difference import Difference


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=GivenPath())
@library_option
@click.option(
    "--prune",
    is_flag=True,
    help="Remove documents from files in PATH that are missing or ignored now.",
)
@no_vectors_option("add again")
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

    Keyword search is available first; citations and semantic search follow. Unchanged files are
    skipped, changed files replaced, renamed files recognised. Patterns in .lexdeskignore, as in
    .gitignore, exclude files. Ctrl-C keeps finished work; run the same command again to continue.
    Exit code 2 if a file named in PATH failed.
    """
    from lexdesk.extract.workers.worker import COLLECTED
    from lexdesk.ingest.scan.scan import require_there
    from lexdesk.system.network_places import trust_shares

    gc.set_threshold(*COLLECTED)
    trust_shares(map(make_absolute, paths))
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
        done = print_report(report, str(opened.path), as_json)
    # A folder may hold files that nobody can read; a named file is what the user asks for.
    named = {str(make_absolute(path)) for path in paths}
    return ERROR if named & report.failed.keys() else done


def _print_difference(
    paths: tuple[str, ...], library: str | None, prune: bool, as_json: bool
) -> int:
    difference = _find_difference(paths, library, prune)
    removed = [*difference.gone, *difference.ignored] if prune else []
    marks = (("+", difference.new), ("~", difference.changed), ("-", removed))
    return print_result(
        difference,
        as_json,
        *(f"{mark} {path}" for mark, files in marks for path in files),
        *(f"> {old} is now {new}" for old, new in difference.moved.items()),
        f"{format_difference(difference)}; the library is unchanged",
    )


def _find_difference(paths: tuple[str, ...], library: str | None, prune: bool) -> Difference:
    """Return the files that ``add`` would process, also without a library."""
    from lexdesk.errors import NoLibrary
    from lexdesk.ingest.difference import compute_difference
    from lexdesk.ingest.unavailable_folders import require_none_away
    from lexdesk.library.library import find_default_path

    try:
        with open_folder(library) as opened:
            return opened.sources.difference(paths, prune=prune)
    except NoLibrary:
        require_none_away(map(Path, paths), {})
        return compute_difference(paths, library or find_default_path(), {})


def format_difference(difference: Difference) -> str:
    """Return the counts of a difference as one line."""
    ignored = (
        f" {len(difference.ignored):,} ignored by .lexdeskignore now," if difference.ignored else ""
    )
    read = f" ({difference.outdated:,} read by another version)" if difference.outdated else ""
    return (
        f"{len(difference.new):,} new, {len(difference.changed):,} changed{read}, {len(difference.moved):,} renamed,"
        f" {len(difference.gone):,} missing,{ignored} {difference.unchanged:,} unchanged"
    )


def print_report(report: AddReport, head: str, as_json: bool, **also: str) -> int:
    """Print a line of counts, and a line for each failed file; data files are only counted.

    JSON has ``also`` beside the report.
    """
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
    lines = [
        f"{head}: {', '.join(counts) or 'no files'}; {report.vectors:,} passage{'s' * (report.vectors != 1)} embedded"
    ]
    if data_files := len(report.failed) - len(failed):
        lines.append(f"  skipped: {data_files:,} data file{'s' * (data_files != 1)} without text")
    remaining = [
        *[f"{report.gone:,} missing"] * bool(report.gone),
        *[f"{report.ignored:,} ignored by .lexdeskignore now"] * bool(report.ignored),
    ]
    if remaining:
        still = " and ".join(remaining)
        lines.append(f"  still in the library: {still}; lexdesk add --prune removes them")
    lines += [f"  {path}: {reason}" for path, reason in sorted(failed.items())]
    stated = {**also, **to_plain(report), "failed": to_codes(report.failed)}
    return print_result(stated, as_json, *lines)


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
    with open_folder(library, migrates=True) as opened, report_nothing_found():
        removed = opened.sources.remove(paths)
        place = opened.path
    return print_result({"removed": removed}, as_json, f"{place}: {removed:,} removed")


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=GivenPath())
@library_option
@click.option(
    "--address",
    metavar="ADDRESS",
    help="Address of the cluster, such as ray://head:10001. Default: RAY_ADDRESS, then this machine alone.",
)
@no_vectors_option("again")
@json_option
def bulk(
    paths: tuple[str, ...],
    library: str | None,
    address: str | None,
    no_vectors: bool,
    as_json: bool,
) -> int:
    """Add files and folders with the machines of a Ray cluster.

    They extract, structure and embed the documents, on GPUs if available; this machine writes the
    library. All machines need the files under the same paths, and Lexdesk with the same model. If a
    machine fails, another one repeats its current task. After an interruption, run the same command to
    continue.
    """
    with require_extra("ray", "bulk work"):
        from lexdesk.ingest.cluster.cluster import Cluster
    for path in paths:
        require_documents(Path(path))  # before a cluster is started or asked
    with open_folder(library, create=True) as opened, Cluster(address) as cluster:
        with progress_bars(quiet=as_json) as listener:
            report = opened.sources.add(
                paths, vectors=not no_vectors, listener=listener, workers=cluster
            )
        return print_report(report, str(opened.path), as_json)
