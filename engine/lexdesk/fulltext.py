"""The full-text index: search by words, with Tantivy.

Derived from SQLite and never the only place of anything: it holds passage numbers and inverted
text, and remembers the last change that it holds. Lexdesk folds and parses text itself and hands
Tantivy query objects, since Tantivy's own parser drops what it does not understand in silence.
"""

from __future__ import annotations

import contextlib
import functools
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import tantivy

from lexdesk.atomic import write_atomically
from lexdesk.errors import IndexDamaged, LibraryError
from lexdesk.query import And, Node, Or, Prefix, Rank, Term
from lexdesk.text import fold

TITLE_BOOST = 0.5
"""Weight of a word in the title of a work against one in the passage (benchmarks/tune_words.py)."""

FORMAT = 1
"""Raised when the index is laid out in another way; an older one is made again."""

_BODY, _TITLE, _PASSAGE, _EXPRESSION = "body", "title", "passage", "expression"
_FIELDS = {"any": (_BODY, _TITLE), "title": (_TITLE,)}
_TOKENIZER = "folded"
_WRITER_BYTES = 96_000_000
_EXPANDED_PREFIXES = 64  # so many words of a prefix are scored one by one; the rest match alike

# ISO 639-1 -> the name of Tantivy's list of stop words
_STOP_WORDS = {
    "da": "danish", "de": "german", "en": "english", "es": "spanish", "fi": "finnish", "fr": "french",
    "hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian", "pt": "portuguese",
    "ru": "russian", "sv": "swedish",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """What the index is told of a passage; ``body`` is its heading and text."""

    passage: int
    expression: int
    title: str
    body: str


# Signs of a machine at fault, not of a damaged index: making it again would help nobody.
_NO_DAMAGE = (
    "ermission denied",
    "No space left",
    "Input/output error",
    "LockBusy",
    "Read-only file",
)


@contextlib.contextmanager
def _reporting_damage(path: Path) -> Iterator[None]:
    """Turn Tantivy's errors and panics (which are ``BaseException``) into ``IndexDamaged``."""
    try:
        yield
    except OSError:
        raise
    except BaseException as error:
        if any(sign in str(error) for sign in _NO_DAMAGE):
            raise LibraryError(
                f"the full-text index at {path} cannot be used now ({error})"
            ) from error
        if isinstance(error, ValueError) or type(error).__name__ == "PanicException":
            raise IndexDamaged(
                f"the full-text index at {path} cannot be used ({error}); run: lexdesk rebuild"
            ) from error
        raise


class FullText:
    """The index in the folder ``path``, made if it is not there.

    Raises ``IndexDamaged`` where Tantivy cannot open or use it.
    """

    def __init__(self, path: Path):
        self._path = path
        self._held = path / "held.json"
        path.mkdir(exist_ok=True)
        with _reporting_damage(path):
            self._index = tantivy.Index(_schema(), path=str(path))
            self._index.register_tokenizer(_TOKENIZER, _analyzer())
            self._index.config_reader("manual")
            self._index.reload()
        self._schema = self._index.schema
        self._writer: tantivy.IndexWriter | None = None
        self._seen = self._state()

    @property
    def last_change(self) -> int:
        """Number of the last change of the library that the index holds; 0 for a new index."""
        try:
            held = json.loads(self._held.read_text())
            return int(held["change"]) if held["format"] == FORMAT else 0
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return 0

    # Writing. One process at a time: the library's writer lock sees to that.

    def put(self, entries: Iterable[Entry]) -> None:
        """Add passages; they are found after ``commit``."""
        with _reporting_damage(self._path):
            writer = self._open_writer()
            for entry in entries:
                document = tantivy.Document()
                document.add_unsigned(_PASSAGE, entry.passage)
                document.add_unsigned(_EXPRESSION, entry.expression)
                document.add_text(_TITLE, fold(entry.title))
                document.add_text(_BODY, fold(entry.body))
                writer.add_document(document)

    def remove(self, expression: int) -> None:
        """Remove the passages of an expression; they are gone after ``commit``."""
        with _reporting_damage(self._path):
            of_expression = tantivy.Query.term_query(self._schema, _EXPRESSION, expression)
            self._open_writer().delete_documents_by_query(of_expression)

    def commit(self, change: int) -> None:
        """Make all since the last commit searchable and durable; it holds changes up to ``change``."""
        with _reporting_damage(self._path):
            if self._writer is not None:
                self._writer.commit()
        write_atomically(self._held, json.dumps({"format": FORMAT, "change": change}).encode())
        self._reload()

    def close(self) -> None:
        """Finish merging and let go of the files; what was not committed is dropped."""
        if self._writer is not None:
            writer, self._writer = self._writer, None
            with _reporting_damage(self._path):
                writer.rollback()
                writer.wait_merging_threads()

    def _open_writer(self) -> tantivy.IndexWriter:
        if self._writer is None:
            self._writer = self._index.writer(_WRITER_BYTES, 1)
        return self._writer

    # Reading.

    def refresh(self) -> None:
        """See what another process has committed since."""
        if self._state() != self._seen:
            self._reload()

    def _reload(self) -> None:
        self._seen = self._state()
        with _reporting_damage(self._path):
            self._index.reload()

    def _state(self) -> tuple[int, int]:
        try:
            stat = (self._path / "meta.json").stat()
        except FileNotFoundError:
            return (0, 0)
        return (stat.st_mtime_ns, stat.st_ino)

    def search(
        self, node: Node, limit: int, languages: Sequence[str]
    ) -> tuple[list[tuple[int, float]], int]:
        """The best passages for ``node`` as (passage, BM25 score), best first, and how many match.

        At most ``limit`` passages. Stop words of ``languages`` (ISO 639-1) do not rank where other
        words do.
        """
        with _reporting_damage(self._path):
            searcher = self._index.searcher()
            query = _Builder(self._schema, searcher, languages).build(node)
            # Counting along costs a fifth more; counting alone would cost the whole search again.
            found = searcher.search(query, limit, count=True)
            return _passages(searcher, found.hits), int(found.count)  # type: ignore[attr-defined]

    def scores(
        self, node: Node, passages: Sequence[int], languages: Sequence[str]
    ) -> dict[int, float]:
        """BM25 scores of those among ``passages`` that match ``node``."""
        if not passages:
            return {}
        with _reporting_damage(self._path):
            searcher = self._index.searcher()
            query = _Builder(self._schema, searcher, languages).build(node)
            among = tantivy.Query.term_set_query(self._schema, _PASSAGE, list(passages))
            restricted = tantivy.Query.boolean_query(
                [
                    (tantivy.Occur.Must, query),
                    (tantivy.Occur.Must, tantivy.Query.const_score_query(among, 0.0)),
                ]
            )
            return dict(
                _passages(searcher, searcher.search(restricted, len(passages), count=False).hits)
            )

    def passages(self) -> set[int]:
        """The numbers of all passages that the index holds."""
        with _reporting_damage(self._path):
            searcher = self._index.searcher()
            hits = searcher.search(
                tantivy.Query.all_query(), max(searcher.num_docs, 1), count=False
            ).hits
            return {passage for passage, _ in _passages(searcher, hits)}


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field(_PASSAGE, indexed=True, fast=True)
    builder.add_unsigned_field(_EXPRESSION, indexed=True)
    builder.add_text_field(_TITLE, tokenizer_name=_TOKENIZER)
    builder.add_text_field(_BODY, tokenizer_name=_TOKENIZER)
    return builder.build()


def _analyzer() -> tantivy.TextAnalyzer:
    """Splits folded text at all but letters and digits, as ``lexdesk.text.tokens`` does."""
    simple = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    return simple.filter(tantivy.Filter.remove_long(100)).filter(tantivy.Filter.lowercase()).build()


def _passages(
    searcher: tantivy.Searcher, hits: Sequence[tuple[float, tantivy.DocAddress]]
) -> list[tuple[int, float]]:
    numbers = searcher.fast_field_values(_PASSAGE, [address for _, address in hits])
    return [(int(number or 0), score) for number, (score, _) in zip(numbers, hits, strict=True)]


class _Builder:
    """Makes a Tantivy query of a query tree."""

    def __init__(
        self, schema: tantivy.Schema, searcher: tantivy.Searcher, languages: Sequence[str]
    ):
        self._schema = schema
        self._searcher = searcher
        self._languages = languages

    def build(self, node: Node) -> tantivy.Query:
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
                _boosted(query, TITLE_BOOST if field == _TITLE and len(fields) > 1 else 1)
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
