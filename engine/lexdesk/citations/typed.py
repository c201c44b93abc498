"""The citation that a query is: typed in haste, the act before the article, in small letters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from lexdesk.citations.citation import Citation, Context
from lexdesk.citations.finder import find
from lexdesk.citations.grammar import begins_place
from lexdesk.citations.lookup import is_german_statute, may_cite, work_of_short_name
from lexdesk.citations.names import (
    EU_ABBREVIATIONS,
    EU_SHORT_NAMES,
    GERMAN_ABBREVIATIONS,
    GERMAN_CODES,
    TREATIES,
)
from lexdesk.citations.resolve import target_of_work
from lexdesk.citations.shorthand import written_out
from lexdesk.citations.works import german

_LONGEST = 200  # characters: what is longer asks a question
_PLACE_BEHIND = re.compile(
    r"^(?P<act>\S.*?)[\s,]+(?P<place>(?:art(?:icles?|ikel|\.)?|§§?|s(?:ections?|\.)|rec(?:itals?|\.)|"
    r"erwägungsgr[uü]nde?|abs(?:atz|\.)|annex|schedule|reg(?:ulation|\.))\s*\d.*|annex.*)$",
    re.IGNORECASE,
)
_NUMBER_BEFORE = re.compile(
    r"(?:paragra(?:ph|f)\s+)?(?P<number>\d+[a-z]?(?:\(\w+\))*)\s+(?P<act>\S+)", re.IGNORECASE
)
_NUMBER_BEHIND = re.compile(
    r"^(?P<act>[^\W\d_][\w -]*?)\s+(?P<number>\d+[a-z]?(?:\(\w+\))*"
    r"(?:\s(?:[IVX]{1,4}|(?i:abs|absatz|nr)\b\.?\s?\d+)\b.*)?)$"
)
_YEAR = re.compile(r"18\d\d|19\d\d|20\d\d")
_LONG_ENOUGH = "BGB"  # the one act that has provisions numbered like years
_GERMAN = re.compile(
    r"§|\b(?:DS-?GVO|KI-VO|MiCAR|Abs|Absatz|Artikel|Nr|Erwägungsgr\w+|Anhang|Anlage|Beschluss)\b|verordnung\b|richtlinie\b",
    re.IGNORECASE,
)
_FRENCH = re.compile(r"\b(?:RGPD|considérant|du|paragraphe|règlement|décision)\b", re.IGNORECASE)
_ENGLISH = re.compile(r"\b(?:GDPR|Regulation|Decision)\b", re.IGNORECASE)
_ABBREVIATION = re.compile(
    rf"(?<!\w)(?:{'|'.join(sorted(EU_ABBREVIATIONS, key=len, reverse=True))})(?!\w)", re.IGNORECASE
)
_JOINT = re.compile(r"[\s,]+(?:(?:of|to)\s+(?:the\s+)?)?$")
_ARTICLE = re.compile(r"\b(?:art[íi]culo|artigo|articolo)s?\b", re.IGNORECASE)
_ACT = re.compile(
    r"\b(?:reglamento|directiva|decisión|regolamento|direttiva|decisione|regulamento|diretiva|decisão)\b",
    re.IGNORECASE,
)
_LANGUAGE_OF_WORD = {
    "artículo": "es", "articulo": "es", "reglamento": "es", "directiva": "es", "decisión": "es",
    "artigo": "pt", "regulamento": "pt", "diretiva": "pt", "decisão": "pt",
    "articolo": "it", "regolamento": "it", "direttiva": "it", "decisione": "it",
}  # fmt: skip
_IDENTIFIED = re.compile(
    r"(?P<work>\d{5}[A-Z]{1,2}\d{4}\S*?|[A-Z]{2}-[\w-]+)(?:\s+|[/#])(?P<eid>[a-z]+_[\w-]+)"
)
_EID = re.compile(r"[a-z]+(?:_[\w.-]+)?")
_WRITTEN = {
    name.lower(): name
    for names in (EU_SHORT_NAMES, TREATIES, GERMAN_ABBREVIATIONS)
    for name in names
    if " " not in name
} | {work.removeprefix("DE-"): work.removeprefix("DE-").upper() for work in GERMAN_CODES.values()}

_NAMES = {name.lower(): name for name in EU_SHORT_NAMES if " " in name}
_OF_WORDS = re.compile(rf"\b(?:{'|'.join(map(re.escape, _NAMES))})\b", re.IGNORECASE)


def cited(query: str) -> Citation | None:
    """The citation that ``query`` is from its first to its last word; ``None`` where it says more.

    ``gdpr art 17``, ``BGB 823``, ``BDSG 2018``, ``Art. 17 DSGVO``, ``§ 823 II BGB`` and
    ``32016R0679 art_17`` are understood. The span is that of the query.
    """
    typed = query.strip().strip(".,;")
    if len(typed) > _LONGEST or not may_cite(typed):
        return None
    if typed.lower().startswith("ecli:"):
        typed = typed.upper()
    if identified := _IDENTIFIED.fullmatch(typed):
        kind = target_of_work(identified["work"]).kind
        return Citation(0, len(typed), typed, kind, identified["work"], eids=(identified["eid"],))
    for text in dict.fromkeys(_variants(typed)):
        for language in dict.fromkeys((language_of(typed), "en", "de", "fr")):
            if (found := _whole(text, language)) is not None:
                return found
    return _statute(written_out(typed))


def cited_beside(query: str) -> tuple[list[Citation], str]:
    """The citations of provisions of an act in a ``query`` that says more, ``§ 573 BGB Eigenbedarf``; and the rest of it.

    Spans are those of the query as it is written out.
    """
    written = written_out(_ARTICLE.sub("Article", query.strip()))
    best: list[Citation] = []
    rest = written
    for text in dict.fromkeys((written, _as_written(written))):
        for language in dict.fromkeys((language_of(query), "en", "de", "fr")):
            found = [c for c in _found(text, language) if c.eids and (c.work or c.name)]
            if len(found) > len(best):
                best, rest = found, _without(text, found)
    return best, rest


def _without(text: str, citations: list[Citation]) -> str:
    """What ``text`` says around ``citations``, which come in order."""
    ends = [0, *(each.end for each in citations)]
    starts = [*(each.start for each in citations), len(text)]
    return " ".join(text[end:start] for end, start in zip(ends, starts, strict=True))


def identified(work: str, eid: str | None) -> tuple[str, str | None]:
    """A work and its provision as people name them, in identifiers as far as they are understood.

    ``BGB`` with ``§ 823`` has the eid ``para_823``; ``Article 17(3) GDPR`` alone is a work and its eid. Beside a work that
    only a library knows, as ``CA 2014``, the provision is left as it is named.
    """
    if eid is not None:
        return work, eid_of(eid, work) if _is_known(work) else eid
    citation = cited(work) if " " in work else None
    if citation is None or not citation.eids:
        return work, None
    return citation.work or citation.name, citation.eids[0]


def eid_of(place: str, work: str) -> str:
    """The eid of a provision of ``work`` as people name it; as it is where that is one already, or no place."""
    return place if _EID.fullmatch(place) else next(iter(places(place.strip(), work)), place)


def _is_known(work: str) -> bool:
    """Whether a name or identifier tells the eids that the provisions of the work have."""
    target = target_of_work(work_of_short_name(work) or work)
    return bool(target.work) or target.kind == "irish_uk" or is_german_statute(work)


def language_of(query: str) -> str:
    """The language (ISO 639-1) whose words for places and acts ``query`` uses; English for ``art. 6``."""
    return language_told(query) or "en"


def language_told(query: str) -> str:
    """The language (ISO 639-1) that words for places and acts tell, as ``DSGVO`` does; ``""`` where none tells one."""
    if word := _ARTICLE.search(query) or _ACT.search(query):
        return _LANGUAGE_OF_WORD[word[0].lower().removesuffix("s")]
    told = {"de": _GERMAN, "fr": _FRENCH, "en": _ENGLISH}
    return next((language for language, words in told.items() if words.search(query)), "")


def languages_told(typed: str, known: Sequence[str]) -> tuple[str, ...]:
    """The ``known`` languages (ISO 639-1), that which ``typed`` tells before them."""
    told = language_told(typed)
    return tuple(dict.fromkeys((told, *known) if told else known))


def places(text: str, work: str) -> tuple[str, ...]:
    """The eids of the places in ``work`` that are all of ``text``, written without their act; none where it is none."""
    written = _capital(written_out(_ARTICLE.sub("Article", text)))
    if not begins_place(written):
        return ()
    kind = target_of_work(work_of_short_name(work) or work).kind
    context = Context(work) if kind in ("irish_uk", "german") else None  # with eids of their own
    for language in dict.fromkeys((language_of(text), "en", "de", "fr")):
        for citation in find(written, language, context):
            if citation.eids and (citation.start, citation.end) == (0, len(written)):
                return citation.eids
    return ()


@lru_cache(maxsize=64)  # a query is asked for as a whole, and for what it cites beside other words
def _found(text: str, language: str) -> tuple[Citation, ...]:
    return tuple(find(text, language))


def _whole(text: str, language: str) -> Citation | None:
    for citation in _found(text, language):
        if citation.start == 0 and citation.end == len(text) and (citation.work or citation.name):
            return citation
    return None


def _statute(typed: str) -> Citation | None:
    """A German statute as a whole: ``BGB``, ``KSchG``, ``bdsg 2018``, ``SGB V``."""
    written = typed.upper() if typed.lower().startswith("sgb ") else _as_written(typed)
    act = german.abbreviation(written, 0)
    if act is None or act.end != len(written):
        return None
    if not is_german_statute(written) and not is_german_statute(written.split()[0]):
        return None
    return Citation(0, len(typed), typed, act.kind, act.work)


def _variants(typed: str) -> Iterator[str]:
    """As typed; with names and nouns in the letters that they are written in; the act behind."""
    typed = written_out(_ARTICLE.sub("Article", typed))
    yield from _with_number_of_act(typed)
    for text in (typed, _as_written(typed)):
        yield text
        if place := _PLACE_BEHIND.match(text):
            yield f"{_capital(place['place'])} {place['act']}"
            yield f"{_capital(place['place'])} of {place['act']}"
        if (number := _NUMBER_BEHIND.match(text)) and not _is_of_year(number):
            yield written_out(f"Article {number['number']} {number['act']}")
            yield written_out(f"§ {number['number']} {number['act']}")
        elif (number := _NUMBER_BEFORE.fullmatch(text)) and is_german_statute(number["act"]):
            yield f"§ {number['number']} {number['act']}"
        elif number and number["act"] in EU_SHORT_NAMES:
            yield f"Article {number['number']} {number['act']}"
    if typed.startswith("§") or " § " in typed:
        yield from _variants_of_code(typed)


def _is_of_year(match: re.Match[str]) -> bool:
    """``BDSG 2018`` names the act by its year."""
    return match["act"].upper() != _LONG_ENOUGH and _YEAR.fullmatch(match["number"]) is not None


def _with_number_of_act(typed: str) -> Iterator[str]:
    """``art 5 dora`` -> ``Art 5 of 32022R2554``."""
    if act := _ABBREVIATION.search(typed):
        place = _JOINT.sub("", typed[: act.start()]) or typed[act.end() :].lstrip(" ,")
        yield f"{_capital(place)} of {EU_ABBREVIATIONS[act[0].lower()]}"


def _as_written(typed: str) -> str:
    words = [_WRITTEN.get(word.lower(), word) for word in typed.split()]
    return _capital(_OF_WORDS.sub(lambda name: _NAMES[name[0].lower()], " ".join(words)))


def _variants_of_code(typed: str) -> Iterator[str]:
    """``§ 823 bgb``, ``bgb § 823``: the abbreviation of a code is in capitals."""
    first, _, rest = typed.partition(" ")
    if not first.startswith("§"):
        yield f"{rest} {first.upper()}"
    before, _, last = typed.rpartition(" ")
    yield f"{before} {last.upper()}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] if not text.startswith("s.") else text
