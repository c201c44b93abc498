"""Commands that build the classifiers and the citation contexts.

Torch is imported inside the commands to keep ``--help`` fast.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk_trainer import settings
from lexdesk_trainer.options import Command, data_option, folder_option, scale_option

if TYPE_CHECKING:
    from lexdesk.models.manifest import Manifest


def _classifier_options(command: Command) -> Command:
    return folder_option("--out", "exported_models", "Parent folder of the model folders.")(
        data_option(scale_option(command))
    )


@click.command()
@folder_option("--embedder", None, "Model folder of the exported embedder.")
@_classifier_options
def classifier(embedder: Path, out: Path, data: Path, scale: settings.Scale) -> None:
    """Build the classifier of GDPR articles from the text of the regulation."""
    from lexdesk_trainer.classifiers import articles

    recipe = settings.load("gdpr-articles", scale)
    article_settings = recipe.articles
    other = articles.other_law(data, article_settings.other_law, article_settings.seed)
    folder = out / recipe.name
    _print_quality(
        folder, articles.train(articles.gdpr(data), other, embedder, folder, article_settings)
    )


@click.command()
@_classifier_options
def concepts(out: Path, data: Path, scale: settings.Scale) -> None:
    """Build the classifier of EuroVoc concepts from acts indexed with them."""
    from lexdesk_trainer.classifiers import concepts

    recipe = settings.load("eurovoc", scale)
    folder = out / recipe.name
    _print_quality(folder, concepts.train(concepts.eurovoc(data, recipe.concepts), folder))


@click.command("citation-contexts")
@click.argument("collections", nargs=-1, type=click.Path(exists=True, path_type=Path))
@folder_option("--embedder", None, "Model folder of the exported embedder.")
@folder_option("--out", "exported_models", "Parent folder of the model folders.")
@data_option
def citation_contexts(collections: tuple[Path, ...], embedder: Path, out: Path, data: Path) -> None:
    """Build the citation contexts from the train queries of COLLECTIONS (not shipped), or of the shipped collections."""
    from lexdesk_trainer.classifiers import citation_contexts as contexts

    recipe = settings.load(contexts.NAME)
    sources = collections or tuple(data / name for name in recipe.data.collections)
    quality = contexts.make(sources, embedder, out / recipe.name, ships=not collections).measured
    click.echo(
        f"{out / recipe.name}: {quality['contexts']:,} passages citing {quality['cited']:,} works and provisions"
    )


def _print_quality(folder: Path, classifier: "Manifest") -> None:
    left_out = classifier.measured["left_out"]
    click.echo(
        f"{folder}: {classifier.dimensions} labels; on held-out texts {left_out['first_right']:.3f} first right,"
        f" R@10 {left_out['R@10']:.3f}, calibration error {left_out['calibration_error']:.4f}"
    )


COMMANDS = (classifier, concepts, citation_contexts)
