"""Citation styles for a place of the law.

- ``plain``: Lexdesk's own form, *Article 7(3) Regulation (EU) 2016/679*.
- ``oscola``: OSCOLA, 4th edition, 2.6.1 (EU legislation) and 2.4 (statutes): the act first, the place
  after a comma, *art 7(3)*, no full stops in abbreviations.
- ``bluebook``: The Bluebook, 21st edition, rule 21.9 (EU) and table T2 (Germany, Ireland).
- ``eu``: the Interinstitutional style guide of the EU, part 2, section 5.9.3: *Article 7(3) of
  Regulation (EU) 2016/679*.

The reference to the Official Journal is derived from the Publications Office's file name,
``L_2016119EN.01000101.xml`` for OJ L 119 of 2016, page 1; with other file names it is omitted.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from lexdesk.text.lazy_pattern import lazy_pattern

Style = Literal["plain", "oscola", "bluebook", "eu"]
STYLES: tuple[Style, ...] = get_args(Style)

_CELEX = lazy_pattern(r"3(\d{4})[A-Z]{1,2}\d{4}")
_JOURNAL = lazy_pattern(r"([LC])_(\d{4})(\d{3})[A-Z]{2}\.01(\d{4})\d{2}")
_GERMAN = lazy_pattern(
    r"(?P<label>(?:§|Artikel|Art\.) \S+(?: (?:(?:§|Abs\.|Nr\.|(?:Doppel|Dreifach)?[Bb]uchst\.) \S+|[A-Z]\.|[IVX]+\.))*)"
    r" (?P<name>\S.*)"
)
"""A place and an act, whose name may end in a number: ``§ 86 Abs. 3 BDSG 2018``, ``§ 27b SGB 5``."""
_DECISION = lazy_pattern(r"DE-[A-Z]{4}\d+")
"""The work of a decision without an ECLI: ``DE-JURE100055033``, its publisher's number."""
_WORDS = {
    "art": "art", "rec": "recital", "annex": "annex", "sec": "s", "sched": "sch", "schedule": "sch",
    "title": "title", "chp": "ch", "chapter": "ch", "part": "pt", "rule": "r", "reg": "reg",
}  # fmt: skip
_ABBREVIATED = {"Section": "s", "Regulation": "reg", "Article": "art", "Rule": "r"}
_NUMBERED = lazy_pattern(rf"({'|'.join(_ABBREVIATED)}) (\d.*)")
_FRENCH = lazy_pattern(r"\d\w*, (?:paragraphe|points?) \w(?!.*alinéa).*")
_SEVERAL = lazy_pattern(r"(\w+)\)?–(\w+)\)?$")
_INNER = ("para", "subsec", "point", "subpoint", "abs", "subpara", "item", "nr", "lit", "indent")


@cache
def _act() -> re.Pattern[str]:
    """Return the pattern for the name of a Union act in any of its languages."""
    from lexdesk.structure.eu.vocabulary import KINDS_OF_ACT  # loaded only when a place is cited

    words = (re.escape(word) for kinds in KINDS_OF_ACT.values() for word in kinds)
    kind = "|".join(sorted(words, key=len, reverse=True))
    return re.compile(
        r"(?:(?:Commission|Council|Implementing|Delegated|Framework|Joint|Delegierte) ?)*"
        rf"(?<!\w)[\w-]*(?:{kind}|recommendation)\w*\s+(?:\(|n[o°º]|\d|No|Nr).*"
        r"|\([^\W\d]+\)\s\d+/\d+\s[^\W\d].*",  # in Hungarian the word for an act follows its number
        re.IGNORECASE,
    )


@dataclass(frozen=True, slots=True)
class Place:
    """The cited place: the fields of a ``Hit`` or of ``ShownText`` used in a citation."""

    work: str
    eid: str | None
    citation: str
    title: str
    path: str | None = None
    page: int | None = None


def cite(place: Place, style: Style) -> str:
    """Cite ``place`` in ``style``, without a full stop at the end.

    Raises ``ValueError``, with the known styles, for another one.
    """
    if style not in STYLES:
        raise ValueError(f"there is no citation style {style!r}; there are: {', '.join(STYLES)}")
    if style == "plain":
        return place.citation
    if _CELEX.fullmatch(place.work):
        return _cite_union(place, style)
    if place.work.startswith("DE-") and not _DECISION.fullmatch(place.work):
        return _cite_german(place, style)
    if place.work.startswith(("IE-", "UK-", "GB-")):
        return _cite_common_law(place, style)
    return place.citation


def _cite_union(place: Place, style: Style) -> str:
    label, name = _split_citation(place.citation)
    if place.eid and not label:  # no printed number, so the place is not in the citation
        if style == "eu":
            return place.citation
        name = place.title.rstrip(".") or name
    pin = _printed_number(label) or _pin(place.eid, label)
    journal = _JOURNAL.search(place.path or "")
    if style == "eu":
        label = label if not label.startswith("Recital") else f"recital{label[7:]}"
        act = place.title.rstrip(".") if not label and journal is None else name
        return f"{label} of {act}" if label else act
    if style == "oscola":
        where = (
            f" [{journal[2]}] OJ {journal[1]}{int(journal[3])}/{int(journal[4])}" if journal else ""
        )
        return _join(f"{place.title.rstrip('.') or name}{where}", pin)
    number = re.sub(r"\s*\([^\W\d]{2,8}(?:, Euratom)?\)|\b(?:No|Nr\.?)\s+", "", name)
    number = re.sub(r"\s{2,}", " ", number).strip()
    number = re.sub(r"(\d)/(?:EU|EC|EEC)\b", r"\1", number)
    year = journal[2] if journal else place.work[1:5]
    where = f"{year} O.J. ({journal[1]} {int(journal[3])}) {int(journal[4])}" if journal else year
    return f"{_join(number, _abbreviate(pin))}, {where} ({_polity(name, year)})"


def _polity(name: str, year: str) -> str:
    """Return the issuing polity for rule 21.9: the Union, or the Community before it."""
    for stated in ("EEC", "EC", "EU"):
        if re.search(rf"\b{stated}\b", name):
            return stated
    return "EU" if year >= "2010" else "EC"


def _cite_german(place: Place, style: Style) -> str:
    match = _GERMAN.fullmatch(place.citation)
    if style != "bluebook" or (place.eid and match is None):
        return place.citation
    if match is None:
        return f"{place.title} [{place.citation}] (Ger.)"
    pin = re.sub(r"\s*Abs\. (\w+)", r"(\1)", match["label"])
    return f"{place.title} [{match['name']}], {pin} (Ger.)"


def _cite_common_law(place: Place, style: Style) -> str:
    name, label = place.title, place.citation.removesuffix(place.title).strip()
    pin = _printed_number(label) or _pin(place.eid, label, str.upper)
    if style == "bluebook":
        country = "Ir." if place.work.startswith("IE-") else "U.K."
        return f"{_join(name, re.sub(r'^s ', '§ ', pin))} ({country})"
    return _join(name, pin)


def _split_citation(citation: str) -> tuple[str, str]:
    """Split a citation into place and act: ``Article 7(3)``, ``Regulation (EU) 2016/679``."""
    match = _act().search(citation)
    if match is None:
        return "", citation
    return citation[: match.start()].strip(), match[0]


def _printed_number(label: str) -> str:
    """Return ``s 27(3A)`` for ``Section 27(3A)``; ``""`` if it is not numbered through its act.

    The printed number is used because eids are in lower case, unique, and less exact.
    """
    numbered = _NUMBERED.fullmatch(label)
    if numbered is None or _FRENCH.fullmatch(numbered[2]):
        return ""
    return f"{_ABBREVIATED[numbered[1]]} {numbered[2]}"


def _pin(eid: str | None, label: str, format_number: Callable[[str], str] = str) -> str:
    """Return ``art 7(3)(f)`` for ``art_7__para_3__point_f``; the label if the eid is less exact.

    ``format_number`` formats the number after ``art``. For several points the eid is that of their
    parent.
    """
    if not eid or eid.startswith("anx_"):
        return label if eid else ""
    words: list[str] = []
    for step in eid.split("__"):
        kind, _, number = step.partition("_")
        number = number.partition("_")[0]  # ``a_2`` is the second (a)
        if kind in _WORDS:
            words.append(f"{' ' if words else ''}{_WORDS[kind]} {format_number(number)}".rstrip())
        elif kind in _INNER and words and kind != "subpara":
            words.append(f"({number})")
    if words and (several := _SEVERAL.search(label)):
        words.append(f"({several[1]})–({several[2]})")
    return "".join(words) or label


def _abbreviate(pin: str) -> str:
    return re.sub(r"^(art|ch|pt)\b", r"\1.", pin)


def _join(name: str, pin: str) -> str:
    return f"{name}, {pin}" if pin else name
