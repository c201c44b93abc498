"""The commands that train: each makes one step of a recipe, or all of them.

Torch is imported inside the commands, so that help costs nothing.
"""

import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk_trainer import settings
from lexdesk_trainer.options import (
    Command,
    begin_option,
    data_option,
    folder_option,
    minutes_option,
    recipe_argument,
    scale_option,
    stop_option,
    work_option,
)

if TYPE_CHECKING:
    from lexdesk.models.manifest import Manifest
    from lexdesk_trainer.steps import Workshop
    from lexdesk_trainer.training.loop import Limit, Outcome


def _training(command: Command) -> Command:
    """The argument and the options of every command that trains."""
    for each in (
        stop_option,
        minutes_option,
        scale_option,
        data_option,
        work_option,
        recipe_argument,
    ):
        command = each(command)
    return command


def _shop(recipe: str, work: Path, data: Path, scale: settings.Scale) -> "Workshop":
    from lexdesk_trainer.steps import Workshop

    return Workshop(settings.load(recipe, scale), work, data)


def _begun(shop: "Workshop", begin: Path | None) -> "Workshop":
    """``shop`` as it begins as the exported embedder in ``begin``, if there is one."""
    from lexdesk_trainer.export import exported

    return (
        shop if begin is None else replace(shop, base=exported.unpack(begin, shop.folder / "begun"))
    )


def _limit(minutes: float | None, stop_after: float | None) -> "Limit":
    from lexdesk_trainer.training.loop import Limit

    return Limit(minutes or math.inf, stop_after or math.inf)


def _tell(name: str, outcome: "Outcome") -> None:
    stands = "done" if outcome.done else "stopped early, the same command goes on"
    scores = ", ".join(f"{each} {value:.4f}" for each, value in outcome.scores.items())
    click.echo(f"{name}: {stands} after {outcome.step:,} steps; {scores or 'no scores yet'}")


@click.command()
@recipe_argument
@work_option
@data_option
@scale_option
def vocabulary(recipe: str, work: Path, data: Path, scale: settings.Scale) -> None:
    """Learn the vocabulary, and give the model to begin as its embeddings."""
    from lexdesk_trainer import steps
    from lexdesk_trainer.data import vocabulary as vocabularies

    folder = steps.make_start(_shop(recipe, work, data, scale))
    click.echo(f"{folder}: {vocabularies.read(folder).get_vocab_size():,} pieces")


@click.command()
@recipe_argument
@work_option
@data_option
@scale_option
@begin_option
def shards(recipe: str, work: Path, data: Path, scale: settings.Scale, begin: Path | None) -> None:
    """Write the training data as tokens, to be carried to the machine that trains."""
    from lexdesk_trainer import steps
    from lexdesk_trainer.data import shards as kept

    shop = _begun(_shop(recipe, work, data, scale), begin)
    shard = steps.make_shard(shop)
    counts = ", ".join(f"{name} {value:,}" for name, value in shard.told["counts"].items())
    sizes = [kept.size(folder) / 2**20 for folder in (shard.folder, shop.start / "start")]
    click.echo(f"{shard.folder}: {sizes[0]:.1f} MiB, the start {sizes[1]:.1f} MiB; {counts}")


def _step(name: str, about: str) -> click.Command:
    """The command of one step of ``lexdesk_trainer.steps``."""

    def run(
        recipe: str,
        work: Path,
        data: Path,
        scale: settings.Scale,
        minutes: float | None,
        stop_after: float | None,
    ) -> None:
        from lexdesk_trainer import steps

        shop = _shop(recipe, work, data, scale)
        _tell(name, steps.STEPS[name](shop, _limit(minutes, stop_after)))

    return click.command(name.replace("_", "-"), help=about)(_training(run))


pretrain = _step("pretrain", "Masked language modelling on the running text of the shard.")
embedder = _step("embedder", "Contrastive training of the embedder.")
token_vectors = _step(
    "token_vectors", "Contrastive training of vectors of tokens beside an encoder that stays."
)
teacher = _step("teacher", "Train the teacher and write down its scores.")
reranker = _step("reranker", "Train the reranker, by the teacher's scores where they are there.")


@click.command()
@click.argument("library", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("mined"),
    show_default=True,
    help="Folder of the collection that is made.",
)
def mine(library: Path, out: Path) -> None:
    """Make a training collection of what LIBRARY cites, heads, revises and translates."""
    from lexdesk_trainer import engine
    from lexdesk_trainer.data import mine as mining

    found = mining.mine(engine.dump(library), out)
    kinds = ", ".join(f"{count:,} of kind {kind}" for kind, count in found.queries.items())
    click.echo(
        f"{out}: {found.documents:,} documents; {kinds}; {found.train:,} train, {found.dev:,} dev"
    )


def _classifier_options(command: Command) -> Command:
    return folder_option("--out", "exported_models", "Folder that holds the model folders.")(
        data_option(scale_option(command))
    )


@click.command()
@folder_option("--embedder", None, "Model folder of the exported embedder whose vectors it reads.")
@_classifier_options
def classifier(embedder: Path, out: Path, data: Path, scale: settings.Scale) -> None:
    """Make the classifier of GDPR articles of the regulation's own text."""
    from lexdesk_trainer.classifiers import articles

    recipe = settings.load("gdpr-articles", scale)
    told = recipe.articles
    other = articles.other_law(data, told.other_law, told.seed)
    folder = out / recipe.name
    _tell_labels(folder, articles.train(articles.gdpr(data), other, embedder, folder, told))


@click.command()
@_classifier_options
def concepts(out: Path, data: Path, scale: settings.Scale) -> None:
    """Make the classifier of EuroVoc concepts of acts that have them."""
    from lexdesk_trainer.classifiers import concepts

    recipe = settings.load("eurovoc", scale)
    folder = out / recipe.name
    _tell_labels(folder, concepts.train(concepts.eurovoc(data, recipe.concepts), folder))


@click.command("citation-contexts")
@click.argument("collections", nargs=-1, type=click.Path(exists=True, path_type=Path))
@folder_option("--embedder", None, "Model folder of the exported embedder that reads them.")
@folder_option("--out", "exported_models", "Folder that holds the model folders.")
@data_option
def citation_contexts(collections: tuple[Path, ...], embedder: Path, out: Path, data: Path) -> None:
    """Make the contexts of citations of the train queries of COLLECTIONS, which then stay here, or of those that ship."""
    from lexdesk_trainer.classifiers import citation_contexts as contexts

    recipe = settings.load(contexts.NAME)
    sources = collections or tuple(data / name for name in recipe.data.collections)
    told = contexts.make(sources, embedder, out / recipe.name, ships=not collections).measured
    click.echo(
        f"{out / recipe.name}: {told['contexts']:,} passages, which cite {told['cited']:,} works and provisions"
    )


def _tell_labels(folder: Path, told: "Manifest") -> None:
    left_out = told.measured["left_out"]
    click.echo(
        f"{folder}: {told.dimensions} labels; of texts left out {left_out['first_right']:.3f} first,"
        f" R@10 {left_out['R@10']:.3f}, calibration error {left_out['calibration_error']:.4f}"
    )


@click.command()
@click.argument(
    "collections", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path)
)
@click.option(
    "--embedder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Model folder of the embedder; its parent must hold no other one. Concepts need none.",
)
@click.option(
    "--rerank", is_flag=True, help="Also let the reranker beside the embedder order the best."
)
@click.option(
    "--classifier",
    type=click.Path(exists=True, path_type=Path),
    help="Model folder of a classifier, whose labels are the documents of the collection.",
)
@click.option("--qrels", default="", help="Which judgements, where there are several.")
@work_option
def evaluate(
    collections: tuple[Path, ...],
    embedder: Path | None,
    rerank: bool,
    classifier: Path | None,
    qrels: str,
    work: Path,
) -> None:
    """Measure models on COLLECTIONS beside the trivial baselines, as Markdown."""
    from lexdesk_trainer import evaluate as evaluation
    from lexdesk_trainer import evaluate_classifier

    for collection in collections:
        if classifier and collection.is_file():
            lines = evaluate_classifier.on_acts(collection, classifier)
        elif embedder is None:
            raise click.UsageError(
                f"{collection} is searched with a model; name it: --embedder FOLDER"
            )
        elif classifier:
            lines = evaluate_classifier.on_collection(collection, qrels, classifier, embedder)
        else:
            lines = evaluation.table(collection, qrels, embedder, work / "runs", rerank=rerank)
        for line in lines:
            click.echo(line)


@click.command()
@_training
@begin_option
def reproduce(
    recipe: str,
    work: Path,
    data: Path,
    scale: settings.Scale,
    minutes: float | None,
    stop_after: float | None,
    begin: Path | None,
) -> None:
    """Make everything that a recipe says up to the trained model, one step after another; what is done is kept.

    `export` and `evaluate` come after it.
    """
    from lexdesk_trainer import steps

    shop = _begun(_shop(recipe, work, data, scale), begin)
    for name, outcome in steps.reproduce(shop, _limit(minutes, stop_after)):
        _tell(name, outcome)


@click.command()
@click.argument(
    "source",
    metavar="LIBRARY|COLLECTION",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@folder_option("--work", "training/adapted", "Folder for what is mined, trained and exported.")
@click.option(
    "--start",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Model folder of the embedder to begin as; without it, the one that searches use.",
)
@click.option(
    "--install",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of model folders (LEXDESK_MODELS) to install the result in, where it is better.",
)
@click.option(
    "--fold",
    type=click.IntRange(1, 5),
    default=1,
    show_default=True,
    help="Which fifth of a COLLECTION's questions measures and is not learned from.",
)
@scale_option
@minutes_option
@stop_option
def adapt(
    source: Path,
    work: Path,
    start: Path | None,
    install: Path | None,
    fold: int,
    scale: settings.Scale,
    minutes: float | None,
    stop_after: float | None,
) -> None:
    """Make an embedder of one's own: mine, train, export, evaluate and install, all on this machine.

    It learns from what a LIBRARY cites and heads, or from the judged questions of a COLLECTION in BEIR layout.
    """
    from lexdesk.models import manifest
    from lexdesk_trainer import adapt as adapting

    limit = _limit(minutes, stop_after)
    done = adapting.adapt(
        source,
        work,
        start or manifest.find("embedder"),
        install=install,
        fold=fold - 1,
        scale=scale,
        limit=limit,
        tell=click.echo,
    )
    if done is None:
        click.echo("stopped early; the same command goes on")
        return
    click.echo("by words and meaning, on the queries kept aside:")
    for name, before in done.before.items():
        click.echo(f"  {name:8} {before:.4f} -> {done.after[name]:.4f}")
    if done.installed:
        click.echo(f"installed in {done.installed}")
    else:
        click.echo(f"the model is in {done.folder} and was not installed")


@click.command()
@click.argument("folders", nargs=-1, required=True)
@work_option
@folder_option("--out", None, "Folder for the pieces; those of before are replaced.")
@click.option(
    "--mebibytes",
    type=click.FloatRange(min=0.001),
    default=15.0,
    show_default=True,
    help="Most that a piece may have.",
)
def pack(folders: tuple[str, ...], work: Path, out: Path, mebibytes: float) -> None:
    """Pack FOLDERS of the work folder into pieces that can be carried, weights in half precision."""
    from lexdesk_trainer import journey

    for piece in journey.pack(work, folders, out, int(mebibytes * 2**20)):
        click.echo(f"{piece}: {piece.stat().st_size / 2**20:.1f} MiB")


@click.command()
@click.argument("pieces", type=click.Path(exists=True, file_okay=False, path_type=Path))
@work_option
def unpack(pieces: Path, work: Path) -> None:
    """Join PIECES and write what they hold into the work folder."""
    from lexdesk_trainer import journey

    click.echo(f"{work}: {len(journey.unpack(pieces, work))} files")


COMMANDS = (
    vocabulary,
    shards,
    pretrain,
    mine,
    embedder,
    token_vectors,
    teacher,
    reranker,
    classifier,
    concepts,
    citation_contexts,
    evaluate,
    reproduce,
    adapt,
    pack,
    unpack,
)
