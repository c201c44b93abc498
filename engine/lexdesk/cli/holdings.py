"""The command that lists what a library holds: list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lexdesk.cli import DONE, NOTHING_FOUND
from lexdesk.cli.opening import open_library
from lexdesk.cli.options import as_of_option, as_plain, json_option, library_option, print_json
from lexdesk.cli.printing import echo
from lexdesk.cli.read import BINDING

if TYPE_CHECKING:
    import datetime

    from lexdesk.search.catalogue import Holding

_NO_DAY = " " * len("2016-04-27")


@click.command()
@click.argument("query", nargs=-1)
@library_option
@as_of_option
@json_option
def list(
    query: tuple[str, ...], library: str | None, as_of: datetime.date | None, as_json: bool
) -> int:
    """List the works of the library by name, or those that fulfil QUERY.

    Words of QUERY begin words of a name, a title or a path; kind:, folder:, lang:, authority:, date:,
    before:, after:, in-force:, cites: and doc: narrow the list, OR and NOT combine. The exit code is 1
    where there is none.
    """
    asked = " ".join(query)
    with open_library(library) as opened:
        found = opened.holdings(asked, as_of=as_of)
    if as_json:
        print_json({"query": asked, "works": [as_plain(each) for each in found]})
    else:
        width = max((len(each.kind) for each in found), default=0)
        for each in found:
            _print(each, width, tell_status=as_of is not None)
        echo(_counted(len(found), asked))
    return DONE if found else NOTHING_FOUND


def _print(each: Holding, width: int, *, tell_status: bool) -> None:
    from lexdesk.law.citation_labels import find_act, usual_citation

    versions = f"  ({each.versions} versions)" if each.versions > 1 else ""
    kind = click.style(f"{each.kind:{width}}", dim=True)
    name = click.style(usual_citation(each), bold=True)
    formal, usual = find_act(each.citation, each.work, each.title)
    beside = f"  {click.style(formal, dim=True)}" if usual else ""
    echo(f"{each.dated or _NO_DAY}  {kind}  {name}{beside}{versions}")
    if each.status and (tell_status or each.status not in BINDING):
        style = {"dim": True} if each.status in BINDING else {"fg": "red"}
        echo(f"{_NO_DAY}  {' ' * width}  {click.style(each.status_sentence, **style)}")


def _counted(works: int, query: str) -> str:
    if not works:
        return f"no work for: {query}" if query else "the library holds no work yet"
    return f"{works:,} work{'s' * (works > 1)}"
