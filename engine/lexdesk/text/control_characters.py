"""Control characters in names and titles."""

from __future__ import annotations

import re

from lexdesk.text.lazy_pattern import lazy_pattern

CONTROLS = "\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069"
"""A character class: C0 and C1 but tab and line feed, and bidirectional controls (CVE-2021-42574)."""
_CONTROL = lazy_pattern(f"[{CONTROLS}]")


def escape_controls(text: str) -> str:
    """Return ``text`` with control characters escaped as ``\\\\u202e``, which would reorder the text around them."""
    return _CONTROL.sub(escape_character, text)


def remove_controls(text: str) -> str:
    """Return ``text`` without control characters."""
    return _CONTROL.sub("", text)


def escape_character(found: re.Match[str]) -> str:
    """Return the escape of the one character ``found``."""
    return f"\\u{ord(found[0]):04x}"
