"""The origin of a version: its adoption, or the acts that amended it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdesk_gui.language import long_date, plural, translate

if TYPE_CHECKING:
    from lexdesk.law.history import Stage


def first_day(valid_from: str | None, earliest: str | None) -> str:
    """Return the first known day of a text (ISO dates), as the latest possible one if it may begin ``earliest``."""
    day = long_date(valid_from or "")
    return translate("Timeline", "{day} at the latest").format(day=day) if earliest else day


def label(stage: Stage, in_force_from: str | None) -> str:
    """Return the first day of a version with its origin; ``in_force_from`` (ISO) is that of the whole work."""
    day = first_day(stage.valid_from, stage.earliest)
    if act := acts(stage):
        return _act_label(stage).format(day=day, act=act)
    if is_as_adopted(stage, in_force_from):
        if stage.valid_from == in_force_from:  # adopted before
            return translate("Timeline", "{day}, as adopted").format(day=day)
        return translate("Timeline", "Adopted {day}").format(day=day)
    return translate("Timeline", "From {day}").format(day=day)


def _act_label(stage: Stage) -> str:
    """Return the label of the acts behind a version, possibly known only as one of several."""
    if not stage.amended_by[0].possibly:
        return translate("Timeline", "{day} by {act}")
    if len(stage.amended_by) == 1:
        return translate("Timeline", "{day}, possibly by {act}")
    return translate("Timeline", "{day}, possibly by one or more of {act}")


def acts(stage: Stage) -> str:
    """Return the known or possible amending act of a version, or the number of acts, or ``""``."""
    named = [act.citation for act in stage.amended_by]
    return plural("Timeline", "%Ln acts")(len(named)) if len(named) > 1 else "".join(named)


def is_as_adopted(stage: Stage, in_force_from: str | None) -> bool:
    """Report whether a version is the text as adopted.

    The first known text of a consolidated act without earlier versions is later.
    """
    return stage.change == "adopted" and (stage.valid_from or "") <= (in_force_from or "")
