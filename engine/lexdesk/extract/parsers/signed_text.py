"""Texts with an OpenPGP signature around them (RFC 9580, 7), which is not verified."""

from __future__ import annotations

import re

from lexdesk.text.lazy_pattern import lazy_pattern

_BEGIN = "-----BEGIN PGP SIGNED MESSAGE-----"
# Atomic groups: possessive repeats of groups find nothing in Python before 3.11.5.
_SIGNED = lazy_pattern(
    rf"^{_BEGIN}[ \t]*\n(?>(?:[A-Za-z]+: [^\n]*\n)*)\n?(?P<text>(?>(?:(?!-----BEGIN PGP)[^\n]*\n)*))"
    r"-----BEGIN PGP SIGNATURE-----[ \t]*\n(?>(?:(?!-----)[^\n]*\n)*)-----END PGP SIGNATURE-----[ \t]*",
    re.MULTILINE,
)
_ESCAPED = lazy_pattern(r"^- ", re.MULTILINE)


def without_signature(text: str) -> str:
    """Return the signed text alone; a text without signature unchanged."""
    if _BEGIN not in text:
        return text
    return _SIGNED.sub(lambda found: _ESCAPED.sub("", found["text"]), text)
