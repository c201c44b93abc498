"""Preferred names of Union acts in the language of a text: well-known ones, or stated in the title.

Only the act itself has the name. The title of an act that amends, implements or corrects another
may end with the name of that one: *pursuant to Regulation (EU) 2022/2065 (Digital Services Act)*.
"""

import re
from functools import lru_cache

from lexdesk.citations.names import PREFERRED_NAMES
from lexdesk.text.lazy_pattern import lazy_pattern

_OF_UNION = lazy_pattern(r"3\d{4}[RLD]\d{4}")
"""Regulations, directives and decisions; a corrigendum has more, ``32016R0679R(02)``."""
_BRACKETED = lazy_pattern(r"(?P<before>.*\S)\s*\((?P<stated>[^()]+)\)", re.DOTALL)
_REMARK = lazy_pattern(  # a remark after the name: EEA relevance, recast
    r"(?<![\s.;])[\s.;]*+"
    r"(?:\((?:recast|codifi\w+(?: version)?|neufassung|kodifizi\w+(?: fassung)?|refonte|codification|version codifi\w+"
    r"|versión (?:refundida|codificada)|refundición|rifusione|(?:versione )?codifica\w*|reformulação|codificação|\d+)\)"
    r"|\(?(?:Text with EEA relevance|Text von Bedeutung für den EWR|Texte présentant de l['’]intérêt pour l['’]EEE"
    r"|Texto pertinente a efectos del EEE|Testo rilevante ai fini del SEE|Texto relevante para efeitos do EEE)[\s.]*\)?)?"
    r"[\s.;]*+$",
    re.IGNORECASE,
)
_ADOPTED = lazy_pattern(
    r"(?P<head>.*?\b\d{1,2}(?:\.|er|º|°)?\s(?:de\s)?[^\W\d]+\s(?:de\s)?(?:19|20)\d\d)\b[\s,]*(?P<subject>.*)",
    re.DOTALL,
)
"""Institution and date, then the subject, in English, German, French, Spanish, Italian and Portuguese."""
_LEGISLATOR = lazy_pattern(
    r"\b(?:council|rat(?:es)?|conseil|consejo|consiglio|conselho)\b", re.IGNORECASE
)
_IMPLEMENTING = lazy_pattern(
    r"\b(?:commission|kommission|comisión|commissione|comissão|implementing|delegated|durchführungs\w+|delegierte\w*"
    r"|d['’]exécution|délégué\w*|de ejecución|delegad[oa]|di esecuzione|delegat[oa]|de execução|corrigendum"
    r"|berichtigung|rectificatif|corrección|rettifica|retificação)\b",
    re.IGNORECASE,
)
"""Words before the date of acts that implement or correct others."""
_ABOUT_ANOTHER = lazy_pattern(
    r"(?:amending|correcting|repealing|supplementing|implementing|zur (?:\w+ )?(?:änderung|berichtigung|aufhebung|ergänzung"
    r"|durchführung)|modifiant|rectifiant|abrogeant|complétant|portant (?:modification|application|exécution)"
    r"|por (?:el|la) que se (?:modifican?|corrigen?|derogan?|completan?)|(?:che|recante) (?:modific\w+|rettific\w+|abrog\w+"
    r"|integr\w+)|que (?:altera|retifica|revoga|completa)[a-z]*)\b",
    re.IGNORECASE,
)
"""Subjects of amending acts; such an act may add new law after them, but never begins with it."""
_KINDS = {
    "R": r"regulation|verordnung|règlement|reglamento|regolamento|regulamento",
    "L": r"directive|richtlinie|directiva|direttiva|diretiva",
    "D": r"decision|beschluss|décision|decisión|decisione|decisão",
}
_NAME = lazy_pattern(
    rf"\b(?:act|law|code|{'|'.join(_KINDS.values())}|code|código|codice|loi|ley|lei|legge)\b|(?:{'|'.join(_KINDS.values())}"
    r"|gesetz|kodex)\b",
    re.IGNORECASE,
)
_NUMBERED_NAME = lazy_pattern(r"[^\W\d]\w+ [IVX]+")
_ARTICLE = lazy_pattern(r"(?:the|die|das|der)\s+", re.IGNORECASE)
_QUOTES = " \t\n‘’“”„«»\"'\N{NO-BREAK SPACE}"
_LONGEST = 80  # characters of a name


def find_preferred_name(work: str, title: str, language: str) -> str:
    """Return ``GDPR`` for ``32016R0679`` in English, ``DSGVO`` in German; ``""`` for acts without a name.

    ``language`` (ISO 639-1) is that of the text with this ``title``, ``""`` if unknown.
    """
    if not _OF_UNION.fullmatch(work):
        return ""
    return PREFERRED_NAMES.get(work, {}).get(language) or find_name_in_title(work, title)


def find_preferred_names(work: str, title: str) -> set[str]:
    """Return the preferred names of a work in all languages; ``title`` is that of one of its texts."""
    return {*PREFERRED_NAMES.get(work, {}).values(), find_name_in_title(work, title)} - {""}


@lru_cache(maxsize=60_000)  # the same titles are repeated
def find_name_in_title(work: str, title: str) -> str:
    """Return the name at the end of a Union act's ``title``: ``Digital Markets Act``; ``""`` without one."""
    if "(" not in title or not _OF_UNION.fullmatch(work):
        return ""
    adopted = _ADOPTED.fullmatch(title)
    if adopted is None:
        return ""
    head, subject = adopted["head"], adopted["subject"]
    if _IMPLEMENTING.search(head) or not _LEGISLATOR.search(head) or _ABOUT_ANOTHER.match(subject):
        return ""
    while (shorter := _REMARK.sub("", subject)) != subject:
        subject = shorter
    match = _BRACKETED.fullmatch(subject)
    return _name(match["stated"], work[5]) if match else ""


def _name(stated: str, kind: str) -> str:
    """Strip quotation marks; return ``""`` unless the text names an act of this ``kind``."""
    name = _ARTICLE.sub("", " ".join(stated.strip(_QUOTES).split()), count=1).strip(_QUOTES)
    if len(name) > _LONGEST or re.search(r"\d\d|/", name):
        return ""  # a number of an act; the name *NIS 2* has one digit
    if _NUMBERED_NAME.fullmatch(name) and not name.isupper():
        return name
    of_another = "|".join(words for letter, words in _KINDS.items() if letter != kind)
    names_an_act = _NAME.search(name) and not re.search(of_another, name, re.IGNORECASE)
    return name if names_an_act else ""
