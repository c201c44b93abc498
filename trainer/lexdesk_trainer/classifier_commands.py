"""Commands that build the classifiers, the citation contexts and the question map.

Torch is imported inside the commands to keep ``--help`` fast.
"""

from pathlib import Path

import click

from lexdesk.models.manifest import Manifest
from lexdesk_trainer import settings
from lexdesk_trainer.options import (
    STOPPED_MESSAGE,
    Command,
    data_option,
    fold_option,
    folder_option,
    minutes_option,
    scale_option,
    stop_option,
    work_option,
)


def _classifier_options(command: Command) -> Command:
    return folder_option("--out", "exported_models", "Parent folder of the model folders.")(
        data_option(scale_option(command))
    )


@click.command()
@folder_option("--embedder", None, "Model folder of the exported embedder.")
@_classifier_options
def train_article_classifier(embedder: Path, out: Path, data: Path, scale: settings.Scale) -> None:
    """Build the classifier of GDPR articles from the text of the regulation."""
    from lexdesk_trainer.classifiers import articles

    recipe = settings.load("gdpr-articles", scale)
    article_settings = recipe.articles
    other = articles.other_law(data, article_settings.other_law, article_settings.seed)
    folder = out / recipe.name
    _print_measures(
        folder, articles.train(articles.gdpr(data), other, embedder, folder, article_settings)
    )


@click.command()
@_classifier_options
def train_concept_classifier(out: Path, data: Path, scale: settings.Scale) -> None:
    """Build the classifier of EuroVoc concepts from acts indexed with them."""
    from lexdesk_trainer.classifiers import concepts

    recipe = settings.load("eurovoc", scale)
    folder = out / recipe.name
    _print_measures(folder, concepts.train(concepts.eurovoc(data, recipe.concepts), folder))


@click.command()
@click.argument("collections", nargs=-1, type=click.Path(exists=True, path_type=Path))
@folder_option("--embedder", None, "Model folder of the exported embedder.")
@folder_option("--out", "exported_models", "Parent folder of the model folders.")
@data_option
def build_citation_contexts(
    collections: tuple[Path, ...], embedder: Path, out: Path, data: Path
) -> None:
    """Build the citation contexts from the train queries of COLLECTIONS (not shipped), or of the shipped collections."""
    from lexdesk_trainer.classifiers import citation_contexts

    recipe = settings.load(citation_contexts.NAME)
    sources = collections or tuple(data / name for name in recipe.data.collections)
    quality = citation_contexts.build(
        sources, embedder, out / recipe.name, ships=not collections
    ).measured
    click.echo(
        f"{out / recipe.name}: {quality['contexts']:,} passages citing {quality['cited']:,} works and provisions"
    )


@click.command()
@click.argument(
    "collection", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@fold_option
@work_option
@minutes_option
@stop_option
@_classifier_options
def train_question_map(
    collection: Path | None,
    fold: int,
    work: Path,
    minutes: float | None,
    stop_after: float | None,
    out: Path,
    data: Path,
    scale: settings.Scale,
) -> None:
    """Train the question map of late interaction on the judged questions of COLLECTION, or on written ones.

    The map is written if the held-out questions gain.
    """
    from lexdesk_trainer.export import question_map
    from lexdesk_trainer.training.loop import Limit

    recipe = settings.load("question-map", scale)
    if recipe.question_map is None:
        raise click.UsageError("the recipe question-map has no table [question_map]")
    folder, place, limit = out / recipe.name, work / recipe.name, Limit.of(minutes, stop_after)
    if collection is None:
        source = question_map.take_written_questions(data, place, recipe.question_map.acts)
    else:
        place /= f"{collection.name}-{fold}"
        source = question_map.take_judged_questions(collection, place, fold - 1)
    found = question_map.make(source, place, folder, recipe.question_map, limit)
    if found is None:
        click.echo(STOPPED_MESSAGE)
        return
    click.echo(
        f"nDCG@10 of {found.questions:,} held-out questions: {found.before:.4f} -> {found.after:.4f}"
    )
    click.echo(f"written to {folder}" if found.manifest else "no gain: no map was written")


def _print_measures(folder: Path, classifier: "Manifest") -> None:
    left_out = classifier.measured["left_out"]
    click.echo(
        f"{folder}: {classifier.dimensions} labels; on held-out texts {left_out['first_right']:.3f} first right,"
        f" R@10 {left_out['R@10']:.3f}, calibration error {left_out['calibration_error']:.4f}"
    )


COMMANDS = (
    train_article_classifier,
    train_concept_classifier,
    build_citation_contexts,
    train_question_map,
)
