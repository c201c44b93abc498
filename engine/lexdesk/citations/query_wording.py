"""Plainer wordings of a query that cites: without the day and bodies of an act, with figures for numbers in words.

``Council Directive 93/13 of 5 April 1993`` is cited as ``Directive 93/13``, ``gdpr article 6 1 f`` as ``gdpr article 6(1)(f)``.
"""

import re
from collections.abc import Callable, Iterator

from lexdesk.citations.work_lookup import find_by_short_name
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.number_words import MONTHS, TENS, UNITS

_PLACE = r"(?:art(?:icles?|\.)?|sections?|recitals?|annex|chapter|part)"
_NUMBER_IN_WORDS = lazy_pattern(
    rf"\b({_PLACE})\s(?:({'|'.join(TENS)})(?:[\s-]({'|'.join(UNITS[:9])}))?|({'|'.join(reversed(UNITS))}))\b",
    re.IGNORECASE,
)
_BODIES = (
    r"(?:,?\sof\sthe\s(?:European\sParliament\sand\s(?:of\s)?(?:the\s)?Council|Council|Commission))"
)
_DAY = rf"(?:,?\sof\s\d{{1,2}}\s(?:{'|'.join(MONTHS['en'])})\s\d{{4}})"
_SUBJECT = (
    r"(?:,?\s(?:on|concerning|laying\sdown|establishing|as\sregards|regarding|relating\sto|amending)\s"
    rf"(?:(?!,\s{_PLACE}\b).)*)"
)
_PLACE_BEHIND = (
    r"(?:art(?:icles?|s?\.)?|ss?\.?|sections?|recitals?|reg(?:ulation|s?\.)?|rules?|annex|schedule|sch\.?|chapter|part|§+)"
    r"\s?[\dIVX]"
)
_AMENDED = r"(?:as\s)?(?:last\s|further\s|subsequently\s|so\s)?(?:amended|inserted|substituted|replaced|revised|modified)"
_BY = rf"(?:\s(?:by|through)\s(?:(?!,\s{_PLACE_BEHIND}).)+)"


def _day_in_figures(match: re.Match[str]) -> str:
    month = [name.lower() for name in MONTHS["en"]].index(match[2].lower()) + 1
    return f", {match[1]}.{month}.{match[3]}"


_RULES: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    # the numbers of Acts and acts in brackets behind their names
    (r"(?<=\d)\s\((?:No\.?\s)?\d{1,3}(?:/|\sof\s)(?:19|20)\d\d\)", ""),
    (r"\s\((?:Regulation|Directive|Decision)\s(?:\((?:EU|EC|EEC)\)\s)?(?:No\.?\s)?[\d/]+(?:/\w+)?\)", ""),
    (r"^[A-Za-z ]*?(Regulation|Directive|Decision)\s(?=\((?:EU|EC|EEC)\)\s(?:No\.?\s)?\d+/\d+)", r"\1 "),
    # the bodies, the day and the subject of an act of the Union
    (rf"(?<=\d)(?:/E[CU]|/EEC)?(?:{_BODIES}{_DAY}?|{_DAY}){_SUBJECT}?", ""),
    (rf"(?<=\d)(/E[CU]|/EEC)?{_SUBJECT}(?=,\s{_PLACE}\b)", r"\1"),
    (r"\b(?:EU|EC|EEC|European|Union|Community|Council|Commission)\s(?=(?:Regulation|Directive|Decision)\s)", ""),
    # a year before or behind the number of an act, as only later or earlier ones have it
    (r"\b(Regulation|Directive|Reg\.?|Dir\.?)\s(?:EU|EC|EEC)\s(?=\d)", r"\1 "),
    (r"\b(Regulation|Directive|Reg\.?|Dir\.?)\s(?:\((?:EU|EC)\)\s)?(?:No\.?\s)?(\d{1,4})/((?:19|20)\d\d)\b", r"\1 \3/\2"),
    (r"\b([CTF])[-‑–]?(\d{1,4})/(?:19|20)(\d\d)\b", r"\1-\2/\3"),
    # other acts that amended it: "(as amended)", "as amended by Directive (EU) 2018/843, Article 30"
    (rf"\s\({_AMENDED}\b(?:[^()]|\([^()]*\))*\)", ""),
    (rf"(?<=\w),?\s{_AMENDED}{_BY}?(?:(?=,\s{_PLACE_BEHIND})|$)", ""),
    (r"(?<=\w),?\s(?:i\.?\s?d\.?\s?F\.?|in\sder\sFassung|geändert\sdurch)\s(?:der|des|die|das)\s.+$", ""),
    (r"(?<=\w),?\s(?:modifiée?s?\spar|tel(?:le)?\sque\smodifiée?\spar)\s.+$", ""),
    # the Official Journal: "Official Journal L 304, 22 November 2011, p. 64", "OJ 2011 L 304 p. 64"
    (r"\bOfficial\sJournal(?:\sof\sthe\s(?:European\s(?:Union|Communities)|EU|EC))?,?\s(?=[LC(])", "OJ "),
    (rf"(?<=\d),?\s(?:of\s)?(\d{{1,2}})\s({'|'.join(MONTHS['en'])})\s(\d{{4}})(?=,?\sp)", _day_in_figures),
    (r"\b([LC]\s?\d{1,3})(?:\s(?=p)|\sat\s(?=\d))", r"\1, "),
    # places: "article 6 1 f", "Art 6/9", "Article 12 ff.", "Art. 28 GDPR et seq."
    (rf"\b({_PLACE}\s\d+[a-z]?)\s(\d{{1,2}})(?:\s([a-z]))?(?=\s[^\W\d_]{{2,}}|$)", r"\1(\2)(\3)"),
    (r"\b(art(?:icle)?s?\.?\s\d+[a-z]?)/(\d{1,3}[a-z]?)(?=\s[^\W\d_])", r"\1 and \2"),
    (rf"^({_PLACE}\s\d+[a-z]?)\s(of\s[^,]+),\spara(?:graph|\.)?\s?(\d+)((?:\(\w+\))*)$", r"\1(\3)\4 \2"),
    (r"\s(?:et\ssequentes|et\sseqq?|ff|f(?=\.))(?:\.|\b)", ""),
    (r"¶+\s?(?=\d)", "paragraph "),
    (r"(?<=\w)\sat\s(\d{1,3})$", r" at [\1]"),
    (r"\b([A-Z])\.([A-Z])\.(?:([A-Z])\.)?(?=\s(?:18|19|20)\d\d)", r"\1\2\3"),
)  # fmt: skip
_COMPILED = tuple((lazy_pattern(rule, re.IGNORECASE), plain) for rule, plain in _RULES)
_SHORT_NAME = lazy_pattern(r"\s\((?:the\s)?[“\"‘']?(?P<name>[^()“”\"]{2,40})[”\"’']?\)")
_GLUED = lazy_pattern(r"(art\.?)\s?(\d+)([a-z]{3,12})", re.IGNORECASE)
_BEHIND_SLASH = lazy_pattern(
    r"(?P<act>[A-Za-z]{3,12})(?:\s?[/#-]\s?(?=\d)|(?=\d\d))(?P<number>\d{1,3}[a-z]?(?:\(\w+\))*)"
)
_EMPTY = lazy_pattern(r"\(\)")


def simplify_wording(query: str) -> Iterator[str]:
    """Yield ``query`` in ever plainer wordings, the nearest to it first; none if it has nothing to leave out."""
    text = _NUMBER_IN_WORDS.sub(_in_figures, query)
    if text != query:
        yield text
    named = _SHORT_NAME.sub(_without_short_name, text)
    if named != text:
        text = named
        yield text
    if glued := _GLUED.fullmatch(text):
        yield f"{glued[1]} {glued[2]} {glued[3]}"
    if (behind := _BEHIND_SLASH.fullmatch(text)) and find_by_short_name(behind["act"]):
        yield f"{behind['act']} {behind['number']}"
    for pattern, plain in _COMPILED:
        plainer = _EMPTY.sub("", pattern.sub(plain, text)).strip()
        if plainer != text:
            text = plainer
            yield text


def _without_short_name(match: re.Match[str]) -> str:
    """Return nothing for a bracket with the short name of an act, ``(GDPR)``; others belong to titles: ``(Amendment)``."""
    return "" if find_by_short_name(match["name"]) else match[0]


def _in_figures(match: re.Match[str]) -> str:
    word, tens, unit, small = (match[group] and match[group].lower() for group in range(1, 5))
    number = UNITS.index(small) + 1 if small else 10 * (TENS.index(tens) + 2)
    return f"{word} {number + (UNITS.index(unit) + 1 if unit else 0)}"
