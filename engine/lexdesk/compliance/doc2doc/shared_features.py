"""Features shared by two documents besides words: defined terms, citations, links."""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass

from lexdesk.citations.work_lookup import short_names
from lexdesk.compliance.doc2doc.citations import Names, resolve_cited
from lexdesk.compliance.doc2doc.long_query import LongQuery
from lexdesk.compliance.paragraph_words import is_uninformative
from lexdesk.law.citation_labels import label_citation
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow
from lexdesk.text.analysis import analysis
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import accented_tokens, fold, tokens

_Analysed = tuple[str, ...]
"""A word, its token, and those of its parts."""

_MOST = 12
_LONGEST_TERM = 6  # words

_DEFINED = lazy_pattern(
    r"""[“„"'‘’«]\s?(?P<term>[^“”„"'‘’«»\n]{2,60}?)\s?[”“"'’»],?\s+
        (?:(?:in\s+relation\s+to|when\s+used)\s[^.;“"']{1,120}?\s)?
        (?:means?|shall\s+mean|has\s+the\s+(?:same\s+)?meaning|includes|is\s+defined
          |bezeichnet|bedeutet|ist|sind|désigne|s['’]entend)\b""",
    re.VERBOSE | re.IGNORECASE,
)
"""A term between quotation marks, and the defining words of English, German and French law."""


@dataclass(frozen=True, slots=True)
class InCommon:
    """Shared ``terms``, defined by at least one of two documents, and shared ``citations`` by name.

    ``links`` are the relations of the documents in words: ``cites it``, ``amends it``, ``is cited by it``.
    """

    terms: list[str]
    citations: list[str]
    links: list[str]


def find_shared_features(
    store: Store, query: LongQuery, names: Names, expression: ExpressionRow
) -> InCommon:
    """Return the features shared by ``query`` and a document."""
    text = store.texts.text(expression.id)
    cited = {
        resolve_cited(reference, names)
        for reference in store.law.references_in(expression.id, 0, None)
    }
    cited_works = {resolve_cited(reference, names): None for reference in query.references}
    own = ("", query.work, expression.work)
    both = [
        cited_work for cited_work in cited_works if cited_work in cited and cited_work not in own
    ]
    return InCommon(
        terms=find_shared_terms(query.text, text),
        citations=[_name_of(store, query, names, shared) for shared in both[:_MOST]],
        links=list(_links(store, query, expression, cited, cited_works)),
    )


def _name_of(store: Store, query: LongQuery, names: Names, cited: str) -> str:
    """Return the library's citation of a work; of a missing work, the name used by ``query`` or a known name."""
    expressions = store.law.expressions_of(cited)
    if expressions:
        own = [expression for expression in expressions if expression.language == query.language]
        return label_citation("", (own or expressions)[0], None)
    references = [
        reference for reference in query.references if resolve_cited(reference, names) == cited
    ]
    whole = [
        query.text[reference.start : reference.end]
        for reference in references
        if not reference.target
    ]
    german = cited.removeprefix("DE-").replace("_", " ").upper() if cited.startswith("DE-") else ""
    return next(filter(None, (references[0].name, *whole, *short_names(cited), german)), cited)


def _links(
    store: Store,
    query: LongQuery,
    expression: ExpressionRow,
    cited: Container[str],
    cited_works: Container[str],
) -> Iterable[str]:
    if query.work and query.work in cited:
        yield "cites it"
    if expression.work in cited_works:
        yield "is cited by it"
    for relation in store.law.relations_to(query.work) if query.work else ():
        if relation.subject == expression.work:
            yield f"{relation.kind} it"
    for relation in store.law.relations_to(expression.work) if query.work else ():
        if relation.subject == query.work:
            yield f"it {relation.kind}"


def find_defined_terms(text: str) -> dict[tuple[str, ...], str]:
    """Map the folded words of the terms defined in ``text`` to their written form."""
    found: dict[tuple[str, ...], str] = {}
    for match in _DEFINED.finditer(text):
        words = tuple(tokens(match["term"]))
        if 0 < len(words) <= _LONGEST_TERM:
            found.setdefault(words, match["term"])
    return found


def find_shared_terms(one: str, other: str) -> list[str]:
    """Return terms defined by one of two texts and used in the other; terms defined by both come first."""
    first, second = find_defined_terms(one), find_defined_terms(other)
    both = [written for words, written in first.items() if words in second]
    said_in_other, said_in_one = f" {' '.join(tokens(other))} ", f" {' '.join(tokens(one))} "
    alone = [
        written
        for terms, others, wording in ((first, second, said_in_other), (second, first, said_in_one))
        for words, written in terms.items()
        if words not in others and f" {' '.join(words)} " in wording
    ]
    return list(dict.fromkeys([*both, *alone]))[:_MOST]


def find_words_in_common(
    one: str, other: str, languages: tuple[str | None, str | None]
) -> set[str]:
    """Return the folded words shared by two texts, in any form or as part of a compound, without stop words.

    ``languages`` are those of the texts, ISO 639-1. Words of different languages must be spelled alike.
    """
    language = languages[0] if languages[0] == languages[1] else None
    query_terms, heard = (
        [(word, *analysis(language).text(word).split()) for word in _informative_words(text, own)]
        for text, own in zip((one, other), languages, strict=True)
    )
    return {
        fold(word)
        for word in (*_matching_words(query_terms, heard), *_matching_words(heard, query_terms))
    }


def _informative_words(text: str, language: str | None) -> list[str]:
    words = dict.fromkeys(accented_tokens(text))
    return [word for word in words if len(word) > 1 and not is_uninformative(word, language)]


def _matching_words(query_terms: Sequence[_Analysed], heard: Sequence[_Analysed]) -> Iterator[str]:
    """Yield the words of ``query_terms`` equal to one of ``heard``, to a part of one, or with one as a part."""
    wholes = {token for _, token, *_ in heard}
    parts = {part for _, *parts in heard for part in parts}
    for word, token, *own_parts in query_terms:
        if token in parts or not wholes.isdisjoint((token, *own_parts)):
            yield word
