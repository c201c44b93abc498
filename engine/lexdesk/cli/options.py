"""Options that several commands share."""

from __future__ import annotations

from typing import Any

import click

library_option = click.option(
    "-L",
    "--library",
    metavar="LIB",
    type=click.Path(file_okay=False),
    help="Folder of the library; else LEXDESK_LIBRARY, else the platform's data folder.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


MODES = ("hybrid", "words", "meaning")
"""As in ``lexdesk.retrieval``, which is slow to import."""


def as_plain(value: Any) -> Any:
    """A dataclass as plain data; anything else as it is."""
    import dataclasses

    is_record = dataclasses.is_dataclass(value) and not isinstance(value, type)
    return dataclasses.asdict(value) if is_record else value


def print_json(value: Any) -> None:
    """Print plain data, or a dataclass, as one JSON object."""
    import json

    click.echo(json.dumps(as_plain(value), ensure_ascii=False))
