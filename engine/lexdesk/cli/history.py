"""The history command."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

import click

from lexdesk.cli import DONE
from lexdesk.cli.opening import open_library
from lexdesk.cli.options import (
    WHEN,
    json_option,
    language_option,
    library_option,
    place_arguments,
    print_json,
    report_nothing_found,
)
from lexdesk.cli.printing import echo, has_colours

if TYPE_CHECKING:
    from lexdesk.law.comparison import DiffPiece
    from lexdesk.law.history import History, Stage
    from lexdesk.law.state_comparison import Comparison

_STYLES: dict[str, dict[str, Any]] = {
    "same": {},
    "deleted": {"fg": "red", "strikethrough": True},
    "inserted": {"fg": "green", "underline": True},
}


@click.command()
@place_arguments
@library_option
@language_option
@click.option(
    "--from", "old", type=WHEN, metavar="WHEN", help="Compare from this day, or number in the list."
)
@click.option(
    "--to", "new", type=WHEN, metavar="WHEN", help="Compare to this day, or number in the list."
)
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

    With --from and --to, print the differences word by word. Each is a day (2018-05-25) or a number of
    the list.
    """
    if (old is None) != (new is None):
        raise click.UsageError("give both --from and --to, or neither")
    with open_library(library) as opened, report_nothing_found():
        if old is None or new is None:
            listed = opened.law.history(work, eid, language=language)
            print_json(listed) if as_json else _print_stages(listed)
        else:
            compared = opened.law.compare(work, eid, old, new, language=language)
            print_json(compared) if as_json else _print_difference(compared)
    return DONE


def _print_stages(listed: History) -> None:
    from lexdesk.law.citation_labels import replace_act_name

    echo(click.style(replace_act_name(listed.citation, listed.work), bold=True))
    for stage in listed.stages:
        if stage.change == "undated":
            echo(f"{stage.number:>3}  {_format_undated(stage)}")
            continue
        dates = f"{stage.valid_from or 'unknown':>10} to {stage.valid_to or '':10}"
        echo(f"{stage.number:>3}  {dates}  {_format_stage(stage)}")
        if stage.known_until and stage.is_open:
            echo(f"     as of the state of the repository: {stage.known_until}")
        elif stage.known_until:
            languages = ", ".join(stage.elsewhere)
            where = f"in the library in another language: {languages}" if languages else "not known"
            echo(f"     the text after {stage.known_until} is {where}")
    if listed.notice:
        echo(click.style(str(listed.notice), dim=True))


def _format_undated(stage: Stage) -> str:
    if stage.state is None:
        return "text without a date"
    return f"as of the state of {stage.state}; earlier and later wordings are not known"


def _format_stage(stage: Stage) -> str:
    """Return a line such as ``amended, +12 -3 words, by Regulation (EU) 2019/2033``."""
    from lexdesk.law.amendments import format_amendments

    is_counted = stage.number > 1 and stage.change not in ("repealed", "unchanged")
    changed = f", +{stage.inserted} -{stage.deleted} words" if is_counted else ""
    if not stage.is_compared:
        is_said = stage.change == "not compared"
        changed = (
            f"{'' if is_said else ', not compared'} with the last one, which is of another format"
        )
    elif stage.change == "not compared":
        changed = " with the text before, whose file leaves it out"
    acts = format_amendments(stage.amended_by)
    formerly = f" from {stage.formerly}" if stage.formerly else ""
    if stage.change == "consolidated":
        formerly = ", earlier wording is not known"
    if stage.earliest and stage.change != "unchanged":
        formerly += f", {stage.earliest} at the earliest"
    end = f"; then {stage.end}{f' to {stage.later}' if stage.later else ''}" if stage.end else ""
    if stage.end == "left out":
        end = "; the file of the next text leaves it out"
    of_work = ""
    if (p := stage.provisions) is not None and stage.change != "repealed":
        counts = {"amended": p.amended, "inserted": p.inserted, "removed": p.removed}
        changes = [f"{len(eids)} {change}" for change, eids in counts.items() if eids]
        changes += [f"{len(p.renumbered)} renumbered"] if p.renumbered else []
        changes += [f"{stage.left_out} left out by the file"] if stage.left_out else []
        of_work = f" ({', '.join(changes) or 'no provision changed'})"
    return f"{stage.change}{formerly}{of_work}{changed}{f', {acts}' if acts else ''}{end}"


def _print_difference(compared: Comparison) -> None:
    from lexdesk.law.citation_labels import replace_act_name

    old, new = (version["valid_from"] for version in (compared.old, compared.new))
    name = click.style(replace_act_name(compared.citation, compared.work), bold=True)
    if is_same := old == new and not (compared.inserted or compared.deleted):
        echo(f"{name}  one text for both, {f'from {old}' if old else 'without a date'}")
    else:
        days = f"{old or 'unknown'} -> {new or 'unknown'}"
        echo(f"{name}  {days}  +{compared.inserted} -{compared.deleted} words")
    notices = [
        f"{version['notice']}"
        if is_same
        else f"{version['valid_from'] or 'unknown'}: {version['notice']}"
        for version in (compared.old, compared.new)
        if version["notice"]
    ]
    for notice in dict.fromkeys(notices):
        echo(click.style(notice, dim=True))
    echo("")
    print_pieces(compared.pieces)


def print_pieces(pieces: list[DiffPiece]) -> None:
    """Print the differences of two texts, in colours on a terminal, else with marks."""
    from lexdesk.law.comparison import format_diff

    echo(_colour(pieces) if has_colours() else format_diff(pieces), lines=True)


def _colour(pieces: list[DiffPiece]) -> str:
    return "".join(click.style(piece.text, **_STYLES[piece.kind]) for piece in pieces)
