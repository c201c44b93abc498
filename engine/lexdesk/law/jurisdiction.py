"""The jurisdiction of acts with a title and a year: Irish and British acts may share both.

A judgment of the United Kingdom that names the ``Data Protection Act 2018`` does not cite the Irish Act of that title.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import lru_cache

from lexdesk.text.lazy_pattern import lazy_pattern

_WORKS = {
    "IE": ("IE-*", "http*://www.irishstatutebook.ie/*", "[[]????] IE*"),
    "UK": (
        "UK-*", "GB-*", "http*://caselaw.nationalarchives.gov.uk/*", "http*://www.legislation.gov.uk/*",
        "[[]????] UK*", "[[]????] EW*",
    ),
}  # fmt: skip
"""Patterns (``GLOB``) of the identifiers of works by jurisdiction."""

_STATED = lazy_pattern(
    r"\s*[(,]\s?(?:(?P<UK>UK|U\.K\.|GB|United Kingdom|Great Britain)|(?P<IE>Ireland|Irl\.?|IE|ROI|Republic of Ireland))\)?\s*$"
)

_BEFORE_ACT = lazy_pattern(
    r"^(?P<before>.*?)\b(?:(?P<UK>UK|U\.K\.|British)|(?P<IE>IE|Irish))\s(?=(?:[A-Z][\w'’-]*,?\s|(?:and|of|for|the)\s|\([^()]*\)\s){1,12}Act\b)"
)
_IN_ACT = lazy_pattern(
    r"(?<=Act)\s\((?:(?P<UK>UK)|(?P<IE>IE|Ireland))\)(?=\s\d{4}\b)|(?<=\d{4})\s\((?:(?P<UK2>UK)|(?P<IE2>IE|Ireland))\)"
)
"""Beside the name of an Act: ``Irish Companies Act``, ``Companies Act (Ireland) 2014``."""


@lru_cache(maxsize=4096)
def jurisdiction(work: str) -> str:
    """Return ``IE`` or ``UK``; ``""`` for other works."""
    for country, patterns in _WORKS.items():
        if any(fnmatchcase(work, pattern) for pattern in patterns):
            return country
    return ""


def are_foreign(one: str, other: str) -> bool:
    """Return True if one work is Irish and the other British: neither cites the other by its title alone."""
    both = {jurisdiction(one), jurisdiction(other)}
    return both == {"IE", "UK"}


def foreign_patterns(work: str) -> tuple[str, ...]:
    """Return the patterns of works that do not mean ``work`` by its title."""
    return {"IE": _WORKS["UK"], "UK": _WORKS["IE"]}.get(jurisdiction(work), ())


def split_stated(query: str) -> tuple[str, str]:
    """Split ``Data Protection Act 2018 (UK)`` into the citation and the stated jurisdiction, ``""`` for none."""
    stated = _STATED.search(query)
    if stated and stated.start():
        return query[: stated.start()], "UK" if stated["UK"] else "IE"
    if named := _BEFORE_ACT.match(query):
        return f"{named['before']}{query[named.end() :]}", "UK" if named["UK"] else "IE"
    if inside := _IN_ACT.search(query):
        rest = f"{query[: inside.start()]}{query[inside.end() :]}"
        return rest, "UK" if inside["UK"] or inside["UK2"] else "IE"
    return query, ""
