"""Shares as people read them."""

from __future__ import annotations


def percent(share: float) -> int:
    """``share`` of 1 in whole hundredths; 100 stands for all alone, never beside what is missing."""
    return 100 if share >= 1 else min(round(100 * share), 99)
