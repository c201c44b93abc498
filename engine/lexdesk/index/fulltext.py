"""The full-text index: search by words, with Tantivy.

Derived from SQLite and never the only place of anything: it holds passage numbers and inverted
text, and remembers the last change that it holds. Lexdesk folds and parses text itself and hands
Tantivy query objects, since Tantivy's own parser drops what it does not understand in silence.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import tantivy

from lexdesk.atomic import write_atomically
from lexdesk.errors import IndexDamaged
from lexdesk.index.allowed import Conditions
from lexdesk.index.clauses import any_of, but_not
from lexdesk.index.fulltext_query import Apart, QueryBuilder
from lexdesk.index.layout import (
    BODY,
    EXPRESSION,
    FORMAT,
    PASSAGE,
    RUNS,
    SEAM,
    Entry,
    analyzers,
    document_of,
    schema,
)
from lexdesk.index.seal import damage, require_sealed, seal
from lexdesk.index.trouble import reporting_damage
from lexdesk.index.word_forms import Form, weighted_forms
from lexdesk.index.written import Written
from lexdesk.query import Node, Scope
from lexdesk.text import SECTION_SIGN

_HELD = "held.json"
_WRITER_BYTES = 96_000_000
# A larger share of removed passages, and the segments that hold them are written anew.
_MOST_DEAD = 0.2
_ANYTHING = Conditions()
_FREQUENCIES = 20_000  # of tokens in passages, kept; and so many words with their forms
_FIRST_STEP = 150  # passages that the first of two steps looks for at least (docs/results/scale.md)
_MOST_IN_STEPS = 300  # passages; looking up frequent words in more of them takes what it saves


def _held(change: int) -> dict[str, object]:
    """What ``_HELD`` says of an index that holds the changes up to ``change``."""
    told = f"{FORMAT} {change}"
    return {"format": FORMAT, "change": change, "sha256": hashlib.sha256(told.encode()).hexdigest()}


def is_outdated(path: Path) -> bool:
    """Whether the index in the folder ``path`` is of an earlier format, which Tantivy may take for a damaged one."""
    try:
        return int(json.loads((path / _HELD).read_text())["format"]) < FORMAT
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return False


class FullText:
    """The index in the folder ``path``, made if it is not there.

    Raises ``IndexDamaged`` where Tantivy cannot open or use it.
    """

    def __init__(self, path: Path):
        self._path = path
        self._held = path / _HELD
        path.mkdir(exist_ok=True)
        require_sealed(path)
        if self.last_change and not (path / "meta.json").exists():  # Tantivy would make it anew
            raise IndexDamaged(f"the full-text index at {path} is not whole; run: lexdesk rebuild")
        self._open(str(path))

    def _open(self, folder: str | None) -> None:
        """Open the index in ``folder``, or make one in memory."""
        with reporting_damage(self._path):
            self._index = tantivy.Index(schema(), path=folder)
            for name, analyzer in analyzers().items():
                self._index.register_tokenizer(name, analyzer)
            self._index.config_reader("manual")
        self._schema = self._index.schema
        self._writer: tantivy.IndexWriter | None = None
        self._reload()

    @property
    def last_change(self) -> int:
        """Number of the last change of the library that the index holds; 0 for a new index."""
        try:
            held = json.loads(self._held.read_text())
            change = int(held["change"])
            is_whole = held == _held(change)  # of this format, and no digit of it changed
            return change if is_whole else 0
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return 0

    @property
    def size(self) -> int:
        """How many passages searches may find."""
        return int(self._searcher.num_docs)

    # Writing. One process at a time: the library's writer lock sees to that.

    def put(self, entries: Iterable[Entry]) -> None:
        """Add passages; they are found after ``commit``."""
        with self._using_writer() as writer:
            for entry in entries:
                writer.add_document(document_of(entry))

    def remove(self, expression: int) -> None:
        """Remove the passages of an expression; they are gone after ``commit``."""
        with self._using_writer() as writer:
            of_expression = tantivy.Query.term_query(self._schema, EXPRESSION, expression)
            writer.delete_documents_by_query(of_expression)

    def commit(self, change: int) -> None:
        """Make all since the last commit searchable and durable; it holds changes up to ``change``."""
        if self._writer is not None:
            with self._using_writer() as writer:
                writer.commit()
        self._seal()
        self._hold(change)
        self._reload()

    def close(self) -> None:
        """Finish merging and let go of the files; what was not committed is dropped."""
        if self._writer is not None:
            writer, self._writer = self._writer, None
            with reporting_damage(self._path):
                writer.wait_merging_threads()  # a rollback would throw the merges away
            self._seal()  # also what was merged in the background

    def _seal(self) -> None:
        seal(self._path)

    def _hold(self, change: int) -> None:
        write_atomically(self._held, json.dumps(_held(change)).encode())

    @contextlib.contextmanager
    def _using_writer(self) -> Iterator[tantivy.IndexWriter]:
        """The writer, given up after an error: Tantivy's next commit would lack what it lost then."""
        with reporting_damage(self._path):
            if self._writer is None:
                self._writer = self._index.writer(_WRITER_BYTES, 1)
                # What a killed writer left has the names that this one will give to its files.
                self._writer.garbage_collect_files()
            writer = self._writer
            try:
                yield writer
            except BaseException:
                self._writer = None
                for give_up in (writer.rollback, writer.wait_merging_threads):
                    with contextlib.suppress(BaseException):  # the first error is the one to tell
                        give_up()
                raise

    # Reading.

    def worn(self) -> set[int]:
        """The passages in segments that hold many removed ones, once a fifth of the index is such.

        Tantivy merges segments by their number alone, and drops one in which nothing is left.
        """
        segments = self._segments()
        if sum(dead for _, dead in segments) <= _MOST_DEAD * sum(size for size, _ in segments):
            return set()
        with reporting_damage(self._path):
            searcher = self._searcher
            everything = tantivy.Query.all_query()
            hits = searcher.search(everything, max(searcher.num_docs, 1), count=False).hits
            left = Counter(address.segment_ord for _, address in hits)
            if [left[number] for number in range(len(segments))] != [s - d for s, d in segments]:
                return set()  # merged meanwhile
            worn = {n for n, (size, dead) in enumerate(segments) if dead > _MOST_DEAD * size}
            return {
                p for p, _ in _passages(searcher, [h for h in hits if h[1].segment_ord in worn])
            }

    def _segments(self) -> list[tuple[int, int]]:
        """(passages, those removed among them) of each segment, in Tantivy's order."""
        try:
            told = json.loads((self._path / "meta.json").read_bytes())["segments"]
        except FileNotFoundError:
            return []
        return [
            (each["max_doc"], (each["deletes"] or {}).get("num_deleted_docs", 0)) for each in told
        ]

    def damage(self) -> str | None:
        """Read every byte of the index; what is wrong, in words."""
        return damage(self._path)

    def refresh(self) -> None:
        """See what another process has committed since.

        An index that holds less than was seen is being made anew: until it has caught up, what was seen is searched.
        """
        if self._state() != self._seen and self.last_change >= self._seen_change:
            self._reload()

    def _reload(self) -> None:
        self._seen, self._seen_change = self._state(), self.last_change
        with reporting_damage(self._path):
            self._index.reload()
            self._searcher = self._index.searcher()
        # As a person types, the words before the last are asked for again and again.
        self._frequency = functools.lru_cache(_FREQUENCIES)(self._searcher.doc_freq)
        known = functools.partial(_covers, self._schema, self._searcher)
        forms = functools.partial(weighted_forms, self._frequency, known, self.size)
        self._forms = functools.lru_cache(_FREQUENCIES)(forms)
        self._written = Written(self._schema, self._searcher)

    def _builder(self, languages: Sequence[str], conditions: Conditions) -> QueryBuilder:
        return QueryBuilder(
            self._schema, self._searcher, self._frequency, self._forms, languages, conditions
        )

    def _state(self) -> tuple[int, int]:
        try:
            stat = (self._path / "meta.json").stat()
        except FileNotFoundError:
            return (0, 0)
        return (stat.st_mtime_ns, stat.st_ino)

    def search(
        self,
        node: Node,
        limit: int,
        languages: Sequence[str],
        conditions: Conditions = _ANYTHING,
        offset: int = 0,
    ) -> tuple[list[tuple[int, float]], int]:
        """The best passages for ``node`` as (passage, BM25 score), best first, and how many match.

        At most ``limit`` passages after the first ``offset``. Stop words of ``languages`` (ISO 639-1)
        do not rank where other words do. Where ``node`` holds a connector, passages that break it
        are among those found (``word_search`` verifies it).
        """
        with reporting_damage(self._path):
            searcher = self._searcher
            builder = self._builder(languages, conditions)
            if not offset and (apart := builder.apart(node)):
                return self._merged(apart, limit)
            query = builder.build(node, by_words=True)
            # Counting along costs a fifth more; counting alone would cost the whole search again.
            found = searcher.search(query, limit, count=True, offset=offset)
            return _passages(searcher, found.hits), int(found.count)  # type: ignore[attr-defined]

    def _merged(self, apart: Apart, limit: int) -> tuple[list[tuple[int, float]], int]:
        """The best of both queries, which are the best of all, and how many there are.

        A passage among the best of all that has nothing beside its words is among the best by these. In one
        query, Tantivy would look for pairs and the like in each passage with one of the words.
        """
        searcher = self._searcher
        both = searcher.search(apart.by_both, limit, count=False)
        words = searcher.search(apart.by_words, limit, count=True)
        scores = dict(_passages(searcher, both.hits))
        for passage, score in _passages(searcher, words.hits):
            scores.setdefault(passage, score)
        ordered = sorted(scores.items(), key=lambda hit: -hit[1])[:limit]
        return ordered, int(words.count)  # type: ignore[attr-defined]

    def search_in_steps(
        self,
        node: Node,
        limit: int,
        languages: Sequence[str],
        conditions: Conditions = _ANYTHING,
    ) -> tuple[list[tuple[int, float]], int] | None:
        """As ``search``, faster and nearly as exact; ``None`` where that cannot be or gains nothing.

        Scores are the same. A passage that should be among the last of many may be missing, and the
        number of those that match is a lower bound.
        """
        if limit > _MOST_IN_STEPS:
            return None
        with reporting_damage(self._path):
            searcher = self._searcher
            builder = self._builder(languages, conditions)
            steps = builder.in_two_steps(node)
            if steps is None:
                return None
            enough = limit + limit // 2
            depth = max(_FIRST_STEP, enough)
            found = searcher.search(steps.first, depth, count=True)
            if len(found.hits) < enough:  # others with frequent words would follow
                return None
            best = dict(_passages(searcher, found.hits))
            among = builder.among(best, steps.rest)
            rest = searcher.search(among, depth, count=False)
            scores = {
                number: best[number] + more for number, more in _passages(searcher, rest.hits)
            }
            ordered = sorted(scores.items(), key=lambda hit: -hit[1])[:limit]
            return ordered, int(found.count)  # type: ignore[attr-defined]

    def search_weighted(
        self,
        weights: Mapping[str, float],
        limit: int,
        conditions: Conditions = _ANYTHING,
    ) -> list[tuple[int, float]]:
        """The ``limit`` best passages for folded words as (passage, score), best first.

        The score is BM25 of each word, as it stands in the text, times its weight.
        """
        with reporting_damage(self._path):
            searcher = self._searcher
            query = self._builder((), conditions).weighted(weights)
            return _passages(searcher, searcher.search(query, limit, count=False).hits)

    def frequencies(self, words: Iterable[str]) -> dict[str, int]:
        """In how many passages each folded word stands, as written; those in none are left out."""
        with reporting_damage(self._path):
            counted = ((word, self._frequency(BODY, word)) for word in words)
            return {word: count for word, count in counted if count}

    def has(self, word: str, typed: str, languages: Sequence[str]) -> bool:
        """Whether a passage, or the title of a work, has a word, folded and as ``typed``, in any of its forms."""
        with reporting_damage(self._path):
            return bool(self._forms(word, typed, tuple(languages), parts=False))

    def words_beginning(self, letters: str, most: int) -> list[tuple[str, int]]:
        """The folded words of texts that begin so, and in how many passages each stands; ``most`` of the frequent ones."""
        with reporting_damage(self._path):
            found = self._searcher.terms_with_prefix(BODY, letters, limit=most)
            return [(word, count) for word, count in found if word != SECTION_SIGN]

    def scores(
        self,
        node: Node,
        passages: Collection[int],
        languages: Sequence[str],
        conditions: Conditions = _ANYTHING,
    ) -> dict[int, float]:
        """BM25 scores of those among ``passages`` that fulfil the conditions of ``node``."""
        if not passages:
            return {}
        with reporting_damage(self._path):
            searcher = self._searcher
            query = self._builder(languages, conditions).build_among(passages, node)
            hits = searcher.search(query, len(passages), count=False).hits
            return dict(_passages(searcher, hits))

    def fulfilling(
        self,
        node: Node,
        passages: Collection[int],
        languages: Sequence[str],
        conditions: Conditions = _ANYTHING,
    ) -> set[int]:
        """Those among ``passages`` that fulfil ``node`` as a part of a query: there no part of a compound does."""
        if not passages:
            return set()
        with reporting_damage(self._path):
            query = self._builder(languages, conditions).part_among(passages, node)
            hits = self._searcher.search(query, len(passages), count=False).hits
            return {passage for passage, _ in _passages(self._searcher, hits)}

    def holding(self, node: Node) -> set[int]:
        """The passages whose heading or text may hold a word, phrase or connector as written; none is missing."""
        return set(self._numbers(lambda written: written.holding(node)))

    def at_seams(self, node: Node) -> set[int]:
        """The passages followed by a neighbour where ``node`` may stand around the cut; none is missing.

        Around the cut is within ``SEAM_WORDS`` words of it on each side. ``node`` is a word, a phrase, or a
        connector of words.
        """
        return set(self._numbers(lambda written: written.holding(node, SEAM)))

    def in_runs(
        self, node: Node, more: Collection[int], scope: Scope, among: Collection[int] | None = None
    ) -> dict[int, int]:
        """The passages of runs that may hold ``node``, and those of ``more``: passage -> its run.

        A run are the passages that one sentence or paragraph goes through; its first passage stands for
        it. ``among`` are the runs to look in, by default all. None is missing; some may not hold ``node``.
        """
        return self._numbers(lambda written: written.in_runs(node, more, scope, among), RUNS[scope])

    def count_holding(self, node: Node) -> int:
        """How many passages ``holding`` would give."""
        with reporting_damage(self._path):
            query = self._written.holding(node)
            return int(self._searcher.search(query, 1, count=True).count)  # type: ignore[attr-defined]

    def passages(self) -> set[int]:
        """The numbers of all passages that the index holds."""
        return set(self._numbers(lambda _: tantivy.Query.all_query()))

    def _numbers(
        self, query: Callable[[Written], tantivy.Query], name: str = PASSAGE
    ) -> dict[int, int]:
        """All passages that a query finds, with the number in the field ``name`` of each."""
        with reporting_damage(self._path):
            searcher = self._searcher
            hits = searcher.search(
                query(self._written), max(searcher.num_docs, 1), count=False
            ).hits
            addresses = [address for _, address in hits]
            passages = searcher.fast_field_values(PASSAGE, addresses)
            values = passages if name == PASSAGE else searcher.fast_field_values(name, addresses)
            return {int(p or 0): int(value or 0) for p, value in zip(passages, values, strict=True)}


def _passages(
    searcher: tantivy.Searcher, hits: Sequence[tuple[float, tantivy.DocAddress]]
) -> list[tuple[int, float]]:
    numbers = searcher.fast_field_values(PASSAGE, [address for _, address in hits])
    return [(int(number or 0), score) for number, (score, _) in zip(numbers, hits, strict=True)]


def _covers(
    schema: tantivy.Schema, searcher: tantivy.Searcher, forms: frozenset[Form], other: Form
) -> bool:
    """Whether one of ``forms`` is in each passage that has the ``other`` one."""
    some, others = (
        any_of(tantivy.Query.term_query(schema, *form) for form in each)
        for each in (forms, [other])
    )
    return searcher.search(but_not(others, some), 1, count=False).hits == []
