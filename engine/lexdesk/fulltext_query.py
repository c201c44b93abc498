"""From a query tree to Tantivy's query objects, and which words say nothing.

Tantivy's own query parser drops in silence what it does not understand, so it is never used.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Sequence

import tantivy

from lexdesk.query import And, Node, Or, Prefix, Rank, Term

BODY, TITLE = "body", "title"
"""Fields of the index: heading and text of a passage, and the names of its work."""

TITLE_BOOST = 0.5
"""Weight of a word in the title of a work against one in the passage (benchmarks/tune_words.py)."""

_FIELDS = {"any": (BODY, TITLE), "title": (TITLE,)}
_EXPANDED_PREFIXES = 64  # so many words of a prefix are scored one by one; the rest match alike

# ISO 639-1 -> the name of Tantivy's list of stop words
_STOP_WORDS = {
    "da": "danish", "de": "german", "en": "english", "es": "spanish", "fi": "finnish", "fr": "french",
    "hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian", "pt": "portuguese",
    "ru": "russian", "sv": "swedish",
}  # fmt: skip


class QueryBuilder:
    """Makes a Tantivy query of a query tree."""

    def __init__(
        self, schema: tantivy.Schema, searcher: tantivy.Searcher, languages: Sequence[str]
    ):
        self._schema = schema
        self._searcher = searcher
        self._languages = languages

    def build(self, node: Node) -> tantivy.Query:
        """The query that finds what ``node`` asks for."""
        match node:
            case Term() | Prefix():
                return _boolean((tantivy.Occur.Should, query) for query in self._in_fields(node))
            case Rank():
                return self._rank(node)
            case Or():
                return _boolean((tantivy.Occur.Should, self.build(part)) for part in node.parts)
            case And():
                return _boolean(
                    [
                        *((tantivy.Occur.Must, self.build(part)) for part in node.parts),
                        *((tantivy.Occur.MustNot, self.build(part)) for part in node.excluded),
                    ]
                )

    def _rank(self, node: Rank) -> tantivy.Query:
        optional = Counter(node.optional)
        telling = {part: n for part, n in optional.items() if not self._is_stop_word(part)}
        if not telling and not node.required:
            telling = dict(optional)
        parts = [(tantivy.Occur.Must, self.build(part)) for part in node.required]
        for part, repeated in telling.items():
            # Side by side, not nested: a flat union of words takes half the time.
            flat = self._in_fields(part) if isinstance(part, Term | Prefix) else [self.build(part)]
            parts += [(tantivy.Occur.Should, _boosted(query, repeated)) for query in flat]
        return _boolean(parts)

    def _is_stop_word(self, node: Node) -> bool:
        if not isinstance(node, Term) or len(node.tokens) > 1:
            return False
        return any(
            is_stop_word(node.typed or node.tokens[0], language) for language in self._languages
        )

    def _in_fields(self, node: Term | Prefix) -> list[tantivy.Query]:
        """One query for each field that ``node`` may match in."""
        fields = _FIELDS[node.field]
        queries = []
        for field in fields:
            match node:
                case Term():
                    query = self._words(field, node.tokens)
                case Prefix():
                    query = self._prefix(field, node.token)
            queries.append(
                _boosted(query, TITLE_BOOST if field == TITLE and len(fields) > 1 else 1)
            )
        return queries

    def _words(self, field: str, words: tuple[str, ...]) -> tantivy.Query:
        if len(words) == 1:
            return tantivy.Query.term_query(self._schema, field, words[0], "freq")
        return tantivy.Query.phrase_query(self._schema, field, list(words))

    def _prefix(self, field: str, token: str) -> tantivy.Query:
        words = self._searcher.terms_with_prefix(field, token, limit=_EXPANDED_PREFIXES + 1)
        queries = [self._words(field, (word,)) for word, _ in words[:_EXPANDED_PREFIXES]]
        if len(words) > _EXPANDED_PREFIXES:
            queries.append(tantivy.Query.regex_query(self._schema, field, f"{token}.*"))
        return _boolean((tantivy.Occur.Should, query) for query in queries)


def _boosted(query: tantivy.Query, boost: float) -> tantivy.Query:
    return query if boost == 1 else tantivy.Query.boost_query(query, float(boost))


def _boolean(parts: Iterable[tuple[tantivy.Occur, tantivy.Query]]) -> tantivy.Query:
    listed = list(parts)
    if len(listed) == 1 and listed[0][0] != tantivy.Occur.MustNot:
        return listed[0][1]
    return tantivy.Query.boolean_query(listed) if listed else tantivy.Query.empty_query()


@functools.cache
def _stop_word_filter(name: str) -> tantivy.TextAnalyzer:
    raw = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.raw())
    return raw.filter(tantivy.Filter.lowercase()).filter(tantivy.Filter.stopword(name)).build()


@functools.lru_cache(maxsize=10_000)
def is_stop_word(word: str, language: str) -> bool:
    """Whether ``word`` says nothing in ``language`` (ISO 639-1); False where no list is known."""
    name = _STOP_WORDS.get(language)
    return name is not None and not _stop_word_filter(name).analyze(word)
