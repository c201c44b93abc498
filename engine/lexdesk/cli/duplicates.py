"""The duplicates command."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lexdesk.cli import DONE, NOTHING_FOUND
from lexdesk.cli.opening import open_library
from lexdesk.cli.options import GivenPath, json_option, library_option, print_json, to_plain
from lexdesk.cli.printing import echo

if TYPE_CHECKING:
    from lexdesk.library.protocol import ReadableLibrary
    from lexdesk.near_duplicates.groups import Duplicate
_TWO_FILES = 2


@click.command()
@click.argument("files", nargs=-1, metavar="[OLD NEW]", type=GivenPath())
@library_option
@click.option(
    "--alike",
    type=click.FloatRange(0.1, 1.0),
    metavar="SHARE",
    help="Minimum share of common word sequences, from 0.1 to 1; 0.7 by default.",
)
@json_option
def duplicates(
    files: tuple[str, ...], library: str | None, alike: float | None, as_json: bool
) -> int:
    """List near-duplicate documents, or compare two files.

    With OLD and NEW, two files of the library, print their differences word by word. Exit code 1 if
    there are no near-duplicates.
    """
    if len(files) not in (0, _TWO_FILES):
        raise click.UsageError("name two files, or none")
    with open_library(library) as opened:
        if files:
            return _compare(opened, files[0], files[1], as_json)
        found = opened.catalogue.duplicates(alike)
    if as_json:
        print_json({"groups": [[to_plain(member) for member in group] for group in found]})
    elif not found:
        echo("no near-duplicate documents")
    for group in found if not as_json else []:
        _print_group(group)
    return DONE if found else NOTHING_FOUND


def _print_group(group: list[Duplicate]) -> None:
    first, *others = group
    echo(click.style(first.path, bold=True))
    for member in others:
        similarity = "the same text" if member.same else f"{member.alike:.0%} similar"
        echo(f"  {similarity:>13}  {member.path}")


def _compare(library: ReadableLibrary, old: str, new: str, as_json: bool) -> int:
    from lexdesk.errors import LibraryCode, LibraryError
    from lexdesk.law.comparison import count_words, diff

    texts = []
    for path in (old, new):
        text = library.catalogue.text_of_file(path)
        if text is None:
            raise LibraryError(LibraryCode.DOCUMENT_NOT_HELD, path=path)
        texts.append(text)
    pieces = diff(*texts)
    inserted, deleted = count_words(pieces)
    if as_json:
        print_json(
            {"inserted": inserted, "deleted": deleted, "pieces": [to_plain(p) for p in pieces]}
        )
    else:
        from lexdesk.cli.history import print_pieces

        echo(f"{old} -> {new}  +{inserted} -{deleted} words\n")
        print_pieces(pieces)
    return DONE
