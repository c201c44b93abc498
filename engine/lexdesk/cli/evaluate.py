"""The command that measures retrieval on a collection."""

from __future__ import annotations

from typing import Any

import click

from lexdesk.cli.keep import progress_bars
from lexdesk.cli.options import MODES, json_option, print_json


@click.command()
@click.argument("collection", metavar="DIR", type=click.Path())
@click.option(
    "--qrels", metavar="NAME", help="Which judgements, where there are several: qrels.NAME.tsv."
)
@click.option(
    "--mode",
    type=click.Choice(MODES),
    default="hybrid",
    show_default=True,
    help="What to search by.",
)
@click.option(
    "--measures",
    default="R@10 AP@10 nDCG@10 RR R@100",
    show_default=True,
    help="Names that ir-measures knows.",
)
@click.option(
    "--run",
    "run_file",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write the TREC run here.",
)
@json_option
def evaluate(
    collection: str,
    qrels: str | None,
    mode: Any,
    measures: str,
    run_file: str | None,
    as_json: bool,
) -> int:
    """Measure search on a retrieval collection in BEIR layout.

    Its documents go through the same passages, model, indexes and fusion as a user's own; the
    library made of them is kept in the platform's cache folder.
    """
    from pathlib import Path

    from lexdesk.evaluate import evaluation
    from lexdesk.evaluate.collection import Collection
    from lexdesk.evaluate.measures import parse_measures
    from lexdesk.evaluate.run import write_run
    from lexdesk.ingest import Progress

    parse_measures(measures)  # a wrong name is told before the corpus is indexed
    opened = Collection(Path(collection))
    with progress_bars(quiet=as_json) as listener:
        result, run = evaluation.evaluate(
            opened,
            qrels=qrels,
            mode=mode,
            measures=measures,
            listener=listener,
            progress=lambda done, total: listener(Progress("queries", done, total)),
        )
    if run_file:
        write_run(Path(run_file), run, f"lexdesk-{mode}")
    if as_json:
        print_json(result)
        return 0
    click.echo(
        f"{result.collection}, {result.mode}, {result.queries:,} queries, model {result.model or 'none'}"
    )
    for name, value in result.measures.items():
        click.echo(f"  {name:<10} {value:.4f}")
    p50, p95 = result.query_ms["p50"], result.query_ms["p95"]
    click.echo(
        f"  indexed in {result.index_seconds:.1f} s; a query takes {p50:.1f} ms, p95 {p95:.1f} ms"
    )
    return 0
