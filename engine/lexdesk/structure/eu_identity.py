"""What an act of the Union is called: CELEX number, kind, and the name by which it is cited.

Source of the CELEX form: EUR-Lex, "How CELEX numbers are composed": sector 3, year, letter of the
kind, four digits.
"""

from __future__ import annotations

import re

from lexdesk.structure.eu_words import CELEX_LETTER, KINDS_OF_ACT, LEGAL_VALUE

_IDENTIFIER = re.compile(
    r"\((?P<community>[^\W\d]{2,8}(?:, ?[^\W\d]{2,8})*)\)\s*"
    r"(?:[^\W\d]{1,4}\.?[ºo°]?\.?\s*)?\d{1,4}/\d{1,4}"  # (EU) 2016/679, (EU) No 575/2013
    r"|\d{2,4}/\d{1,4}/[^\W\d]{2,8}(?:, ?[^\W\d]{2,8})*"  # 95/46/EC
)
_QUALIFIERS = re.compile(r"(implementing|delegated|framework)\s$", re.IGNORECASE)


def celex_number(kind: str, year: int, number: int) -> str:
    """``("regulation", 2016, 679)`` -> ``32016R0679``; ``""`` for a kind without a letter."""
    letter = CELEX_LETTER.get(kind)
    return f"3{year:04d}{letter}{number:04d}" if letter else ""


def kind_of_legal_value(value: str) -> str:
    """``REG`` -> ``regulation``, ``DEC_IMPL`` -> ``decision``; ``""`` where unknown."""
    return LEGAL_VALUE.get(value[:3].upper(), "")


def kind_of_celex(celex: str) -> str:
    """``32016R0679`` -> ``regulation``; ``""`` where the letter says something else."""
    kinds = {letter: kind for kind, letter in CELEX_LETTER.items()}
    return kinds.get(celex[5:6], "")


def short_title(title: str, kind: str) -> str:
    """The kind and number as citations have them: ``Regulation (EU) 2016/679``.

    The act that passed it (Council, Commission) is left out. Without a number in the title: ``""``.
    """
    identifier = _IDENTIFIER.search(title)
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
