"""A training collection from any library, in the way of GerDaLIR (Wrzalik & Krechel 2021).

A passage that cites a provision of another work becomes a query: every reference in it is replaced
by ``[REF]``, bracketed text is removed, and the cited provision is relevant. A reference in brackets goes
with them, as there: what is left says what the law cited is about, and not that it cites. The citing work is
never a candidate. Headings, earlier versions and parallel languages of a provision are queries as well.
Every target has at most ``PER_TARGET`` queries of a kind, so that no prior of popular provisions is
learned, and a work's queries are all in one split. Works that hold half of each other's wording, such as a
draft and what became of it, count as one: they are in one split and no candidates of each other, and what
says the same as a target, in a copy or another language, is no wrong answer.
"""

import hashlib
import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from lexdesk.atomic import write_atomically
from lexdesk.document import Document, Provision
from lexdesk.errors import CollectionError
from lexdesk.passages import cut
from lexdesk.text import fold, tokens
from lexdesk_trainer.data import jsonl, licences
from lexdesk_trainer.data.ragged import Ragged
from lexdesk_trainer.data.twins import twins
from lexdesk_trainer.data.vocabulary import REFERENCE
from lexdesk_trainer.errors import LicenceForbids, TooLittleText, writing

PER_TARGET = 4
SHORTEST, LONGEST = 12, 250
"""Words of a query."""

_DEV_OF = 8
"""One work in so many gives its queries to dev."""

_FEWEST = 40
_CONTAINED = 0.5
"""Share of the 8-grams of the shorter of two works from which they count as one."""

_UNITS = frozenset({"article", "section", "clause", "recital", "regulation", "rule", "annex"})
_BRACKETS = re.compile(r"\((?:[^()]|\([^()]{0,3}\)){4,}\)|\[(?!REF\])[^\[\]]*\]")
_RUNS = re.compile(r"(?:\[REF\][\s,;]*(?:and|or|und|oder|bis|to)?\s*)+\[REF\]")


class Query(NamedTuple):
    """A mined query: ``source`` is the act whose documents must not be ranked, or ``""``."""

    kind: str
    text: str
    target: str
    source: str
    origin: str  # the act that it was cut from, which decides its split


class _Asked(NamedTuple):
    """A query as it is written, with all its targets."""

    split: str
    kind: str
    text: str
    source: str
    targets: list[str]


@dataclass(frozen=True)
class Mined:
    """What was found: documents, and queries of each kind."""

    documents: int
    queries: dict[str, int]
    train: int
    dev: int

    def told(self) -> str:
        """In a sentence."""
        kinds = ", ".join(f"{count:,} by {kind}" for kind, count in self.queries.items())
        return (
            f"{self.train:,} queries to learn from, {self.dev:,} to measure on, mined of"
            f" {self.documents:,} documents: {kinds}"
        )


@dataclass(frozen=True)
class _Expression:
    """One line of ``lexdesk dump``, as a document with references; ``act`` is the first of the work's copies."""

    told: dict[str, Any]
    act: str = ""

    @property
    def work(self) -> str:
        return str(self.told["work"])

    @property
    def language(self) -> str:
        return str(self.told["language"] or "")

    @cached_property
    def document(self) -> Document:
        return Document(
            text=self.told["text"],
            title=self.told["title"],
            work=self.work,
            language=self.told["language"],
            provisions=tuple(Provision(**row) for row in self.told["provisions"]),
        )

    @cached_property
    def units(self) -> dict[str, Provision]:
        """Provisions that are found as a whole, by eid: articles, sections, recitals."""
        return {each.eid: each for each in self.document.provisions if each.kind in _UNITS}

    @cached_property
    def parents(self) -> dict[str, str | None]:
        return {each.eid: each.parent for each in self.document.provisions}

    def unit_of(self, eid: str | None) -> Provision | None:
        """The unit that is ``eid`` or lies around it."""
        while eid and eid not in self.units:
            eid = self.parents.get(eid)
        return self.units.get(eid or "")

    def text_of(self, unit: Provision) -> str:
        return self.document.text[unit.start : unit.end].strip()


def mine(dump: Iterable[str], folder: Path) -> Mined:
    """Write a collection in BEIR layout to ``folder``; raise TooLittleText where little is cited.

    One that was mined before is replaced; CollectionError where ``folder`` holds another, which would be lost.
    """
    _free(folder)
    works = _with_acts(_by_work(json.loads(line) for line in dump))
    queries = _balanced([query for some in works.values() for query in _queries(some, works)])
    dev = _dev([query.origin for query in queries])
    asked = _asked(queries, dev)
    splits = Counter(each.split for each in asked)
    if len(asked) < _FEWEST or not splits["dev"]:
        raise TooLittleText(
            f"the library gives {len(asked)} queries from {len({q.origin for q in queries})} works;"
            f" at least {_FEWEST} from two works are needed: add texts that cite one another"
        )
    corpus = list(_corpus(works))
    _write(folder, corpus, asked)
    kinds = Counter(each.kind for each in asked)
    return Mined(len(corpus), dict(sorted(kinds.items())), splits["train"], splits["dev"])


def _free(folder: Path) -> None:
    """Raise CollectionError where ``folder`` holds a collection that is not known to have been mined."""
    if not any(any(folder.glob(names)) for names in ("corpus.jsonl*", "queries.jsonl*", "qrels*")):
        return
    place = folder.absolute()
    try:
        licence = licences.of(place.parent, place.name)
    except LicenceForbids:  # states none
        licence = ""
    if licence != licences.OWN:
        raise CollectionError(
            f"{folder} holds a collection that was not mined, and would be lost; name another folder"
        )


def _write(folder: Path, corpus: list[dict[str, Any]], asked: Iterable[_Asked]) -> None:
    """Write the collection beside ``folder`` and move it there: of a disk that is full nothing stays by half."""
    place = folder.absolute()
    place.parent.mkdir(parents=True, exist_ok=True)
    beside_it = tempfile.TemporaryDirectory(dir=place.parent, prefix=f".{place.name}-")
    with beside_it as beside, writing(folder):
        draft = Path(beside) / place.name
        jsonl.write(draft / "corpus.jsonl.gz", corpus)
        _write_queries(draft, asked, _SameProvision(corpus))
        folder.mkdir(exist_ok=True)
        (folder / "meta.json").unlink(missing_ok=True)
        for file in sorted(draft.iterdir(), key=lambda each: each.name == "meta.json"):
            file.replace(folder / file.name)  # meta.json last: it says that all is there


def masked(text: str, references: Iterable[tuple[int, int]]) -> str:
    """``text`` with [REF] in place of each span, runs of them as one, and without brackets.

    Of spans that overlap, all that any of them covers is gone. Brackets in brackets go from the innermost on;
    those of at most three characters, such as the number of a point, stay where they are not in others.
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


def _by_work(told: Iterable[dict[str, Any]]) -> dict[str, list[_Expression]]:
    """Expressions of each work, the latest first, as the dump gives them."""
    works: dict[str, list[_Expression]] = {}
    for row in told:
        works.setdefault(row["work"], []).append(_Expression(row))
    for expressions in works.values():
        expressions.sort(key=lambda each: each.told["valid_from"] or "", reverse=True)
    return works


def _with_acts(works: dict[str, list[_Expression]]) -> dict[str, list[_Expression]]:
    """The works, each knowing the first of those that it is a copy or draft of, or that are such of it."""
    numbers: dict[str, int] = {}
    rows = [
        [numbers.setdefault(each, len(numbers)) for each in tokens(latest.document.text)]
        for latest, *_ in works.values()
    ]
    alike = twins(Ragged.of(rows, np.uint32), _CONTAINED)
    acts = [-1] * len(rows)
    for first in range(len(rows)):
        joined = [first] if acts[first] < 0 else []
        while joined:
            acts[number := joined.pop()] = first
            joined += [each for each in alike.row(number).tolist() if acts[each] < 0]
    names = list(works)
    return {
        work: [replace(each, act=names[act]) for each in expressions]
        for (work, expressions), act in zip(works.items(), acts, strict=True)
    }


def _latest(expressions: list[_Expression]) -> list[_Expression]:
    """The latest expression in each language, that of the first language first."""
    by_language: dict[str, _Expression] = {}
    for each in expressions:
        by_language.setdefault(each.language, each)
    return list(by_language.values())


def _corpus(works: dict[str, list[_Expression]]) -> Iterator[dict[str, Any]]:
    """Every unit of the latest texts, and for each work a card of its title and headings."""
    for work, expressions in works.items():
        for number, expression in enumerate(_latest(expressions)):
            title, metadata = expression.document.title, {"act": expression.act}
            if number == 0:
                headings = [unit.heading for unit in expression.units.values() if unit.heading]
                card = ". ".join([title, *headings])
                yield {"_id": work, "title": title, "text": card, "metadata": metadata}
            for unit in expression.units.values():
                if text := expression.text_of(unit):
                    name = f"{unit.label} {unit.heading} | {title}"
                    identifier = _identifier(expression, unit, number)
                    yield {"_id": identifier, "title": name, "text": text, "metadata": metadata}


def _identifier(expression: _Expression, unit: Provision, number: int) -> str:
    language = f"/{expression.language}" if number else ""  # the first language needs no name
    return f"{expression.work}{language}#{unit.eid}"


def _queries(
    expressions: list[_Expression], works: dict[str, list[_Expression]]
) -> Iterator[Query]:
    latest = _latest(expressions)
    for number, expression in enumerate(latest):
        yield from _citing(expression, works)
        yield from _headings(expression, number)
    yield from _versions(latest[0], expressions)
    yield from _languages(latest)


def _citing(expression: _Expression, works: dict[str, list[_Expression]]) -> Iterator[Query]:
    """Passages that cite another work of the library, one query for each target."""
    references = expression.told["references"]
    for passage in cut(expression.document):
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
        # One that goes on in the next passage, or began in the one before, is masked as far as it is here.
        spans = [(max(r["start"] - passage.start, 0), r["end"] - passage.start) for r in met]
        text = masked(expression.document.text[passage.start : passage.end], spans)
        for target in sorted(targets):
            yield Query("citation", text, target, expression.act, expression.act)


def _target(expressions: list[_Expression], reference: dict[str, Any]) -> str:
    latest = _latest(expressions)[0]
    unit = latest.unit_of(reference["target"])
    return _identifier(latest, unit, 0) if unit else latest.work


def _headings(expression: _Expression, number: int) -> Iterator[Query]:
    for unit in expression.units.values():
        if unit.heading:
            target = _identifier(expression, unit, number)
            yield Query("heading", unit.heading, target, "", expression.act)


def _versions(latest: _Expression, expressions: list[_Expression]) -> Iterator[Query]:
    for earlier in expressions:
        if earlier.language != latest.language or earlier is latest:
            continue
        for unit in earlier.units.values():
            now = latest.units.get(unit.eid)
            if now and fold(earlier.text_of(unit)) != fold(latest.text_of(now)):
                target = _identifier(latest, now, 0)
                yield Query("version", _shortened(earlier.text_of(unit)), target, "", latest.act)


def _languages(latest: list[_Expression]) -> Iterator[Query]:
    for one_number, one in enumerate(latest):
        for number, other in enumerate(latest):
            shared = one.units.keys() & other.units.keys() if number != one_number else ()
            for eid in sorted(shared):
                text = _shortened(one.text_of(one.units[eid]))
                target = _identifier(other, other.units[eid], number)
                yield Query("language", text, target, "", one.act)


def _shortened(text: str) -> str:
    return " ".join(text.split()[:LONGEST])


def _balanced(queries: Iterable[Query]) -> list[Query]:
    """At most PER_TARGET queries of a kind for each target, no text twice for one, drawn by hash."""
    kept: dict[tuple[str, str], int] = {}
    seen: set[tuple[str, str]] = set()
    chosen = []
    for query in sorted(queries, key=lambda each: _hash("".join(each))):
        words = len(query.text.split())
        long_enough = words >= SHORTEST or query.kind == "heading"
        place, text = (query.kind, query.target), (fold(query.text), query.target)
        if not long_enough or words > LONGEST or text in seen or kept.get(place, 0) >= PER_TARGET:
            continue
        kept[place] = kept.get(place, 0) + 1
        seen.add(text)
        chosen.append(query)
    return chosen


def _dev(origins: Iterable[str]) -> frozenset[str]:
    """One work in eight, at least one, never all."""
    works = sorted(set(origins), key=_hash)
    return frozenset(works[: max(1, len(works) // _DEV_OF)]) if len(works) > 1 else frozenset()


def _asked(queries: Iterable[Query], dev: frozenset[str]) -> list[_Asked]:
    """Queries with one text, kind and source in a split as one; none of dev is asked in train as well.

    A heading that many works have, such as "Definitions", asks for the provisions of all of them.
    """
    together: dict[tuple[str, str, str, str], _Asked] = {}
    for query in queries:
        split = "dev" if query.origin in dev else "train"
        key = (split, query.kind, fold(query.text), query.source)
        first = _Asked(split, query.kind, query.text, query.source, [])
        together.setdefault(key, first).targets.append(query.target)
    learned = {text for split, _, text, _ in together if split == "train"}
    return [
        each
        for (split, _, text, _), each in together.items()
        if split == "train" or text not in learned
    ]


class _SameProvision:
    """Which documents are one provision, in copies of an act and in its languages."""

    def __init__(self, corpus: Iterable[dict[str, Any]]):
        self._of: dict[str, tuple[str, str]] = {}
        self._documents: dict[tuple[str, str], set[str]] = {}
        for row in corpus:
            place = row["metadata"]["act"], row["_id"].partition("#")[2]
            self._of[row["_id"]] = place
            self._documents.setdefault(place, set()).add(row["_id"])

    def beside(self, targets: Iterable[str]) -> list[str]:
        """The documents that say what ``targets`` say, without these."""
        same = {name for each in targets for name in self._documents[self._of[each]]}
        return sorted(same.difference(targets))


def _write_queries(folder: Path, asked: Iterable[_Asked], same: _SameProvision) -> None:
    lines: dict[str, list[str]] = {"train": [], "dev": []}
    rows = []
    for number, each in enumerate(asked):
        name = f"{each.kind}-{number}"
        metadata = {
            "split": each.split,
            "source_act": each.source,
            "kind": each.kind,
            "exclude_ids": same.beside(each.targets),
        }
        rows.append({"_id": name, "text": each.text, "metadata": metadata})
        lines[each.split] += [f"{name}\t{target}\t1\n" for target in each.targets]
    jsonl.write(folder / "queries.jsonl.gz", rows)
    for split, found in lines.items():
        text = "".join(["query-id\tcorpus-id\tscore\n", *found])
        (folder / f"qrels.{split}.tsv").write_text(text, encoding="utf-8")
    exclude = {
        "query_field": "source_act",
        "corpus_field": "act",
        "query_ids_field": "exclude_ids",
    }
    meta = {"name": folder.name, "licence": licences.OWN, "exclude": exclude}
    write_atomically(folder / "meta.json", json.dumps(meta, indent=1).encode())


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
