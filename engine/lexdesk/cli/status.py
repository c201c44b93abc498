"""The status command."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk.cli import DONE
from lexdesk.cli.add import format_difference, without_data_files
from lexdesk.cli.opening import is_in_folder, open_library
from lexdesk.cli.options import (
    json_option,
    library_argument,
    library_option,
    print_json,
    print_result,
    to_codes,
    to_plain,
)
from lexdesk.cli.printing import echo
from lexdesk.index.indexes import OLD_SUBJECTS
from lexdesk.system.paths import quote_for_shell
from lexdesk.system.progress import compute_percent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lexdesk.errors import Message
    from lexdesk.ingest.difference import Difference
    from lexdesk.library.library import Library
    from lexdesk.library.protocol import ReadableLibrary
    from lexdesk.library.status import Status

_MOST_PATHS = 1_000  # printed
_EXAMPLES = 3  # failed files in a status


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
        state = {} if folders is None else to_plain(folders)
        print_json({**to_plain(found), "failed_files": to_codes(failures), **state})
        return DONE
    _print_status(found, failures)
    if folders is not None:
        _print_folders(folders, library_argument(library))
    _print_failures(without_data_files(failures), library_argument(library))
    return DONE


def _print_device(library: ReadableLibrary, as_json: bool) -> int:
    if not is_in_folder(library):
        raise click.UsageError("--device measures on a library in a folder; give one with -L")
    found = library.admin.measure_device()
    nodes = ", ".join(f"{count:,} on {name}" for name, count in found.nodes.items())
    speed = found.passages_per_second
    lines = [
        f"device     {found.device}{f', because {found.no_gpu}' if found.no_gpu else ''}",
        f"providers  {', '.join(found.providers)}",
        *[f"nodes      {nodes}"] * bool(nodes),
        f"a call     {f'{found.batch_tokens:,} tokens' if found.batch_tokens else 'one passage'}",
    ]
    if speed is not None:
        lines.append(f"rate       {speed:,} passages/s ({found.passages:,} measured)")
    return print_result(found, as_json, *lines)


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
        echo(f"  on disk    {format_difference(state.on_disk)}")
    for path in state.unfinished[:_MOST_PATHS]:
        echo(
            f"  unfinished {path}; unless an add is running, continue with: lexdesk add {given}{quote_for_shell(path)}"
        )
    _print_rest(state.unfinished)
    for folder in state.folders[:_MOST_PATHS]:
        echo(f"  folder     {folder}{'' if Path(folder).is_dir() else '  (missing)'}")
    _print_rest(state.folders)


def _print_rest(paths: list[str]) -> None:
    if len(paths) > _MOST_PATHS:
        echo(f"             and {len(paths) - _MOST_PATHS:,} more; --json lists all")


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
    if found.old_subjects:
        echo(f"             {OLD_SUBJECTS}")
    _print_citations(found)
    _print_semantic(found)


def _print_citations(found: Status) -> None:
    """Print the number of documents without their citations, and the remedies."""
    failed = len(found.failed_citations)
    if pending := found.pending_citations - failed:
        echo(f"  citations  to be found in {pending:,} documents; the next add does so")
    if failed:
        named = ", ".join(found.failed_citations[:_EXAMPLES])
        echo(f"  citations  not found in {failed:,}: {named}; retry with: lexdesk rebuild")


def _print_semantic(found: Status) -> None:
    """Print the state of the embeddings, and their remedies."""
    device = f", on {found.device}" if found.device else ""
    layout = f", {found.layout}" if found.layout else ""
    size = f", {found.embedding}" if found.embedding else ""
    echo(
        f"  semantic   search {compute_percent(found.vectors_ready)} % of {found.passages:,} passages"
        f"  (model {found.model or 'none yet'}{size}{device}{layout})"
    )
    if found.vectors and found.compact_index:
        echo(f"             compact semantic index, because {found.compact_index}")
    if found.vectors and found.old_languages:
        languages = ", ".join(found.old_languages)
        echo(
            f"             embeddings in {languages} come from an earlier model; the next add renews them"
        )
    if found.vectors and not found.vectors_ready:
        echo(
            "             the model of its embeddings is not installed, or not trusted (lexdesk model list);"
            " trust it, or run: lexdesk rebuild --vectors"
        )
