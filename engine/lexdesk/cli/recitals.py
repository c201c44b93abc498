"""Recital commands: show, load, propose."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lexdesk.cli import DONE, NOTHING_FOUND
from lexdesk.cli.opening import open_folder, open_library
from lexdesk.cli.options import (
    json_option,
    library_option,
    not_empty,
    place_arguments,
    print_json,
    print_result,
    report_nothing_found,
)
from lexdesk.cli.printing import echo, width_of_text
from lexdesk.document.eid import is_recital

if TYPE_CHECKING:
    from lexdesk.recitals import Act, ExplainingRecital, Link, Recitals

_SOURCES = ("text", "mapping", "model")
"""As in ``lexdesk.recitals``, which is slow to import."""


class _LinksByDefault(click.Group):
    """A group with the default command ``show``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in (*self.commands, "-h", "--help"):
            args = ["show", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_LinksByDefault)
def recitals() -> None:
    """Show, load and propose links between recitals and provisions.

    lexdesk recitals WORK [EID] is short for lexdesk recitals show WORK [EID].
    """


@recitals.command()
@place_arguments
@library_option
@click.option(
    "--source",
    "sources",
    multiple=True,
    type=click.Choice(_SOURCES),
    help="Print only links from this source; may be repeated.",
)
@click.option("--language", metavar="CODE", help="ISO 639-1 code of the printed texts, such as de.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a CSV table for correction and loading.")
@json_option
def show(
    work: str, eid: str | None, library: str | None, sources: tuple[str, ...],
    language: str | None, as_csv: bool, as_json: bool,
) -> int:  # fmt: skip
    """Print the links of a provision, of a recital, or of WORK.

    EID is a provision such as art_6 or art_6__para_1__point_f, or a recital such as rec_47. The source
    of each link is text (stated in the act), mapping (a loaded table) or model (a proposal, with a score
    from 0 to 1).
    """
    from lexdesk.recitals.mapping import write

    if as_csv and as_json:
        raise click.UsageError("give --csv or --json, not both")
    with open_library(library) as opened, report_nothing_found():
        work, eid = opened.law.identify(work, eid)
        act = opened.law.recitals.act(work, language=language)
        found = [
            explanation
            for explanation in _select_links(opened.law.recitals, act, eid)
            if not sources or explanation.link.source in sources
        ]
        rows = [_row(opened.law.recitals, act, explanation) for explanation in found]
        notice = opened.law.pending_citations or ""
    if as_csv:
        echo(write([explanation.link for explanation in found]), lines=True, nl=False)
    elif as_json:
        print_json({"work": act.expression.work, "eid": eid, "links": rows, "notice": notice})
    else:
        for row in rows:
            _print_row(row)
        if not rows:
            echo(_no_links(work, eid, sources))
        if notice:
            echo(click.style(notice, dim=True))
    return DONE if found else NOTHING_FOUND


def _no_links(work: str, eid: str | None, sources: tuple[str, ...]) -> str:
    of = f" of {eid}" if eid else ""
    by = f" by {' or '.join(sources)}" if sources else ""
    proposals = f"; propose links with: lexdesk recitals propose {work}"
    wanted = "" if sources and "model" not in sources else proposals
    return f"no links{of}{by}{wanted}"


def _select_links(known: Recitals, act: Act, eid: str | None) -> list[ExplainingRecital]:
    from lexdesk.errors import LawCode, NotFound
    from lexdesk.recitals import ExplainingRecital

    work = act.expression.work
    if eid is None:
        return [ExplainingRecital(link, "itself") for link in known.links(work)]
    if is_recital(eid):
        if eid not in act.provisions:
            raise NotFound(
                LawCode.RECITAL_MISSING,
                work=work,
                eid=eid,
                first=act.recitals[0].eid,
                last=act.recitals[-1].eid,
            )
        return [ExplainingRecital(link, "itself") for link in known.explains(work, eid)]
    found = known.explained_by(work, eid)
    if not found and eid not in act.provisions:
        raise NotFound(LawCode.PROVISION_UNEXPLAINED, work=work, eid=eid)
    return found


def _row(known: Recitals, act: Act, explanation: ExplainingRecital) -> dict[str, Any]:
    link: Link = explanation.link
    recital, provision = act.provisions.get(link.recital), act.provisions.get(link.provision)
    return {
        "recital": link.recital,
        "recital_label": recital.label if recital else link.recital,
        "recital_text": known.first_line(act, link.recital),
        "provision": link.provision,
        "provision_label": provision.label if provision else link.provision,
        "provision_text": known.first_line(act, link.provision),
        "source": link.source,
        "score": link.score,
        "where": explanation.where,
    }


def _print_row(row: dict[str, Any]) -> None:
    width = width_of_text()
    score = "" if row["score"] is None else f" {row['score']:.2f}"
    where = "" if row["where"] == "itself" else f", {row['where']}"
    ends = [click.style(row[f"{end}_label"], bold=True) for end in ("recital", "provision")]
    source = click.style(f"{row['source']}{score}{where}", dim=True)
    echo(f"{' -> '.join(ends)}  {source}")
    for text in (row["recital_text"], row["provision_text"]):
        echo(f"    {text if len(text) <= width else text[: width - 1] + '…'}")


@recitals.command()
@click.argument("work", callback=not_empty)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@library_option
@click.option("--remove", is_flag=True, help="Remove the loaded table; give no FILE.")
@json_option
def load(work: str, file: Path | None, library: str | None, remove: bool, as_json: bool) -> int:
    """Load a table of recitals and provisions; it replaces the loaded one.

    FILE is CSV with the columns recital and provision: 26 or rec_26 or "Recital 26", and 6 or
    art_6__para_1 or "Article 6(1)"; several in one cell are separated by ; or ,.
    """
    if remove == (file is not None):
        raise click.UsageError("name either a FILE to load or --remove")
    with open_folder(library, migrates=True) as opened:
        links = opened.law.recitals.load(work, file) if file else opened.law.recitals.remove(work)
    done = "removed" if remove else "loaded"
    return print_result(
        {"work": work, "loaded": 0, "removed": 0, done: links},
        as_json,
        f"{work}: {links:,} links {done}{'' if remove else f' from {file}'}",
    )


@recitals.command()
@click.argument("work", callback=not_empty)
@library_option
@json_option
def propose(work: str, library: str | None, as_json: bool) -> int:
    """Propose links with the model; they replace its earlier proposals."""
    with open_folder(library, migrates=True) as opened:
        proposal = opened.law.recitals.propose(work)
    way = "words, embeddings and order"
    if not proposal.is_semantic:
        way = "words and order only, since embeddings are missing; run lexdesk add"
    return print_result(
        proposal,
        as_json,
        f"{proposal.work}: {len(proposal.links):,} links proposed between {proposal.recitals} recitals"
        f" and {proposal.articles} articles, by {way}",
    )
