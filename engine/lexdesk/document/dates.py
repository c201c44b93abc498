"""Dates in their stored form: ISO 8601, ``None`` for an unknown or open date."""

import datetime


def iso(day: datetime.date | None) -> str | None:
    """Format a date as ``2018-05-25``; return ``None`` for ``None``."""
    return day.isoformat() if day else None


def from_iso(text: str | None) -> datetime.date | None:
    """Parse an ISO date; return ``None`` for ``None`` and for ``""``. Raises ``ValueError``."""
    return datetime.date.fromisoformat(text) if text else None
