"""Identity of Union acts: CELEX number, kind and short title.

Source of the CELEX form: EUR-Lex, "How CELEX numbers are composed": sector 3, year, letter of the
kind, four digits.
"""

import datetime
import re

from lexdesk.structure.dates import find_numeric_date
from lexdesk.structure.eu.vocabulary import CELEX_LETTER, KINDS_OF_ACT, LEGAL_VALUE
from lexdesk.text.lazy_pattern import lazy_pattern

_IDENTIFIER = lazy_pattern(
    r"\((?P<community>[^\W\d]{2,8}(?:, ?[^\W\d]{2,8})*)\)\s*"
    r"(?:[^\W\d]{1,4}\.?[ºo°]?\.?\s*)?\d{1,4}/\d{1,4}"  # (EU) 2016/679, (EU) No 575/2013
    r"|\d{2,4}/\d{1,4}/[^\W\d]{2,8}(?:, ?[^\W\d]{2,8})*"  # 95/46/EC
)
_NUMBERS = lazy_pattern(r"(?:[^\W\d]{1,4}\.?[ºo°]?\.?\s*)?(\d{1,4})/(\d{1,4})")
_QUALIFIERS = lazy_pattern(r"(implementing|delegated|framework)\s$", re.IGNORECASE)

_KIND = lazy_pattern(
    "|".join(stem for stems in KINDS_OF_ACT.values() for stem in stems), re.IGNORECASE
)
_STATE = lazy_pattern(
    r"\b0?(?P<celex>\d{4}[A-Z]{1,2}\d{4}) — [A-Z]{2} — (?P<day>\d\d\.\d\d\.\d{4}) — \d{3}\.\d{3}\s"
)
"""The head of a consolidated text: ``02003L0071 — EN — 21.07.2019 — 007.001``."""
_HEAD = 400  # characters that may hold it


def build_celex(kind: str, year: int, number: int) -> str:
    """Return the CELEX number: ``("regulation", 2016, 679)`` -> ``32016R0679``; ``""`` for other kinds."""
    letter = CELEX_LETTER.get(kind)
    return f"3{year:04d}{letter}{number:04d}" if letter else ""


def build_case_celex(court: str, number: str, year: str) -> str:
    """Return the CELEX number of a judgment (sector 6): ``("C", "311", "18")`` -> ``62018CJ0311``."""
    full_year = 1900 + int(year) if int(year) > 51 else 2000 + int(year)
    return f"6{full_year}{court}J{int(number):04d}"


def read_title_celex(title: str, kind: str) -> str:
    """Return the CELEX number of the act named in a title: ``Directive 95/46/EC of`` -> ``31995L0046``.

    Since 2015 the year comes first; before, it came second in regulations and decisions "No".
    ``""`` if the title has no number or year and number are ambiguous.
    """
    found = _own_identifier(title)
    if found is None:
        return ""
    numbers = _NUMBERS.search(found[0])
    if numbers is None:
        return ""
    first, second = numbers[1], numbers[2]
    numbered = bool(found["community"]) and not numbers[0].startswith(first)
    if numbered or (found["community"] and len(first) != 4):
        first, second = second, first
    year = _year(first)
    return build_celex(kind, year, int(second)) if year else ""


_TREATY = lazy_pattern(
    r"(?:(?:consolidated\s+(?:version|text)\s+of\s+|konsolidierte\s+fassung\s+|version\s+consolidée\s+)(?:the\s+|des\s+|der\s+|du\s+|de\s+la\s+)?)?"
    r"(?:(?P<functioning>treaty\s+on\s+the\s+functioning\s+of\s+the\s+european\s+union|vertrag(?:e?s)?\s+über\s+die\s+arbeitsweise\s+der\s+europäischen\s+union"
    r"|traité\s+sur\s+le\s+fonctionnement\s+de\s+l['’]union\s+européenne)"
    r"|(?P<union>treaty\s+on\s+european\s+union|vertrag(?:e?s)?\s+über\s+die\s+europäische\s+union|traité\s+sur\s+l['’]union\s+européenne)"
    r"|(?P<charter>charter\s+of\s+fundamental\s+rights\s+of\s+the\s+european\s+union|charta\s+der\s+grundrechte\s+der\s+europäischen\s+union"
    r"|charte\s+des\s+droits\s+fondamentaux\s+de\s+l['’]union\s+européenne))\W*",
    re.IGNORECASE,
)
_TREATIES = {
    "functioning": ("12016E", {"vertrag": "AEUV", "traité": "TFUE", "treaty": "TFEU"}),
    "union": ("12016M", {"vertrag": "EUV", "traité": "TUE", "treaty": "TEU"}),
    "charter": ("12016P", {"charter": "Charter", "charta": "GRCh", "charte": "Charte"}),
}


def read_title_treaty(title: str) -> tuple[str, str] | None:
    """Return the CELEX number and the usual name of the treaty that a title consists of; ``None`` for other titles."""
    match = _TREATY.fullmatch(title.strip())
    if match is None or match.lastgroup is None:
        return None
    celex, names = _TREATIES[match.lastgroup]
    return celex, next(name for word, name in names.items() if word in match[0].lower())


def _own_identifier(title: str) -> re.Match[str] | None:
    """Return the act's own identifier in its title; ``None`` if it only names others, as that of a proposal does.

    The own one follows the first kind of act, precedes it, or stands alone in brackets.
    """
    for found in _IDENTIFIER.finditer(title):
        kinds = len(_KIND.findall(title[: found.start()]))
        is_cited = kinds > 1 or (kinds == 1 and _KIND.match(title[found.end() :].lstrip()))
        if not is_cited or title[found.start() - 1] == "(":
            return found
    return None


def _year(printed: str) -> int | None:
    if len(printed) == 4:
        return int(printed) if 1951 <= int(printed) <= 2100 else None
    return 1900 + int(printed) if len(printed) == 2 and int(printed) >= 51 else None


def find_kind_of_legal_value(value: str) -> str:
    """Return the kind of a legal value: ``REG`` -> ``regulation``, ``DEC_IMPL`` -> ``decision``, or ``""``."""
    return LEGAL_VALUE.get(value[:3].upper(), "")


def find_kind_of_celex(celex: str) -> str:
    """Return the kind of a CELEX number: ``32016R0679`` -> ``regulation``; ``""`` for other letters."""
    kinds = {letter: kind for kind, letter in CELEX_LETTER.items()}
    return kinds.get(celex[5:6], "")


def make_short_title(title: str, kind: str) -> str:
    """Return kind and number as in citations: ``Regulation (EU) 2016/679``; ``""`` without a number.

    The institution (Council, Commission) is omitted.
    """
    identifier = _own_identifier(title)
    if identifier is None:
        return ""
    number = identifier[0]
    before = title[: identifier.start()]
    word = _word_of_kind(before, kind)
    if word:
        return f"{word} {number}"
    word = _word_of_kind(title[identifier.end() :][:40], kind)
    return f"{number} {word}".strip()


def _word_of_kind(text: str, kind: str) -> str:
    lowered = text.lower()
    for stem in sorted(KINDS_OF_ACT.get(kind, ()), key=len, reverse=True):
        at = lowered.find(stem)
        if at < 0:
            continue
        start = text.rfind(" ", 0, at) + 1
        end = text.find(" ", at)
        word = text[start : end if end >= 0 else len(text)]
        qualifier = _QUALIFIERS.search(text[:start])
        return (qualifier[0] if qualifier else "") + (word.capitalize() if word.isupper() else word)
    return ""


def read_state_day(text: str, work: str) -> datetime.date | None:
    """Return the day of a consolidated text of ``work`` by its head; ``None`` without one."""
    head = _STATE.search(text, 0, _HEAD)
    return find_numeric_date(head["day"]) if head and work == f"3{head['celex']}" else None
