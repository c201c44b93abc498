"""The subject index: the general provision of a matter that a query names in other words.

*Enkeltrick* is fraud, § 263 StGB, whose text has neither word. The index is data, as at the end of a textbook:
``subjects.tsv`` beside this module. A subject counts if the query has all its words, in any order and inflected form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from lexdesk.citations.query_language import prioritise_languages
from lexdesk.citations.work_lookup import find_by_short_name, statute_identifiers
from lexdesk.law.cross_references import CrossReferences, Located
from lexdesk.query import Query
from lexdesk.search.expansion.terms_of_art import wordings_of
from lexdesk.search.library_state import languages
from lexdesk.storage import Store
from lexdesk.text.analysis import analysis, is_stop_word
from lexdesk.text.tables import listed, read_table
from lexdesk.text.tokens import accented_tokens, fold, fold_words, folded_tokens, tokens

SUBJECTS = Path(__file__).parent / "subjects.tsv"

_MOST_WORDS = 20  # of a query; a longer one explains its matter
_PREFIX = 4  # letters by which subjects are looked up before they are stemmed
_MOST = 3  # provisions among the first hits
_MAIN, _MAIN_OF_SEVERAL = (
    0.3,
    0.2,
)  # shares of a query's words that a subject of one word, of several must have
_OF_COUNTRY = {
    "DE-": frozenset(("german", "germany", "deutsch", "deutschland", "allemand", "allemagne")),
    "IE-": frozenset(("irish", "ireland", "irisch", "irland", "irlandais", "irlande")),
}
"""How identifiers of a country's works begin, and the words that state it."""
_GENERAL = frozenset((
    "law", "laws", "code", "act", "acts", "rule", "rules", "provision", "provisions", "regulation", "directive",
    "under", "legal", "statutory", "requirements", "article", "recht", "gesetz", "gesetze", "verordnung", "richtlinie",
    "vorschrift", "vorschriften", "regelung", "voraussetzungen", "paragraph", "artikel", "droit", "loi", "règlement",
))  # fmt: skip
"""Words of law in general, which state no matter."""
_LONGEST_NAME = 4  # words of the name of an act beside a matter
_LANGUAGES = {"DE-": "de", "IE-": "en"}
"""Subjects in another language than the works count only if a query states the country or the act."""


class _Subject(NamedTuple):
    work: str
    eid: str
    language: str
    words: str


class Matter(NamedTuple):
    """A provision for the matter of a query, and whether this matter is most of the query."""

    located: Located
    is_main: bool


def find_matters(query: Query, store: Store, excluded: Collection[int]) -> list[Matter]:
    """Return the provisions in ``store`` for the matters that ``query`` names, the closest first.

    ``excluded`` are the expressions of other days. Queries with conditions have none.
    """
    text, named = _without_names(query.text)
    words = accented_tokens(text)
    if query.demanding or not words or len(words) > _MOST_WORDS:
        return []
    subjects = sorted(_subjects_of(words, stated_countries(query.text), named), reverse=True)
    if not subjects:
        return []
    order = prioritise_languages(query.text, (subjects[0][2].language, *languages(store)))
    references = CrossReferences(store, order, frozenset(excluded))
    found: dict[tuple[int, str], Matter] = {}
    for share, count, subject in subjects:
        located = references.locate(subject.work, "", subject.eid)
        if located and located.provision and located.provision.eid == subject.eid:
            is_main = share >= (_MAIN if count == 1 else _MAIN_OF_SEVERAL)
            key = located.expression.id, subject.eid
            found.setdefault(key, Matter(located, is_main))
        if len(found) == _MOST:
            break
    return [*found.values()]


def stated_countries(text: str) -> frozenset[str]:
    """Return how identifiers of the works begin whose country a query states: ``DE-`` for *under German law*."""
    words = [_folded(word) for word in accented_tokens(text)]
    return frozenset(
        country
        for country, names in _OF_COUNTRY.items()
        if any(word.startswith(name) for word in words for name in names)
    )


def _without_names(text: str) -> tuple[str, frozenset[str]]:
    """Return a query without the names of acts in it, and their works: ``blackmail German Criminal Code``."""
    words = text.split()
    named: set[str] = set()
    left: list[str] = []
    while words:
        for length in range(min(_LONGEST_NAME, len(words)), 0, -1):
            name = " ".join(words[:length]).strip(",.;:?()")
            if (length > 1 or sum(map(str.isupper, name)) > 1) and (
                work := find_by_short_name(name)
            ):
                named.add(work)
                break
        else:
            length = 1
            left.append(words[0])
        words = words[length:]
    return " ".join(left), frozenset(named)


def _subjects_of(
    words: Sequence[str], stated: Collection[str], named: frozenset[str]
) -> Iterator[tuple[float, int, _Subject]]:
    """Yield the subjects in a query of ``words`` with the share of its words that they are, and their number."""
    query_tokens: dict[str, list[frozenset[str]]] = {}
    for subject in _candidates(words):
        if not _is_meant(subject, stated, named):
            continue
        language = subject.language
        if language not in query_tokens:
            query_tokens[language] = [
                frozenset((*analysis(language).text(word).split(), _folded(word))) for word in words
                if not _is_empty(word, language)
            ]  # fmt: skip
        share, count = _share(subject, query_tokens[language])
        if share:
            yield share, count, subject


def _with_wordings(word: str) -> str:
    """Return a word and the words of acts for it: ``Chef Arbeitgeber``."""
    return " ".join((word, *(said for said in wordings_of(word) if " " not in said)))


def _share(subject: _Subject, query: Sequence[frozenset[str]]) -> tuple[float, int]:
    """Return the share of the words of ``query`` that ``subject`` is, 0 if it lacks one of its words."""
    of_subject = [
        analysis(subject.language).word(word) or _folded(word)
        for word in accented_tokens(subject.words)
        if not _is_empty(word, subject.language)
    ]
    if not of_subject or not all(any(token in word for word in query) for token in of_subject):
        return 0.0, 0
    covered = sum(any(token in word for token in of_subject) for word in query)
    return covered / len(query), len(of_subject)


def _is_empty(word: str, language: str) -> bool:
    is_country = any(
        _folded(word).startswith(name) for names in _OF_COUNTRY.values() for name in names
    )
    return is_country or word in _GENERAL or is_stop_word(_folded(word), language)


def _folded(word: str) -> str:
    return fold(word).strip()


def _is_meant(subject: _Subject, stated: Collection[str], named: frozenset[str]) -> bool:
    country = subject.work[:3] if subject.work[:3] in _OF_COUNTRY else ""
    if named:
        return not named.isdisjoint((subject.work, *statute_identifiers(subject.work)))
    if stated:
        return country in stated
    return _LANGUAGES.get(country, subject.language) == subject.language


def _candidates(words: Sequence[str]) -> set[_Subject]:
    """Return the subjects that may be in a query: each has a word that begins like a word of it, or a part of one."""
    parts = (
        part
        for word in words
        for part in tokens(analysis("de").text(_with_wordings(word)).replace("de:", ""))
    )
    beginnings = {word[:_PREFIX] for word in (*map(_folded, words), *parts)}
    return set().union(*map(_beginning_with, beginnings))


@lru_cache(maxsize=10_000)
def _beginning_with(letters: str) -> frozenset[_Subject]:
    """Return the subjects with a word of these ``letters``, or that begins with them if they are ``_PREFIX``."""
    subjects, folded = _subjects()
    word = f" {letters}" if len(letters) == _PREFIX else f" {letters} "
    found, at = set(), folded.find(word)
    while at >= 0:
        found.add(subjects[folded.count("\n", 0, at)])
        at = folded.find(word, at + 1)
    return frozenset(found)


@cache
def _subjects() -> tuple[list[_Subject], str]:
    """Return all subjects, and a line of folded words for each; an index by words takes longer to make than a search."""
    subjects = [
        _Subject(row["work"], row["eid"], row["language"], words)
        for row in read_table(SUBJECTS, ("work", "eid", "language", "subjects"))
        for words in listed(row["subjects"])
    ]
    lines = fold_words("\n".join(subject.words for subject in subjects)).split("\n")
    return subjects, "\n".join(f" {' '.join(folded_tokens(line))} " for line in lines)
