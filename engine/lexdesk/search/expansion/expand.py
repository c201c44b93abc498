"""Query expansion: wordings of a library for the words of a query."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import TypeGuard

from msgspec.structs import replace

from lexdesk.citations.resolution import parse_target
from lexdesk.citations.work_lookup import short_names, works_with_short_names
from lexdesk.index.lexical.fulltext import FullText
from lexdesk.index.lexical.term_selection import FEW_WORDS
from lexdesk.law.work_names import names_of_works
from lexdesk.query import And, Filter, Node, Query, Rank, Term
from lexdesk.search.expansion.inflections import with_inflections
from lexdesk.search.expansion.terms_of_art import (
    Terms,
    indexed_terms,
    program_terms,
    with_wordings,
)
from lexdesk.search.library_state import languages
from lexdesk.storage import Store, until_changed
from lexdesk.storage.user_tables import THESAURUS, read_user_table
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import tokens

_ABBREVIATION = lazy_pattern(r"(?P<letters>\w*[A-ZÄÖÜ]\w*[A-ZÄÖÜ]\w*)(?:\s\d{4})?")  # BDSG 2018


def without_abbreviations(query: Query, store: Store) -> Query:
    """Remove the abbreviations of German statutes in ``store`` from the semantic text.

    Long queries, and queries without other words, stay unchanged, and so do short names of Union law: the shipped
    encoder has learned them.
    """
    words = query.semantic_text.split()
    if len(words) not in FEW_WORDS:
        return query
    known = _abbreviations(store)
    # A capitalized word is no abbreviation: *Weg* is not WEG.
    left = " ".join(word for word in words if word.istitle() or known.isdisjoint(tokens(word)))
    shortened = replace(query, semantic_text=left)
    return shortened if shortened.has_semantic_text else query


@until_changed
def _abbreviations(store: Store) -> frozenset[str]:
    """Return the folded abbreviations of all German statutes."""
    return _abbreviations_of(names_of_works(store).short_titles)


@lru_cache(maxsize=2)  # most changes of a library leave the names as they are
def _abbreviations_of(titles: tuple[tuple[str, str], ...]) -> frozenset[str]:
    return frozenset(
        token
        for work, short_title in titles
        if work.startswith("DE-")
        for token in _tokens((short_title, *short_names(work)))
    )


def _tokens(names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        if found := _ABBREVIATION.fullmatch(name):
            yield from tokens(found["letters"])


_Name = tuple[str, ...]
"""The tokens of a name."""


def with_act_names(query: Query, store: Store) -> Query:
    """Replace each name of a work in ``store`` by a phrase, beside other words."""
    root = query.root
    if not isinstance(root, Rank):
        return query
    found: list[Node] = []
    names = _names(store)
    words = root.optional
    at = 0
    while at < len(words):
        name = _name_at(words, at, names)
        found.append(
            Term(tuple(t for w in name for t in w.tokens), quoted=True) if name else words[at]
        )
        at += len(name) or 1
    if len(found) in (1, len(root.optional)):
        return query
    return replace(query, root=replace(root, optional=tuple(found)))


def _name_at(words: Sequence[Node], at: int, names: Mapping[_Name, Set[_Name]]) -> list[Term]:
    """Return the words of the longest name that begins at word ``at``, or none."""
    first = words[at]
    alike = names.get(first.tokens[:1], set()) if isinstance(first, Term) else set()
    longest = max(map(len, alike), default=0)
    terms_of_query: list[Term] = []
    for word in words[at : at + longest]:
        if not isinstance(word, Term) or word.quoted or word.field != "any":
            break
        terms_of_query.append(word)
    while (
        terms_of_query
        and tuple(token for word in terms_of_query for token in word.tokens) not in alike
    ):
        terms_of_query.pop()
    return terms_of_query if len(terms_of_query) > 1 else []


@until_changed
def _names(store: Store) -> Mapping[_Name, Set[_Name]]:
    """Return the multi-word names of acts by their first token, without contracts: these may have any name."""
    by_short_name = store.law.expressions_by_work(works_with_short_names())
    others = ((work, name) for work in by_short_name for name in short_names(work))
    return _names_in((*names_of_works(store).short_titles, *others))


@lru_cache(maxsize=2)  # most changes of a library leave the names as they are
def _names_in(names: tuple[tuple[str, str], ...]) -> Mapping[_Name, Set[_Name]]:
    found: defaultdict[_Name, set[_Name]] = defaultdict(set)
    for work, name in names:
        words = tuple(tokens(name))
        if len(words) > 1 and not all(map(str.isdigit, words)) and parse_target(work).work:
            found[words[:1]].add(words)
    return found


_ENGLISH = lazy_pattern(
    r"(?:what\s(?:is|are)|(?:definition|meaning)(?:\sof)?|define)\s(?:an?\s|the\s)?(?P<defined>.+)"
    r"|what\sdoes\s(?:an?\s|the\s)?(?P<meant>.+)\smean|(?P<named>.+?)\s(?:definition|(?:shall\s)?means?)",
    re.IGNORECASE,
)
_GERMAN = lazy_pattern(
    r"(?:was\s(?:ist|sind)|definition(?:\svon)?)\s(?:eine?[mnrs]?\s|de[rnm]\s|die\s|das\s)?(?P<defined>.+)",
    re.IGNORECASE,
)
_ASKED = ((_ENGLISH, ("means", "shall mean")), (_GERMAN, ("ist",)))
"""Forms of questions for a definition in English and German, and the words after the defined term in acts and contracts."""
_OF_DEFINITION = ("what", "was", "defin", "mean")

_QUOTES = lazy_pattern(r"[\"“”„«»]")
_LONGEST = 4  # words of a defined term


def with_definition(query: Query, is_held: Callable[[Node], bool]) -> Query:
    """Add the beginning of the requested definition, if ``is_held`` finds it in a passage.

    A quoted term remains a condition: ``"Affiliate" means``.
    """
    root = query.root
    if not isinstance(root, Rank) or not (_is_one_in_quotes(root) or not query.demanding):
        return query
    found: list[Node] = []
    folded = query.text.casefold()
    for pattern, verbs in _ASKED if any(word in folded for word in _OF_DEFINITION) else ():
        match = pattern.fullmatch(_QUOTES.sub("", query.text).strip().rstrip("?").rstrip())
        if match and (not root.required or match.lastgroup == "named"):
            words = tokens(match[match.lastgroup or 0])
            begun = [Term((*words, *verb.split()), quoted=True) for verb in verbs]
            found += filter(is_held, begun if len(words) <= _LONGEST else ())
    if not found:
        return query
    return replace(query, root=replace(root, optional=(*root.optional, *found)))


def _is_one_in_quotes(root: Rank) -> bool:
    """Return whether the only required words are one quotation."""
    (one, *others) = root.required or (None,)
    return isinstance(one, Term) and one.quoted and one.field == "any" and not others


@until_changed
def _terms(store: Store) -> Terms:
    """Return the terms of the program, and those that the user added to the library in their place."""
    own = indexed_terms(read_user_table(store.folder, THESAURUS))
    return Terms({**program_terms(), **own}) if own else program_terms()


def expand(query: Query, store: Store, fulltext: FullText) -> Query:
    """Return ``query`` with the wordings of acts for terms of art, names of acts as phrases, and definitions.

    Its semantic text loses abbreviations. Words in brackets beside filters are expanded as without the filters.
    """
    known = languages(store)

    def is_held(node: Node) -> bool:
        return fulltext.search(node, 1, known)[1] > 0

    def language_of(node: Node) -> str | None:
        found, _ = fulltext.search(node, 1, known)
        return next(iter(store.passages.languages_of([found[0][0]])), "") if found else None

    def in_acts(part: Query) -> Query:
        return with_wordings(with_act_names(part, store), _terms(store), language_of)

    query = with_inflections(without_abbreviations(query, store), fulltext, known)
    if not _is_narrowed(query.root):
        return with_definition(in_acts(query), is_held)
    parts = (in_acts(replace(query, root=part)).root for part in query.root.parts)
    return replace(query, root=replace(query.root, parts=tuple(parts)))


def _is_narrowed(root: Node) -> TypeGuard[And]:
    """Return whether ``root`` is something, in brackets or a single word, beside nothing but filters."""
    return isinstance(root, And) and sum(not isinstance(part, Filter) for part in root.parts) == 1
