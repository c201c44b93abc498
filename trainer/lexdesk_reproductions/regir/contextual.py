"""Contextual word vectors by an encoder."""

import os
import tempfile
import weakref
from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional
from transformers import BertModel

from lexdesk_reproductions import bases
from lexdesk_reproductions.bases import Array, Base
from lexdesk_reproductions.regir.dataset import Dataset
from lexdesk_reproductions.words import Tokens


@dataclass(frozen=True)
class Read:
    """The pieces of a text and its words: ``ids`` int64 (pieces,), ``words`` in order.

    ``owner`` int64 (pieces,) is the number of the word of each piece, -1 for none.
    """

    ids: Array
    words: tuple[str, ...]
    owner: torch.Tensor


class WordReader:
    """An encoder of the first ``most`` pieces of a text, in windows of ``window`` with special tokens.

    A word stands between spaces and punctuation and survives ``tokens``: stop words, numbers, and words
    dropped by denoising are encoded, but have no vector.
    """

    def __init__(self, base: Base, tokens: Tokens, window: int, most: int):
        self._tokenizer, self._feeder = base.tokenizer, base.feeder
        self._window, self._most = window, most
        self._left = cache(lambda surface: tokens(surface)[:1])

    def read(self, text: str) -> Read:
        """Cut a text into pieces and words."""
        text = text[: self._most * 8]
        encoding = self._tokenizer.encode(text, add_special_tokens=False)
        end = self._most
        surfaces: dict[int, tuple[int, int]] = {}
        for number, (start, stop) in zip(encoding.word_ids[:end], encoding.offsets, strict=False):
            first, _ = surfaces.get(number, (start, stop))
            surfaces[number] = (first, stop)
        words: list[str] = []
        place: dict[int, int] = {}
        for number, (start, stop) in surfaces.items():
            if left := self._left(text[start:stop]):
                place[number] = len(words)
                words += left
        owner = [place.get(number, -1) for number in encoding.word_ids[:end]]
        ids = np.array(encoding.ids[:end], np.int64)
        return Read(ids, tuple(words), torch.tensor(owner, dtype=torch.int64))

    def vectors(self, encoder: BertModel, reads: Sequence[Read]) -> list[torch.Tensor]:
        """Average the last layer over the pieces of each word: (words, D)."""
        inner = self._window - 2
        cuts = [range(0, max(len(read.ids), 1), inner) for read in reads]
        windows = [
            read.ids[start : start + inner]
            for read, cut in zip(reads, cuts, strict=True)
            for start in cut
        ]
        states = iter(bases.encode_tokens(encoder, self._feeder.feed_texts(windows, self._window)))
        lengths = iter(map(len, windows))
        found = []
        for read, cut in zip(reads, cuts, strict=True):
            pieces = torch.cat([next(states)[1 : 1 + next(lengths)] for _ in cut])
            found.append(_means(pieces, read.owner, len(read.words)))
        return found


def of_terms(vectors: torch.Tensor, read: Read, terms: Sequence[str]) -> torch.Tensor:
    """Average each term's vectors over its occurrences in the text: (words, D) -> (terms, D)."""
    number = {term: at for at, term in enumerate(terms)}
    owner = torch.tensor([number.get(word, -1) for word in read.words], dtype=torch.int64)
    return _means(vectors, owner, len(terms))


def _means(rows: torch.Tensor, owner: torch.Tensor, count: int) -> torch.Tensor:
    """Compute the unit mean of each owner's rows: (n, D) -> (count, D)."""
    owner = owner.to(rows.device)
    kept = owner >= 0
    total = rows.new_zeros(count, rows.shape[-1]).index_add(0, owner[kept], rows[kept])
    return functional.normalize(total, dim=-1)


class FrozenVectors:
    """Vectors of an encoder without training; those of an act are computed once.

    They are stored as float16 in a temporary file below ``folder``, so that memory does not grow with the
    acts: at most pieces x width x 2 bytes of each.
    """

    def __init__(self, reader: WordReader, base: Base, dataset: Dataset, folder: Path):
        self._reader, self._dataset = reader, dataset
        self._encoder = base.clone().eval()  # type: ignore[no-untyped-call]
        folder.mkdir(parents=True, exist_ok=True)
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 (closed with this object)
        weakref.finalize(self, self._file.close)
        self._places: dict[str, tuple[int, int]] = {}

    def known_words(self, query: str) -> Container[str]:
        """Return the encoded words."""
        return frozenset(self._reader.read(self._dataset.queries[query].text).words)

    def terms(self, query: str, words: Sequence[str]) -> Array:
        """Average a word's vectors in the query."""
        read = self._reader.read(self._dataset.queries[query].text)
        with torch.no_grad():
            (vectors,) = self._reader.vectors(self._encoder, [read])
            return np.asarray(of_terms(vectors, read, words).cpu().numpy())

    def act(self, act: str) -> Array:
        """Return the vectors of an act's words by position."""
        if act not in self._places:
            self._keep(act)
        start, count = self._places[act]
        width = self._encoder.config.hidden_size
        self._file.seek(start)
        kept = np.frombuffer(self._file.read(count * width * 2), np.float16)
        return kept.reshape(count, width).astype(np.float32)

    def _keep(self, act: str) -> None:
        read = self._reader.read(self._dataset.acts[act].text)
        with torch.no_grad():
            (vectors,) = self._reader.vectors(self._encoder, [read])
        self._places[act] = (self._file.seek(0, os.SEEK_END), len(vectors))
        self._file.write(vectors.cpu().numpy().astype(np.float16).tobytes())
