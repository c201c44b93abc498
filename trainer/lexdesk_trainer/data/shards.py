"""Training data as token ids in a folder, small enough for transport to a machine with a GPU.

    tokenizer.json     the vocabulary that the ids belong to
    shard.json         sources with licences, counts, fingerprint of the vocabulary
    stream.xz          uint16, running text for masked language modelling, [SEP] between texts
    texts.xz           uint16, every text once, without special tokens
    ARRAY.npz          the examples (``Examples``) and the near-copies of texts (twins)

A shard holds no plain text, and needs neither the shared data nor the engine.
"""

import hashlib
import json
import lzma
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from lexdesk.errors import CollectionError
from lexdesk.system.atomic import write_atomically
from lexdesk_trainer.data import vocabulary
from lexdesk_trainer.data.ragged import Ragged
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import describe_problem, report_full_disk

_Array = np.ndarray[Any, Any]
_PRESET = 4  # of lzma: 6 packs one per cent better and takes twice as long
TRAIN, DEV = 0, 1


@dataclass(frozen=True)
class Examples:
    """Queries with their answers; all texts are rows of ``Shard.texts``.

    For n examples: ``query`` int32 (n,); ``source`` uint8 (n,), an index of ``Shard.sources``; ``split``
    uint8 (n,), TRAIN or DEV; ``positives`` the relevant texts and ``relevant`` the relevant groups of
    each; ``row`` int32 (n,), the row of its candidates or -1. For m rows of at most C candidates, best
    first: ``candidates`` int32 (m, C), padded with -1, and ``words`` float16 (m, C), their lexical
    scores.
    """

    query: _Array
    source: _Array
    split: _Array
    positives: Ragged
    relevant: Ragged
    row: _Array
    candidates: _Array
    words: _Array

    def __len__(self) -> int:
        return len(self.query)

    def of(self, split: int, *, with_candidates: bool = False) -> _Array:
        """Return the numbers of the examples of a split, int64."""
        chosen = self.split == split
        return np.flatnonzero(chosen & (self.row >= 0) if with_candidates else chosen)


@dataclass(frozen=True)
class Shard:
    """A folder of tokens; arrays are loaded on first use."""

    folder: Path

    @cached_property
    def record(self) -> Mapping[str, Any]:
        """Return the description of the shard; CollectionError if the folder holds none."""
        try:
            stored: Mapping[str, Any] = json.loads((self.folder / "shard.json").read_text("utf-8"))
        except (OSError, ValueError) as problem:
            raise CollectionError(
                TrainingCode.NO_SHARD, folder=self.folder, reason=describe_problem(problem)
            ) from None
        return stored

    @property
    def sources(self) -> list[str]:
        """Return the names of the sources, by the number in ``Examples.source``."""
        return list(self.record["sources"])

    @cached_property
    def tokenizer(self) -> Tokenizer:
        """Return the vocabulary of all ids in the shard."""
        return vocabulary.read(self.folder)

    @cached_property
    def stream(self) -> _Array:
        """Return the running text, uint16 (tokens,)."""
        return _unpack(self.folder / "stream.xz")

    @cached_property
    def texts(self) -> Ragged:
        """Return the token ids of every text, without special tokens."""
        lengths = self._arrays["lengths"].astype(np.int64)
        return Ragged.of_counts(_unpack(self.folder / "texts.xz"), lengths)

    @cached_property
    def groups(self) -> _Array:
        """Return the group (article or work) of each text, int32 (texts,)."""
        return self._arrays["groups"]

    @cached_property
    def near_copies(self) -> Ragged:
        """Return for each text the texts with at least half of its wording."""
        return self._ragged("twins")

    @cached_property
    def examples(self) -> Examples:
        """Return all queries with their answers."""
        plain = {name: self._arrays[name] for name in _PLAIN}
        return Examples(
            positives=self._ragged("positives"), relevant=self._ragged("relevant"), **plain
        )

    @property
    def stream_fingerprint(self) -> str:
        """Return the fingerprint of the running text."""
        return _hash_arrays([self.stream])

    @property
    def examples_fingerprint(self) -> str:
        """Return the fingerprint of the queries, their answers and candidates, and of their texts."""
        return _hash_arrays(
            [self.texts.values, *(self._arrays[name] for name in sorted(self._arrays))]
        )

    @cached_property
    def _arrays(self) -> Mapping[str, _Array]:
        path = self.folder / "arrays.npz"
        with (
            _require_undamaged(path),
            path.open("rb") as raw,
            np.load(raw, allow_pickle=False) as file,
        ):
            return {name: file[name] for name in file.files}

    def _ragged(self, name: str) -> Ragged:
        return Ragged(self._arrays[name], self._arrays[f"{name}_offsets"])


_PLAIN = ("query", "source", "split", "row", "candidates", "words")


def write(
    folder: Path,
    *,
    tokenizer: Tokenizer,
    stream: _Array,
    texts: Ragged,
    groups: _Array,
    twins: Ragged,
    examples: Examples,
    record: Mapping[str, Any],
) -> Shard:
    """Write a shard; ``shard.json`` comes last and marks a complete folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "shard.json").unlink(missing_ok=True)
    with report_full_disk(folder):
        tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
        _pack(folder / "stream.xz", stream.astype(np.uint16))
        _pack(folder / "texts.xz", texts.values.astype(np.uint16))
        arrays = {name: getattr(examples, name) for name in _PLAIN}
        arrays |= {"lengths": np.diff(texts.offsets).astype(np.uint16), "groups": groups}
        ragged = {"twins": twins, "positives": examples.positives, "relevant": examples.relevant}
        for name, rows in ragged.items():
            arrays |= {name: rows.values, f"{name}_offsets": rows.offsets}
        np.savez_compressed(folder / "arrays.npz", **arrays)
    counts = {
        "stream_tokens": len(stream),
        "texts": len(texts),
        "examples": len(examples),
        "with_candidates": int((examples.row >= 0).sum()),
        "dev": int((examples.split == DEV).sum()),
    }
    whole = {**record, "counts": counts, "vocabulary": fingerprint(tokenizer)}
    text = json.dumps(whole, indent=1, ensure_ascii=False)
    write_atomically(folder / "shard.json", text.encode())
    return Shard(folder)


def fingerprint(tokenizer: Tokenizer) -> str:
    """Return a fingerprint of all pieces of the vocabulary and their numbers."""
    vocabulary = json.dumps(sorted(tokenizer.get_vocab().items()))
    return hashlib.sha256(vocabulary.encode()).hexdigest()[:16]


def size(folder: Path) -> int:
    """Sum the bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _hash_arrays(arrays: Iterable[_Array]) -> str:
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:16]


def _pack(path: Path, values: _Array) -> None:
    path.write_bytes(lzma.compress(np.ascontiguousarray(values).tobytes(), preset=_PRESET))


def _unpack(path: Path) -> _Array:
    with _require_undamaged(path):
        return np.frombuffer(lzma.decompress(path.read_bytes()), np.uint16)


@contextmanager
def _require_undamaged(path: Path) -> Iterator[None]:
    """Raise CollectionError if the content of ``path`` is truncated or damaged."""
    try:
        yield
    except (
        OSError,
        EOFError,
        ValueError,
        lzma.LZMAError,
        zipfile.BadZipFile,
        zlib.error,
    ) as problem:
        raise CollectionError(
            TrainingCode.SHARD_DAMAGED, path=path, problem=problem, parent=path.parent
        ) from None
