"""Preparation of a shard from the sources of a recipe: queries, positives and hard negatives.

Licences, ids and splits are checked before any slow step.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from tokenizers import Tokenizer

from lexdesk.errors import CollectionError
from lexdesk.evaluation.collection import Collection, Qrels
from lexdesk.evaluation.run import Run
from lexdesk.models.manifest import TrainingData
from lexdesk_trainer import engine, fingerprints
from lexdesk_trainer.data import (
    corpus,
    licences,
    pairs,
    passage_sets,
    shards,
    vocabulary,
    written_questions,
)
from lexdesk_trainer.data.ragged import Ragged
from lexdesk_trainer.data.shards import DEV, TRAIN, Examples, Shard
from lexdesk_trainer.data.shared_wording import find_near_copies
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TooLittleText, TrainingError
from lexdesk_trainer.settings import Data, Prepare, Recipe

_NEAR_COPY_SHARE = 0.5  # of the 8-grams of two texts
_POSITIVES = 3
"""Best passages of a relevant document used as positives; others may be off topic."""

_FEWEST_PAIRS = 32
MOST_PIECES = vocabulary.MOST_PIECES
SPLITS = {"train": TRAIN, "dev": DEV}


@dataclass
class TextTable:
    """Distinct texts, each with the group of its first passage.

    A text that is only a query has a group of its own. A text that is also a passage, such as a
    translation or an earlier version, takes the group of the passage; otherwise it would count as a
    negative of queries for that group.
    """

    numbers: dict[str, int] = field(default_factory=dict)
    groups: list[int] = field(default_factory=list)
    group_numbers: dict[str, int] = field(default_factory=dict)
    query_only: set[int] = field(default_factory=set)

    def add_passage(self, text: str, group: str) -> int:
        """Return the number of a document's text, added to ``group`` if new."""
        number = self._number(text)
        if number == len(self.groups):
            self.groups.append(self.group(group))
        elif number in self.query_only:
            self.query_only.remove(number)
            self.groups[number] = self.group(group)
        return number

    def add_query(self, text: str) -> int:
        """Return the number of a query's text."""
        number = self._number(text)
        if number == len(self.groups):
            self.groups.append(self.group(f"query {text}"))
            self.query_only.add(number)
        return number

    def _number(self, text: str) -> int:
        return self.numbers.setdefault(text, len(self.numbers))

    def group(self, name: str) -> int:
        """Return the number of a group."""
        return self.group_numbers.setdefault(name, len(self.group_numbers))


@dataclass
class ExampleBuilder:
    """The examples under collection."""

    query: list[int] = field(default_factory=list)
    source: list[int] = field(default_factory=list)
    split: list[int] = field(default_factory=list)
    positives: list[list[int]] = field(default_factory=list)
    relevant: list[list[int]] = field(default_factory=list)
    row: list[int] = field(default_factory=list)
    candidates: list[list[int]] = field(default_factory=list)
    words: list[list[float]] = field(default_factory=list)

    def add(
        self, query: int, source: int, split: int, positives: list[int], relevant: list[int]
    ) -> None:
        """Add a query with the numbers of its positives and of all relevant texts."""
        self.query.append(query)
        self.source.append(source)
        self.split.append(split)
        self.positives.append(positives)
        self.relevant.append(relevant)
        self.row.append(-1)

    def examples(self, width: int) -> Examples:
        """Return all queries as arrays, their candidates padded to ``width``."""
        candidates = np.full((len(self.candidates), width), -1, np.int32)
        words = np.zeros((len(self.candidates), width), np.float16)
        for at, (texts, scores) in enumerate(zip(self.candidates, self.words, strict=True)):
            candidates[at, : len(texts)] = texts
            words[at, : len(scores)] = scores
        return Examples(
            query=np.array(self.query, np.int32),
            source=np.array(self.source, np.uint8),
            split=np.array(self.split, np.uint8),
            positives=Ragged.of(self.positives, np.int32),
            relevant=Ragged.of(self.relevant, np.int32),
            row=np.array(self.row, np.int32),
            candidates=candidates,
            words=words,
        )


def allowed_sources(data: Path, chosen: Data) -> tuple[TrainingData, ...]:
    """Return the sources named by ``chosen``, each once; raise if one is not allowed."""
    written = [name for name in chosen.collections if name in written_questions.SOURCES]
    found = dict.fromkeys(name for name in chosen.collections if name not in written)
    for known, chosen_names, what in (
        (pairs.READERS, chosen.pairs, "pairs"),
        (corpus.READERS, chosen.texts, "texts"),
    ):
        if unknown := sorted(set(chosen_names) - known.keys()):
            raise TrainingError(
                TrainingCode.NAME_UNKNOWN,
                what=what,
                unknown=", ".join(unknown),
                known=", ".join(known),
            )
        found |= dict.fromkeys(known[name].licensed_as for name in chosen_names)
    allowed = [licences.require_allowed(data, name, ships=chosen.ships) for name in found]
    allowed += [
        written_questions.require_allowed(data, name, ships=chosen.ships) for name in written
    ]
    return tuple(allowed)


def check(data: Path, chosen: Data) -> None:
    """Raise for a rejected source, for unresolved ids of a collection, or for an empty split."""
    allowed_sources(data, chosen)
    for name in chosen.collections:
        if name not in written_questions.SOURCES:
            read_judgements(Collection(data / name))


def texts(data: Path, chosen: Data) -> Iterator[corpus.Text]:
    """Check all licences, then yield the running text of all sources."""
    allowed_sources(data, chosen)
    for name in chosen.texts:
        yield from corpus.READERS[name].read(data)


def prepare(recipe: Recipe, data: Path, tokenizer: Tokenizer, work: Path) -> Shard:
    """Read all sources of ``recipe`` and write the shard ``work/shard``; keep a complete one."""
    sources = allowed_sources(data, recipe.data)
    if (pieces := tokenizer.get_vocab_size()) > MOST_PIECES:  # reported before hours of ranking
        raise TrainingError(
            TrainingCode.TOO_MANY_PIECES,
            pieces=pieces,
            most_pieces=MOST_PIECES,
            name=recipe.name,
            work=work,
        )
    folders = {name: _folder(name, data, work) for name in recipe.data.collections}
    collections = {name: read_judgements(Collection(folder)) for name, folder in folders.items()}
    table, draft = TextTable(), ExampleBuilder()
    names = [*recipe.data.pairs, *collections]
    for number, name in enumerate(recipe.data.pairs):
        read = islice(pairs.READERS[name].read(data), recipe.prepare.pairs or None)
        add_pairs(read, table, draft, number)
    for number, (name, judged) in enumerate(collections.items(), start=len(recipe.data.pairs)):
        cut = PassageCollection(folders[name], judged, work, recipe.prepare)
        cut.add(table, draft, number)
    if len(draft.query) < _FEWEST_PAIRS:
        raise TooLittleText(
            TrainingCode.TOO_FEW_QUERIES, query=len(draft.query), fewest_pairs=_FEWEST_PAIRS
        )
    tokens = _tokenize(tokenizer, table.numbers, recipe.prepare.passage_tokens)
    return shards.write(
        work / "shard",
        tokenizer=tokenizer,
        stream=_make_stream(tokenizer, texts(data, recipe.data)),
        texts=tokens,
        groups=np.array(table.groups, np.int32),
        twins=find_near_copies(tokens, _NEAR_COPY_SHARE),
        examples=draft.examples(recipe.prepare.candidates),
        record={
            "recipe": recipe.name,
            "settings": settings_of_shard(recipe),
            "ships": recipe.data.ships,
            "sources": names,
            "training_data": [[source.name, source.licence] for source in sources],
        },
    )


def settings_of_shard(recipe: Recipe) -> dict[str, Any]:
    """Return the settings that determine a shard, in their JSON form."""
    chosen = {"data": recipe.data, "vocabulary": recipe.vocabulary, "prepare": recipe.prepare}
    return dict(json.loads(msgspec.json.encode(chosen)))


def _folder(name: str, data: Path, work: Path) -> Path:
    """Return the folder of the collection ``name``; write the questions of the trainer there first."""
    if name in written_questions.SOURCES:
        return written_questions.write(data, name, work / "questions" / name)
    return data / name


def read_judgements(collection: Collection) -> dict[str, Qrels]:
    """Return train and dev judgements; raise CollectionError for unresolved ids and an empty split."""
    topics = collection.topics()
    documents = collection.corpus_field("_id")
    found: dict[str, Qrels] = {}
    for split in SPLITS:
        judged = collection.qrels(split)
        if not judged:
            raise CollectionError(TrainingCode.NO_JUDGEMENT, path=collection.path, split=split)
        unknown = [query for query in judged if query not in topics]
        unknown += [doc for grades in judged.values() for doc in grades if doc not in documents]
        if unknown:
            raise CollectionError(
                TrainingCode.IDS_MISSING,
                path=collection.path,
                split=split,
                unknown=len(unknown),
                unknown_2=unknown[0],
            )
        found[split] = _drop_irrelevant(judged)
    return found


def _drop_irrelevant(judged: Qrels) -> Qrels:
    """Drop judgements of grade 0."""
    above = {query: {d: g for d, g in grades.items() if g > 0} for query, grades in judged.items()}
    return {query: grades for query, grades in above.items() if grades}


def add_pairs(
    read: Iterable[pairs.Pair], table: TextTable, draft: ExampleBuilder, source: int
) -> None:
    """Add pairs of a query and its passage, without candidates."""
    for pair in read:
        query = table.add_query(pair.query)
        passage = table.add_passage(pair.passage, pair.group)
        draft.add(query, source, TRAIN, [passage], [table.group(pair.group)])


class PassageCollection:
    """A collection cut into passages and ranked by the engine for each judged query, cached in ``work``."""

    def __init__(self, path: Path, judged: dict[str, Qrels], work: Path, settings: Prepare) -> None:
        self._collection = Collection(path)
        self._judged = {
            split: _every_nth(qrels, settings.queries) for split, qrels in judged.items()
        }
        self._settings = settings
        self._folder = work / "passages" / f"{path.name}-{self._state()}"
        self.cut = passage_sets.write(self._collection, self._judged, self._folder)
        self._runs = work / "runs"

    def add(self, table: TextTable, draft: ExampleBuilder, source: int) -> None:
        """Add the judged queries with their passages and candidates."""
        topics = self._collection.topics()
        excluded = self._collection.exclusions(topics)
        passages = {document.work: document.text for document in self.cut.documents()}
        for split, qrels in self._judged.items():
            run: Run = engine.ranking(
                self._folder, split, self._runs / f"{self._folder.name}-{split}.run"
            )
            for query, grades in qrels.items():
                allowed = [
                    (passage, score)
                    for passage, score in run.get(query, [])
                    if passage_sets.document_of(passage) not in excluded.get(query, ())
                ]
                answers = self._answers(allowed, grades, passages)
                if not answers:
                    continue
                draft.add(
                    table.add_query(topics[query].text),
                    source,
                    SPLITS[split],
                    [
                        table.add_passage(passages[answer], self._group(answer))
                        for answer in answers
                    ],
                    [table.group(f"{self._collection.name} {document}") for document in grades],
                )
                draft.row[-1] = len(draft.candidates)
                best = allowed[: self._settings.candidates]
                draft.candidates.append(
                    [table.add_passage(passages[index], self._group(index)) for index, _ in best]
                )
                draft.words.append([score for _, score in best])

    def _state(self) -> str:
        """Return a fingerprint of the collection and of the selected queries (``--scale`` changes these)."""
        chosen = {split: list(qrels) for split, qrels in self._judged.items()}
        key = (
            f"{fingerprints.hash_files(fingerprints.inputs_of_ranking(self._collection))} {chosen}"
        )
        return hashlib.sha256(key.encode()).hexdigest()[:8]

    def _group(self, passage: str) -> str:
        return f"{self._collection.name} {passage_sets.document_of(passage)}"

    def _answers(
        self, allowed: list[tuple[str, float]], grades: dict[str, int], passages: dict[str, str]
    ) -> list[str]:
        """Return the best passages of each relevant document; its first if the engine ranked none."""
        found: dict[str, list[str]] = {document: [] for document in grades}
        for passage, _ in allowed:
            document = passage_sets.document_of(passage)
            if document in found and len(found[document]) < _POSITIVES:
                found[document].append(passage)
        for document, best in found.items():
            opening = f"{document}{passage_sets.SEPARATOR}0"
            if not best and opening in passages:
                best.append(opening)
        return [passage for best in found.values() for passage in best]


def _every_nth(qrels: Qrels, count: int) -> Qrels:
    """Keep every nth query, ``count`` in all; all queries if ``count`` is 0."""
    step = max(1, len(qrels) // count) if count else 1
    return dict(islice(islice(qrels.items(), 0, None, step), count or None))


def _tokenize(tokenizer: Tokenizer, table: Iterable[str], longest: int) -> Ragged:
    tokenizer.no_padding()
    tokenizer.enable_truncation(longest)
    encodings = tokenizer.encode_batch_fast(list(table), add_special_tokens=False)
    tokenizer.no_truncation()
    return Ragged.of((encoding.ids for encoding in encodings), np.uint16)


def _make_stream(
    tokenizer: Tokenizer, texts: Iterable[corpus.Text]
) -> "np.ndarray[tuple[int], np.dtype[np.uint16]]":
    """Concatenate all texts, each closed by [SEP]: uint16 (tokens,)."""
    tokenizer.no_truncation()
    end = vocabulary.special_token_id(tokenizer, "[SEP]")
    parts = [np.empty(0, np.uint16)]
    reading = iter(texts)
    while some := [document.text for document in islice(reading, 2_000)]:
        encodings = tokenizer.encode_batch_fast(some, add_special_tokens=False)
        parts.extend(np.array([*encoding.ids, end], np.uint16) for encoding in encodings)
    return np.concatenate(parts)
