"""The command that measures retrieval on a collection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lexdesk.cli.keep import progress_bars
from lexdesk.cli.options import MODES, json_option, print_json
from lexdesk.cli.similar import find_option, without_option

if TYPE_CHECKING:
    from lexdesk.evaluate.collection import Collection
    from lexdesk.evaluate.run import Run
    from lexdesk.evaluate.similar import SimilarEvaluation
    from lexdesk.ingest import Listener


@click.command()
@click.argument("collection", metavar="DIR", type=click.Path())
@click.option(
    "--qrels",
    metavar="NAME",
    help="Which judgements, where there are several: qrels.NAME.tsv or qrels/NAME.tsv.",
)
@click.option(
    "--mode",
    type=click.Choice((*MODES, "similar")),
    default="hybrid",
    show_default=True,
    help="What to search by; similar asks with every query as a whole document.",
)
@click.option("--rerank", is_flag=True, help="Order the best anew, as search does with --rerank.")
@find_option
@without_option
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
    rerank: bool,
    find: Any,
    without: Any,
    measures: str,
    run_file: str | None,
    as_json: bool,
) -> int:
    """Measure search on a retrieval collection in BEIR layout.

    Its documents go through the same passages, model, indexes and fusion as a user's own; the
    library made of them is kept in the platform's cache folder. With --mode similar, --find has to
    be given; each stage is measured, and held against all of them by a paired test.
    """
    from pathlib import Path

    from lexdesk.evaluate import evaluation
    from lexdesk.evaluate.collection import Collection
    from lexdesk.evaluate.measures import parse_measures
    from lexdesk.evaluate.run import write_run
    from lexdesk.ingest import Progress

    parse_measures(measures)  # a wrong name is told before the corpus is indexed
    opened = Collection(Path(collection))
    if mode == "similar":
        if find is None:
            raise click.UsageError("--mode similar needs --find affected or --find grounds")
        if rerank:
            raise click.UsageError("--rerank orders passages; --mode similar ranks documents")
        with progress_bars(quiet=as_json) as listener:
            stages, run = _by_stages(opened, find, measures, qrels, without, listener)
        _tell(stages, run, run_file, as_json)
        return 0
    if find or without:
        raise click.UsageError("--find and --without belong to --mode similar")
    with progress_bars(quiet=as_json) as listener:
        result, run = evaluation.evaluate(
            opened,
            qrels=qrels,
            mode=mode,
            rerank=rerank,
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


def _by_stages(
    collection: Collection,
    find: Any,
    measures: str,
    qrels: str | None,
    without: Any,
    listener: Listener,
) -> tuple[SimilarEvaluation, Run]:
    from lexdesk.evaluate.similar import evaluate_similar
    from lexdesk.ingest import Progress

    return evaluate_similar(
        collection,
        find=find,
        measures=measures,
        qrels=qrels,
        without=without,
        listener=listener,
        progress=lambda done, total: listener(Progress("queries", done, total)),
    )


def _tell(result: SimilarEvaluation, run: Run, run_file: str | None, as_json: bool) -> None:
    from pathlib import Path

    from lexdesk.evaluate.run import write_run

    if run_file:
        write_run(Path(run_file), run, f"lexdesk-similar-{result.find}")
    if as_json:
        print_json(result)
        return
    click.echo(
        f"{result.collection}, {result.find}, {result.queries:,} queries, {result.windowed:,} with windows"
    )
    names = list(next(iter(result.stages.values())).measures)
    click.echo(
        f"  {'':<20} {' '.join(f'{name:>8}' for name in names)}   all against it by {names[0]}"
    )
    for stage, told in result.stages.items():
        values = " ".join(f"{value:8.4f}" for value in told.measures.values())
        against = told.all_against_it
        compared = (
            f"{against.difference:+.4f} ({against.low:+.4f} to {against.high:+.4f}), p {against.p:.4f}"
            if against
            else ""
        )
        click.echo(f"  {stage:<20} {values}   {compared}".rstrip())
    p50, p95 = result.query_ms["p50"], result.query_ms["p95"]
    click.echo(f"  a query takes {p50:.1f} ms, p95 {p95:.1f} ms")
