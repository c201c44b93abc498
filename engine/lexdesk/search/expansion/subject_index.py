"""The subject index: the general provision of a matter that a query names in other words.

*Enkeltrick* is fraud, § 263 StGB, whose text has neither word. The index is data, as at the end of a textbook:
``subjects.tsv`` beside this module. A subject counts if the query has all its words, in any order and inflected form.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cache
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
_COUNTRIES = tuple(name for names in _OF_COUNTRY.values() for name in names)
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
        if any(word.startswith(tuple(names)) for word in words)
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
    meant = [subject for subject in _candidates(words) if _is_meant(subject, stated, named)]
    for language in {subject.language for subject in meant}:
        query = [
            frozenset((*analysis(language).text(word).split(), _folded(word))) for word in words
            if not _is_empty(word, language)
        ]  # fmt: skip
        said = frozenset[str]().union(*query)
        for subject in meant:
            of_subject = _tokens_of(subject)
            if subject.language == language and of_subject and said.issuperset(of_subject):
                covered = sum(not word.isdisjoint(of_subject) for word in query)
                yield covered / len(query), len(of_subject), subject


def _with_wordings(word: str) -> str:
    """Return a word and the words of acts for it: ``Chef Arbeitgeber``."""
    return " ".join((word, *(said for said in wordings_of(word) if " " not in said)))


@cache
def _tokens_of(subject: _Subject) -> list[str]:
    """Return the tokens of the words of ``subject``; a query has a hundred candidates."""
    return [
        analysis(subject.language).word(word) or _folded(word)
        for word in accented_tokens(subject.words)
        if not _is_empty(word, subject.language)
    ]


def _is_empty(word: str, language: str) -> bool:
    folded = _folded(word)
    return folded.startswith(_COUNTRIES) or word in _GENERAL or is_stop_word(folded, language)


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
    index = _by_prefix()
    return set().union(*(index.get(word[:_PREFIX], ()) for word in {*map(_folded, words), *parts}))


@cache
def _by_prefix() -> dict[str, list[_Subject]]:
    subjects = [
        _Subject(row["work"], row["eid"], row["language"], words)
        for row in read_table(SUBJECTS, ("work", "eid", "language", "subjects"))
        for words in listed(row["subjects"])
    ]
    # Folded at once: a call for each would take as long as the rest of a search.
    lines = fold_words("\n".join(subject.words for subject in subjects)).split("\n")
    found: defaultdict[str, list[_Subject]] = defaultdict(list)
    for subject, line in zip(subjects, lines, strict=True):
        for token in folded_tokens(line):
            found[token[:_PREFIX]].append(subject)
    return found
