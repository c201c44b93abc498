"""Kinds of reference: amends, repeals, corrects, transposes, or only cites.

A kind is assigned only if the sentence itself has the effect, by words right after the citation
(``is repealed``), right before it (``for the purpose of giving effect to``) or, in the document's
title, by ``amending``. Sources: Joint Practical Guide for legislation of the Union, points 15 and
18 to 20; Handbuch der Rechtsförmlichkeit, parts B and D; the amending formulas of Irish and British
acts.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lexdesk.citations.citation import COUNTRIES, Citation, Segment
from lexdesk.citations.prefilter import by_letter
from lexdesk.citations.quotations import QuotedWords
from lexdesk.text.lazy_pattern import lazy_pattern

CITES = "cites"
_NATIONAL = tuple(COUNTRIES)

_DONE = {
    "amends": r"amended|deleted|inserted|added|substituted|replaced",
    "repeals": r"repealed|revoked",
    "corrects": r"corrected",
}
_DONE_DE = {
    "amends": r"geändert|gestrichen|eingefügt|angefügt|ersetzt|neu gefasst",
    "repeals": r"aufgehoben",
    "corrects": r"berichtigt",
}
_DONE_FR = {
    "amends": r"modifiée?s?|supprimée?s?|insérée?s?|ajoutée?s?|remplacée?s?",
    "repeals": r"abrogée?s?",
    "corrects": r"rectifiée?s?",
}
_DATE_DE = r"(?:\d{1,2}\.\s\w{3,9}\s\d{4})"


def _groups(words: dict[str, str]) -> str:
    return "|".join(f"(?P<{kind}>{done})" for kind, done in words.items())


_ASIDE = r"(?:\s\([^()\n]{1,200}\))?(?:,?\sas\s(?:last\s)?amended\s[^.;\n]{1,160}?(?=,\s(?:is|are|shall)\s))?"
_BEHIND = (
    lazy_pattern(
        rf"{_ASIDE}\s?,?\s(?:is|are|shall\sbe|shall\sstand|stands?)(?:\s(?:hereby|further|accordingly))?"
        rf"\s(?:{_groups(_DONE)})\b"
    ),
    lazy_pattern(
        rf"{_ASIDE}\s(?:wird|werden)(?:\s(?:hiermit|mit\sWirkung\s(?:vom|zum)\s{_DATE_DE}|zum\s{_DATE_DE}"
        rf"|wie\sfolgt|durch\s(?:folgende|die|den|das)\s(?:(?!\sdurch\s)[^.;\n]){{1,80}}?)){{0,3}}\s(?:{_groups(_DONE_DE)})\b"
    ),
    lazy_pattern(rf"{_ASIDE}\s(?:est|sont)(?:\sainsi)?\s(?:{_groups(_DONE_FR)})\b"),
)
_EXPIRES_BEFORE = lazy_pattern(r"\b(?:[Tt]ritt|[Tt]reten)\s(?:gleichzeitig\s)?(?:die|das|der)\s$")
_EXPIRES_BEHIND = lazy_pattern(r"(?:[^.;\n]|(?<=\d)\.|(?<=BGBl)\.){0,160}?\saußer\sKraft\b")

_SOME_OF = lazy_pattern(
    r"\b(?:provisions|[Rr]egulations?\s[\d, and()-]{1,30}|[Rr]ules?\s[\d, and()-]{1,30})\s?(?:of|in)\s(?:the\s)?$"
)
"""Not the whole act: ``the following provisions of the Act of 1976 are repealed``."""

_PART = r"(?:^|\n|\|\s|[;:—–]\s?|\w\)\s?|\d\.\s)"
_PLACE_BEFORE = lazy_pattern(rf"(?:{_PART}|\bis\s(?:hereby\s)?amended,?\s|,\s)[Ii]n\s$")
_PLACE_BEHIND = lazy_pattern(rf"{_ASIDE}\s?(?:,|—|–|-|:|\sby\b|\s(?:wird|werden)\b|\sthere\b)")
_CHANGED = lazy_pattern(
    r"\b(?:is|are|shall\sbe|be)\s(?:amended|replaced\sby|deleted|inserted|added|substituted)\b"
    r"|\bby\s(?:the\s)?(?:substitut|insert|delet|add|omi)\w+|[—–-]$"
    r"|\b(?:wird|werden)\b.{1,200}?\b(?:ersetzt|eingefügt|angefügt|gestrichen)\b"
)
_FOR = lazy_pattern(
    r"\bsubstitut(?:ion|ing|ed)(?:\sof)?(?:\s[^“”‘’;.]{1,80}?)?\sfor\s(?:the\s)?$"
    r"|\bby\s(?:the\s(?:deletion|repeal|omission)\sof|deleting|repealing|omitting)\s$"
)
_HEADING = lazy_pattern(
    r"^(?:\S{1,8}\s)?(?:Further\s)?(?P<what>Amendments?|Repeals?)\s(?:of|to)\s(?:the\s)?$"
)

_QUALIFIER = (
    r"(?:(?:the|Council|Commission|Implementing|Delegated|Framework|certain\sprovisions\sof|der|des|die|den"
    r"|la|le|les|de|du)\s|l['’])*"
)
_EFFECT = lazy_pattern(
    r"(?:\b(?:This\s(?:Act|Part|Chapter|section)|These\sRegulations|[Ss]ections?\s[^.;\n]{1,40}|Parts?\s[^.;\n]{1,30})"
    r"\s(?:is|are|has\seffect|have\seffect)\s(?:enacted\s|made\s)?for\sthe\spurposes?\sof\sgiving"
    r"|\bpurposes?\b[^.;\n]{0,200}\sinclude[sd]?\sthe\spurposes?\sof\sgiving"
    r"|\bin\sexercise\sof\sthe\spowers\sconferred\b[^;\n]{1,600}\sfor\sthe\spurposes?\sof\sgiving"
    r"|\bAn\sAct\sto\s(?:make\sprovision\sto\s)?give|\bThis\sAct\sgives)"
    rf"\s(?:further\s|full\s|partial\s|certain\s)*effect\sto\s{_QUALIFIER}$"
    r"|\bThese\sRegulations\s(?:implement|transpose)\s(?:in\spart\s)?" + rf"{_QUALIFIER}$"
    r"|\bdien(?:t|en)\s(?:\w+\s){0,3}?der\s(?:\w+\s)?Umsetzung\s(?:der\s|des\s|von\s)?$"
    r"|\bprésente?\s(?:loi|ordonnance|décret|arrêté)\s(?:transpose|a\spour\sobjet\sde\stransposer)"
    rf"\s{_QUALIFIER}$"
)
_IN_TITLE = lazy_pattern(
    r"(?:\b(?P<amends>amending|modifiant|zur\sÄnderung)|\b(?P<repeals>repealing|abrogeant|zur\sAufhebung)"
    r"|(?P<corrects>\b(?:correcting|rectifiant|zur\sBerichtigung)"
    r"|(?:^|\n)(?:C(?:orrigendum|ORRIGENDUM)\sto|B(?:erichtigung|ERICHTIGUNG)|R(?:ectificatif|ECTIFICATIF)\s(?:au|à)"
    r"|Corrección\sde\serrores\sdel?|Rettifica\sd(?:el|i)|Retificação\sd[oa]))"
    r"|(?P<transposes>^\W{0,3}(?:\w+\s)?Gesetz\szur\s(?:\w+\s){0,2}Umsetzung))"
    rf"\s(?:Annex(?:es)?\s[^.;\n]{{1,40}}?\s(?:of|to)\s)?{_QUALIFIER}$"
)
_JOINT = lazy_pattern(
    r"(?:\s\([^()\n]{1,80}\))*(?:\sof\sthe\s(?:European\sParliament\sand\sof\sthe\s)?Council)?"
    r"(?:\s\([^()\n]{1,80}\))*\s?(?:,\s?(?:and\s|und\s|et\s)?|\s(?:and|und|sowie|et)\s)"
    rf"{_QUALIFIER}$"
)
_LONGEST_BEFORE, _LONGEST_BEHIND, _LONGEST_TITLE = 700, 400, 1500
_END_OF_TITLE = lazy_pattern(
    r"\n(?:THE\s[A-ZÉ]|DER\s[A-Z]|DAS\s[A-Z]|DIE\s[A-Z]|LE\s[A-Z]|LA\s[A-Z]|Having\sregard|gestützt|vu\s)"
)
_TRANSPOSED = frozenset("LF")
"""Letters of directives and framework decisions in a CELEX number."""


_SIGN = lazy_pattern(
    by_letter((
        "amend", "repeal", "revok", "delet", "insert", "added", "substitut", "replac", "correct", "effect to", "transpos",
        "omission", "omitting", "Corrig", "Amend", "Repeal", "These Regulations", "geändert", "gestrichen", "fügt", "ersetzt",
        "aufgehoben", "berichtigt", "gefasst", "außer Kraft", "Umsetzung", "Änderung", "Aufhebung", "Berichtigung", "modifi",
        "supprim", "insér", "ajout", "remplac", "abrog", "rectifi",
        "ectificati", "CORRIG", "BERICHTIGUNG", "RECTIFICATIF", "Correcci", "Rettifica", "Retifica",
    ))
)  # fmt: skip
"""A text without any of these words only cites."""


class _Surroundings(NamedTuple):
    """The text before and after a citation in its segment; ``from_start`` if it begins the segment."""

    before: str
    after: str
    from_start: bool
    in_title: bool


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind; ``back`` and ``on`` extend it to the joined citations before or after this one."""

    name: str
    back: bool = False
    on: bool = False


def classify_references(
    text: str, citations: Sequence[Citation], work: str, segment: Segment, *, title: bool = False
) -> list[str]:
    """Return ``cites``, ``amends``, ``repeals``, ``corrects`` or ``transposes`` for each citation.

    The citations are those of one segment of a document of ``work``, by position. ``title``: the
    segment begins with the document's title.
    """
    if not citations or not _SIGN.search(text, segment.start, segment.end):
        return [CITES] * len(citations)
    is_national = work.startswith(_NATIONAL)
    end_of_title = _end_of_title(text, segment, is_national) if title else segment.start
    quotes = QuotedWords(text, segment.start, segment.end, union=not is_national)
    kinds: list[_Kind | None] = []
    for citation in citations:
        changeable = citation.work != work and not quotes.holds(citation.start)
        surroundings = _surroundings(text, citation, segment, end_of_title) if changeable else None
        kinds.append(_kind(surroundings, citation, work) if surroundings else None)
    _extend_kinds(text, citations, kinds, work)
    return [kind.name if kind else CITES for kind in kinds]


def _surroundings(
    text: str, citation: Citation, segment: Segment, end_of_title: int
) -> _Surroundings:
    first = max(segment.start, citation.start - _LONGEST_BEFORE)
    last = min(segment.end, citation.end + _LONGEST_BEHIND)
    return _Surroundings(
        text[first : citation.start],
        text[citation.end : last],
        first == segment.start,
        citation.start < end_of_title,
    )


def _kind(surroundings: _Surroundings, citation: Citation, work: str) -> _Kind | None:
    if surroundings.in_title and (title := _IN_TITLE.search(surroundings.before[-120:])):
        return (
            _Kind(str(title.lastgroup), on=True)
            if _is_possible(title.lastgroup, citation, work)
            else None
        )
    for pattern in _BEHIND:
        if done := pattern.match(surroundings.after):
            some = not citation.eids and _SOME_OF.search(surroundings.before[-60:])
            return _Kind("amends" if some else str(done.lastgroup), back=not some)
    if _EXPIRES_BEFORE.search(surroundings.before[-40:]) and _EXPIRES_BEHIND.match(
        surroundings.after
    ):
        return _Kind("repeals")
    if _is_possible("transposes", citation, work) and _gives_effect(surroundings.before):
        return _Kind("transposes", on=True)
    if _FOR.search(surroundings.before[-140:]) or _is_changed_place(surroundings):
        return _Kind("amends")
    heading = _HEADING.match(surroundings.before) if surroundings.from_start else None
    return _Kind("repeals" if heading["what"].startswith("R") else "amends") if heading else None


def _is_possible(kind: str | None, citation: Citation, work: str) -> bool:
    """Return True if the kind is possible: national acts transpose directives and framework decisions."""
    if kind != "transposes":
        return True
    return (
        work.startswith(_NATIONAL) and citation.work[5:6] in _TRANSPOSED and citation.kind == "eu"
    )


def _gives_effect(before: str) -> bool:
    near = before[-90:]
    sign = "effect to" in near or "Umsetzung" in near or "ranspos" in near or "implement" in near
    return sign and _EFFECT.search(before) is not None


def _is_changed_place(surroundings: _Surroundings) -> bool:
    """Return True for the place of an amendment: ``in paragraph 1, the date is replaced by``."""
    if not surroundings.before.endswith(("in ", "In ")) or not _PLACE_BEHIND.match(
        surroundings.after
    ):
        return False
    before = _PLACE_BEFORE.search(surroundings.before[-40:])
    if before is None:
        return False
    sentence = re.split(r";|\n|\.\s", surroundings.after, maxsplit=1)[0]
    return "amended" in before[0] or _CHANGED.search(sentence) is not None


def _extend_kinds(
    text: str, citations: Sequence[Citation], kinds: list[_Kind | None], work: str
) -> None:
    """Extend a kind to the other citations of the same list."""
    for index in reversed(range(len(kinds) - 1)):
        following = kinds[index + 1]
        if (
            kinds[index] is None
            and following
            and following.back
            and _are_joined(text, citations, index)
        ):
            kinds[index] = following if citations[index].work != work else None
    for index in range(1, len(kinds)):
        leading = kinds[index - 1]
        if (
            kinds[index] is None
            and leading
            and leading.on
            and _are_joined(text, citations, index - 1)
        ):
            kinds[index] = leading if _is_possible(leading.name, citations[index], work) else None


def _are_joined(text: str, citations: Sequence[Citation], at: int) -> bool:
    """Return True if a citation and the next are items of one list."""
    between = text[citations[at].end : citations[at + 1].start]
    return len(between) <= _LONGEST_BEHIND and _JOINT.match(between) is not None


def _end_of_title(text: str, segment: Segment, is_national: bool) -> int:
    """Return the end of the title: the adopting institution or the first recital.

    The title of a national act is its first line; notes on its making follow.
    """
    last = min(segment.end, segment.start + _LONGEST_TITLE)
    if is_national:
        return (text.find("\n", segment.start, last) + 1 or last + 1) - 1
    formula = _END_OF_TITLE.search(text, segment.start, last)
    return formula.start() if formula else last
