"""The search command."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from lexdesk.cli import DONE, NOTHING_FOUND
from lexdesk.cli.opening import is_in_folder, open_library
from lexdesk.cli.options import (
    MODES,
    as_of_option,
    json_option,
    library_option,
    print_json,
    top_option,
)
from lexdesk.cli.printing import echo, width_of_text
from lexdesk.document.model import BINDING

if TYPE_CHECKING:
    import datetime

    from lexdesk.library.protocol import ReadableLibrary
    from lexdesk.search.options import Mode
    from lexdesk.search.results.hits import Answer, Hit


@click.command()
@click.argument("query", nargs=-1, required=True)
@library_option
@click.option(
    "--mode", type=click.Choice(MODES), default="hybrid", show_default=True, help="Search mode."
)
@top_option(10, "Number of hits.", most=1000)
@as_of_option
@click.option(
    "--rerank",
    is_flag=True,
    help="Re-rank the top hits with the token-level model. Improves English questions; adds about 0.25 s.",
)
@click.option("--explain", is_flag=True, help="Show how the query is parsed, without a search.")
@json_option
def search(
    query: tuple[str, ...],
    library: str | None,
    mode: Mode,
    top: int,
    as_of: datetime.date | None,
    rerank: bool,
    explain: bool,
    as_json: bool,
) -> int:
    """Find the provisions that answer QUERY.

    Words without operators are ranked together; "quotes" make a phrase; AND, OR, NOT (or UND, ODER,
    NICHT) and brackets combine; w/5, /s and /p require proximity; supervis* and organi?ation are
    wildcards; title:, kind:, work:, lang:, folder:, authority:, date:, before:, after:, in-force:,
    cites: and doc: filter.
    """
    for option, is_given in (("--as-of", as_of is not None), ("--rerank", rerank)):
        if explain and is_given:
            raise click.UsageError(
                f"--explain runs no search, so {option} has no effect; leave one out"
            )
    if mode != "keyword" and not explain:
        _load_models(" ".join(query))
    with open_library(library) as opened:
        if explain:
            explanation = opened.search.explain(" ".join(query), mode=mode)
            if as_json:
                print_json(explanation.as_dict())
            else:
                echo("\n".join(explanation.lines()), lines=True)
            return DONE
        _announce_index_build(opened)
        answer = opened.search(
            " ".join(query), mode=mode, top=top, as_of=as_of, rerank=rerank, advise=True
        )
    if as_json:
        print_json(answer)
    else:
        if answer.did_you_mean:
            echo(f"did you mean: {answer.did_you_mean}\n")
        print_answer(answer, show_status=as_of is not None)
        for relaxed in answer.relaxed:
            echo(f"  try: {relaxed.query}  ({relaxed.total:,} passage{'s' * (relaxed.total > 1)})")
    return DONE if answer.hits else NOTHING_FOUND


def _announce_index_build(library: ReadableLibrary) -> None:
    """Print to a terminal that the index of an encrypted library is built in memory."""
    if is_in_folder(library) and library.is_encrypted and sys.stderr.isatty():
        passages = library.admin.status().passages
        echo(
            f"building the index of {passages:,} passages in memory, since the library is encrypted",
            err=True,
        )


def _load_models(query: str) -> None:
    """Start to load the models for ``query`` in the background while the library opens."""
    from contextlib import suppress

    from lexdesk.errors import ModelError
    from lexdesk.models.multilingual import start_loading

    with suppress(ModelError):  # a library without embeddings needs no model
        start_loading(query)


def print_answer(answer: Answer, *, show_status: bool = False) -> None:
    """Print hits as text; ``show_status`` adds the legal status of each on the day."""
    if answer.notice:
        echo(f"{answer.notice}\n")
    for hit in answer.hits:
        print_hit(hit, show_status=show_status)
    if not answer.hits:
        echo(f"nothing found for: {answer.parsed}")
    elif answer.vectors_ready < 1 and answer.mode != "keyword":
        from lexdesk.system.progress import compute_percent

        echo(
            f"the semantic index is {compute_percent(answer.vectors_ready)} % complete; lexdesk add completes it"
        )


def print_hit(hit: Hit, *, show_status: bool = False) -> None:
    """Print one hit: citation, heading, legal status, snippet."""
    from lexdesk.law.citation_labels import label_usual_citation
    from lexdesk.search.results.snippet import make_snippet

    copies = f"  ({hit.copies + 1} copies)" if hit.copies else ""
    dated = f"dated {hit.dated}" if hit.dated else ""
    heading = click.style(", ".join(filter(None, (hit.heading, dated))), dim=True)
    echo(f"{hit.rank:>2}  {click.style(label_usual_citation(hit), bold=True)}  {heading}{copies}")
    if hit.status and (show_status or hit.status not in BINDING):
        style: dict[str, Any] = {"dim": True} if hit.status in BINDING else {"fg": "red"}
        echo(f"    {click.style(hit.status_sentence, **style)}")
    if hit.near_duplicate_of:
        echo(f"    {click.style(f'nearly identical to {hit.near_duplicate_of}', dim=True)}")
    for line in make_snippet(hit.text, hit.highlights, width_of_text(), lines=2):
        styled = "".join(
            click.style(text, fg="yellow", bold=True) if marked else text for text, marked in line
        )
        echo(f"    {styled}")
