"""The references command."""

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
    place_arguments,
    print_json,
    report_nothing_found,
)
from lexdesk.cli.printing import echo
from lexdesk.document.model import BINDING

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
    """List citations from and to WORK or one of its provisions."""
    with open_library(library) as opened, report_nothing_found():
        found = opened.law.references(work, eid, language=language, as_of=as_of)
    if as_json:
        print_json(found)
    else:
        from lexdesk.law.citation_labels import replace_act_name

        absent = "" if found.in_library else click.style("  not in the library", dim=True)
        echo(f"{click.style(replace_act_name(found.citation, found.work), bold=True)}{absent}")
        if found.notice:
            echo(click.style(found.notice, dim=True))
        if found.in_library:
            _print_cites(found.cites)
        _print_cited_by(found.cited_by)
    return DONE if found.cites or found.cited_by else NOTHING_FOUND


def _print_cites(cites: list[Cites]) -> None:
    from lexdesk.law.citation_labels import replace_act_name

    echo(f"\ncites ({len(cites)})" if cites else "\ncites nothing")
    for citation in cites:
        where = f"  {citation.work} {citation.eid}".rstrip() if citation.work else ""
        absent = "" if citation.in_library else click.style("  not in the library", dim=True)
        name = (
            replace_act_name(citation.citation, citation.work)
            if citation.in_library
            else citation.citation
        )
        echo(f"  {_kind(citation.kind)}{name}{click.style(where, dim=True)}{absent}")


def _print_cited_by(cited_by: list[CitedBy]) -> None:
    from lexdesk.law.citation_labels import label_usual_citation

    echo(f"\ncited by ({len(cited_by)})" if cited_by else "\ncited by nothing in the library")
    for citation in cited_by:
        place = click.style(f"  {citation.work} {citation.eid or ''}".rstrip(), dim=True)
        is_binding = citation.status is None or citation.status in BINDING
        status = "" if is_binding else f"  {citation.status}"
        echo(
            f"  {_kind(citation.kind)}{label_usual_citation(citation)}: {citation.text}{place}{status}"
        )


def _kind(kind: str) -> str:
    return "" if kind == "cites" else click.style(f"{kind} ", fg="yellow")
