"""Commands that learn from one's own library or judged questions.

Torch is imported inside the commands to keep ``--help`` fast.
"""

from pathlib import Path

import click

from lexdesk_trainer import settings
from lexdesk_trainer.options import (
    STOPPED_MESSAGE,
    fold_option,
    folder_option,
    minutes_option,
    scale_option,
    stop_option,
)


@click.command()
@click.argument("library", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("mined"),
    show_default=True,
    help="Folder for the mined collection.",
)
def mine(library: Path, out: Path) -> None:
    """Mine a training collection from the citations, headings, versions and translations of LIBRARY."""
    from lexdesk_trainer import engine
    from lexdesk_trainer.data import mine as mining

    click.echo(f"{out}: {mining.mine(engine.dump(library), out).summary()}")


@click.command()
@click.argument(
    "source",
    metavar="LIBRARY|COLLECTION",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@folder_option(
    "--work", "training/adapted", "Folder for mined data, checkpoints and exported models."
)
@click.option(
    "--embedder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Model folder of the embedder to adapt and compare with; the default is the installed one.",
)
@click.option(
    "--base",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of an encoder in transformers' format that is trained in place of the embedder.",
)
@click.option(
    "--install",
    type=click.Path(file_okay=False, path_type=Path),
    help="Install the result in this folder of models (LEXDESK_MODELS) if it is better.",
)
@fold_option
@scale_option
@minutes_option
@stop_option
def adapt(
    source: Path,
    work: Path,
    embedder: Path | None,
    base: Path | None,
    install: Path | None,
    fold: int,
    scale: settings.Scale,
    minutes: float | None,
    stop_after: float | None,
) -> None:
    """Adapt an embedder to your own documents: mine, train, export, evaluate and install on this machine.

    Learn from citations, headings and clauses of a LIBRARY, or from the judged questions of a COLLECTION in BEIR
    layout.
    """
    from lexdesk.models import manifest
    from lexdesk_trainer import adapt as adapting
    from lexdesk_trainer.training.loop import Limit

    done = adapting.adapt(
        source,
        work,
        embedder or manifest.find("embedder"),
        base=base,
        install=install,
        fold=fold - 1,
        scale=scale,
        limit=Limit.of(minutes, stop_after),
        report=click.echo,
    )
    if done is None:
        click.echo(STOPPED_MESSAGE)
        return
    click.echo("hybrid search on held-out queries:")
    for name, before in done.before.items():
        click.echo(f"  {name:8} {before:.4f} -> {done.after[name]:.4f}")
    if done.installed:
        click.echo(f"installed in {done.installed}")
    else:
        click.echo(f"the model is in {done.folder} and was not installed")


COMMANDS = (mine, adapt)
