"""Citations in queries: informal, in lower case, with the act before or after the article."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from lexdesk.citations.citation import Citation, Context
from lexdesk.citations.finder import find
from lexdesk.citations.grammars import begins_place
from lexdesk.citations.identifiers import parse_identifier
from lexdesk.citations.names import (
    EU_SHORT_NAMES,
    FOREIGN_CODES,
    GERMAN_ABBREVIATIONS,
    GERMAN_CODES,
    TREATIES,
)
from lexdesk.citations.query_cases import find_all, read_named_case
from lexdesk.citations.query_language import ARTICLE, query_language
from lexdesk.citations.query_wording import simplify_wording
from lexdesk.citations.resolution import parse_target
from lexdesk.citations.shorthand import expand_shorthand
from lexdesk.citations.work_lookup import (
    find_by_short_name,
    find_namesakes,
    is_german_statute,
    may_cite,
)
from lexdesk.citations.works import german
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tables import listed

_LONGEST = 300  # characters; longer queries are questions
_PLACE_BEHIND = lazy_pattern(
    r"^(?P<act>\S.*?)[\s,]+(?P<place>(?:art(?:icles?|ikel|\.)?|§§?|s(?:ections?|\.)|rec(?:itals?|\.)|"
    r"erwägungsgr[uü]nde?|abs(?:atz|\.)|annex|schedule|reg(?:ulation|\.))\s*\d.*|annex.*)$",
    re.IGNORECASE,
)
_NUMBER_BEFORE = lazy_pattern(
    r"(?:paragra(?:ph|f)\s+)?(?P<number>\d+[a-z]?(?:\(\w+\))*)\s+(?P<act>\S+)", re.IGNORECASE
)
_NUMBER_BEHIND = lazy_pattern(
    r"^(?P<act>[^\W\d_][\w -]*?)\s+(?P<number>\d+[a-z]?(?:\(\w+\))*"
    r"(?:\s(?:[IVX]{1,4}|(?i:abs|absatz|nr)\b\.?\s?\d+)\b.*)?)$"
)
_YEAR = lazy_pattern(r"18\d\d|19\d\d|20\d\d")
_LONG_ENOUGH = "BGB"  # the only act with provisions numbered like years
_LONGEST_NAME = 9  # words
_WORD = lazy_pattern(r"[\w+.'’&/-]+")
_JOINT = lazy_pattern(
    r"[\s,;(]+(?:(?:of|to|in|under|de\s+la|de[rs]?|du|del|della|do|da|nach)\s+)?(?:the\s+|l['’]\s*)?$|^[\s,;:)]+"
)
_IDENTIFIED = lazy_pattern(
    r"(?P<work>\d{5}[A-Z]{1,2}\d{4}\S*?|[A-Z]{2}-[\w-]+)(?:\s+|[/#])(?P<eid>[a-z]+_[\w-]+)"
)
_EID = lazy_pattern(r"[a-z]+(?:_[\w.-]+)?")
_USUAL_SPELLING = {
    name.lower(): name
    for names in (EU_SHORT_NAMES, TREATIES, GERMAN_ABBREVIATIONS)
    for name in names
    if " " not in name
} | {work.removeprefix("DE-"): work.removeprefix("DE-").upper() for work in GERMAN_CODES.values()}

_ARTICLE_OF_CODE = r"(?:(?:L\.?\s?O|[LRDA])\.?\s?\d{1,4}(?:-\d{1,3}){0,4}|\d{1,4}(?:-\d{1,3}){1,4})"
_OF_CODE = lazy_pattern(rf"(?:art(?:icle|\.)?s?)\s{_ARTICLE_OF_CODE}", re.IGNORECASE)
"""An article of a French code, ``art. 311-1``; other laws are rarely asked for by ranges."""
_LANGUAGES_OF_CODES = ("es", "it", "pl", "nl", "pt")
"""Their codes are often named by a few letters alone: ``art. 217 LEC``, ``art. 415 KC``."""
_WITHOUT_WORD = lazy_pattern(
    rf"(?P<number>{_ARTICLE_OF_CODE})\s(?P<code>c(?:ode|\.)\s.+)|(?P<name>c(?:ode|\.)\s.*?[^\W\d]\.?)\s(?P<behind>{_ARTICLE_OF_CODE}|\d+)",
    re.IGNORECASE,
)
"""``L1232-1 code du travail``, ``code pénal 121-3``."""
_NAMES = {name.lower(): name for name in EU_SHORT_NAMES if " " in name}
_AUSTRIAN = frozenset(
    name
    for row in FOREIGN_CODES
    if row["country"] == "austrian"
    for name in listed(row["abbreviations"])
)
"""Statutes with sections: ``§ 13 AVG`` is no article of the GDPR, the *Algemene verordening gegevensbescherming*."""
_OF_WORDS = lazy_pattern(rf"\b(?:{'|'.join(map(re.escape, _NAMES))})\b", re.IGNORECASE)


_UNKNOWN_ACT = (
    r"(?P<act>(?!(?:Council|Commission|Delegated|Implementing|The|This|That|EU)\b)"
    r"(?:(?:[A-Z][\w’'-]+\s(?:(?:and|of|on|for|the|in)\s){0,2}){1,7}(?:Act|Regulations?|Directive|Convention|Treaty|Covenant|Code|Constitution)"
    r"(?:\s(?:18|19|20)\d\d)?|Constitution(?:\sof\s[A-Z]\w+)?|EEA(?:\sAgreement)?|TRIPS|GATT|GATS|ICCPR|ICESCR|UNCRC"
    r"|(?:[A-Z]\.?){2,6}(?:\([A-Z]{1,5}\)[A-Z])?\s?(?:18|19|20)\d\d))"
)
_PLACE_OF_ACT = (
    r"(?P<place>(?:[Ss]ch(?:edule)?\.?|[Aa]rt(?:icles?|\.)?|[Ss]ections?|ss?\.?|[Rr]eg(?:ulation)?s?\.?)"
    r"\s?\d.{0,30}?)"
)
_ANY_ACT = "Act"  # with regulations and schedules of the United Kingdom
_BEHIND_PLACE = lazy_pattern(rf"{_PLACE_OF_ACT}\s(?:of\s(?:the\s)?)?{_UNKNOWN_ACT}")
_BEFORE_PLACE = lazy_pattern(rf"{_UNKNOWN_ACT},?\s{_PLACE_OF_ACT}")
_LOWER_CELEX = lazy_pattern(r"\b\d{5}[a-z]{1,2}\d{4}\b")
_HYPHENATED_CASE = lazy_pattern(r"\b([CTF])-(\d{1,4})-(\d\d)\b(?!-)")
_ECLI = lazy_pattern(r"\becli(?::[\w.]+){4}|\beu:[ctf](?::\d+){2}", re.IGNORECASE)
_ACT_BETWEEN = lazy_pattern(
    r"(?P<place>(?:art(?:icle|ikel|\.)?|§+|paragra(?:ph|f))\s?\d+[a-z]*)\s(?P<act>\S+(?:\s(?:Act|VO|Directive|Regulation|[IVX]+))?)"
    r"\s(?P<inner>(?:abs(?:atz|\.)?|para(?:graph)?|nr|nummer|point)\b\.?\s?\d.*)",
    re.IGNORECASE,
)
"""``§ 573 BGB Abs. 2``, ``Art. 26 AI Act Abs. 1``."""
_ORDINAL_BEHIND = lazy_pattern(
    r"(?P<place>(?:art(?:icle|\.)?)\s?\d+[a-z]*(?:\(\w+\))*)\s(?P<act>[^,]+),\s"
    r"(?P<inner>(?:first|second|third|fourth|fifth|sixth|last)\s(?:subparagraph|sentence|indent|paragraph))",
    re.IGNORECASE,
)
"""``Article 13(1) GDPR, second subparagraph``."""
_NUMBERED_ACT = lazy_pattern(r"\d/\d|\bAct,? (?:18|19|20)\d\d$")
_MOST_DIGITS = 4
_BEYOND_NUMBERS = lazy_pattern(
    r"(?:§+|\b(?:art(?:icles?|ikel|s?\.)?|sections?|s\.?|recitals?|erwägungsgrund|considérant|annex))\s?(?P<number>[1-9]\d{4,40})(?![\d/-])",
    re.IGNORECASE,
)
_PATH_OF_CASE = lazy_pattern(
    r"\b(?P<court>uk(?:sc|pc|ut|ftt|eat)|ew(?:ca|hc|fc|cop)|ni(?:ca|kb|qb)|eat)(?:/(?P<division>[a-z]{2,6}))?/(?P<year>\d{4})/(?P<number>\d{1,5})(?=[,\s])"
)
"""The path of a judgment in Find Case Law before its paragraph: ``uksc/2021/50 para 86``."""
_PARAGRAPH_IN_WORDS = lazy_pattern(r"\b[Pp]aragraph(?:en)?\s(?=\d)")
"""``Strafgesetzbuch Paragraph 242``: a section in German, a paragraph in English."""


def parse_query_citation(query: str) -> Citation | None:
    """Return the citation that makes up the whole ``query``; ``None`` if there are other words.

    Accepted: ``gdpr art 17``, ``BGB 823``, ``BDSG 2018``, ``Art. 17 DSGVO``, ``§ 823 II BGB`` and
    ``32016R0679 art_17``. The span is that of the query.
    """
    found = _parse(query) or _parse_beyond_numbers(query) or _parse_plainer(query)
    if found and found.kind == "german" and found.eids and found.eids[0].startswith("abs_"):
        return _parse(_PARAGRAPH_IN_WORDS.sub("§ ", query)) or found
    return found


def _parse_plainer(query: str) -> Citation | None:
    """Return the citation of a query with words that citations leave out: ``Directive 93/13 of 5 April 1993``."""
    if len(query) > _LONGEST:
        return None
    found = next(filter(None, map(_parse, simplify_wording(query.strip().strip(".,;")))), None)
    return replace(found, start=0, end=len(query), text=query) if found else None


def _parse_beyond_numbers(query: str) -> Citation | None:
    """Return the citation of a place with more digits than any law has, ``§ 999999 BGB``; it is read with fewer."""
    long = _BEYOND_NUMBERS.search(query)
    if long is None or len(query) > _LONGEST:
        return None
    number, short = long["number"], long["number"][:_MOST_DIGITS]
    found = _parse(query[: long.start("number")] + short + query[long.end("number") :])
    if found is None or not found.eids:
        return None
    eids = tuple(eid.replace(f"_{short}", f"_{number}", 1) for eid in found.eids)
    pin_cite = found.pin_cite.replace(short, number, 1)
    return replace(found, end=len(query), text=query, eids=eids, pin_cite=pin_cite)


def _parse(query: str) -> Citation | None:
    stripped = _LOWER_CELEX.sub(lambda celex: celex[0].upper(), query.strip().strip(".,;"))
    stripped = _HYPHENATED_CASE.sub(r"\1-\2/\3", stripped)
    stripped = _PATH_OF_CASE.sub(_as_neutral_citation, stripped)
    if len(stripped) > _LONGEST or not may_cite(stripped):
        return None
    stripped = _ECLI.sub(lambda ecli: ecli[0].upper(), stripped)
    if pasted := parse_identifier(stripped):
        kind = parse_target(pasted.work).kind if "/" not in pasted.work else "court"
        eids = (pasted.eid,) if pasted.eid else ()
        return Citation(0, len(stripped), stripped, kind, pasted.work, eids=eids)
    if identified := _IDENTIFIED.fullmatch(stripped):
        kind = parse_target(identified["work"]).kind
        return Citation(
            0, len(stripped), stripped, kind, identified["work"], eids=(identified["eid"],)
        )
    if (named := _named_act(expand_shorthand(stripped))) is not None:
        return replace(named, start=0, end=len(stripped), text=stripped)
    of_code = ("fr",) if _OF_CODE.search(stripped) else ()
    dotted = query.strip() if query.rstrip().endswith(".") else stripped  # C. conso.
    own = query_language(stripped)
    further = _LANGUAGES_OF_CODES if stripped[:3].lower() == "art" else ()
    for text in dict.fromkeys((*_variants(stripped), *_variants(dotted), stripped)):
        for language in dict.fromkeys((*of_code, own, "en", "de", "fr", *further)):
            citation = _find_whole(text, language)
            if citation and not (own == "pt" and citation.kind == "spanish"):
                return citation
    expanded = expand_shorthand(stripped)
    return (
        _statute(expanded)
        or read_named_case(expanded, stripped)
        or _unknown_act(expanded, stripped)
    )


def _unknown_act(query: str, typed: str) -> Citation | None:
    """Return the place of an act by a name that no table has: ``Article 3 of the Digital Fairness Act``."""
    match = _BEHIND_PLACE.fullmatch(query) or _BEFORE_PLACE.fullmatch(query)
    eids = match and (
        parse_pin_cite(match["place"], "") or parse_pin_cite(match["place"], _ANY_ACT)
    )
    if match is None or not eids:
        return None
    return Citation(
        0, len(typed), typed, "eu", name=match["act"], eids=eids, pin_cite=match["place"]
    )


def extract_pin_cites(query: str) -> tuple[list[Citation], str]:
    """Return the pin cites in a ``query`` with other words, ``§ 573 BGB Eigenbedarf``, and the rest of it.

    Spans refer to the expanded query.
    """
    expanded = expand_shorthand(ARTICLE.sub("Article", query.strip()))
    best: list[Citation] = []
    rest = expanded
    for text in dict.fromkeys((expanded, _with_usual_spelling(expanded))):
        for language in dict.fromkeys((query_language(query), "en", "de", "fr")):
            citations = [c for c in find_all(text, language) if c.eids and (c.work or c.name)]
            if len(citations) > len(best):
                best, rest = citations, _remove_citations(text, citations)
    return best, rest


def extract_numbered_acts(query: str) -> list[Citation]:
    """Return the acts cited as a whole by number or year in a ``query`` with other words: ``Directive 2014/104 damages``."""
    if not any(map(str.isdigit, query)):
        return []
    expanded = expand_shorthand(query.strip())
    return [
        citation
        for citation in find_all(expanded, query_language(query))
        if not citation.eids
        and citation.kind in ("eu", "irish_uk")
        and _NUMBERED_ACT.search(citation.text)
    ]


def _remove_citations(text: str, citations: list[Citation]) -> str:
    """Return ``text`` without ``citations``, given in order."""
    ends = [0, *(citation.end for citation in citations)]
    starts = [*(citation.start for citation in citations), len(text)]
    return " ".join(text[end:start] for end, start in zip(ends, starts, strict=True))


def identify_target(work: str, eid: str | None) -> tuple[str, str | None]:
    """Convert a named work and provision to identifiers as far as possible.

    ``BGB`` with ``§ 823`` gives the eid ``para_823``; ``Article 17(3) GDPR`` alone gives a work and
    its eid. The provision of a work known only to a library, such as ``CA 2014``, stays as named.
    """
    if eid is not None:
        return work, identify_eid(eid, work) if _is_known(work) else eid
    citation = parse_query_citation(work) if " " in work else None
    if citation is None or not citation.eids:
        return work, None
    return citation.work or citation.name, citation.eids[0]


def identify_eid(place: str, work: str) -> str:
    """Convert a named provision of ``work`` to its eid; eids and other texts are returned unchanged."""
    return (
        place if _EID.fullmatch(place) else next(iter(parse_pin_cite(place.strip(), work)), place)
    )


def _is_known(work: str) -> bool:
    """Return True if the name or identifier determines the eid family of the work."""
    target = parse_target(find_by_short_name(work) or work)
    return bool(target.work) or target.kind == "irish_uk" or is_german_statute(work)


def parse_pin_cite(text: str, work: str) -> tuple[str, ...]:
    """Return the eids of a pin cite in ``work`` that makes up the whole ``text``; empty for other texts."""
    expanded = _capitalise(expand_shorthand(ARTICLE.sub("Article", text)))
    if not begins_place(expanded):
        return ()
    kind = parse_target(find_by_short_name(work) or work).kind
    context = Context(work) if kind in ("irish_uk", "german") else None  # with eids of their own
    languages = ("fr",) if _OF_CODE.match(expanded) else (query_language(text), "en", "de", "fr")
    for language in dict.fromkeys(languages):
        for citation in find(expanded, language, context):
            if citation.eids and (citation.start, citation.end) == (0, len(expanded)):
                return citation.eids
    return ()


def _find_whole(text: str, language: str) -> Citation | None:
    for citation in find_all(text, language):
        if citation.start == 0 and citation.end == len(text) and (citation.work or citation.name):
            return citation
    return None


def _statute(query: str) -> Citation | None:
    """Return a German statute as a whole: ``BGB``, ``KSchG``, ``bdsg 2018``, ``SGB V``."""
    spelled = query.upper() if query.lower().startswith("sgb ") else _with_usual_spelling(query)
    act = german.match_abbreviation(spelled, 0)
    if act is None or act.end != len(spelled):
        return None
    if not is_german_statute(spelled) and not is_german_statute(spelled.split()[0]):
        return None
    return Citation(0, len(query), query, act.kind, act.work)


def _variants(query: str) -> Iterator[str]:
    """Yield the query as typed, with the usual capitals, and with the act after the pin cite."""
    query = expand_shorthand(ARTICLE.sub("Article", query))
    for text in (query, _with_usual_spelling(query)):
        yield text
        if between := _ACT_BETWEEN.fullmatch(text):
            yield expand_shorthand(f"{between['place']} {between['inner']} {between['act']}")
        if behind := _ORDINAL_BEHIND.fullmatch(text):
            yield f"{behind['inner']} of {behind['place']} {behind['act']}"
        if place := _PLACE_BEHIND.match(text):
            yield f"{_capitalise(place['place'])} {place['act']}"
            yield f"{_capitalise(place['place'])} of {place['act']}"
        if (number := _NUMBER_BEHIND.match(text)) and not _is_of_year(number):
            yield expand_shorthand(f"Article {number['number']} {number['act']}")
            yield expand_shorthand(f"§ {number['number']} {number['act']}")
        elif (number := _NUMBER_BEFORE.fullmatch(text)) and is_german_statute(number["act"]):
            yield f"§ {number['number']} {number['act']}"
        elif number and number["act"] in EU_SHORT_NAMES:
            yield f"Article {number['number']} {number['act']}"
    if of_code := _WITHOUT_WORD.fullmatch(query):
        article, code = of_code["number"] or of_code["behind"], of_code["code"] or of_code["name"]
        yield f"article {article} {code}"
    if query.startswith("§") or " § " in query:
        yield from _variants_of_code(query)


def _is_of_year(match: re.Match[str]) -> bool:
    """Return True for an act with its year: ``BDSG 2018``."""
    return match["act"].upper() != _LONG_ENOUGH and _YEAR.fullmatch(match["number"]) is not None


def find_namesake_citations(query: str) -> Iterator[Citation]:
    """Yield the acts that share the name in ``query`` with a better-known one: ``Article 4 Consumer Credit Directive``."""
    typed = query.strip().strip(".,;")
    if len(typed) > _LONGEST:
        return
    for name, place, eids in _names_with_places(expand_shorthand(typed)):
        for work in find_namesakes(name):
            kind = parse_target(work).kind
            yield Citation(0, len(query), query, kind, work, eids=eids, pin_cite=place)


def _named_act(query: str) -> Citation | None:
    """Return the act with a usual name at one end of ``query``, and its place at the other: ``Art 16(m) CRD``."""
    for name, place, eids in _names_with_places(query):
        work = find_by_short_name(name)
        kind = parse_target(work).kind
        if place[:1] == "§" and kind == "eu" and name in _AUSTRIAN:
            continue
        return Citation(0, len(query), query, kind, work, eids=eids, pin_cite=place)
    return None


def _names_with_places(query: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield the usual name of an act at one end of ``query``, with its place at the other and the eids of it."""
    words = [match.span() for match in _WORD.finditer(query)]
    for length in range(min(_LONGEST_NAME, len(words)), 0, -1):
        for first in dict.fromkeys((len(words) - length, 0)):
            start, end = words[first][0], words[first + length - 1][1]
            work = find_by_short_name(query[start:end])
            if not work:
                continue
            place = _JOINT.sub("", query[:start] + query[end:])
            eids = parse_pin_cite(place, work) if place else ()
            if eids or not place:
                yield query[start:end], place, eids


def _with_usual_spelling(query: str) -> str:
    words = [_USUAL_SPELLING.get(word.lower(), word) for word in query.split()]
    return _capitalise(_OF_WORDS.sub(lambda name: _NAMES[name[0].lower()], " ".join(words)))


def _variants_of_code(query: str) -> Iterator[str]:
    """Yield ``§ 823 bgb`` and ``bgb § 823`` with the code's abbreviation in capitals."""
    first, _, rest = query.partition(" ")
    if not first.startswith("§"):
        yield f"{rest} {first.upper()}"
    before, _, last = query.rpartition(" ")
    yield f"{before} {last.upper()}"


def _as_neutral_citation(path: re.Match[str]) -> str:
    """Return ``[2022] EWHC 1918 (Comm)`` for ``ewhc/comm/2022/1918``."""
    court, division = path["court"].upper(), (path["division"] or "").capitalize()
    if court == "EWCA":
        court, division = f"{court} {division}", ""
    return f"[{path['year']}] {court} {path['number']}" + (f" ({division})" if division else "")


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:] if not text.startswith("s.") else text
