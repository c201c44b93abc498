"""Days as they are stored: in ISO form, ``None`` where they are unknown or open."""

from __future__ import annotations

import datetime


def iso(day: datetime.date | None) -> str | None:
    """``2018-05-25``, or ``None``."""
    return day.isoformat() if day else None


def from_iso(stated: str | None) -> datetime.date | None:
    """The inverse of ``iso``; ``None`` for an empty text too. Raises ``ValueError``."""
    return datetime.date.fromisoformat(stated) if stated else None
