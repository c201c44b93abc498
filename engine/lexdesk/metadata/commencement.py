"""From when an act is in force and from when it applies, and what it does to others, as it states.

Three things are read, each only where the wording leaves no doubt:

- entry into force, application and expiry from the act's own last provisions, with the day of
  publication where the text counts from it (Regulation (EEC, Euratom) No 1182/71, Article 4(2):
  the day of publication itself is not counted);
- which acts are repealed as a whole, and from when;
- which acts the title says to be amended, repealed or corrected.

Statutes of Germany and Ireland: a date in the provision on commencement, and the directives that a
long title says to be given effect.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import replace

from lexdesk.citations import Context, find
from lexdesk.document.model import Document, Provision, Relation
from lexdesk.metadata.commencement_patterns import DAYS, NO_LONGER, WORDINGS, CommencementWording
from lexdesk.structure.printed_dates import printed_date

_FIGURE = re.compile(r"(\d{1,2})(?:st|nd|rd|th)")
_CELEX = re.compile(r"3\d{4}[A-Z]{1,2}\d{4}")
_SENTENCE = re.compile(r"[^\n]*?(?:(?<!\d)\.(?=\s)|\n|\Z)")  # ``vom 25. Mai`` goes on
_NUMBERED = re.compile(r"\s*(?:\(?\d{1,2}[.)]\s+)?")
_QUOTES = "‘“„«"
_LONGEST_SENTENCE = 1500
_AT_THE_BEGINNING = 40  # characters before the act that a sentence is about: ``Council Framework``
_BETWEEN = 60  # characters between two acts of one list
_LONG_TITLE = 6000  # characters, in which the long title of a statute stands

_GERMAN_ENTRY = re.compile(
    r"Dieses Gesetz tritt am (?P<date>\d{1,2}\. [^\W\d]+ \d{4}) in Kraft|"
    r"Diese (?:Verordnung|Anordnung|Bekanntmachung) tritt am (?P<other>\d{1,2}\. [^\W\d]+ \d{4}) in Kraft"
)
_GIVES_EFFECT = re.compile(
    r"\bAn Act to\b[^.]{0,200}?\bgive (?:further |full )?effect to\b", re.IGNORECASE
)


def dated(document: Document, published: datetime.date | None = None) -> Document:
    """The document with the times and relations that its text states; what it has already stays.

    ``published`` is the day of publication in the Official Journal, where it is known.
    """
    if _CELEX.fullmatch(document.work):
        return _union_act(document, published)
    if document.work.startswith("DE-"):
        return _german_statute(document)
    if document.work.startswith("IE-"):
        return _related(document, _transposed(document))
    return document


def _union_act(document: Document, published: datetime.date | None) -> Document:
    wording = WORDINGS.get(document.language or "")
    if wording is None:
        return document
    articles = [p for p in document.provisions if p.kind == "article"]
    entry, application, expiry = _times(document, articles, wording, published)
    found = [*_title_relations(document, wording), *_repeals(document, articles, wording)]
    begins = document.in_force_from or entry
    if begins and expiry and expiry < begins:
        expiry = None  # not of this act, or not read right
    return replace(
        _related(document, iter(found)),
        in_force_from=begins,
        in_force_to=document.in_force_to or expiry,
        applies_from=document.applies_from or application,
    )


def _times(
    document: Document,
    articles: list[Provision],
    wording: CommencementWording,
    published: datetime.date | None,
) -> tuple[datetime.date | None, datetime.date | None, datetime.date | None]:
    """(entry into force, application, expiry) from the last article that states the first.

    An act that amends may quote such an article; its own is the last.
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
    """From when states apply a directive, as an article before the last ones says.

    It counts where it speaks of what is needed to comply with the directive itself; amendments add
    days for what is needed to comply with single articles.
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
        return printed_date(groups["date"])
    word = groups.get("ordinal") or groups.get("ordinal2")
    days = _counted(language, word) if word else 0 if "same" in groups else 1
    if published is None or days is None or not 1950 < published.year < 2200:
        return None
    return published + datetime.timedelta(days=days)


def _counted(language: str, word: str) -> int | None:
    """How many days after publication ``twentieth`` or ``20th`` says."""
    figure = _FIGURE.fullmatch(word)
    return int(figure[1]) if figure else DAYS.get((language, word.lower()))


def _day(match: re.Match[str] | None) -> datetime.date | None:
    if match is None:
        return None
    return printed_date(match.groupdict().get("date") or match.groupdict().get("date2") or "")


def _title_relations(document: Document, wording: CommencementWording) -> Iterator[Relation]:
    """``amending Regulation (EU) No 648/2012``: all acts listed behind the word."""
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
            if len(between) > _BETWEEN or NO_LONGER.search(between) or _announces(between, wording):
                break
            if citation.work != document.work:
                yield Relation(kind, "", citation.work)
            at = citation.end


def _announces(text: str, wording: CommencementWording) -> bool:
    return any(word in text.lower() for word in wording.in_title)


def _repeals(
    document: Document, articles: list[Provision], wording: CommencementWording
) -> Iterator[Relation]:
    """Sentences that begin with the acts that they repeal as a whole."""
    for article in articles:
        text = document.text[article.start : article.end]
        if wording.repeal.search(text):
            for match in _SENTENCE.finditer(text):
                if not _is_quoted(text, match.start()) and len(match[0]) <= _LONGEST_SENTENCE:
                    yield from _repealed(match[0], document, wording)


def _repealed(
    sentence: str, document: Document, wording: CommencementWording
) -> Iterator[Relation]:
    """The list of acts with which the sentence begins, or that its verb at the beginning has."""
    verb = wording.repeal.search(sentence)
    if verb is None:
        return
    numbered = _NUMBERED.match(sentence)
    at = numbered.end() if numbered else 0
    stop = verb.start()
    if stop == at:  # Queda derogada la Directiva ...
        at, stop = verb.end(), len(sentence)
    works: list[str] = []
    for citation in find(sentence[:stop], document.language, Context(work=document.work)):
        if citation.start < at:
            continue
        if citation.start - at > _AT_THE_BEGINNING or citation.eids or not citation.work:
            break
        works.append(citation.work)
        at = citation.end
    effect = wording.effect.search(sentence, at)
    date = printed_date(sentence[effect.end() :][:_BETWEEN]) if effect else None
    for work in works:
        if work != document.work:
            yield Relation("repeals", "", work, date)


def _german_statute(document: Document) -> Document:
    """The day in the section on commencement; other sections may quote other statutes."""
    for section in reversed(document.provisions):
        match = _GERMAN_ENTRY.search(document.text, section.start, section.end)
        if section.kind in ("section", "article") and match:
            day = printed_date(match["date"] or match["other"])
            return replace(document, in_force_from=document.in_force_from or day)
    return document


def _transposed(document: Document) -> Iterator[Relation]:
    """``An Act to give effect to Directive 2014/104/EU``: the directives of the long title."""
    beginning = document.text[:_LONG_TITLE]
    if match := _GIVES_EFFECT.search(beginning):
        end = match.end()
        for citation in find(beginning[end : end + _LONGEST_SENTENCE], "en"):
            if citation.start > _BETWEEN or citation.eids:
                return
            if _CELEX.fullmatch(citation.work) and citation.work[5] == "L":
                yield Relation("transposes", "", citation.work)
                return


def _related(document: Document, found: Iterator[Relation]) -> Document:
    """The document with the relations found; a date counts for more than none."""
    relations: dict[tuple[str, str, str], Relation] = {}
    for each in (*document.relations, *found):
        key = (each.kind, each.subject, each.object)
        if key not in relations or relations[key].date is None:
            relations[key] = each
    return replace(document, relations=tuple(relations.values()))
