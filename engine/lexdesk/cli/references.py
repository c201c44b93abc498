"""The command that prints where a provision points and what points to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lexdesk.cli import DONE, NOTHING_FOUND
from lexdesk.cli.opening import open_library
from lexdesk.cli.options import (
    as_of_option,
    json_option,
    language_option,
    library_option,
    nothing_found,
    place_arguments,
    print_json,
)
from lexdesk.cli.printing import echo

if TYPE_CHECKING:
    import datetime

    from lexdesk.law.cross_references import CitedBy, Cites


@click.command()
@place_arguments
@library_option
@language_option
@as_of_option
@json_option
def references(
    work: str,
    eid: str | None,
    library: str | None,
    language: str | None,
    as_of: datetime.date | None,
    as_json: bool,
) -> int:
    """Print what WORK, or its provision EID, cites, and the provisions that cite it."""
    with open_library(library) as opened, nothing_found():
        found = opened.references(work, eid, language=language, as_of=as_of)
    if as_json:
        print_json(found)
    else:
        from lexdesk.law.citation_labels import with_usual_name

        absent = "" if found.in_library else click.style("  not in the library", dim=True)
        echo(f"{click.style(with_usual_name(found.citation, found.work), bold=True)}{absent}")
        if found.in_library:
            _print_cites(found.cites)
        _print_cited_by(found.cited_by)
    return DONE if found.cites or found.cited_by else NOTHING_FOUND


def _print_cites(cites: list[Cites]) -> None:
    from lexdesk.law.citation_labels import with_usual_name

    echo(f"\ncites ({len(cites)})" if cites else "\ncites nothing")
    for each in cites:
        where = f"  {each.work} {each.eid}".rstrip() if each.work else ""
        absent = "" if each.in_library else click.style("  not in the library", dim=True)
        name = with_usual_name(each.citation, each.work) if each.in_library else each.citation
        echo(f"  {_kind(each.kind)}{name}{click.style(where, dim=True)}{absent}")


def _print_cited_by(cited_by: list[CitedBy]) -> None:
    from lexdesk.law.citation_labels import usual_citation

    echo(f"\ncited by ({len(cited_by)})" if cited_by else "\ncited by nothing in the library")
    for each in cited_by:
        place = click.style(f"  {each.work} {each.eid or ''}".rstrip(), dim=True)
        echo(f"  {_kind(each.kind)}{usual_citation(each)}: {each.text}{place}")


def _kind(kind: str) -> str:
    return "" if kind == "cites" else click.style(f"{kind} ", fg="yellow")
