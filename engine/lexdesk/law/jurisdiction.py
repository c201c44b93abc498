"""The jurisdiction of acts: Irish and British ones may share title and year, German, Austrian and Swiss ones the abbreviation.

A judgment of the United Kingdom that names the ``Data Protection Act 2018`` does not cite the Irish Act of that title.
"""

from fnmatch import fnmatchcase
from functools import lru_cache

from lexdesk.text.lazy_pattern import lazy_pattern

_WORKS = {
    "IE": ("IE-*", "http*://www.irishstatutebook.ie/*", "[[]????] IE*"),
    "UK": (
        "UK-*", "GB-*", "http*://caselaw.nationalarchives.gov.uk/*", "http*://www.legislation.gov.uk/*",
        "[[]????] UK*", "[[]????] EW*",
    ),
    "DE": ("DE-*",),
    "CH": ("cc-*",),
    "AT": ("AT-*",),
}  # fmt: skip
"""Patterns (``GLOB``) of the identifiers of works by jurisdiction."""

_STATED = lazy_pattern(
    r"(?<!\s)\s*+[(,]\s?(?:(?P<UK>UK|U\.K\.|GB|United Kingdom|Great Britain)|(?P<IE>Ireland|Irl\.?|IE|ROI|Republic of Ireland)"
    r"|(?P<AT>Österreich|Austria|Ö|österr\.|AT)|(?P<CH>Schweiz|Switzerland|Suisse|CH)|(?P<DE>Deutschland|Germany|DE))\)?\s*$"
)
_BEFORE_STATUTE = lazy_pattern(
    r"\b(?:(?P<AT>österr(?:\.|eichische[mns]?))|(?P<CH>schweiz(?:\.|erische[mns]?))|(?P<DE>dt\.|deutsche[mns]?))\s"
    r"(?=[A-ZÄÖÜ]\w*(?:[BGO]|buch|gesetz|ordnung|recht)[es]{0,2}\b)"
)
"""Beside a statute: ``§ 25 österr. GmbHG``, ``österreichisches KSchG § 1``."""
_AUSTRIAN_NUMBER = lazy_pattern(r"§+\s?\d+\w?\s.*\bZ\s\d")
"""A number in Austria, *Ziffer*: ``§ 6 Abs 1 Z 5 KSchG``; German statutes have ``Nr.``."""

_BEFORE_ACT = lazy_pattern(
    r"^(?P<before>.*?)\b(?:(?P<UK>UK|U\.K\.|British)|(?P<IE>IE|Irish))\s(?=(?:[A-Z][\w'’-]*,?\s|(?:and|of|for|the)\s|\([^()]*\)\s){1,12}Act\b)"
)
_IN_ACT = lazy_pattern(
    r"(?<=Act)\s\((?:(?P<UK>UK)|(?P<IE>IE|Ireland))\)(?=\s\d{4}\b)|(?<=\d{4})\s\((?:(?P<UK2>UK)|(?P<IE2>IE|Ireland))\)"
)
"""Beside the name of an Act: ``Irish Companies Act``, ``Companies Act (Ireland) 2014``."""


@lru_cache(maxsize=4096)
def find_jurisdiction(work: str) -> str:
    """Return ``IE``, ``UK``, ``DE``, ``CH`` or ``AT``; ``""`` for other works."""
    for country, patterns in _WORKS.items():
        if any(fnmatchcase(work, pattern) for pattern in patterns):
            return country
    return ""


def are_foreign(one: str, other: str) -> bool:
    """Return True if one work is Irish and the other British: neither cites the other by its title alone."""
    both = {find_jurisdiction(one), find_jurisdiction(other)}
    return both == {"IE", "UK"}


def build_foreign_patterns(work: str) -> tuple[str, ...]:
    """Return the patterns of works that do not mean ``work`` by its title."""
    return {"IE": _WORKS["UK"], "UK": _WORKS["IE"]}.get(find_jurisdiction(work), ())


def split_stated(query: str) -> tuple[str, str]:
    """Split ``Data Protection Act 2018 (UK)`` into the citation and the stated jurisdiction, ``""`` for none."""
    stated = _STATED.search(query)
    if stated and stated.start():
        return query[: stated.start()], stated.lastgroup or ""
    if any(map(str.isdigit, query)) and (statute := _BEFORE_STATUTE.search(query)):
        rest = f"{query[: statute.start()]}{query[statute.end() :]}"
        return rest, statute.lastgroup or ""
    if _AUSTRIAN_NUMBER.match(query):
        return query, "AT"
    if named := _BEFORE_ACT.match(query):
        return f"{named['before']}{query[named.end() :]}", "UK" if named["UK"] else "IE"
    if inside := _IN_ACT.search(query):
        rest = f"{query[: inside.start()]}{query[inside.end() :]}"
        return rest, "UK" if inside["UK"] or inside["UK2"] else "IE"
    return query, ""
