"""A training collection mined from any library, after GerDaLIR (Wrzalik & Krechel 2021).

A passage that cites a provision of another work becomes a query: each reference is replaced by ``[REF]``,
bracketed text is removed, and the cited provision is relevant. References in brackets are removed too, as
in the paper: the rest describes the cited law without citing it. The citing work is never a candidate.
Headings, earlier versions and parallel languages of a provision are queries as well. A contract cites little beside
itself: passages that cite its own clauses, terms that a clause defines, and clauses with the heading of a clause in
another contract are queries there.

Each target has at most ``PER_TARGET`` queries of a kind, to avoid a prior of popular provisions, and all
queries of a work are in one split. Works that share half of their wording, such as a draft and the
adopted act, count as one: they share a split and are no candidates of each other; copies and translations
of a target are no negatives.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from lexdesk.compliance.doc2doc.shared_features import find_defined_terms
from lexdesk.document.passages import Passage, split_document
from lexdesk.text.tokens import fold
from lexdesk_trainer.data.library_dump import (
    Expression,
    by_work,
    identifier,
    label_copies,
    latest_of,
)
from lexdesk_trainer.data.mined_collection import (
    MinedQuery,
    build_corpus,
    require_replaceable,
    write,
)
from lexdesk_trainer.data.vocabulary import REFERENCE
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TooLittleText

PER_TARGET = 4
SHORTEST, LONGEST = 12, 250
"""Words of a query."""

_ONE_DEV_WORK_IN = 8
"""One in this many works gives its queries to dev."""

_FEWEST, FEWEST_TO_MEASURE = 40, 4
_CONTRACT, _SIMILAR_CLAUSE = "contract", "similar-clause"
_SHORT_KINDS = frozenset({"heading", "definition"})
_CLAUSE_WORDS = 60  # of a clause that is a query
_BRACKETS = re.compile(r"\((?:[^()]|\([^()]{0,3}\)){4,}\)|\[(?!REF\])[^\[\]]*\]")
_RUNS = re.compile(r"(?:\[REF\][\s,;]*(?:and|or|und|oder|bis|to)?\s*)+\[REF\]")


class Query(NamedTuple):
    """A mined query; documents of the act ``source`` (may be ``""``), and those in ``cut_from``, must not be ranked."""

    kind: str
    text: str
    target: str
    source: str
    origin: str  # the act that it was cut from, which decides its split
    cut_from: tuple[str, ...] = ()


@dataclass(frozen=True)
class MiningResult:
    """Mined documents, and queries of each kind."""

    documents: int
    queries: dict[str, int]
    train: int
    dev: int

    def summary(self) -> str:
        """Summarize the counts in a sentence."""
        kinds = ", ".join(f"{count:,} by {kind}" for kind, count in self.queries.items())
        return (
            f"{self.train:,} queries to learn from and {self.dev:,} to measure on ({kinds});"
            f" {self.documents:,} provisions and titles to search"
        )


def mine(dump: Iterable[str], folder: Path) -> MiningResult:
    """Write a collection in BEIR layout to ``folder``; raise TooLittleText if there are too few citations.

    Replaces an earlier mined collection; raises CollectionError if ``folder`` holds another collection.
    """
    require_replaceable(folder)
    works = label_copies(by_work(json.loads(line) for line in dump))
    found = (query for some in works.values() for query in _queries(some, works))
    queries = _balance([*found, *_similar_clauses(works)])
    dev = _choose_dev_works([query.origin for query in queries])
    queries = [query for query in queries if not _targets_dev_contract(query, dev, works)]
    query_rows = _list_queries(queries, dev)
    splits = Counter(query.split for query in query_rows)
    kinds = Counter(query.kind for query in query_rows)
    if splits["train"] < _FEWEST or splits["dev"] < FEWEST_TO_MEASURE:
        raise TooLittleText(
            TrainingCode.TOO_FEW_QUERIES_MINED,
            asked=splits["train"],
            measured=splits["dev"],
            value=len({q.origin for q in queries}),
            fewest=_FEWEST,
            fewest_to_measure=FEWEST_TO_MEASURE,
        )
    corpus = list(build_corpus(works))
    write(folder, corpus, query_rows)
    return MiningResult(len(corpus), dict(sorted(kinds.items())), splits["train"], splits["dev"])


def mask(text: str, references: Iterable[tuple[int, int]]) -> str:
    """Replace each span by [REF], runs of spans by one, and remove brackets.

    Overlapping spans are masked by their union. Nested brackets are removed from the innermost outwards;
    outer brackets of at most three characters, such as the number of a point, stay.
    """
    parts, at = [], 0
    for start, end in sorted(references):
        if start >= at:
            parts += [text[at:start], REFERENCE]
        at = max(at, end)
    bare, before = "".join([*parts, text[at:]]), ""
    while before != bare:
        before, bare = bare, _BRACKETS.sub(" ", bare)
    return " ".join(_RUNS.sub(REFERENCE, bare).split())


def _queries(expressions: list[Expression], works: dict[str, list[Expression]]) -> Iterator[Query]:
    latest = latest_of(expressions)
    for number, expression in enumerate(latest):
        yield from _citing_passages(expression, works)
        yield from _headings(expression, number)
        if _is_contract(expression):
            yield from _internal_citations(expression, number)
            yield from _definitions(expression, number)
    yield from _versions(latest[0], expressions)
    yield from _languages(latest)


def _is_contract(expression: Expression) -> bool:
    return bool(expression.record["kind"] == _CONTRACT)


def _citing_passages(expression: Expression, works: dict[str, list[Expression]]) -> Iterator[Query]:
    """Yield passages that cite another work of the library, one query for each target."""
    references = expression.record["references"]
    for passage in split_document(expression.document):
        met = [r for r in references if r["start"] < passage.end and passage.start < r["end"]]
        inside = [r for r in met if passage.start <= r["start"] and r["end"] <= passage.end]
        targets = {
            target
            for r in inside
            if r["in_library"]
            if (cited := works.get(r["work"], [])) and cited[0].act != expression.act
            if (target := _target(cited, r))
        }
        if not targets:
            continue
        text = _masked_passage(expression, passage, met)
        for target in sorted(targets):
            yield Query("citation", text, target, expression.act, expression.act)


def _masked_passage(
    expression: Expression, passage: Passage, references: Iterable[dict[str, Any]]
) -> str:
    """Return the text of ``passage`` without its ``references``.

    One that goes on in the next passage, or began in the one before, is masked as far as it is here.
    """
    spans = [(max(r["start"] - passage.start, 0), r["end"] - passage.start) for r in references]
    return mask(expression.document.text[passage.start : passage.end], spans)


def _internal_citations(expression: Expression, number: int) -> Iterator[Query]:
    """Yield passages of a clause that cite another clause of the same contract."""
    for passage in split_document(expression.document):
        around = tuple(
            identifier(expression, unit, number)
            for unit in expression.units.values()
            if unit.start <= passage.start < unit.end
        )
        references = [
            r
            for r in expression.record["references"]
            if r["start"] < passage.end and passage.start < r["end"]
        ]
        cited = {
            identifier(expression, unit, number)
            for r in references
            if r["work"] == expression.work and (unit := expression.unit_of(r["target"]))
        }
        text = _masked_passage(expression, passage, references)
        for target in sorted(cited.difference(around)):
            yield Query("clause", text, target, "", expression.act, around)


def _definitions(expression: Expression, number: int) -> Iterator[Query]:
    """Yield terms that a clause defines."""
    for unit in expression.units.values():
        target = identifier(expression, unit, number)
        for term in find_defined_terms(expression.text_of(unit)).values():
            yield Query("definition", term, target, "", expression.act)


def _similar_clauses(works: dict[str, list[Expression]]) -> Iterator[Query]:
    """Yield clauses of contracts that other contracts have under the same heading."""
    headed: dict[str, list[tuple[Expression, str, str]]] = {}
    for some in works.values():
        for number, expression in enumerate(latest_of(some)):
            for unit in expression.units.values() if _is_contract(expression) else ():
                if unit.heading:
                    found = identifier(expression, unit, number), expression.text_of(unit)
                    headed.setdefault(fold(unit.heading), []).append((expression, *found))
    for clauses in headed.values():
        for expression, _, text in clauses:
            query = " ".join(text.split()[:_CLAUSE_WORDS])
            for other, target, _ in clauses:
                if other.act != expression.act:
                    yield Query(_SIMILAR_CLAUSE, query, target, expression.act, expression.act)


def _target(expressions: list[Expression], reference: dict[str, Any]) -> str:
    latest = latest_of(expressions)[0]
    unit = latest.unit_of(reference["target"])
    return identifier(latest, unit, 0) if unit else latest.work


def _headings(expression: Expression, number: int) -> Iterator[Query]:
    for unit in expression.units.values():
        if unit.heading:
            target = identifier(expression, unit, number)
            yield Query("heading", unit.heading, target, "", expression.act)


def _versions(latest: Expression, expressions: list[Expression]) -> Iterator[Query]:
    for earlier in expressions:
        if earlier.language != latest.language or earlier is latest:
            continue
        for unit in earlier.units.values():
            now = latest.units.get(unit.eid)
            if now and fold(earlier.text_of(unit)) != fold(latest.text_of(now)):
                target = identifier(latest, now, 0)
                yield Query("version", _shorten(earlier.text_of(unit)), target, "", latest.act)


def _languages(latest: list[Expression]) -> Iterator[Query]:
    for one_number, one in enumerate(latest):
        for number, other in enumerate(latest):
            shared = one.units.keys() & other.units.keys() if number != one_number else ()
            for eid in sorted(shared):
                text = _shorten(one.text_of(one.units[eid]))
                target = identifier(other, other.units[eid], number)
                yield Query("language", text, target, "", one.act)


def _shorten(text: str) -> str:
    return " ".join(text.split()[:LONGEST])


def _balance(queries: Iterable[Query]) -> list[Query]:
    """Draw by hash at most PER_TARGET queries of a kind for each target, without repeated texts."""
    kept: dict[tuple[str, str], int] = {}
    seen: set[tuple[str, str]] = set()
    chosen = []
    for query in sorted(queries, key=lambda pair: _hash("".join(pair[:5]))):
        words = len(query.text.split())
        long_enough = words >= SHORTEST or query.kind in _SHORT_KINDS
        place, text = (query.kind, query.target), (fold(query.text), query.target)
        if not long_enough or words > LONGEST or text in seen or kept.get(place, 0) >= PER_TARGET:
            continue
        kept[place] = kept.get(place, 0) + 1
        seen.add(text)
        chosen.append(query)
    return chosen


def _choose_dev_works(origins: Iterable[str]) -> frozenset[str]:
    """Choose one work in eight, at least one, never all."""
    works = sorted(set(origins), key=_hash)
    return (
        frozenset(works[: max(1, len(works) // _ONE_DEV_WORK_IN)])
        if len(works) > 1
        else frozenset()
    )


def _targets_dev_contract(
    query: Query, dev: frozenset[str], works: dict[str, list[Expression]]
) -> bool:
    """Check whether a train query is for a clause of a dev contract, whose own query for it measures."""
    if query.kind != _SIMILAR_CLAUSE or query.origin in dev:
        return False
    work = query.target.partition("#")[0]
    found = works.get(work) or works[work.rpartition("/")[0]]
    return found[0].act in dev


def _list_queries(queries: Iterable[Query], dev: frozenset[str]) -> list[MinedQuery]:
    """Merge queries of equal text, kind and source in a split; remove texts of dev from train.

    A heading shared by many works, such as "Definitions", asks for the provisions of all of them.
    """
    together: dict[tuple[str, str, str, str], MinedQuery] = {}
    for query in queries:
        split = "dev" if query.origin in dev else "train"
        key = (split, query.kind, fold(query.text), query.source)
        first = MinedQuery(split, query.kind, query.text, query.source, [], set())
        merged = together.setdefault(key, first)
        merged.targets.append(query.target)
        merged.cut_from.update(query.cut_from)
    learned = {text for split, _, text, _ in together if split == "train"}
    return [
        pair
        for (split, _, text, _), pair in together.items()
        if split == "train" or text not in learned
    ]


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
