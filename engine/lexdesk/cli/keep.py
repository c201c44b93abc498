"""The commands that keep a library: add, remove, status, check, rebuild."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk.cli import DONE, ERROR
from lexdesk.cli.opening import open_folder, open_library
from lexdesk.cli.options import (
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
from lexdesk.system.percent import percent

if TYPE_CHECKING:
    from lexdesk.ingest import AddReport
    from lexdesk.ingest.scan.difference import Difference
    from lexdesk.library.status import Status


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=GivenPath())
@library_option
@click.option(
    "--prune",
    is_flag=True,
    help="Remove what came from files in PATH that are gone or left out now.",
)
@click.option("--no-vectors", is_flag=True, help="Index words only; a later add makes the vectors.")
@click.option(
    "--language",
    metavar="CODE",
    help="What all files in PATH are in, such as de; auto detects it again.",
)
@passwords_option
@click.option("--dry-run", is_flag=True, help="Say what would be looked at, and change nothing.")
@click.option("--encrypt", is_flag=True, help="Make the library encrypted, by a passphrase.")
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
    """Read files and folders into the library.

    Words are searchable first, then meaning. Unchanged files are passed over, changed ones replaced,
    renamed ones recognised. What .lexdeskignore names, in Git's patterns, is left out. Ctrl-C keeps
    what was done; the same command goes on from there.
    """
    from lexdesk.ingest.scan.scan import require_there

    require_apart(paths)
    if not prune:  # else the library is asked what it has of one that is gone
        for path in paths:  # before a library is made for nothing
            require_there(Path(path))
    if dry_run:
        return _print_difference(paths, library, prune, as_json)
    with open_folder(library, create=True, encrypt=encrypt) as opened:
        with progress_bars(quiet=as_json) as listener:
            report = opened.add(
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
    found = _difference(paths, library, prune)
    if as_json:
        print_json(found)
        return DONE
    marks = [
        ("+", found.new),
        ("~", found.changed),
        ("-", [*found.gone, *found.ignored] if prune else []),
    ]
    for mark, files in marks:
        for path in files:
            echo(f"{mark} {path}")
    for old, new in found.moved.items():
        echo(f"> {old} is now {new}")
    echo(f"{_in_words(found)}; nothing was changed")
    return DONE


def _difference(paths: tuple[str, ...], library: str | None, prune: bool) -> Difference:
    """What ``add`` would look at, also where there is no library yet."""
    from lexdesk.errors import NoLibrary
    from lexdesk.ingest.scan.away import require_none_away
    from lexdesk.ingest.scan.difference import difference
    from lexdesk.library.library import default_path

    try:
        with open_folder(library) as opened:
            return opened.difference(paths, prune=prune)
    except NoLibrary:
        require_none_away(map(Path, paths), {})
        return difference(paths, library or default_path(), {})


def _in_words(found: Difference) -> str:
    """The numbers of a difference, as part of a sentence."""
    ignored = f" {len(found.ignored):,} left out by .lexdeskignore now," if found.ignored else ""
    return (
        f"{len(found.new):,} new, {len(found.changed):,} changed, {len(found.moved):,} renamed,"
        f" {len(found.gone):,} gone,{ignored} {found.unchanged:,} as they were"
    )


def print_report(report: AddReport, head: str) -> None:
    """One line with what was done, and one for each file that could not be read."""
    counted = [
        f"{number:,} {what}"
        for number, what in (
            (report.added, "added"),
            (report.replaced, "replaced"),
            (report.moved, "renamed"),
            (report.unchanged, "unchanged"),
            (report.removed, "removed"),
            (len(report.failed), "could not be read"),
        )
        if number
    ]
    echo(
        f"{head}: {', '.join(counted) or 'no files'}; {report.vectors:,} vector{'s' * (report.vectors != 1)} made"
    )
    stay = [
        *[f"{report.gone:,} gone"] * bool(report.gone),
        *[f"{report.ignored:,} left out by .lexdeskignore now"] * bool(report.ignored),
    ]
    if stay:
        echo(f"  still in the library: {' and '.join(stay)}; lexdesk add --prune removes them")
    for path, reason in sorted(report.failed.items()):
        echo(f"  {path}: {reason}")


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=GivenPath())
@library_option
@json_option
def remove(paths: tuple[str, ...], library: str | None, as_json: bool) -> int:
    """Remove from the library what came from files and folders, be they still there or not.

    They stay on disk. The next add or watch of a folder around them reads them again, unless .lexdeskignore names
    them. The exit code is 1 where the library has nothing of PATH.
    """
    with open_folder(library) as opened, nothing_found():
        removed = opened.remove(paths)
        place = opened.path
    if as_json:
        print_json({"removed": removed})
    else:
        echo(f"{place}: {removed:,} removed")
    return DONE


@click.command()
@library_option
@json_option
def status(library: str | None, as_json: bool) -> int:
    """Say what the library holds, how far its indexes are, and what changed in its folders."""
    with open_library(library) as opened:
        found = opened.status()
        failures = opened.failures()
        folders, unfinished = opened.folders(), opened.unfinished()
        changed = opened.difference()
    if as_json:
        print_json(
            {
                **as_plain(found),
                "failed_files": coded(failures),
                "folders": [str(folder) for folder in folders],
                "on_disk": as_plain(changed),
                "unfinished": [str(path) for path in unfinished],
            }
        )
        return DONE
    _print_status(found)
    if folders:
        echo(f"  on disk    {_in_words(changed)}")
    again = f"lexdesk add {as_given(library)}"
    for left in unfinished:
        echo(f"  not done   {left}: go on with: {again}{shlex.quote(str(left))}")
    for folder in folders:
        echo(f"  folder     {folder}{'' if folder.is_dir() else '  (not there now)'}")
    for path, reason in sorted(failures.items()):
        echo(f"  not read: {path}: {reason}")
    return DONE


def _print_status(found: Status) -> None:
    languages = ", ".join(f"{language} {count:,}" for language, count in found.languages.items())
    only_read = ", can only be read" if found.read_only else ""
    echo(f"{found.path}  ({found.bytes / 1e6:,.1f} MB{only_read})")
    echo(
        f"  documents  {found.expressions:,} of {found.works:,} works  ({languages or 'language unknown'})"
    )
    echo(f"  files      {found.files:,} read, {found.failed:,} could not be read")
    echo(
        f"  words      {'ready' if found.words_ready else 'behind; the next add brings them up to date'}"
    )
    device = f", on {found.device}" if found.device else ""
    layout = f", {found.layout}" if found.layout else ""
    echo(
        f"  meaning    {percent(found.vectors_ready)}% of {found.passages:,} passages"
        f"  (model {found.model or 'none yet'}{device}{layout})"
    )
    if found.vectors and found.compact_index:
        echo(f"             the semantic index is the compact one, because {found.compact_index}")
    if found.vectors and not found.vectors_ready:
        echo(
            "             its vectors were made by a model that is not at hand; make them anew with: lexdesk rebuild --vectors"
        )


@click.command()
@library_option
@json_option
def check(library: str | None, as_json: bool) -> int:
    """Read every byte of the indexes, and compare their passages with those of the stored documents.

    The exit code is 2 where anything is damaged, also where it was made again.
    """
    with open_library(library) as opened:
        problems = opened.check()
        found = [*problems, *opened.repairs]  # these are told on stderr anyway
    if as_json:
        print_json({"ok": not found, "problems": found})
    elif not found:
        echo("sound: the documents, the full-text index and the vector index agree")
    for problem in problems if not as_json else []:
        echo(f"lexdesk: {problem}", err=True)
    return ERROR if found else DONE


@click.command()
@library_option
@click.option("--vectors", is_flag=True, help="Make the vectors anew too, with the model at hand.")
@click.option(
    "--compact/--no-compact",
    default=None,
    help="From now on, use the compact semantic index even where the graph fits, or no longer.",
)
@json_option
def rebuild(library: str | None, vectors: bool, compact: bool | None, as_json: bool) -> int:
    """Make the indexes again from the stored documents alone."""
    with open_folder(library) as opened:
        with progress_bars(quiet=as_json) as listener:
            opened.rebuild(vectors=vectors, compact=compact, listener=listener)
        found = opened.status()
    if as_json:
        print_json(found)
    else:
        echo(
            f"{found.path}: {found.passages:,} passages indexed again, meaning {percent(found.vectors_ready)}%"
        )
    return DONE
