"""The command that tells how a text came to be: history."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

import click

from lexdesk.cli import DONE
from lexdesk.cli.opening import open_library
from lexdesk.cli.options import (
    DAY,
    json_option,
    language_option,
    library_option,
    nothing_found,
    place_arguments,
    print_json,
)
from lexdesk.cli.printing import echo, has_colours

if TYPE_CHECKING:
    from lexdesk.law.comparison import DiffPiece
    from lexdesk.law.history import Comparison, History, Stage

_STYLES: dict[str, dict[str, Any]] = {
    "same": {},
    "deleted": {"fg": "red", "strikethrough": True},
    "inserted": {"fg": "green", "underline": True},
}


class _When(click.ParamType):  # type: ignore[type-arg]  # as in options
    """A day in ISO form, or the number of a version."""

    name = "when"

    def convert(self, value: Any, param: Any, ctx: Any) -> datetime.date | int:
        if isinstance(value, str) and value.isdecimal() and len(value) < 5:
            return int(value)
        return DAY.convert(value, param, ctx)


WHEN = _When()


@click.command()
@place_arguments
@library_option
@language_option
@click.option("--from", "old", type=WHEN, metavar="WHEN", help="A day, or a number in the list.")
@click.option("--to", "new", type=WHEN, metavar="WHEN", help="Show what changed up to then.")
@json_option
def history(
    work: str,
    eid: str | None,
    library: str | None,
    language: str | None,
    old: datetime.date | int | None,
    new: datetime.date | int | None,
    as_json: bool,
) -> int:
    """List the versions of WORK, or the states of its provision EID.

    With --from and --to: what changed between the two, word by word, each a day (2018-05-25) or a
    number of the list.
    """
    if (old is None) != (new is None):
        raise click.UsageError("--from and --to are given together")
    with open_library(library) as opened, nothing_found():
        if old is None or new is None:
            listed = opened.history(work, eid, language=language)
            print_json(listed) if as_json else _print_stages(listed)
        else:
            compared = opened.compare(work, eid, old, new, language=language)
            print_json(compared) if as_json else _print_difference(compared)
    return DONE


def _print_stages(listed: History) -> None:
    from lexdesk.law.citation_labels import with_usual_name

    echo(click.style(with_usual_name(listed.citation, listed.work), bold=True))
    for stage in listed.stages:
        dates = f"{stage.valid_from or 'unknown':>10} to {stage.valid_to or '':10}"
        echo(f"{stage.number:>3}  {dates}  {_told(stage)}")


def _told(stage: Stage) -> str:
    """``amended, +12 -3 words, by Regulation (EU) 2019/2033``."""
    from lexdesk.law.amendments import format_amendments

    changed = f", +{stage.inserted} -{stage.deleted} words" if stage.number > 1 else ""
    made = format_amendments(stage.amended_by)
    formerly = f" from {stage.formerly}" if stage.formerly else ""
    if stage.change == "consolidated":
        formerly = ", earlier wording is not known"
    end = f"; then {stage.end}{f' to {stage.later}' if stage.later else ''}" if stage.end else ""
    of_work = ""
    if (p := stage.provisions) is not None:
        counts = {"amended": p.amended, "inserted": p.inserted, "removed": p.removed}
        told = [f"{len(eids)} {how}" for how, eids in counts.items() if eids]
        told += [f"{len(p.renumbered)} renumbered"] if p.renumbered else []
        of_work = f" ({', '.join(told) or 'no provision changed'})"
    return f"{stage.change}{formerly}{of_work}{changed}{f', {made}' if made else ''}{end}"


def _print_difference(compared: Comparison) -> None:
    from lexdesk.law.citation_labels import with_usual_name

    old, new = (each["valid_from"] or "unknown" for each in (compared.old, compared.new))
    name = click.style(with_usual_name(compared.citation, compared.work), bold=True)
    echo(f"{name}  {old} -> {new}"
               f"  +{compared.inserted} -{compared.deleted} words\n")  # fmt: skip
    print_pieces(compared.pieces)


def print_pieces(pieces: list[DiffPiece]) -> None:
    """Print the difference of two texts: in colours on a terminal, else with signs."""
    from lexdesk.law.comparison import format_diff

    echo(_coloured(pieces) if has_colours() else format_diff(pieces), lines=True)


def _coloured(pieces: list[DiffPiece]) -> str:
    return "".join(click.style(piece.text, **_STYLES[piece.kind]) for piece in pieces)
