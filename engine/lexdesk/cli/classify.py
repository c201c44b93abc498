"""The command that says what a text may be about, in labels that models know."""

from __future__ import annotations

import dataclasses
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk.cli.options import json_option, print_json
from lexdesk.cli.printing import echo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdesk.models.labels import Label

_HEADINGS = {"articles": "Articles of the GDPR", "concepts": "Concepts of EuroVoc"}

_FILE_NAME = re.compile(r"\S+\.[A-Za-z]\w{1,4}")  # letter.pdf, but no sentence


@click.command()
@click.argument("text", metavar="TEXT|FILE", nargs=-1, required=True)
@click.option("--only", type=click.Choice(tuple(_HEADINGS)), help="One kind of labels alone.")
@click.option(
    "--top", type=click.IntRange(1, 100), default=5, show_default=True, help="Most of each kind."
)
@json_option
def classify(text: tuple[str, ...], only: str | None, top: int, as_json: bool) -> int:
    """Suggest which articles of the GDPR a text concerns, and which concepts of EuroVoc.

    For example: lexdesk classify "You may take back your consent at any time." Probabilities are
    calibrated; a star marks the labels that are likely enough. Exit code 1 where none is.
    """
    from lexdesk.models.suggestions import KINDS, suggest

    kinds = [kind for kind in KINDS if only in (None, kind)]
    found = suggest(_read(text), kinds, top)
    if as_json:
        print_json(
            {kind: [dataclasses.asdict(each) for each in labels] for kind, labels in found.items()}
        )
    else:
        for kind, labels in found.items():
            _tell(_HEADINGS[kind], labels)
    return 0 if any(label.applies for labels in found.values() for label in labels) else 1


def _read(text: tuple[str, ...]) -> str:
    """The text of the file that a single argument names, else the words themselves."""
    said, path = " ".join(text), Path(text[0])
    said = said.encode(errors="surrogatepass").decode(errors="replace")  # bytes that are no UTF-8
    if not said.strip():
        raise click.UsageError("the text is empty; give some words, or name a file")
    if len(text) > 1:
        return said
    if os.path.isdir(path):  # noqa: PTH112 - of a name too long for the system, Path would raise
        raise click.UsageError(f"{path} is a folder; name a file in it, or give a text")
    if os.path.isfile(path):  # noqa: PTH113
        from lexdesk.extract import ocr, read

        return read(path, ocr=ocr.Ocr() if ocr.available() else None).text
    if _FILE_NAME.fullmatch(text[0]):
        raise click.UsageError(f"there is no file {path}; check the path, or give a text")
    return said


def _tell(heading: str, labels: Sequence[Label]) -> None:
    echo(click.style(heading, bold=True))
    for label in labels:
        mark = "*" if label.applies else " "
        echo(f" {mark} {label.probability:4.0%}  {label.name}")
    if not labels:
        echo("   none")
