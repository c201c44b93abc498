"""Labels of versions: period, origin, status and size of the change."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lexdesk_gui.compare.difference_rows import Row, count_punctuation_changes
from lexdesk_gui.language import find_plural, format_long_date, translate
from lexdesk_gui.reader.label_placement import describe_acts, find_first_day, is_as_adopted
from lexdesk_gui.wording import Badge, badge_of_status

if TYPE_CHECKING:
    from lexdesk.law.history import Stage
    from lexdesk.law.state_comparison import Comparison
    from lexdesk_gui.compare.compare_requests import Force, Versions


def name_period(stage: Stage) -> str:
    """Return the period of a version."""
    begin = find_first_day(stage.valid_from, stage.earliest) if stage.valid_from else ""
    end = format_long_date(stage.valid_to) if stage.valid_to else ""
    if begin and stage.known_until and stage.is_open:
        known = format_long_date(stage.known_until)
        return translate("Compare", "from {begin}, as of {known}").format(begin=begin, known=known)
    if begin and stage.known_until == stage.valid_from:
        return translate("Compare", "as of {begin}").format(begin=begin)
    if begin and end:
        return translate("Compare", "{begin} to {end}").format(begin=begin, end=end)
    if begin:
        return translate("Compare", "from {begin}").format(begin=begin)
    return translate("Compare", "version {n}").format(n=stage.number)


def make_badge(stage: Stage, force: Force, following: Stage | None = None) -> Badge | None:
    """Return the status badge of a version, with the ``following`` one, on the day of ``force``, if known."""
    on = (force.day or datetime.date.today()).isoformat()
    if stage.valid_from is None:
        return None
    if stage.valid_from > on:
        begin = format_long_date(stage.valid_from)
        return Badge(translate("Wording", "From {day}").format(day=begin), "notice")
    is_followed = following is not None and (following.valid_from or "") <= on
    if stage.known_until and not (stage.is_open or is_followed) and stage.known_until < on:
        return badge_of_status("text not known")
    if stage.valid_to and stage.valid_to < on:
        return Badge(translate("Wording", "Not in force"), "bad")
    if force.status == "not yet applicable" and force.applies_from:
        applies = format_long_date(force.applies_from)
        return Badge(translate("Timeline", "Applies from {day}").format(day=applies), "notice")
    return badge_of_status(force.status)


def find_origin(stage: Stage, versions: Versions) -> str:
    """Return the known origin of a version: an amending act, or adoption."""
    if act := describe_acts(stage):
        if not stage.amended_by[0].possibly:
            text = translate("Compare", "by {act}")
        elif len(stage.amended_by) == 1:
            text = translate("Compare", "possibly by {act}")
        else:
            text = translate("Compare", "possibly by one or more of {act}")
        return text.format(act=act)
    if is_as_adopted(stage, versions.in_force_from):
        return translate("Compare", "{act} as adopted").format(act=versions.act)
    return {
        "inserted": translate("Compare", "inserted"),
        "renumbered": translate("Compare", "renumbered"),
        "repealed": translate("Compare", "repealed"),
        "corrected": translate("Compare", "corrected"),
    }.get(stage.change, "")


def describe_counts(versions: Versions) -> str:
    """Return the number of versions of the work and of changes of the provision: ``3 versions, …``.

    Changes are not counted if texts between the versions are missing.
    """
    known = find_plural("Compare", "%Ln versions")(versions.known)
    changes = sum(stage.change == "amended" for stage in versions.history.stages)
    stages = versions.history.stages
    if versions.known < 2 or any(stage.known_until and not stage.is_open for stage in stages):
        return known
    often = find_plural("Compare", "%Ln changes of this provision between them")(changes)
    seldom = (
        translate("Compare", "the same text in all"),
        translate("Compare", "one change of this provision between them"),
    )
    return f"{known}, {seldom[changes] if changes < len(seldom) else often}"


def describe_difference(comparison: Comparison, found: Sequence[Row]) -> str:
    """Return the size of the change: ``95 words added, none removed, 1 change of punctuation``."""
    added, removed = comparison.inserted, comparison.deleted
    marks = count_punctuation_changes(found)
    parts = [
        find_plural("Compare", "%Ln words added")(added)
        if added
        else translate("Compare", "no words added"),
        find_plural("Compare", "%Ln removed")(removed)
        if removed
        else translate("Compare", "none removed"),
    ]
    if marks:
        parts.append(find_plural("Compare", "%Ln changes of punctuation")(marks))
    return ", ".join(parts)
