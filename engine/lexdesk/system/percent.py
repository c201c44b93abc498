"""Shares as people read them."""

from __future__ import annotations


def percent(share: float) -> int:
    """Return ``share`` of 1 in whole hundredths; only a complete share is 100."""
    return 100 if share >= 1 else min(round(100 * share), 99)
