"""What lawyers call an act of the Union in the language of a text: by a name that is known, or that its title states.

Only the act itself is called so. An act that amends, carries out or corrects another may end its title with the name
of that one, as *pursuant to Regulation (EU) 2022/2065 (Digital Services Act)* does.
"""

from __future__ import annotations

import re
from functools import lru_cache

from lexdesk.citations.names import USUAL_NAMES

_OF_UNION = re.compile(r"3\d{4}[RLD]\d{4}")
"""Regulations, directives and decisions; a corrigendum has more, ``32016R0679R(02)``."""
_BRACKETED = re.compile(r"(?P<before>.*\S)\s*\((?P<stated>[^()]+)\)", re.DOTALL)
_REMARK = re.compile(  # which may stand behind a name: that the text matters to the EEA, that it was cast anew
    r"[\s.;]*(?:\((?:recast|codifi\w+(?: version)?|neufassung|kodifizi\w+(?: fassung)?|refonte|codification|version codifi\w+"
    r"|versión (?:refundida|codificada)|refundición|rifusione|(?:versione )?codifica\w*|reformulação|codificação|\d+)\)"
    r"|\(?(?:Text with EEA relevance|Text von Bedeutung für den EWR|Texte présentant de l['’]intérêt pour l['’]EEE"
    r"|Texto pertinente a efectos del EEE|Testo rilevante ai fini del SEE|Texto relevante para efeitos do EEE)[\s.]*\)?)?"
    r"[\s.;]*$",
    re.IGNORECASE,
)
_ADOPTED = re.compile(
    r"(?P<head>.*?\b\d{1,2}(?:\.|er|º|°)?\s(?:de\s)?[^\W\d]+\s(?:de\s)?(?:19|20)\d\d)\b[\s,]*(?P<subject>.*)",
    re.DOTALL,
)
"""Who passed the act and when, and what it is about, in English, German, French, Spanish, Italian and Portuguese."""
_LEGISLATOR = re.compile(
    r"\b(?:council|rat(?:es)?|conseil|consejo|consiglio|conselho)\b", re.IGNORECASE
)
_CARRIED_OUT = re.compile(
    r"\b(?:commission|kommission|comisión|commissione|comissão|implementing|delegated|durchführungs\w+|delegierte\w*"
    r"|d['’]exécution|délégué\w*|de ejecución|delegad[oa]|di esecuzione|delegat[oa]|de execução|corrigendum"
    r"|berichtigung|rectificatif|corrección|rettifica|retificação)\b",
    re.IGNORECASE,
)
"""Words before the day of acts that carry out or correct others."""
_ABOUT_ANOTHER = re.compile(
    r"(?:amending|correcting|repealing|supplementing|implementing|zur (?:\w+ )?(?:änderung|berichtigung|aufhebung|ergänzung"
    r"|durchführung)|modifiant|rectifiant|abrogeant|complétant|portant (?:modification|application|exécution)"
    r"|por (?:el|la) que se (?:modifican?|corrigen?|derogan?|completan?)|(?:che|recante) (?:modific\w+|rettific\w+|abrog\w+"
    r"|integr\w+)|que (?:altera|retifica|revoga|completa)[a-z]*)\b",
    re.IGNORECASE,
)
"""What acts are about that change others; such an act may pass new law behind that, and does not begin with it."""
_KINDS = {
    "R": r"regulation|verordnung|règlement|reglamento|regolamento|regulamento",
    "L": r"directive|richtlinie|directiva|direttiva|diretiva",
    "D": r"decision|beschluss|décision|decisión|decisione|decisão",
}
_NAME = re.compile(
    rf"\b(?:act|law|code|{'|'.join(_KINDS.values())}|code|código|codice|loi|ley|lei|legge)\b|(?:{'|'.join(_KINDS.values())}"
    r"|gesetz|kodex)\b",
    re.IGNORECASE,
)
_NUMBERED_NAME = re.compile(r"[^\W\d]\w+ [IVX]+")
_ARTICLE = re.compile(r"(?:the|die|das|der)\s+", re.IGNORECASE)
_QUOTES = " \t\n‘’“”„«»\"'\N{NO-BREAK SPACE}"
_LONGEST = 80  # characters of a name


def usual_name(work: str, title: str, language: str) -> str:
    """``GDPR`` of ``32016R0679`` in English, ``DSGVO`` in German; ``""`` for what is only known by kind and number.

    ``language`` (ISO 639-1) is that of the text whose ``title`` this is, which may be left out (``""``).
    """
    if not _OF_UNION.fullmatch(work):
        return ""
    return USUAL_NAMES.get(work, {}).get(language) or stated_name(work, title)


def usual_names(work: str, title: str) -> set[str]:
    """What ``usual_name`` tells of a work in whatever language; ``title`` is that of one of its texts."""
    return {*USUAL_NAMES.get(work, {}).values(), stated_name(work, title)} - {""}


@lru_cache(maxsize=60_000)  # the same acts are named again and again
def stated_name(work: str, title: str) -> str:
    """The name that the ``title`` of an act of the Union gives it at its end: ``Digital Markets Act``; ``""`` without one."""
    if "(" not in title or not _OF_UNION.fullmatch(work):
        return ""
    adopted = _ADOPTED.fullmatch(title)
    if adopted is None:
        return ""
    head, subject = adopted["head"], adopted["subject"]
    if _CARRIED_OUT.search(head) or not _LEGISLATOR.search(head) or _ABOUT_ANOTHER.match(subject):
        return ""
    while (shorter := _REMARK.sub("", subject)) != subject:
        subject = shorter
    found = _BRACKETED.fullmatch(subject)
    return _name(found["stated"], work[5]) if found else ""


def _name(stated: str, kind: str) -> str:
    """What is stated, without quotation marks; ``""`` where it names no act, or one of another ``kind``."""
    name = _ARTICLE.sub("", " ".join(stated.strip(_QUOTES).split()), count=1).strip(_QUOTES)
    if len(name) > _LONGEST or re.search(r"\d\d|/", name):
        return ""  # that is a number: the name of *NIS 2* has one
    if _NUMBERED_NAME.fullmatch(name) and not name.isupper():
        return name
    of_another = "|".join(words for letter, words in _KINDS.items() if letter != kind)
    names_an_act = _NAME.search(name) and not re.search(of_another, name, re.IGNORECASE)
    return name if names_an_act else ""
