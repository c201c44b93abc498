"""Conversion of character positions to the UTF-16 positions of Qt's strings."""

from __future__ import annotations


def units(text: str) -> int:
    """Return the length of ``text`` in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def unit_span(text: str, start: int, end: int) -> tuple[int, int]:
    """Convert the character span ``start`` to ``end`` of ``text`` to UTF-16 units."""
    before = units(text[:start])
    return before, before + units(text[start:end])
