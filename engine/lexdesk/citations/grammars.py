"""The grammars of pin cites by language: English, German, French, Spanish, Italian, Dutch, Portuguese and Polish.

Source for the last five: the Interinstitutional Style Guide in these languages, on references to other acts.
"""

from msgspec import Struct

from lexdesk.citations.grammar import (
    CELEX_BEHIND,
    ENGLISH,
    FRENCH,
    GERMAN,
    LEVELS,
    OF_BOOK,
    Grammar,
    build_ordinal_pattern,
)
from lexdesk.citations.names import EU_NAMES_AT_PLACES, EU_SHORT_NAMES, TREATIES
from lexdesk.citations.prefilter import NamePattern, any_word
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.number_words import ORDINALS

_LISTED_ACTS = NamePattern((*EU_SHORT_NAMES, *EU_NAMES_AT_PLACES, *TREATIES))
_DASH = r"\s?(?P<dash>[–-])\s?(?=\d)"
_OF_ES = r"(?:del|de\s(?:la|los|las)|de)\s"
_OF_IT = r"(?:(?:del|della|dello|dei|degli|delle|di)\s|dell['’]\s?|(?=c\.[cp]\.|cod\.\s))"
_OF_NL = r"(?:van\s(?:de|het)|van|uit|bij)\s"
_OF_PT = r"(?:d[oa]s?|de)\s"


class _Words(Struct, frozen=True):
    """The words of a grammar of the same shape as others; alternatives in parentheses that catch nothing are patterns.

    ``ending`` ends the stems of ordinals before the ``nouns``; ``joints`` stand between two of them. ``joined`` are the words
    between numbers, ``ranged`` those of a range. ``of`` leads to what a place is part of, and to its act. ``this`` and
    ``that`` point at a ``pointed`` place. ``before`` are the articles before a further place.
    """

    ending: str
    nouns: str
    joints: str
    joined: str
    ranged: str
    of: str
    this: str
    that: str
    pointed: str
    before: str
    following: str
    down: str = r",\s"
    between: str = ""  # an ordinal behind its noun, before the act
    act: str = r"(?=[A-Z])"  # an act behind a space alone
    code_article: str = r"(?!)"


def _grammar(language: str, words: _Words) -> Grammar:
    levels, ordinals = LEVELS[language], ORDINALS[language]
    between = rf"(?:{words.between})*" if words.between else ""
    first = rf",\s(?:(?:{words.joined})\s)?(?:{words.before})?"
    return Grammar(
        keyword=lazy_pattern(any_word(levels)),
        levels=levels,
        ordinal=build_ordinal_pattern(ordinals, words.ending, words.nouns, words.joints),
        ordinals=ordinals,
        separator=lazy_pattern(
            rf",\s(?:(?:{words.joined})\s)?|\s(?:{words.joined}|(?P<range>{words.ranged}))\s(?=[\da-z(])|{_DASH}"
        ),
        up=lazy_pattern(rf",?\s{words.of}"),
        pointer=lazy_pattern(
            rf",?\s(?:{words.this}|{words.that})\s(?P<noun>{words.pointed})(?!\w)"
        ),
        down=lazy_pattern(words.down),
        further=lazy_pattern(rf"{first}|\s(?:{words.joined})\s(?:{words.before})?"),
        link=lazy_pattern(rf"{between}(?:,?\s{words.of}|\s{words.act})|{CELEX_BEHIND}"),
        onward=lazy_pattern(rf"\s{words.following}"),
        listed_acts=_LISTED_ACTS,
        code_article=lazy_pattern(words.code_article),
        bare_letters=True,
        inherits=True,
        names_all=True,
    )


SPANISH = _grammar("es", _Words(
    ending="o?", nouns="párrafos?|guion(?:es)?|frases?", joints=r",\s|\sy\s", joined="y|e|o|u", ranged="a",
    of=_OF_ES, this=r"(?:del|de\sla)\s(?P<this>presente)", that=r"(?:de|del)\s(?P<that>dich[oa]|mism[oa]|es[ea])",
    pointed="artículo|apartado|anexo|capítulo|sección", before=r"(?:(?:en|de)\s)?(?:el|los|las?)\s|del\s|al\s",
    following=r"y\s(?:siguientes|ss\.)",
    between=r",\s(?:párrafo|frase|guion|inciso)\s(?:primer[oa]|segund[oa]|tercer[oa]|cuart[oa]|quint[oa]|sext[oa]|introductori[oa])",
))  # fmt: skip

ITALIAN = _grammar("it", _Words(
    ending="[oa]", nouns="comma|commi|trattin[oi]|fras[ei]|periodo", joints=r",\s|\se\s",
    joined="ed?|od?|nonché", ranged="ad?|al", of=_OF_IT, this=r"(?:del|della)\s(?P<this>presente)",
    that=r"(?:di|del|della)\s(?P<that>tale|medesim[oa]|stess[oa]|dett[oa])",
    pointed="articolo|paragrafo|allegato|capo|sezione", following=r"e\s(?:seguenti|ss\.)",
    before=r"d?all?['’]|(?:del)?l['’]|(?:agli|gli|degli|il|i|dei|del|al)\s",
    down=r",\s|\s(?=(?:co\.|comma|par\.|lett\.)\s)",
    act=r"(?=[A-Z]|c\.[cp]\.|cod\.\s|d\.lgs\.|d\.l\.|l\.\s|codice\s|legge\s|(?:direttiva|regolamento|decisione|reg\.|dir\.)\s)",
))  # fmt: skip

DUTCH = _grammar("nl", _Words(
    ending="", nouns="leden|lid|alinea['’]?s?|streepjes?|zin(?:nen)?", joints=r",\s|\sen\s", joined="en|of|alsmede",
    ranged=r"tot\sen\smet|tot|t/m", of=_OF_NL, this=r"van\s(?P<this>dit|deze)", that=r"van\s(?P<that>dat|die|genoemde?)",
    pointed="artikel|lid|bijlage|hoofdstuk|afdeling", before=r"(?:in\s|van\s)?(?:de|het)\s",
    following=r"en\svolgende|\s?e\.v\.",
    down=r",\s(?:aanhef\sen\s)?|\s(?:aanhef\sen\s)?(?=(?:lid|leden|onder|onderdeel|letter|sub)\s)",  # art. 6 lid 1 AVG
    act=r"(?=[A-Z]|(?:verordening|richtlijn|besluit)\s)", code_article=rf"\s(?={OF_BOOK})",
))  # fmt: skip

PORTUGUESE = _grammar("pt", _Words(
    ending="[oa]", nouns="parágrafos?|travess(?:ão|ões)|frases?|períodos?", joints=r",\s|\se\s", joined="e|ou",
    ranged="a", of=_OF_PT, this=r"(?:do|da)\s(?P<this>presente)",
    that=r"(?:do|da|desse|dessa)\s(?P<that>referid[oa]|mesm[oa]|citad[oa])",
    pointed="artigo|número|anexo|capítulo|secção", before=r"(?:[ao]s?|n[ao]s?|d[ao]s?)\s", following=r"e\s(?:seguintes|ss\.)",
    down=r",\s|\s(?=(?:n\.(?:os|[ºo°]s?)|alíneas?|al\.)\s)", act=r"(?=[A-Z]|(?:diretiva|regulamento|decisão)\s)",
))  # fmt: skip

POLISH = _grammar("pl", _Words(
    ending=r"(?:[yi]|a|ego|e?j|im|ym)?", nouns=r"akapi\w{1,3}|zdani[aeu]|tiret",
    joints=r",\s|\s(?:i|oraz)\s",
    joined=r"i|oraz|lub|albo|a\stakże|w\szw(?:iązku|\.)\sz",
    ranged="do", of=r"(?:(?:z|w|do|od)\s)", this=r"(?P<this>niniejsz\w{2,3})",
    that=r"(?P<that>te(?:go|j)|wspomnian\w{1,3})", pointed=r"artykułu|ustępu|załącznika|rozdziału|sekcji",
    before=r"(?:w|z)\s", following=r"i\s(?:następn\w{1,3}|nast\.)",
    down=r",\s|\s(?=(?:ust\.|pkt|lit\.|§|ustęp\w{0,2}|punkt\w{0,2}|liter\w{1,2})\s?[\da-z])",
    act=r"(?=[A-Z]|(?:rozporządzeni|dyrektyw|decyzj)[a-ząę]{1,2}\s|[Kk]odeksu\s|k\.)",
))  # fmt: skip

GRAMMARS = {
    "en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH, "it": ITALIAN, "nl": DUTCH, "pt": PORTUGUESE, "pl": POLISH,
}  # fmt: skip


def begins_place(text: str) -> bool:
    """Return True if ``text`` begins like a pin cite: with a word for a level, an ordinal or ``§``."""
    return any(
        pattern.match(text) is not None
        for grammar in GRAMMARS.values()
        for pattern in (grammar.keyword, grammar.ordinal, grammar.glued)
        if pattern is not None
    )
