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


def print_json(value: Any) -> None:
    """Print plain data, or a dataclass, as one JSON object."""
    import dataclasses
    import json

    plain = (
        dataclasses.asdict(value)
        if dataclasses.is_dataclass(value) and not isinstance(value, type)
        else value
    )
    click.echo(json.dumps(plain, ensure_ascii=False))
