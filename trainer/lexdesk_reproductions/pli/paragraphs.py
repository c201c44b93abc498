"""Cases cut into paragraphs, and the text around each citation marker."""

import re

MARKER = re.compile(r"\[\?CITATION\?\]|\[REF\]|FRAGMENT_SUPPRESSED")
_BREAK = re.compile(r"\n\s*\n|\n(?=\s*(?:\[?\d+\\?[.\])]|\(\d+\)))")


def paragraphs(text: str, most: int, words: int = 180, fewest: int = 8) -> list[str]:
    """Return the first ``most`` paragraphs; cut longer ones at ``words``, drop those under ``fewest``.

    180 words of English law are about 256 tokens.
    """
    found: list[str] = []
    for part in _BREAK.split(text):
        split = part.split()
        for at in range(0, len(split), words):
            piece = split[at : at + words]
            if len(piece) >= fewest:
                found.append(" ".join(piece))
            if len(found) == most:
                return found
    return found


def at_least_one(text: str, most: int, words: int) -> list[str]:
    """Return ``paragraphs``, or the beginning of a text too short for any."""
    return paragraphs(text, most, words) or [text[:200]]


def windows(text: str, words: int = 60) -> list[str]:
    """Return ``words`` before and after each marker, in order; empty without a marker."""
    found = []
    for match in MARKER.finditer(text):
        before = text[: match.start()].split()[-words:]
        after = text[match.end() :].split()[:words]
        found.append(MARKER.sub(" ", " ".join([*before, *after])))
    return found
