"""Positions in Qt's strings, which count UTF-16 units where Python counts characters."""

from __future__ import annotations


def units(text: str) -> int:
    """The length of ``text`` as Qt counts it."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def unit_span(text: str, start: int, end: int) -> tuple[int, int]:
    """The span of characters ``start`` to ``end`` of ``text`` as Qt counts it."""
    before = units(text[:start])
    return before, before + units(text[start:end])
