"""Lookup of works by name, for citations resolved in a library with its titles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from dataclasses import replace
from functools import cache, lru_cache

from lexdesk.citations.citation import Citation
from lexdesk.citations.names import (
    EU_ABBREVIATIONS,
    EU_SHORT_NAMES,
    GERMAN_ABBREVIATIONS,
    GERMAN_CODES,
    TREATIES,
)

_GERMAN_ENDING = re.compile(r"(?:es|en|er|em|e|s|n)$")
_BRACKETED = re.compile(r"\s*\([^()]*\)\s*$")
_KIND_OF_DECISION = re.compile(r",\s[\w-]+(?=\svom\s\d\d\.\d\d\.\d{4},\s)")
"""The type in ``BGH, Urteil vom 06.05.2021, IX ZR 72/20``, which citations may omit."""
_OF_YEAR = re.compile(r"(?<=act)\sof\s(?=\d{4}\b)")
_SHORTEST_STEM = 4
_GERMAN_STATUTES = {
    **{work.removeprefix("DE-"): work for work in GERMAN_CODES.values()},
    **{name.lower(): work for name, work in GERMAN_ABBREVIATIONS.items()},
    **GERMAN_CODES,
}
_BY_SHORT_NAME = {name.lower(): work for name, work in EU_SHORT_NAMES.items()} | EU_ABBREVIATIONS
_NAMES_OF_UNION = tuple(name.lower() for name in (*EU_SHORT_NAMES, *TREATIES))
_ALSO_WORDS = frozenset({"led", "mar"})  # the past of lead, the Spanish sea
_SOCIAL_CODE = re.compile(r"SGB\s[IVX]{1,4}", re.IGNORECASE)
_MIXED_ABBREVIATION = re.compile(r"[A-ZÄÖÜ]\w{0,13}[a-zäöüß]\w{0,13}[BGOV]")


@lru_cache(maxsize=60_000)  # texts and libraries repeat the same titles
def name_key(name: str) -> str:
    """Normalise a name for comparison: no case, punctuation or German inflection.

    ``Data Protection Act, 2018`` equals ``Data Protection Act 2018``, ``Kündigungsschutzgesetzes``
    equals ``Kündigungsschutzgesetz``, and ``Companies Act of 1990`` equals ``Companies Act 1990``.
    """
    words = re.findall(r"\w+", _OF_YEAR.sub(" ", name.lower().replace("ß", "ss")))
    return " ".join(_stem(word) for word in words if word != "the")


def may_cite(query: str) -> bool:
    """Return True if a query may be a citation: it has a number or the name of an act; fast."""
    if any(map(str.isdigit, query)):
        return True
    if is_german_statute(query.strip()):
        return True
    lowered = query.lower()
    return any(name in lowered for name in _NAMES_OF_UNION)


def is_german_statute(name: str) -> bool:
    """Return True for a code's name, its abbreviation, or a form like ``KSchG`` or ``SGB V``."""
    if name.lower().replace("ß", "ss") in _GERMAN_STATUTES:
        return True
    return bool(_MIXED_ABBREVIATION.fullmatch(name) or _SOCIAL_CODE.fullmatch(name))


def find_by_short_name(name: str) -> str:
    """Return the work of a short name: ``gdpr`` -> ``32016R0679``, ``BGB`` -> ``DE-bgb``, else ``""``."""
    lowered = name.lower()
    return _BY_SHORT_NAME.get(lowered) or _GERMAN_STATUTES.get(lowered, "")


def short_names(work: str) -> tuple[str, ...]:
    """Return the unambiguous short names of ``work``, beyond its title: ``GDPR``, ``DORA``, ``KWG``."""
    return _short_names().get(work, ())


def works_with_short_names() -> Set[str]:
    """Return the works with ``short_names``."""
    return _short_names().keys()


@cache
def _short_names() -> dict[str, tuple[str, ...]]:
    by_work: dict[str, tuple[str, ...]] = {}
    for names in (TREATIES, EU_SHORT_NAMES, EU_ABBREVIATIONS, GERMAN_ABBREVIATIONS):
        for name, work in names.items():
            if name not in _ALSO_WORDS:
                by_work[work] = (*by_work.get(work, ()), name)
    return by_work


def index_names(works: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return a map of name keys to works, from pairs of work and title or short title.

    A German title counts with and without its abbreviation, ``Aktiengesetz (AktG)``, a German
    decision with and without its type. A name shared by two works is dropped.
    """
    by_key: dict[str, str] = {}
    for work, title in works:
        for name in {title, _BRACKETED.sub("", title), _KIND_OF_DECISION.sub("", title)}:
            key = name_key(name)
            by_key[key] = work if by_key.get(key, work) == work else ""
    return {key: work for key, work in by_key.items() if key and work}


def resolve_name(citation: Citation, names: Mapping[str, str]) -> Citation:
    """Return the citation with the work of its name in a library, unchanged if there is none."""
    if citation.work or not citation.name:
        return citation
    work = names.get(name_key(citation.name), "")
    return replace(citation, work=work) if work else citation


def _stem(word: str) -> str:
    stem = _GERMAN_ENDING.sub("", word)
    return stem if len(stem) >= _SHORTEST_STEM else word
