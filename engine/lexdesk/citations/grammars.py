"""The grammars of pin cites by language: English, German, French, Spanish and Italian.

Source for Spanish and Italian: the Interinstitutional Style Guide in both languages, "Referencias a otros actos" and
"Riferimenti".
"""

from __future__ import annotations

from lexdesk.citations.grammar import (
    CELEX_BEHIND,
    ENGLISH,
    FRENCH,
    GERMAN,
    LEVELS,
    Grammar,
    ordinal_pattern,
)
from lexdesk.citations.names import EU_NAMES_AT_PLACES, EU_SHORT_NAMES, TREATIES
from lexdesk.citations.prefilter import NamePattern, any_word
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.number_words import ORDINALS

_ORDINALS_ES, _ORDINALS_IT = ORDINALS["es"], ORDINALS["it"]
_LISTED_ACTS = NamePattern((*EU_SHORT_NAMES, *EU_NAMES_AT_PLACES, *TREATIES))
_OF_ES = r"(?:del|de\s(?:la|los|las)|de)"
_OF_IT = r"(?:(?:del|della|dello|dei|degli|delle|di)\s|dell['’]\s?)"

SPANISH = Grammar(
    keyword=lazy_pattern(any_word(LEVELS["es"])),
    levels=LEVELS["es"],
    ordinal=ordinal_pattern(_ORDINALS_ES, "o?", "párrafos?|guion(?:es)?|frases?", r",\s|\sy\s"),
    ordinals=_ORDINALS_ES,
    separator=lazy_pattern(
        r",\s(?:y\s)?|\s(?:y|e|o|u|(?P<range>a))\s(?=[\da-z(])|\s?(?P<dash>[–-])\s?(?=\d)"
    ),
    up=lazy_pattern(rf",?\s{_OF_ES}\s"),
    pointer=lazy_pattern(
        r",?\s(?:(?:del|de\sla)\s(?P<this>presente)|(?:de|del)\s(?P<that>dich[oa]|mism[oa]|es[ea]))"
        r"\s(?P<noun>artículo|apartado|anexo|capítulo|sección)(?!\w)"
    ),
    down=lazy_pattern(r",\s"),
    further=lazy_pattern(
        r",\s(?:y\s)?(?:(?:en\s)?(?:el|los|las?)\s|del\s|al\s)?|\s(?:y|e|o)\s(?:(?:en\s|de\s)?(?:el|los|las?)\s|del\s|al\s)?"
    ),
    link=lazy_pattern(
        r"(?:,\s(?:párrafo|frase|guion|inciso)\s(?:primer[oa]|segund[oa]|tercer[oa]|cuart[oa]|quint[oa]|sext[oa]|introductori[oa]))*"
        rf"(?:,?\s{_OF_ES}\s|\s(?=[A-Z]))|{CELEX_BEHIND}"
    ),
    onward=lazy_pattern(r"\sy\s(?:siguientes|ss\.)"),
    listed_acts=_LISTED_ACTS,
    bare_letters=True,
    inherits=True,
    names_all=True,
)

ITALIAN = Grammar(
    keyword=lazy_pattern(any_word(LEVELS["it"])),
    levels=LEVELS["it"],
    ordinal=ordinal_pattern(
        _ORDINALS_IT, "[oa]", "comma|commi|trattin[oi]|fras[ei]|periodo", r",\s|\se\s"
    ),
    ordinals=_ORDINALS_IT,
    separator=lazy_pattern(
        r",\s(?:e\s)?|\s(?:ed?|od?|nonché|(?P<range>ad?|al))\s(?=[\da-z(])|\s?(?P<dash>[–-])\s?(?=\d)"
    ),
    up=lazy_pattern(rf",?\s{_OF_IT}"),
    pointer=lazy_pattern(
        r",?\s(?:(?:del|della)\s(?P<this>presente)|(?:di|del|della)\s(?P<that>tale|medesim[oa]|stess[oa]|dett[oa]))"
        r"\s(?P<noun>articolo|paragrafo|allegato|capo|sezione)(?!\w)"
    ),
    down=lazy_pattern(r",\s|\s(?=(?:co\.|comma|par\.|lett\.)\s)"),
    further=lazy_pattern(
        r",\s(?:e\s)?(?:(?:del)?l['’]|(?:agli|gli|degli|il|i|dei|del|al)\s)?"
        r"|\s(?:ed?|od?|nonché)\s(?:(?:d?all?['’]|(?:del)?l['’])|(?:agli|gli|degli|il|i|dei|del|al)\s)?"
    ),
    link=lazy_pattern(rf",?\s{_OF_IT}|\s(?=[A-Z]|c\.[cp]\.)|{CELEX_BEHIND}"),
    onward=lazy_pattern(r"\se\s(?:seguenti|ss\.)"),
    listed_acts=_LISTED_ACTS,
    bare_letters=True,
    inherits=True,
    names_all=True,
)

GRAMMARS = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH, "it": ITALIAN}


def begins_place(text: str) -> bool:
    """Return True if ``text`` begins like a pin cite: with a word for a level, an ordinal or ``§``."""
    return any(
        pattern.match(text) is not None
        for grammar in GRAMMARS.values()
        for pattern in (grammar.keyword, grammar.ordinal, grammar.glued)
        if pattern is not None
    )
