"""The citation that a query is: typed in haste, the act before the article, in small letters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lexdesk.citations.citation import Citation
from lexdesk.citations.finder import find
from lexdesk.citations.names import (
    EU_SHORT_NAMES,
    GERMAN_ABBREVIATIONS,
    GERMAN_CODES,
    TREATIES,
)

_LONGEST = 200  # characters: what is longer asks a question
_NUMBERED = re.compile(r"\d")
_PLACE_BEHIND = re.compile(
    r"^(?P<act>\S.*?)[\s,]+(?P<place>(?:art(?:icles?|ikel|\.)?|§§?|s(?:ections?|\.)|rec(?:itals?|\.)|"
    r"erwägungsgr[uü]nde?|abs(?:atz|\.)|annex|schedule|reg(?:ulation|\.))\s*\d.*|annex.*)$",
    re.IGNORECASE,
)
_NUMBER_BEHIND = re.compile(r"^(?P<act>[^\W\d_][\w -]*?)\s+(?P<number>\d+[a-z]?(?:\(\w+\))*)$")
_GERMAN = re.compile(r"§|\b(?:DS-?GVO|Abs|Absatz|lit|Artikel|Nr|Erwägungsgr\w+)\b", re.IGNORECASE)
_FRENCH = re.compile(r"\b(?:RGPD|considérant|du|paragraphe)\b", re.IGNORECASE)
_WRITTEN = {
    name.lower(): name
    for names in (EU_SHORT_NAMES, TREATIES, GERMAN_ABBREVIATIONS)
    for name in names
    if " " not in name
} | {work.removeprefix("DE-"): work.removeprefix("DE-").upper() for work in GERMAN_CODES.values()}


def cited(query: str) -> Citation | None:
    """The citation that ``query`` is from its first to its last word; ``None`` where it says more.

    ``gdpr art 17``, ``BGB 823`` and ``Art. 17 DSGVO`` are understood. The span is that of the query.
    """
    typed = query.strip().strip(".,;")
    if len(typed) > _LONGEST or not _NUMBERED.search(typed):
        return None
    for text in dict.fromkeys(_variants(typed)):
        for language in dict.fromkeys((language_of(typed), "en", "de", "fr")):
            if (found := _whole(text, language)) is not None:
                return found
    return None


def language_of(query: str) -> str:
    """The language (ISO 639-1) whose words for places and acts ``query`` uses; English for ``art. 6``."""
    return "de" if _GERMAN.search(query) else "fr" if _FRENCH.search(query) else "en"


def _whole(text: str, language: str) -> Citation | None:
    for citation in find(text, language):
        if citation.start == 0 and citation.end == len(text) and (citation.work or citation.name):
            return citation
    return None


def _variants(typed: str) -> Iterator[str]:
    """As typed; with names and nouns in the letters that they are written in; the act behind."""
    for text in (typed, _as_written(typed)):
        yield text
        if place := _PLACE_BEHIND.match(text):
            yield f"{_capital(place['place'])} {place['act']}"
            yield f"{_capital(place['place'])} of {place['act']}"
        elif number := _NUMBER_BEHIND.match(text):
            yield f"Article {number['number']} {number['act']}"
            yield f"§ {number['number']} {number['act']}"
    if typed.startswith("§") or " § " in typed:
        yield from _variants_of_code(typed)


def _as_written(typed: str) -> str:
    words = [_WRITTEN.get(word.lower(), word) for word in typed.split()]
    return _capital(" ".join(words))


def _variants_of_code(typed: str) -> Iterator[str]:
    """``§ 823 bgb``, ``bgb § 823``: the abbreviation of a code is in capitals."""
    first, _, rest = typed.partition(" ")
    if not first.startswith("§"):
        yield f"{rest} {first.upper()}"
    before, _, last = typed.rpartition(" ")
    yield f"{before} {last.upper()}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] if not text.startswith("s.") else text
