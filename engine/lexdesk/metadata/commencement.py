"""Commencement of acts: entry into force, application, repeals and amendments as stated in the text.

Three statements are extracted, each only from unambiguous wordings:

- entry into force, application and expiry from the act's last provisions, with the day of
  publication if the text counts from it (Regulation (EEC, Euratom) No 1182/71, Article 4(2): the
  day of publication itself is not counted);
- the acts repealed as a whole, and the date of repeal;
- the acts amended, repealed or corrected according to the title.

Statutes of Germany and Ireland: the date in the commencement provision, and the directives given
effect according to the long title.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import replace

from lexdesk.citations import Context, find
from lexdesk.document.model import (
    COMMENCES,
    COMMENCES_PARTLY,
    COMMENCES_REST,
    Document,
    Provision,
    Relation,
)
from lexdesk.metadata.annulment import find_annulments
from lexdesk.metadata.commencement_clauses import (
    Clause,
    day_from_promulgation,
    find_clause,
    find_promulgation,
)
from lexdesk.metadata.commencement_orders import read_appointment
from lexdesk.metadata.commencement_patterns import DAYS, END_OF_LIST, WORDINGS, CommencementWording
from lexdesk.structure.dates import find_date
from lexdesk.text.lazy_pattern import lazy_pattern

_FIGURE = lazy_pattern(r"(\d{1,2})(?:st|nd|rd|th)")
_CELEX = lazy_pattern(r"3\d{4}[A-Z]{1,2}\d{4}")
# The point in ``vom 25. Mai`` ends no sentence.
_SENTENCE = lazy_pattern(r"[^\n]*?(?:(?<!\d)\.(?=\s)|\n|\Z)")
_NUMBERED = lazy_pattern(r"\s*(?:\(?\d{1,2}[.)]\s+)?")
_QUOTES = "‘“„«"
_LONGEST_SENTENCE = 1500
_MAX_LEAD = 40  # characters before the first act of a sentence: ``Council Framework``
_MAX_GAP = 60  # characters between two acts of one list
_REPEALED_BY = lazy_pattern(r"\b[Rr]epealed by:")
_LONGEST_NOTICE = 3000
_IN_PART = lazy_pattern(
    r"\b(?:except(?:ion)?|save for|mit Ausnahme|ausgenommen|soweit|insofar|to the extent|exception|sauf|dans la mesure"
    r"|excepción|salvo|eccezione|ad eccezione|exceção)\b"
)
"""The words of a repeal that leaves a part of the act in force, in the languages of the wordings."""
_LISTED = lazy_pattern(r"\d/\d")  # the number of an act
_OWN_DAY = lazy_pattern(
    r" ?(?:the )?(?:date|day) of (?:(?P<application>application)|entry into force) of this (?:Regulation|Directive|Decision)"
)
_LONG_TITLE = 6000  # characters up to the end of a statute's long title

GERMAN_ENTRY = lazy_pattern(
    r"Dieses Gesetz tritt am (?P<date>\d{1,2}\. [^\W\d]+ \d{4}) in Kraft|"
    r"Diese (?:Verordnung|Anordnung|Bekanntmachung) tritt am (?P<other>\d{1,2}\. [^\W\d]+ \d{4}) in Kraft"
)
_GERMAN_EXPIRY = lazy_pattern(
    r"(?:^\s?und|[;.)\n]\s?(?:\(\d\)\s)?(?:[Ss]ie|[Ee]s|[Dd]as\sGesetz|[Dd]ieses?\s\w+)\stritt)\s"
    r"(?:(?P<ends>am)|mit\sAblauf\sdes)\s(?P<date>\d{1,2}\.\s[^\W\d]+\s\d{4})\s(?:wieder\s)?außer\sKraft"
)
"""The end of a statute, behind its entry into force: ``und am 31. Dezember 2025 außer Kraft``."""
_GIVES_EFFECT = lazy_pattern(
    r"\bAn Act to\b[^.]{0,200}?\bgive (?:further |full )?effect to\b", re.IGNORECASE
)

_Begins = tuple[datetime.date | None, datetime.date | None]
"""The days of entry into force and of application of an act, as far as stated."""


def add_commencement(document: Document, published: datetime.date | None = None) -> Document:
    """Return the document with the dates and relations stated in its text; existing values stay.

    ``published`` is the day of publication in the Official Journal, if known.
    """
    if _CELEX.fullmatch(document.work):
        return _add_union_act(document, published)
    if document.work.startswith("DE-"):
        return _add_german_statute(document)
    if document.kind == "judgment" and document.work.startswith("6"):
        return _add_relations(document, find_annulments(document))
    if document.work.startswith("IE-"):
        document = _add_relations(document, _transpositions(document))
    return _add_stated_day(document)


def _read_own_commencement(document: Document, clause: Clause) -> Iterator[Relation]:
    """Yield the days that an Act in English states for its provisions; excepted ones have none."""
    section = next(p for p in document.provisions if p.eid == clause.eid)
    text = document.text[section.start : section.end]
    days, excepted = read_appointment(text, document.work, document.short_title or document.title)
    for eid, appointed in days.items():
        kind = COMMENCES if appointed.day else COMMENCES_PARTLY
        kind = COMMENCES_REST if appointed.is_latest and appointed.day else kind
        yield Relation(kind, "", f"{document.work}#{eid}", appointed.day)
    for eid in excepted:
        yield Relation(COMMENCES_PARTLY, "", f"{document.work}#{eid}")


def _add_stated_day(document: Document) -> Document:
    """Add the day in force of a statute or regulation that states one day for all of it."""
    if document.kind not in ("statute", "regulation") or document.in_force_from:
        return document
    clause = find_clause(
        document.provisions, lambda p: document.text[p.start : p.end], document.language
    )
    if clause and clause.days and document.language == "en":
        document = _add_relations(document, _read_own_commencement(document, clause))
    if clause is None or clause.has_exceptions:
        return document
    day, published = clause.day, None
    if clause.ground == "publication" and document.work.startswith("DE-"):
        published = find_promulgation(document.text)
    if published:
        day = day_from_promulgation(clause, published)
    return replace(document, in_force_from=day)


def _add_union_act(document: Document, published: datetime.date | None) -> Document:
    wording = WORDINGS.get(document.language or "")
    if wording is None:
        return document
    articles = [p for p in document.provisions if p.kind == "article"]
    entry, application, expiry = _commencement_dates(document, articles, wording, published)
    relations = [
        *_title_relations(document, wording),
        *_repeals(document, articles, wording, (entry, application)),
        *_read_own_repeal(document),
    ]
    begins = document.in_force_from or entry
    if begins and expiry and expiry < begins:
        expiry = None  # of another act, or misread
    return replace(
        _add_relations(document, iter(relations)),
        in_force_from=begins,
        in_force_to=document.in_force_to or expiry,
        applies_from=document.applies_from or application,
    )


def _commencement_dates(
    document: Document,
    articles: list[Provision],
    wording: CommencementWording,
    published: datetime.date | None,
) -> tuple[datetime.date | None, datetime.date | None, datetime.date | None]:
    """Return (entry into force, application, expiry) from the last article with an entry into force.

    An amending act may quote such an article; its own is the last.
    """
    language = document.language or ""
    for index in reversed(range(len(articles))):
        text = document.text[articles[index].start : articles[index].end]
        match = wording.entry.search(text)
        if match is None or _is_quoted(text, match.start()):
            continue
        entry = _entry_day(match, language, published)
        later = "\n".join(document.text[a.start : a.end] for a in articles[index:])
        application = _day(wording.application.search(later))
        if application is None and index:
            application = _transposition_day(document, articles[max(index - 6, 0) : index], wording)
        return entry, application, _day(wording.expiry.search(later))
    return None, None, None


def _transposition_day(
    document: Document, articles: list[Provision], wording: CommencementWording
) -> datetime.date | None:
    """Return the first day of application of a directive's transposition, from an earlier article.

    The duty must concern compliance with the directive itself; amendments add days for compliance
    with single articles.
    """
    for article in reversed(articles):
        for match in wording.application.finditer(document.text, article.start, article.end):
            before = document.text[article.start : match.start()]
            complying = list(wording.complying.finditer(before))
            if complying and complying[-1][1]:
                return _day(match)
    return None


def _is_quoted(text: str, start: int) -> bool:
    line = text[text.rfind("\n", 0, start) + 1 : start + 1].lstrip()
    return line[:1] in _QUOTES and bool(line)


def _entry_day(
    match: re.Match[str], language: str, published: datetime.date | None
) -> datetime.date | None:
    groups = {name: value for name, value in match.groupdict().items() if value}
    if "date" in groups:
        return find_date(groups["date"])
    word = groups.get("ordinal") or groups.get("ordinal2")
    days = _ordinal_days(language, word) if word else 0 if "same" in groups else 1
    if published is None or days is None or not 1950 < published.year < 2200:
        return None
    return published + datetime.timedelta(days=days)


def _ordinal_days(language: str, word: str) -> int | None:
    """Return the number of days after publication for ``twentieth`` or ``20th``."""
    figure = _FIGURE.fullmatch(word)
    return int(figure[1]) if figure else DAYS.get((language, word.lower()))


def _day(match: re.Match[str] | None) -> datetime.date | None:
    if match is None:
        return None
    return find_date(match.groupdict().get("date") or match.groupdict().get("date2") or "")


def _title_relations(document: Document, wording: CommencementWording) -> Iterator[Relation]:
    """Yield the relations announced in the title: ``amending Regulation (EU) No 648/2012`` and more."""
    lowered = document.title.lower()
    words = [
        (match.end(), kind)
        for word, kind in wording.in_title.items()
        for match in re.finditer(rf"\b{re.escape(word)}\b", lowered)
    ]
    if not words:
        return
    cited = [c for c in find(document.title, document.language) if c.work and not c.eids]
    for end, kind in words:
        at = end
        for citation in cited:
            if citation.start < at:
                continue
            between = document.title[at : citation.start]
            if (
                len(between) > _MAX_GAP
                or END_OF_LIST.search(between)
                or _announces(between, wording)
            ):
                break
            if citation.work != document.work:
                yield Relation(kind, "", citation.work)
            at = citation.end


def _announces(text: str, wording: CommencementWording) -> bool:
    return any(word in text.lower() for word in wording.in_title)


def _repeals(
    document: Document,
    articles: list[Provision],
    wording: CommencementWording,
    begins: _Begins,
) -> Iterator[Relation]:
    """Yield the repeals of all sentences that begin with the repealed acts."""
    for article in articles:
        text = document.text[article.start : article.end]
        if wording.repeal.search(text):
            for match in _SENTENCE.finditer(text):
                if not _is_quoted(text, match.start()) and len(match[0]) <= _LONGEST_SENTENCE:
                    yield from _repeals_of_sentence(match[0], document, wording, begins)


def _read_own_repeal(document: Document) -> Iterator[Relation]:
    """Yield the repeal that the consolidated text of a repealed act consists of, from its date on.

    A date in the year of the act is that of its adoption.
    """
    if len(document.text) > _LONGEST_NOTICE or document.valid_from is None:
        return
    if match := _REPEALED_BY.search(document.text):
        for citation in find(document.text[match.end() :], document.language):
            if citation.work and citation.work != document.work and not citation.eids:
                day = document.valid_from
                is_adoption = document.work[1:5] == str(day.year)
                yield Relation("repeals", citation.work, "", None if is_adoption else day)
                return


def _repeals_of_sentence(
    sentence: str,
    document: Document,
    wording: CommencementWording,
    begins: _Begins,
) -> Iterator[Relation]:
    """Yield the acts listed at the beginning of a sentence, or after its initial verb.

    Without a day, they are repealed from the entry into force, if the act applies from the same day. A
    repeal in part, or from another event, has no date.
    """
    verb = wording.repeal.search(sentence)
    if verb is None:
        return
    numbered = _NUMBERED.match(sentence)
    at = numbered.end() if numbered else 0
    # With effect from 15 August 2009 Directives ...
    lowered = f"{sentence[:at]}{sentence[at : at + 1].lower()}{sentence[at + 1 :]}"
    leading = wording.effect.match(lowered, at)
    at = leading.end() if leading else at
    stop = verb.start()
    if stop == at or (leading and not _LISTED.search(sentence, at, stop)):
        # Queda derogada la Directiva ...
        at, stop = verb.end(), len(sentence)
    works: list[str] = []
    for citation in find(sentence[:stop], document.language, Context(work=document.work)):
        if citation.start < at:
            continue
        if citation.start - at > _MAX_LEAD or citation.eids or not citation.work:
            break
        works.append(citation.work)
        at = citation.end
    effect = leading or wording.effect.search(sentence, at)
    entry, application = begins
    date = None if application else entry
    if effect:
        after = sentence[effect.end() :][:_MAX_GAP]
        own = _OWN_DAY.match(after)
        date = (application if own["application"] else entry) if own else find_date(after)
    if _IN_PART.search(sentence, at):
        date = None
    for work in works:
        if work != document.work:
            yield Relation("repeals", "", work, date)


def _add_german_statute(document: Document) -> Document:
    """Add the date of the commencement section; other sections may quote other statutes."""
    for section in reversed(document.provisions):
        match = GERMAN_ENTRY.search(document.text, section.start, section.end)
        if section.kind in ("section", "article") and match:
            day = find_date(match["date"] or match["other"])
            last = _german_expiry(document.text[match.end() : section.end])
            return replace(
                document,
                in_force_from=document.in_force_from or day,
                in_force_to=document.in_force_to or last,
            )
    return _add_stated_day(document)


def _german_expiry(text: str) -> datetime.date | None:
    """Return the last day in force stated by the text behind an entry into force."""
    match = _GERMAN_EXPIRY.search(text)
    if match is None or (day := find_date(match["date"])) is None:
        return None
    return day - datetime.timedelta(days=1) if match["ends"] else day


def _transpositions(document: Document) -> Iterator[Relation]:
    """Yield the directives of the long title: ``An Act to give effect to Directive 2014/104/EU``."""
    beginning = document.text[:_LONG_TITLE]
    if match := _GIVES_EFFECT.search(beginning):
        end = match.end()
        for citation in find(beginning[end : end + _LONGEST_SENTENCE], "en"):
            if citation.start > _MAX_GAP or citation.eids:
                return
            if _CELEX.fullmatch(citation.work) and citation.work[5] == "L":
                yield Relation("transposes", "", citation.work)
                return


def _add_relations(document: Document, found: Iterator[Relation]) -> Document:
    """Add the relations found; a relation with a date replaces one without."""
    relations: dict[tuple[str, str, str], Relation] = {}
    for relation in (*document.relations, *found):
        key = (relation.kind, relation.subject, relation.object)
        if key not in relations or relations[key].date is None:
            relations[key] = relation
    return replace(document, relations=tuple(relations.values()))
