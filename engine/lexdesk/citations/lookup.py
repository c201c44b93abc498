"""From names of works to works: what a library, which knows titles, adds to a citation."""

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
"""``BGH, Urteil vom 06.05.2021, IX ZR 72/20`` is named by court, day and docket."""
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


@lru_cache(
    maxsize=60_000
)  # a text cites the same acts, and a library is asked for the same titles again and again
def name_key(name: str) -> str:
    """The form in which names are compared: without case, punctuation and German endings.

    ``Data Protection Act, 2018`` equals ``Data Protection Act 2018``, and
    ``Kündigungsschutzgesetzes`` equals ``Kündigungsschutzgesetz``; ``Companies Act of 1990`` is that of 1990.
    """
    words = re.findall(r"\w+", _OF_YEAR.sub(" ", name.lower().replace("ß", "ss")))
    return " ".join(_stem(word) for word in words if word != "the")


def may_cite(query: str) -> bool:
    """Whether a query may be a citation: it has a number or the name of an act; decided at once."""
    if any(map(str.isdigit, query)):
        return True
    if is_german_statute(query.strip()):
        return True
    lowered = query.lower()
    return any(name in lowered for name in _NAMES_OF_UNION)


def is_german_statute(name: str) -> bool:
    """Whether ``name`` is a code's name, its abbreviation, or one like ``KSchG`` or ``SGB V``, which is no other word."""
    if name.lower().replace("ß", "ss") in _GERMAN_STATUTES:
        return True
    return bool(_MIXED_ABBREVIATION.fullmatch(name) or _SOCIAL_CODE.fullmatch(name))


def work_of_short_name(name: str) -> str:
    """``gdpr`` -> ``32016R0679``, ``BGB`` -> ``DE-bgb``; ``""`` where it is no short name."""
    lowered = name.lower()
    return _BY_SHORT_NAME.get(lowered) or _GERMAN_STATUTES.get(lowered, "")


def short_names(work: str) -> tuple[str, ...]:
    """The names that mean ``work`` alone and that its own title need not have: ``GDPR``, ``DORA``, ``KWG``."""
    return _short_names().get(work, ())


def works_with_short_names() -> Set[str]:
    """The works that ``short_names`` knows."""
    return _short_names().keys()


@cache
def _short_names() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for named in (TREATIES, EU_SHORT_NAMES, EU_ABBREVIATIONS, GERMAN_ABBREVIATIONS):
        for name, work in named.items():
            if name not in _ALSO_WORDS:
                found[work] = (*found.get(work, ()), name)
    return found


def names_of_works(works: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Keys of names -> work, from pairs of work and title or short title.

    A German title counts with and without its abbreviation: ``Aktiengesetz (AktG)``, a German decision with and
    without its kind. A name that two works have leads to neither.
    """
    found: dict[str, str] = {}
    for work, title in works:
        for name in {title, _BRACKETED.sub("", title), _KIND_OF_DECISION.sub("", title)}:
            key = name_key(name)
            found[key] = work if found.get(key, work) == work else ""
    return {key: work for key, work in found.items() if key and work}


def with_work(citation: Citation, names: Mapping[str, str]) -> Citation:
    """The citation with the work that its name means in a library; as it is where none does."""
    if citation.work or not citation.name:
        return citation
    work = names.get(name_key(citation.name), "")
    return replace(citation, work=work) if work else citation


def _stem(word: str) -> str:
    stem = _GERMAN_ENDING.sub("", word)
    return stem if len(stem) >= _SHORTEST_STEM else word
