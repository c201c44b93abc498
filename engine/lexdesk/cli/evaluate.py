"""The evaluate command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from lexdesk.cli import DONE
from lexdesk.cli.compliance_options import find_option, without_option
from lexdesk.cli.options import MODES, GivenPath, json_option, print_json
from lexdesk.cli.printing import echo
from lexdesk.cli.progress import progress_bars

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lexdesk.compliance.doc2doc.parameters import Find, Stage
    from lexdesk.evaluation.evaluation import Evaluation
    from lexdesk.evaluation.similar import SimilarEvaluation
    from lexdesk.search.options import Mode


@click.command()
@click.argument("collection", metavar="DIR", type=GivenPath())
@click.option(
    "--qrels", metavar="NAME", help="Relevance judgements to use: qrels.NAME.tsv or qrels/NAME.tsv."
)
@click.option(
    "--mode",
    type=click.Choice((*MODES, "similar")),
    default="hybrid",
    show_default=True,
    help="Search mode; similar uses every query as a whole document.",
)
@click.option("--rerank", is_flag=True, help="Re-rank the top hits, as search --rerank does.")
@find_option("Required for --mode similar.")
@without_option
@click.option(
    "--measures",
    default="R@10 AP@10 nDCG@10 RR R@100",
    show_default=True,
    help="Measures, as named by ir-measures.",
)
@click.option(
    "--by-document",
    is_flag=True,
    help="Also average R@10 over relevant documents instead of queries.",
)
@click.option(
    "--run",
    "run_file",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write the TREC run to FILE.",
)
@json_option
def evaluate(
    collection: str,
    qrels: str | None,
    mode: Mode | Literal["similar"],
    rerank: bool,
    find: Find | None,
    without: tuple[Stage, ...],
    measures: str,
    by_document: bool,
    run_file: str | None,
    as_json: bool,
) -> int:
    """Measure search on a retrieval collection in BEIR layout.

    The documents are indexed and searched like a user's own; their library stays in the user cache
    folder. With --mode similar, measure each stage and compare it with all stages by a paired test.
    """
    from pathlib import Path

    from lexdesk.evaluation import evaluation
    from lexdesk.evaluation.collection import Collection
    from lexdesk.evaluation.evaluation import Evaluation
    from lexdesk.evaluation.measures import parse_measures
    from lexdesk.evaluation.run import require_ids, require_place, write_run

    parse_measures(measures)  # reject an unknown name before the corpus is indexed
    opened = Collection(Path(collection))
    _check_options(mode, find, without, rerank=rerank, by_document=by_document)
    if run_file:
        require_ids(opened.qrels(qrels))  # before the corpus is indexed
        require_place(Path(run_file))
    with progress_bars(quiet=as_json) as listener:
        result: Evaluation | SimilarEvaluation
        if mode != "similar":
            result, run = evaluation.evaluate(
                opened, qrels=qrels, mode=mode, rerank=rerank, measures=measures,
                documents_alike=by_document, listener=listener,
            )  # fmt: skip
        elif find is None:
            raise click.UsageError("--mode similar needs --find affected or --find grounds")
        else:
            from lexdesk.evaluation.similar import evaluate_similar

            result, run = evaluate_similar(
                opened,
                qrels=qrels,
                find=find,
                without=without,
                measures=measures,
                listener=listener,
            )
    if run_file:
        write_run(Path(run_file), run, f"lexdesk-similar-{find}" if find else f"lexdesk-{mode}")
    if as_json:
        print_json(result)
    elif isinstance(result, Evaluation):
        _print_measures(result)
    else:
        _print_stages(result)
    return DONE


def _check_options(
    mode: str, find: str | None, without: tuple[str, ...], *, rerank: bool, by_document: bool
) -> None:
    """Reject options that do not apply to ``mode``, before the corpus is indexed."""
    if mode != "similar" and (find or without):
        raise click.UsageError("--find and --without belong to --mode similar")
    if mode == "similar" and rerank:
        raise click.UsageError("--rerank orders passages; --mode similar ranks documents")
    if mode == "similar" and by_document:
        raise click.UsageError("--by-document is not measured with --mode similar")


def _print_measures(result: Evaluation) -> None:
    echo(
        f"{result.collection}, {result.mode}, {result.queries:,} queries, model {result.model or 'none'}"
    )
    width = max(10, *map(len, result.measures))
    for name, value in result.measures.items():
        echo(f"  {name:<{width}} {value:.4f}")
    echo(f"  indexed in {result.index_seconds:.1f} s; {_speed(result.query_ms)}")


def _print_stages(result: SimilarEvaluation) -> None:
    echo(
        f"{result.collection}, {result.find}, {result.queries:,} queries, {result.windowed:,} with windows"
    )
    names = list(next(iter(result.stages.values())).measures)
    echo(
        f"  {'':<20} {' '.join(f'{name:>8}' for name in names)}   all stages minus this one, {names[0]}"
    )
    for stage, evaluation in result.stages.items():
        values = " ".join(f"{value:8.4f}" for value in evaluation.measures.values())
        against = evaluation.all_against_it
        compared = (
            f"{against.difference:+.4f} ({against.low:+.4f} to {against.high:+.4f}), p {against.p:.4f}"
            if against
            else ""
        )
        echo(f"  {stage:<20} {values}   {compared}".rstrip())
    echo(f"  {_speed(result.query_ms)}")


def _speed(milliseconds: Mapping[str, float]) -> str:
    return f"a query takes {milliseconds['p50']:.1f} ms, p95 {milliseconds['p95']:.1f} ms"
