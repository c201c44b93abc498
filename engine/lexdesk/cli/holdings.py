"""The list command."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lexdesk.cli import DONE, NOTHING_FOUND
from lexdesk.cli.opening import open_library
from lexdesk.cli.options import as_of_option, json_option, library_option, print_json, to_plain
from lexdesk.cli.printing import echo
from lexdesk.document.model import BINDING

if TYPE_CHECKING:
    import datetime

    from lexdesk.search.holdings import Holding

_NO_DAY = " " * len("2016-04-27")


@click.command()
@click.argument("query", nargs=-1)
@library_option
@as_of_option
@json_option
def list(
    query: tuple[str, ...], library: str | None, as_of: datetime.date | None, as_json: bool
) -> int:
    """List the works of the library, or those that match QUERY.

    Words of QUERY match prefixes in names, titles and paths; kind:, folder:, lang:, authority:, date:,
    before:, after:, in-force:, cites: and doc: filter; OR and NOT combine. Exit code 1 if no work
    matches.
    """
    text = " ".join(query)
    with open_library(library) as opened:
        found = opened.catalogue.holdings(text, as_of=as_of)
        notice = opened.law.pending_citations or ""
    if as_json:
        works = [to_plain(work) for work in found]
        print_json({"query": text, "works": works, "notice": notice})
    else:
        width = max((len(work.kind) for work in found), default=0)
        for work in found:
            _print(work, width, show_status=as_of is not None)
        echo(_format_count(len(found), text))
        if notice:
            echo(click.style(notice, dim=True))
    return DONE if found else NOTHING_FOUND


def _print(work: Holding, width: int, *, show_status: bool) -> None:
    from lexdesk.law.citation_labels import find_act, label_usual_citation

    versions = f"  ({work.versions} versions)" if work.versions > 1 else ""
    kind = click.style(f"{work.kind:{width}}", dim=True)
    name = click.style(label_usual_citation(work), bold=True)
    formal, usual_name = find_act(work.citation, work.work, work.title)
    formal_name = f"  {click.style(formal, dim=True)}" if usual_name else ""
    echo(f"{work.dated or _NO_DAY}  {kind}  {name}{formal_name}{versions}")
    if work.status and (show_status or work.status not in BINDING):
        style = {"dim": True} if work.status in BINDING else {"fg": "red"}
        echo(f"{_NO_DAY}  {' ' * width}  {click.style(work.status_sentence, **style)}")


def _format_count(works: int, query: str) -> str:
    if not works:
        return f"no work matches: {query}" if query else "the library holds no work yet"
    return f"{works:,} work{'s' * (works > 1)}"
