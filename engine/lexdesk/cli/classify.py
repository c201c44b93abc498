"""The classify command."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import click

from lexdesk.cli import DONE, NOTHING_FOUND
from lexdesk.cli.options import json_option, print_json, top_option
from lexdesk.cli.printing import echo
from lexdesk.cli.text_or_file import read_text_or_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdesk.models.labels import Label

_HEADINGS = {"articles": "Articles of the GDPR", "concepts": "Concepts of EuroVoc"}


@click.command()
@click.argument("text", metavar="TEXT|FILE", nargs=-1, required=True)
@click.option("--only", type=click.Choice(tuple(_HEADINGS)), help="Print labels of one kind only.")
@top_option(5, "Maximum number of labels per kind.")
@json_option
def classify(text: tuple[str, ...], only: str | None, top: int, as_json: bool) -> int:
    """Suggest GDPR articles and EuroVoc concepts for a text.

    For example: lexdesk classify "You may take back your consent at any time." Probabilities are
    calibrated; an asterisk marks the labels above the threshold. Exit code 1 if there are none.
    """
    from lexdesk.models.label_suggestion import KINDS, suggest

    kinds = [kind for kind in KINDS if only in (None, kind)]
    found = suggest(read_text_or_file(text).text, kinds, top)
    if as_json:
        print_json(
            {
                kind: [dataclasses.asdict(label) for label in labels]
                for kind, labels in found.items()
            }
        )
    else:
        for kind, labels in found.items():
            _print_labels(_HEADINGS[kind], labels)
    return (
        DONE
        if any(label.applies for labels in found.values() for label in labels)
        else NOTHING_FOUND
    )


def _print_labels(heading: str, labels: Sequence[Label]) -> None:
    echo(click.style(heading, bold=True))
    for label in labels:
        mark = "*" if label.applies else " "
        echo(f" {mark} {label.probability:4.0%}  {label.name}")
    if not labels:
        echo("   none")
