"""The Treaties: those of the Union, of its former Communities, and the Convention on Human Rights.

By name, by ``EC`` after an article, and by ``the Treaty`` as of the act's own time.
"""

import re
from collections.abc import Iterator

from lexdesk.citations.citation import ActMention
from lexdesk.citations.names import FORMER_TREATIES
from lexdesk.citations.prefilter import (
    ScannedText,
    WordPattern,
    any_word,
    build_word_pattern,
    find_after_words,
)
from lexdesk.text.lazy_pattern import lazy_pattern

_BARE_TREATY = build_word_pattern(
    "Treaty", "Vertrages", "Vertrags", "Vertrag", "Charter", "Charta", "Charte", "traité", "Carta", "Handvest",
    "Karty praw podstawowych",
)  # fmt: skip
_CHARTERS = ("Chart", "Carta", "Handvest", "Karty")
_ANOTHER_CHARTER = lazy_pattern(
    r"\s(?:Magna|Democrática|(?:de\slas?\s|delle\s|das\s|van\sde\s|des\s|of\sthe\s)(?:Nac|Naz|Naç|Verenigde|Nations|United|Vereinten|ONU)"
    r"|(?:[Ss]ocial|sociale?|Europ[ae]\w*)\b)"
)
"""Behind the word for a charter: that of the United Nations, and the Social Charter."""
_COMMUNITY_OF_TREATY = lazy_pattern(r"(?<!\w)(?P<community>EE?C|EW?G)[\s-]$")
_TITLES = {title.partition(" ")[2]: title for title in FORMER_TREATIES.values()}
_TITLE_OF_TREATY = lazy_pattern(
    r"\s(?:"
    + "|".join(re.escape(rest).replace(r"\ ", r"\s") for rest in _TITLES)
    + r")(?![\w-])(?!\sde\s)"
    r"|\s(?P<community>CEE?)(?![\w-])"
)
_ANOTHER_TREATY = lazy_pattern(
    r"\s(?:of\s[A-Z]|on\s(?!the\sFunc|Euro)|concerning\s|establishing\s|between\s"
    r"|von\s[A-Z]|zwischen\s|zur\s|über\s(?!die\s(?:Arbeits|Europ))"
    r"|d['’]|de\s[A-Z]|entre\s|instituant\s|relatif\s|sur\s(?!le\sfonc|l['’]Union))"
)
"""After the word for a treaty: signs of another treaty, ``Treaty of Accession``."""
_FORMER_TREATY = {
    "en": lazy_pattern(
        r"TEC(?![\w/-])|EE?C(?=\s*\Z|\n\n|[^\w\s/-]|\s(?:\((?!No|\d)|(?:and|or|to|of|in|is|are|was|were|be|has|have|had|does|do"
        r"|did|must|may|can|cannot|could|should|shall|will|would|by|on|as|for|with|within|without|which|that|not|also|only"
        r"|itself|from|at|against|where|when|if|because|since|thus|the|a|an|but|nor|than|concerning|regarding|pursuant|read"
        r"|appl(?:y|ies)|provides?|prohibits?|precludes?|requires?|permits?|allows?|lays?|states?|refers?|confers?|guarantees?"
        r"|prevents?|governs?|covers?|constitutes?|imposes?|concerns?)\b))"
    ),
    "de": lazy_pattern(r"E(?:W?GV?)(?![\w/-]|\s(?:Nr|Verordnung|Richtlinie|Vertrag|Kommission))"),
    "fr": lazy_pattern(r"CEE?(?![\w/-])"),
}
"""By language: treaties of the Communities after an article; not ``Article 5 EC declaration of conformity``."""
_CONVENTION = WordPattern(
    lazy_pattern(
        any_word(("ECHR", "EMRK", "CEDH"), word_characters=r"[\w:-]")
        + r"|(?:European\s)?Convention\s(?:on|for\sthe\sProtection\sof)\sHuman\sRights\b"
        r"|Convention\seuropéenne\s(?:de\ssauvegarde\s)?des\sdroits\sde\sl['’][Hh]omme\b"
        r"|(?:Europäischen?\s)?Menschenrechtskonvention\b"
    ),
    ("ECHR", "EMRK", "CEDH", "European", "Convention", "Europäische", "Menschenrechtskonvention"),
)
_BARE_CONVENTION = WordPattern(
    lazy_pattern(
        r"(?:Convention|Konvention)\b(?!\s(?:on|for|of|against|relating|über|zum|relative|sur|de|du|européenne)\b)"
    ),
    ("Convention", "Konvention"),
)
_PROTOCOL = build_word_pattern(
    "Protocol", "Protocole", "Protokoll", "Zusatzprotokoll", "Zusatzprotokolls", "Protokolls",
    behind=r"\s(?:No\.?|n°|n[or]|Nr\.)\s?(?P<number>\d{1,2})(?:\s(?:additionnel\s)?(?:to|of|à|zur|der)\s(?:the\s|la\s)?"
    r"(?:ECHR|EMRK|CEDH|(?:European\s)?Convention(?:\s(?:on|for)\s[^.;,()]{0,40}?Human\sRights[^.;,()\d]{0,35}?Freedoms|\sHuman\sRights)?|Europäischen\sMenschenrechtskonvention))(?!\w)",
)  # fmt: skip
"""``Article 1 of Protocol No 1 to the ECHR``; a protocol without these words may be one of the Union's Treaties."""
_ABBREVIATED_COURT = ("ECtHR", "ECHR", "EGMR", "EMRK", "CEDH", "Menschenrechtskonvention")
_COURT_OF_HUMAN_RIGHTS = lazy_pattern(
    r"Protocol\sNo\.?\s\d{1,2}\sto\sthe\sConvention|\[GC\],\s(?:no|appl)|Court\sof\sHuman\sRights|Convention\son\sHuman\sRights|droits\sde\sl['’][Hh]omme"
)
"""In texts that name the Court or its convention, ``the Convention`` is this one."""

WORD_PATTERNS = (_BARE_TREATY, _CONVENTION, _BARE_CONVENTION, _PROTOCOL)
"""The patterns of ``find_acts`` for the ``WordScan``."""

LISBON = 2010
"""In acts of this year or later "the Treaty" is the TFEU."""


def find_acts(scanned: ScannedText, own_work: str) -> Iterator[ActMention]:
    """Yield every treaty in the text of ``own_work`` without an unambiguous name."""
    for match in scanned.matches(_BARE_TREATY):
        if not (
            match[0].startswith(_CHARTERS) and _ANOTHER_CHARTER.match(scanned.text, match.end())
        ):
            yield _bare_treaty(scanned.text, match, own_work)
    for match in scanned.matches(_CONVENTION):
        yield ActMention(*match.span(), "treaty", name="ECHR", act_type="treaty", alone=False)
    for match in scanned.matches(_PROTOCOL):
        name = f"ECHR Protocol {match['number']}"
        yield ActMention(*match.span(), "treaty", name=name, act_type="treaty", alone=False)
    bare = [match.span() for match in scanned.matches(_BARE_CONVENTION)]
    if bare and _is_on_human_rights(scanned.text):
        for span in bare:
            yield ActMention(*span, "treaty", name="ECHR", act_type="treaty", alone=False)


def match_former_treaty(text: str, position: int, language: str) -> ActMention | None:
    """Return the abbreviated treaty of a Community after an article: ``EC`` in ``Article 81 EC``."""
    pattern = _FORMER_TREATY.get(language)
    match = pattern.match(text, position) if pattern else None
    if match is None:
        return None
    return ActMention(
        position, match.end(), "treaty", name=FORMER_TREATIES[match[0]], act_type="treaty"
    )


def _bare_treaty(text: str, match: re.Match[str], own_work: str) -> ActMention:
    """Return ``the Treaty``: of the Union, or by its context of a Community or another one."""
    start, end = match.span()
    work, name = "", "Treaty"
    if match[0].startswith(_CHARTERS):
        work = "12016P"
    elif before := _COMMUNITY_OF_TREATY.search(text, max(0, start - 4), start):
        start, name = before.start(), FORMER_TREATIES[before["community"]]
    elif titled := _TITLE_OF_TREATY.match(text, end):
        end = titled.end()
        abbreviated = titled["community"]
        name = FORMER_TREATIES[abbreviated] if abbreviated else _TITLES[" ".join(titled[0].split())]
    elif own_work[1:5].isdigit() and int(own_work[1:5]) >= LISBON:
        work = "" if _ANOTHER_TREATY.match(text, end) else "12016E"
    return ActMention(
        start, end, "treaty", work, "" if work else name, act_type="treaty", alone=False
    )


def _is_on_human_rights(text: str) -> bool:
    """Return True if a text names the Court of Human Rights or its convention."""
    if any(name in text for name in _ABBREVIATED_COURT):
        return True
    words = ("Court", "Convention", "droits", "Protocol", "[GC]")
    return any(find_after_words(_COURT_OF_HUMAN_RIGHTS, words, text, 0, len(text)))
