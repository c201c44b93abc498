"""Dates that a file states in its metadata, which must exist in the calendar."""

from __future__ import annotations

import datetime

from lexdesk.errors import FileRefused


def stated_date(printed: str | None, name: str) -> datetime.date | None:
    """``2018-05-24`` or ``20180524``; ``None`` for nothing, ``9999...`` and ``0000...``.

    Raises ``FileRefused`` for a date that is none: what holds when must not be guessed.
    """
    printed = (printed or "").strip()[:10]
    if not printed or printed.startswith(("9999", "0000")):
        return None
    try:
        return datetime.date.fromisoformat(printed)
    except ValueError:
        raise FileRefused(
            f"{name} states the date {printed!r}, which does not exist; download or export it again."
        ) from None
