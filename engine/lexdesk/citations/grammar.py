"""Grammars of pin cites in English, German and French: words, numbers and connectives; others: ``grammars``.

Every pattern is tried at one position only and bounded in length, so that extraction stays linear.
Sources: for Union law the Interinstitutional Style Guide, "Referring to other acts", and guideline
16 of the Joint Practical Guide; for German law the Handbuch der Rechtsförmlichkeit, Rn. 195
("Zitierung der Bestandteile"), and the short form of courts and commentaries, with a Roman number
for an Absatz and a figure for its sentence.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from lexdesk.citations.names import EU_NAMES_AT_PLACES, EU_SHORT_NAMES, TREATIES
from lexdesk.citations.prefilter import (
    NamePattern,
    WordPattern,
    any_case_word,
    any_word,
    cache_once,
)
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.number_words import MONTHS, ORDINALS
from lexdesk.text.tables import listed, read_table

_ORDINALS_EN, _ORDINALS_FR, _ORDINALS_DE = ORDINALS["en"], ORDINALS["fr"], ORDINALS["de"][:8]
_COUNTED = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
            "eight": "8", "nine": "9", "ten": "10"}  # fmt: skip
_FRENCH_FIRST = {"1er": "1", "premier": "1"}

_GLUED_WORD = r"(?!(?:of|is|or|and|to|in|as|by|at|the|on|for|ff)(?![a-z]))"
_LATIN = r"(?:ter|quater|quinquies|sexies|septies|octies|no[nv]ies|(?:un|duo|ter|quater|quin|sex|sept|octo|novo)?decies|vicies)"
_BIS = r"bis(?=[,.;:)]|\s?\(|\s(?:de|du|des|del|et|à|ou|of|and|or|to)\b|\s*$)"
"""In German ``bis`` means "to"."""
_DOTTED_BEFORE_ACT = (
    r"\d?(?:\.\d{1,2}|\.[a-z]\)?(?!\w)|\((?:[a-z]{1,3}|\d{1,2})\)|°|,\s\d|\s(?:and|or|to|et|ou|à|und|bis)\s\d|\d){0,20}"
    r"\s(?:(?:of|to)\s(?:the\s)?|du\s|de\sla\s|der\s|des\s)?(?:(?:[A-Z]{2}|[A-Z][a-z]{1,2}[A-Z])(?:\w|-)*\b|Constitution\b|Bunreacht\b|Regulation\s\(|Directive\s\d)"
)
"""Behind ``6.1`` in ``Article 6.1(f) GDPR``, ``art. 6.1.f du RGPD``, ``Article 40.3.2° of the Constitution``."""
_FIGURE = (
    rf"premier\b|\d{{1,4}}(?:\s?{_LATIN}(?!\w)|-(?:bis|{_LATIN})(?!\w)|\s{_BIS}|{_GLUED_WORD}[a-z]{{1,4}}(?![A-Za-zäöüß])|[A-Z]{{1,4}}(?![A-Z]))?"
    rf"(?![\d/])(?!\.\d(?!{_DOTTED_BEFORE_ACT}|(?:\.\d)?°))"
)
_BRACKET = r"\(\s?(?:\d{1,3}[A-Za-z]{0,3}|[a-z]{1,3}|[ivxlc]{1,6}|[IVXLC]{1,6}|[A-Z])\s?\)"
_ROMAN = r"(?:[IVXLC]{1,8}(?:[a-z]{1,2}|[A-Z])?|[A-Z]{1,2}\d{1,2}[A-Z]?|\d{1,3}[a-zA-Z]{0,2}|[A-Z])(?!\w)"
_NO_NUMBER_BEHIND = lazy_pattern(
    r"\s?(?:%|‰|°|€|\$|£)|\s(?:per|days?|weeks?|months?|years?|hours?|minutes?|times|Member|EUR|euro|million|billion"
    rf"|(?:{'|'.join(MONTHS['en'])})\s\d"
    r"|Tage?n?|Wochen?|Monate?n?|Jahre?n?|Stunden?|Prozent|vom\sHundert|Euro|Mitglied\w*"
    r"|jours?|mois|ans|années?|heures?)\b"
)
_LATIN_BEHIND = lazy_pattern(rf"\d{{1,4}}-(?:bis|{_LATIN})")
"""An article of Italy or Switzerland: ``640-ter``."""
_NEVER = lazy_pattern(r"(?!)")
_NO_NAMES = NamePattern(())
_OF_PART = r"(?:L\.?\s?O|[LRDA])\.?\s?\*?\s?\d{1,4}(?:-\d{1,3}){0,4}(?![\w/])"
"""An article of the laws, of the regulations or of the decrees of a French code: ``L. 1242-1``."""
_HYPHENATED = r"\d{1,4}(?:-\d{1,3}){1,4}(?![\w/])"
OF_BOOK = r"\d{1,2}[A-Z]?:\d{1,4}[a-z]{0,2}(?![\w/:])"
"""An article of a book of the Dutch Burgerlijk Wetboek: ``6:162``."""
_OF_TAX_CODE = (
    rf"\d{{1,4}}(?:\s(?:bis|{_LATIN}))?(?:-0)?\s(?!(?:EC|CE|EG|EU|UE)\b)[A-Z]{{1,2}}(?:\s(?:bis|{_LATIN}))?"
    r"(?=\s(?:du|de|et|à|ou|CGI)\b|,)"
)
"""``1649 quater B bis``, ``150-0 D ter``: an article of the French tax code, before the name of its code."""
CELEX_BEHIND = r"\s(?=3\d{4}[A-Z]{1,2}\d{4}(?!\w))"


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """The patterns of one language, each for one position in a citation.

    ``inherits``: an item with fewer steps than the one before lies inside it (Absatz 1 oder Absatz
    4 of the same article). ``bare_letters``: points are cited without an opening bracket.
    """

    keyword: re.Pattern[str]  # a word for a level: "Article", "Abs."
    levels: dict[str, str]  # these words -> the level
    ordinal: re.Pattern[str]  # "first and second subparagraphs"
    ordinals: tuple[str, ...]  # these words, or their stems, from the first on
    separator: re.Pattern[str]  # between the numbers of one word: "13, 14 and 15", "13 to 15"
    up: re.Pattern[str]  # to what a place is part of: "point (a) of Article 6"
    pointer: re.Pattern[str]  # to what it points at: "paragraph 1 of this Article"
    down: re.Pattern[str]  # to what narrows it: "Article 6, point (a)"
    further: re.Pattern[str]  # to the next place: "Article 6 and point (a) of Article 9"
    link: re.Pattern[str]  # to its act: "Article 6 of Regulation (EU) 2016/679"
    listed_acts: NamePattern = _NO_NAMES  # after a comma, acts: "Article 6, GDPR"
    glued: re.Pattern[str] | None = None  # keywords that may touch what is before: "undersection 5"
    onward: re.Pattern[str] = _NEVER  # the following numbers, "ff.", or only the ``next``, "f."
    roman: re.Pattern[str] = _NEVER  # behind a § or an article, its paragraph: "§ 823 II BGB"
    letter_apart: re.Pattern[str] = _NEVER  # behind a §, a letter of its number: "§ 74 a HGB"
    roman_article: re.Pattern[str] = _NEVER  # the number of an article: "Artikel II"
    code_article: re.Pattern[str] = _NEVER  # the number of an article of a French code: "L. 1242-1"
    posts: re.Pattern[str] = _NEVER  # behind an Absatz, those of its balance sheet: "A. III. Nr. 1"
    inherits: bool = False
    bare_letters: bool = False
    names_all: bool = False  # behind the link, an act that is not known is none of the text


def build_ordinal_pattern(
    words: tuple[str, ...], ending: str, nouns: str, joints: str
) -> re.Pattern[str]:
    """Return the pattern of ordinals before a noun: ``first and second subparagraphs``."""
    further = rf"(?i:(?:(?:{joints})(?:{'|'.join(words)}){ending}){{0,8}})"
    return lazy_pattern(
        rf"(?P<ordinals>(?:{any_case_word(words)})(?i:{ending}){further})\s(?P<noun>{nouns})(?!\w)"
    )


_PARAGRAPH_SIGN = (
    r"§(?:(?<=\d\s§)|(?<=\der\s§)|(?<=\d,\s§)|(?<=\der,\s§))(?=\s?\d{1,2}(?:er)?(?![\w-]))"
)
"""In ``Article 6 § 1 of the Convention``; other signs are those of sections."""

_LEVEL_WORDS = read_table(
    Path(__file__).parent / "data" / "level_words.tsv", ("language", "level", "use", "words")
)
LEVELS: dict[str, dict[str, str]] = {
    language: {
        word: row["level"]
        for row in _LEVEL_WORDS
        if row["language"] == language
        for word in listed(row["words"])
    }
    for language in ("en", "de", "fr", "es", "it", "nl", "pt", "pl")
}
BARE_LEVELS = tuple(
    word for row in _LEVEL_WORDS if row["use"] == "act" for word in listed(row["words"])
)
"""Words for a level that count only beside an act: ``Human Rights Act 1998, s 6``, ``art 82 of the UK GDPR``."""
_BEFORE_GLUED = ("under", "in", "to", "of", "by", "for", "with", "as", "and", "or")
_GLUED = "|".join([r"(?<![^\W\d_]s)", *(f"(?<={word}s)" for word in _BEFORE_GLUED)])
_GLUED_SECTION = rf"s(?=ection|ub-?section)(?:{_GLUED})(?:ub-?s)?ections?(?=\s?[\d(])"

ENGLISH = Grammar(
    keyword=lazy_pattern(
        rf"{_GLUED_SECTION}|{_PARAGRAPH_SIGN}|{any_word(word for word in LEVELS['en'] if word != '§')}"
    ),
    glued=lazy_pattern(_GLUED_SECTION),
    levels=LEVELS["en"],
    ordinal=build_ordinal_pattern(
        _ORDINALS_EN,
        "",
        "subparagraphs?|paragraphs?|sentences?|indents?|alternative|Schedules?",
        r",\s(?:and\s)?|\s(?:and|or|to)\s",
    ),
    ordinals=_ORDINALS_EN,
    separator=lazy_pattern(
        r"\s?,\s?(?:(?P<r1>to)\s|(?:and|or)\b\s?)?|\s?(?:and/or|and|or|&|(?P<range>to)|as\swell\sas)(?=[\s(])\s?|\s?(?P<dash>[–-])\s?(?=[\d(])"
    ),
    up=lazy_pattern(r",?\s?(?:of|to)\s?(?:the\s?)?(?:said\s|same\s|that\s|this\s)?"),
    pointer=lazy_pattern(
        r"\s?,?\s?(?:of|in)\s(?:(?P<this>this)|(?P<that>that|the\s(?:same|said)|those))\s"
        r"(?P<noun>Articles?|paragraphs?|subparagraphs?|Annex|[Ss]ections?|subsections?|sub-sections?|Schedule|Part|Chapter|Title)(?!\w)(?!\s\d)"
    ),
    down=lazy_pattern(
        r"\s?,\s|\s(?=§\s?\d|(?:part|Part|point|paragraphs?|paras?\.?|lit\.|sentence|subparagraph)\s|(?:Title|Chapter|Section)\s[IVX\d]"
        r"|(?:first|second|third|fourth|fifth)\ssubparagraph\b)"
    ),
    further=lazy_pattern(
        r"\s?,\s(?:(?:and|or)\s(?:the\s)?)?|\s(?:and/or|and|or|&|as\swell\sas)\s(?:the\s)?(?:in\s)?"
        r"|\s(?:of|to),?\s(?:and|or)\s(?:in\s)?(?=[A-Z]|(?:paragraph|recital|point|(?:sub-?)?section|article)s?\s)"
    ),
    link=lazy_pattern(
        r"(?:,\srespectively)?,?\s?(?:(?:of|to),?|in|under|from)\s(?:the\s)?|\s(?=e?[A-Z]|\()|\s(?=there(?:of|to)\b)"
        rf"|{CELEX_BEHIND}"
    ),
    listed_acts=NamePattern((*EU_SHORT_NAMES, *EU_NAMES_AT_PLACES, *TREATIES)),
    onward=lazy_pattern(r"\set\sseqq?\b\.?"),
    code_article=lazy_pattern(rf"\s(?={_OF_PART})|(?<!s)(?<!s\.)\s(?={_HYPHENATED})"),
)


GERMAN = Grammar(
    keyword=lazy_pattern(rf"§§|§|{any_word(LEVELS['de'])}"),
    glued=lazy_pattern("§§?"),
    levels=LEVELS["de"],
    ordinal=build_ordinal_pattern(
        _ORDINALS_DE,
        "(?:er|en|e|es)",
        "Unterabsatz(?:es)?|Halbsatz(?:es)?|Alternative|Satz(?:es)?",
        r"\s(?:und|oder)\s",
    ),
    ordinals=_ORDINALS_DE,
    separator=lazy_pattern(
        r",\s|,(?=\d)|;\s(?=\d{1,4}[a-z]?\sAbs)|\s(?:und/oder|und|oder|&|(?P<range>bis)|u\.|sowie|bzw\.|beziehungsweise)\s|\s?(?P<dash>[–-])\s?(?=\d)"
    ),
    up=_NEVER,
    pointer=lazy_pattern(
        r"\s(?:des|dieses|der|dieser)\s(?:(?P<this>vorliegenden)\s)?(?P<noun>Artikels|Absatzes|Anhangs|Paragra[fp]h?en)(?!\w)(?!\s\d)"
    ),
    down=lazy_pattern(r"\s|,\s(?=Absatz|Abs\.|Buchst|Nummer|Nr\.|Satz|Unterabsatz)"),
    further=lazy_pattern(
        r";\s(?=\d{1,4}[a-z]?\sAbs)|,(?=\d{1,4}[a-z]?\s(?:Abs|Nr|[A-ZÄÖÜ]))|,\s(?:(?:des|der|den|dem)\s)?|\s(?:und/oder|und|oder|u\.|sowie|bzw\.|beziehungsweise|i\.?\s?V\.?\s?m\.?)\s(?:(?:des|der|den|dem|die|nach)\s)?"
        r"|,?\sin\sVerbindung\smit\s(?=Abs|Satz|Nummer|Nr\.|Unterabs)|\s(?P<range>bis)\s(?=§|Art)"
    ),
    link=lazy_pattern(
        rf"(?:\s(?:analog|entsprechend))?(?:\s(?:der|des|dem|den|die|das|vom|zum|zur)\s|\s(?=[A-ZÄÖÜdvj]))|{CELEX_BEHIND}"
    ),
    onward=lazy_pattern(r"\s?(?:(?P<next>f\.)|ff\b\.?)"),
    roman=lazy_pattern(
        r"\s(?P<number>(?=[IVX])(?:XX|X?(?:IX|IV|V?I{0,3})))(?![\w.])(?!\s(?:v\.|vom|über|zur?m?|\d+\.))"
        r"(?:\s(?P<sentence>\d{1,2})(?=(?:\s|,\s\d\w*\s)[A-ZÄÖÜ][a-zäöüß]*[A-Z]|\s(?:lit|Nr|Buchst|Hs|Alt)\b|,\s\d\w*\s(?:Abs|Satz|S\.|Nr)|,\s[IVX]{1,4}\s))?"
    ),
    letter_apart=lazy_pattern(
        r"\s(?P<letter>[a-z])(?=\s(?:Abs|Satz|S\.|Nr|ff?\.|[IVX]{1,4}\s|[A-ZÄÖÜ][\wäöüß]{0,12}[A-ZÄÖÜ]\w?\b)|,\s\d)"
    ),
    roman_article=lazy_pattern(r"\s(?=[IVX])(?:X{0,3}(?:IX|IV|V?I{0,3}))[a-h]?(?![\w.-])"),
    posts=lazy_pattern(
        r"\s(?P<letter>[A-H])(?:(?:\.\s?|\s)(?P<roman>[IVX]{1,4})(?!\w)\.?|\.(?=\s?(?:Nr\.|\d)|\s[A-Z]{2,}\b|$))"
        r"(?:\s?(?:Nr\.\s?)?(?P<figure>\d{1,2})(?![\w.]))?"
    ),
    inherits=True,
    bare_letters=True,
)


FRENCH = Grammar(
    keyword=lazy_pattern(
        rf"{_PARAGRAPH_SIGN}|{any_word(word for word in LEVELS['fr'] if word != '§')}"
    ),
    levels=LEVELS["fr"],
    ordinal=build_ordinal_pattern(
        _ORDINALS_FR, "", "alinéas?|phrases?|tirets?", r",\s|\s(?:et|ou)\s"
    ),
    ordinals=_ORDINALS_FR,
    separator=lazy_pattern(
        r"(?:,?\s(?:[IVX]{1,4}|\d{1,2}°)(?=,?\s)){0,3}(?:,?\s(?:et|ou)\s|,\s(?![IVX\d]+°?,?\s(?:et|ou)\s[LRDA]\.))"
        r"|\s(?:(?P<range>à)|ainsi\sque)\s|\s?(?P<dash>[–-])\s?(?=\d)"
    ),
    up=lazy_pattern(r",?\s(?:du|de\sla|de\sl['’]|des|à\sl['’])\s?"),
    pointer=lazy_pattern(
        r",?\s(?:du|de\sla)\s(?:(?P<this>présente?)|(?P<that>même))\s(?P<noun>article|paragraphe|annexe|chapitre|section)(?!\w)"
    ),
    down=lazy_pattern(r",\s|\s(?=§\s?\d|(?:al\.|par\.|let\.|ch\.)\s)"),
    further=lazy_pattern(
        r",\s(?:et\s|ou\s)?(?:(?:de\s|à\s)?l['’]|des\s|aux\s|les\s|du\s|au\s)?"
        r"|\s(?:et|ou|ainsi\sque)\s(?:(?:de|à)\sl['’]|des\s|aux\s|l['’]|les\s|au\s|du\s)?"
    ),
    link=lazy_pattern(
        rf"\s(?=dudit\s)|(?:\s(?:ancien|nouveau|précité))?(?:,?\s(?:[IVX]{{1,4}}|\d{{1,2}}°|al(?:inéa|\.)\s\d|[a-z]{{1,2}}\)))*"
        rf",?\s(?:du|de\sla|de\sl['’]|des|de)\s?|(?:,\s(?:[IVX]{{1,4}}|\d{{1,2}}°|[a-z]\)))*,?\s(?=C\.\s)|\s(?=[A-Z]|code\s)|{CELEX_BEHIND}"
    ),
    listed_acts=NamePattern((*EU_SHORT_NAMES, *EU_NAMES_AT_PLACES, *TREATIES, "CE", "CEE")),
    onward=lazy_pattern(r"\set\ss(?:uiv(?:ants?|antes?|\.)|\.)(?!\w)"),
    code_article=lazy_pattern(rf"\s(?={_OF_PART}|{_HYPHENATED}|{_OF_TAX_CODE})"),
    bare_letters=True,
)


@cache_once
def build_word_patterns(grammar: Grammar) -> tuple[WordPattern, WordPattern]:
    """Return the patterns that begin a pin cite: words for levels and ordinals, without ``glued`` ones."""
    ordinals = tuple(
        w for word in grammar.ordinals for w in (word, word.capitalize(), word.upper())
    )
    levels = tuple(
        head
        for word in grammar.levels
        if word[0].isalpha()
        for head in ((f"{word} ", f"{word}\u00a0") if word in BARE_LEVELS else (word,))
    )
    return WordPattern(grammar.keyword, levels), WordPattern(grammar.ordinal, ordinals)


VALUES: dict[str, re.Pattern[str]] = {
    "figure": lazy_pattern(
        rf"(?:\s|(?<=[§.s,]))\s?(?P<number>{_FIGURE})(?:\.?[ºª](?!\w)|\.o(?=[\s,)]))?"
    ),
    "recital": lazy_pattern(
        rf"(?:[\s–-]|(?<=[.s]))(?:\s|(?P<bracket>(?<!\n)\())?(?P<number>{_FIGURE})(?(bracket)\))"
    ),
    "code article": lazy_pattern(
        rf"\s(?P<number>{_OF_PART}|{_OF_TAX_CODE}|{_HYPHENATED}|{OF_BOOK})"
    ),
    "roman": lazy_pattern(rf"\s(?P<number>(?i:{'|'.join(_COUNTED)})\b|{_ROMAN})"),
    "letter": lazy_pattern(
        r"(?:\s|(?<=[.§]))(?P<number>\d{1,3}[a-z]{0,2}(?![\w/])(?:\.\d{1,2}(?!\d)){0,3})"
    ),
    "bare letter": lazy_pattern(
        r"(?:\s|(?<=[.§]))(?P<number>\d{1,3}[a-z]{0,2}(?![\w/])(?:\.\d{1,2}(?!\d)){0,3}"
        r"|(?:[a-z]{1,2}(?=\)(?!\w))|(?P<letter>[a-zA-Z])(?P=letter)?(?![\w.'’)])))"
        r"(?:(?<=[a-z])\)|(?<=\d)\)(?=,?\s(?:du|de|des|dudit|et|ou|à)\s))?"
    ),
}
"""Numbers after a word, by the form of its level; recitals may be cited as printed, ``(12)``."""

BRACKETS = lazy_pattern(rf"\s?{_BRACKET}")
CLOSE_BRACKETS = lazy_pattern(
    r"(?:(?:\.|(?<=\d)\s[Nn]o\.\s(?=\d{1,3}(?![\d/])))(?P<dotted>\d{1,3}|[a-z](?!\w))(?:°|(?<=[a-z])\))?)"
    rf"|(?<=\d\))[a-z](?=\s[A-Z]{{2}})|{_BRACKET}|\s{_BRACKET}(?!\s?[A-Z])"
    rf"|\s{_BRACKET}(?=\s[A-ZÄÖÜ][a-zäöüß]{{0,6}}[A-ZÄÖÜ])"
)
"""After a space, a bracket may begin the text of a paragraph: ``Article 5 (1) The Commission``. Before an abbreviation
it belongs to the pin cite: ``Article 28 (3) GDPR``, ``§ 823 (1) BGB``."""
FORM_OF_LEVEL = {
    "article": "figure", "section": "figure", "recital": "recital", "regulation": "figure",
    "paragraph": "letter", "subparagraph": "letter", "subsection": "letter", "clause": "letter",
    "letter": "letter", "doubled letter": "letter", "number": "figure", "sentence": "figure",
    "annex": "roman", "schedule": "roman", "part": "roman", "title": "roman", "chapter": "roman",
    "subdivision": "roman", "book": "roman",
}  # fmt: skip


def normalise_number(printed: str) -> str:
    """Normalise a number: ``Three`` -> ``3``, ``1er`` -> ``1``, ``6 bis`` -> ``6bis``, ``L. 1242-1`` -> ``L1242-1``."""
    if printed.isdigit():
        return printed
    if printed[0] in "LRDA" and printed[-1].isdigit():
        return re.sub(r"[.*\s]", "", printed)
    if ":" in printed:
        return printed.replace(":", "-")
    if _LATIN_BEHIND.fullmatch(printed):
        return printed.replace("-", "")
    if printed[0].isdigit() and re.search(r"\s[A-Z]", printed):
        return " ".join(printed.split())
    return _COUNTED.get(printed.lower()) or _FRENCH_FIRST.get(printed, "".join(printed.split()))


def is_quantity(text: str, position: int) -> bool:
    """Return True if the number ending here is a quantity: days, per cent, the day of a month."""
    return _NO_NUMBER_BEHIND.match(text, position) is not None


def guess_language(text: str) -> str:
    """Guess the language of a grammar from function words and signs; English by default."""
    counts = {code: len(signs.findall(text[:5000])) for code, signs in _SIGNS.items()}
    best = max(counts, key=lambda language: counts[language])
    return best if counts[best] else "en"


_SIGNS = {
    "de": lazy_pattern(
        r"§§?\s?\d+\w*(?=\s(?:Abs|Satz|Nr|[A-ZÄÖÜ]))|\bArt\.?\s?\d+[a-z]?\s[IVX]+\b"
        r"|\b(?:der|die|das|und|des|nach|Abs|Absatz|Artikels?|Satz|Nr|DSGVO|Buchst|ist|gilt|dieses|Gesetzes|Verordnung|Richtlinie)\b"
    ),
    "fr": lazy_pattern(
        r"\b(?:le|la|les|du|des|et|au|aux|paragraphe|règlement|RGPD|l['’]article|est|une?)\b"
    ),
    "en": lazy_pattern(
        r"\b(?:the|of|and|to|in|is|under|Article|section|Regulation|Directive|Act|Case|paragraph|GDPR|U\.S)\b"
    ),
    "es": lazy_pattern(
        r"\b(?:el|los|las|del|y|por|con|una?|según|artículos?|apartado|letras?|Reglamento|Directiva|Código)\b"
    ),
    "it": lazy_pattern(
        r"\b(?:il|lo|gli|del|della|degli|dei|delle|di|e|per|articol[oi]|paragrafo|lettera|regolamento|direttiva|sensi)\b"
        r"|\b(?:[dn]?ell|all|dall|sull)['’](?=\w)"
    ),
    "nl": lazy_pattern(
        r"\b(?:het|een|van|artikel(?:en)?|lid|leden|onder|verordening|Verordening|richtlijn|Richtlijn|overeenkomstig|AVG|bedoeld|wordt)\b"
    ),
    "pl": lazy_pattern(
        r"\b(?:zgodnie|oraz|lub|jest|przez|dnia|ust|lit|pkt|artykuł\w{0,3}|rozporządzeni[aeu]|dyrektyw[aęy]|RODO|ustawy)\b"
    ),
    "pt": lazy_pattern(
        r"\b(?:os|do|da|dos|das|nos|não|artigos?|considerandos?|alíneas?|Regulamento|Diretiva|Diretivas|Código|termos)\b|\bn\.(?:º|os)"
    ),
}
