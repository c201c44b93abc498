"""Labels of places of the law, in hits and in all other views."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from lexdesk.text.control_characters import escape_controls
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lexdesk.storage.schema import ExpressionRow

_LANGUAGE_OF_KIND = {
    "regulation": "en", "directive": "en", "decision": "en",
    "verordnung": "de", "richtlinie": "de", "beschluss": "de",
    "règlement": "fr", "décision": "fr",
    "reglamento": "es", "directiva": "es", "decisión": "es",
    "regolamento": "it", "direttiva": "it", "decisione": "it",
    "regulamento": "pt", "diretiva": "pt", "decisão": "pt",
}  # fmt: skip
"""The words for acts in the languages with usual names, in lower case."""
_ACT = lazy_pattern(
    rf"(?:^|(?<=\s))(?P<kind>{'|'.join(_LANGUAGE_OF_KIND)})\s"
    r"(?:\((?P<community>[^\W\d]{2,8}(?:, ?[^\W\d]{2,8})*)\)\s)?(?:[^\W\d]{1,2}\.?[ºo°]?\.?\s)?"
    r"\d{1,4}/\d{1,4}(?:/(?P<suffix>[^\W\d]{2,8}(?:, ?[^\W\d]{2,8})*))?(?=$|, (?:p|S)\. \d+$)",
    re.IGNORECASE,
)
"""An act of the Union at the end of a citation, as ``lexdesk.structure.eu.identity.make_short_title`` has it."""
_CELEX = lazy_pattern(r"3\d{4}[A-Z]{1,2}\d{4}")
_FRENCH = frozenset({"UE", "CE", "CEE"})  # a directive is called so in English, too


class CitedPlace(Protocol):
    """A place with its citation: a hit, a displayed provision, a work."""

    @property
    def work(self) -> str: ...  # noqa: D102
    @property
    def citation(self) -> str: ...  # noqa: D102
    @property
    def title(self) -> str: ...  # noqa: D102


class Act(NamedTuple):
    """An act's ``formal`` name, ``Regulation (EU) 2016/679``, and its ``usual`` name, ``GDPR`` or ``""``."""

    formal: str
    usual: str


_NO_ACT = Act("", "")


def label_citation(label: str, expression: ExpressionRow, page: int | None) -> str:
    """Return the citation of a place: ``Article 7(3) Regulation (EU) 2016/679``, ``lease.pdf, p. 3``.

    A place in a decision follows its name: ``BGH, Beschluss vom 14.01.2010, IX ZB 72/08, Rn. 1``; a
    page of a German text is ``S. 3``.
    """
    name = expression.short_title or expression.title or expression.work
    if not expression.short_title and expression.path:
        # Regulation No 17 of 1962 has no short title; files of archives are called en.json.
        is_numbered = _CELEX.fullmatch(expression.work)
        name = expression.work if is_numbered else Path(expression.path).name
    name = escape_controls(name)
    place = f"{label} {name}" if label else name
    if label and expression.kind == "judgment":
        place = f"{name}, {label}"
    if page is None:
        return place
    return f"{place}, {'S.' if expression.language == 'de' else 'p.'} {page}"


def label_usual_citation(place: CitedPlace) -> str:
    """Return the citation of a place with the usual name of its act: ``Article 7(3) GDPR``.

    For display only: copies, exports and programs use the citation.
    """
    return replace_act_name(place.citation, place.work, place.title)


def replace_act_name(citation: str, work: str, title: str = "") -> str:
    """Return a citation with the usual name of its act, by ``citation``, ``work`` and ``title``.

    Without a title only well-known names are used (``lexdesk.citations.names.PREFERRED_NAMES``).
    """
    act = find_act(citation, work, title)
    return citation.replace(act.formal, act.usual) if act.usual else citation


@lru_cache(maxsize=10_000)  # lists are redrawn often
def find_act(citation: str, work: str, title: str = "") -> Act:
    """Return the Union act at the end of a ``citation``; ``Act("", "")`` if there is none.

    The language is that of the citation, and so of the text.
    """
    match = _ACT.search(citation) if work.startswith("3") else None
    if match is None:
        return _NO_ACT
    from lexdesk.citations.act_names import find_preferred_name  # many patterns

    language = _LANGUAGE_OF_KIND[match["kind"].lower()]
    if (match["community"] or match["suffix"] or "").partition(",")[0] in _FRENCH:
        language = "fr" if language == "en" else language
    return Act(match[0], find_preferred_name(work, title, language))
