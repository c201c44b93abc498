"""How a place of the law is named, in hits and wherever else one is shown."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

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
"""What an act is called in the languages in which usual names are known, in small letters."""
_ACT = re.compile(
    rf"(?:^|(?<=\s))(?P<kind>{'|'.join(_LANGUAGE_OF_KIND)})\s"
    r"(?:\((?P<community>[^\W\d]{2,8}(?:, ?[^\W\d]{2,8})*)\)\s)?(?:[^\W\d]{1,2}\.?[ºo°]?\.?\s)?"
    r"\d{1,4}/\d{1,4}(?:/(?P<suffix>[^\W\d]{2,8}(?:, ?[^\W\d]{2,8})*))?(?=$|, (?:p|S)\. \d+$)",
    re.IGNORECASE,
)
"""An act of the Union at the end of a citation, as ``lexdesk.structure.eu.identity.short_title`` has it."""
_FRENCH = frozenset({"UE", "CE", "CEE"})  # a directive is called so in English, too


class Cited(Protocol):
    """A place with the citation of it: a hit, what is shown, a work that is held or found."""

    @property
    def work(self) -> str: ...  # noqa: D102
    @property
    def citation(self) -> str: ...  # noqa: D102
    @property
    def title(self) -> str: ...  # noqa: D102


class Act(NamedTuple):
    """An act as citations have it, ``Regulation (EU) 2016/679``, and as lawyers call it, ``GDPR``; ``""`` without such a
    name."""

    formal: str
    usual: str


_NO_ACT = Act("", "")


def citation(label: str, expression: ExpressionRow, page: int | None) -> str:
    """How a place is cited: ``Article 7(3) Regulation (EU) 2016/679``, ``lease.pdf, p. 3``.

    A place in a decision stands behind it: ``BGH, Beschluss vom 14.01.2010, IX ZB 72/08, Rn. 1``; a page of a German
    text is ``S. 3``.
    """
    name = expression.short_title or (
        Path(expression.path).name if expression.path else expression.title or expression.work
    )
    place = f"{label} {name}" if label else name
    if label and expression.kind == "judgment":
        place = f"{name}, {label}"
    if page is None:
        return place
    return f"{place}, {'S.' if expression.language == 'de' else 'p.'} {page}"


def called(place: Cited) -> str:
    """How a lawyer calls a place: ``Article 7(3) GDPR``; by its citation where its act has no such name.

    For what is shown: what is copied and exported, and what programs read, has the citation.
    """
    return as_called(place.citation, place.work, place.title)


def as_called(citation: str, work: str, title: str = "") -> str:
    """A place as ``called``, by its ``citation`` and its ``work``, whose ``title`` may state the name.

    Where the title is not at hand, it is a name that is known (``lexdesk.citations.names.PREFERRED_NAMES``) or none.
    """
    act = act_of(citation, work, title)
    return citation.replace(act.formal, act.usual) if act.usual else citation


@lru_cache(maxsize=10_000)  # lists are drawn again and again
def act_of(citation: str, work: str, title: str = "") -> Act:
    """The act of the Union that a ``citation`` ends with; ``Act("", "")`` where it ends with none.

    The language is that of the citation, and so of the text.
    """
    found = _ACT.search(citation) if work.startswith("3") else None
    if found is None:
        return _NO_ACT
    from lexdesk.citations.act_names import preferred_name  # many patterns

    language = _LANGUAGE_OF_KIND[found["kind"].lower()]
    if (found["community"] or found["suffix"] or "").partition(",")[0] in _FRENCH:
        language = "fr" if language == "en" else language
    return Act(found[0], preferred_name(work, title, language))
