"""Cut the vocabulary of a unigram tokenizer, and of its network, to the pieces that texts use.

Scores of the remaining pieces stay, so that a text whose pieces all stay is segmented as before. All letters of
European scripts, digits and signs stay, so that no European word becomes unknown.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

import torch
from tokenizers import Tokenizer
from torch import nn
from transformers import BertModel

from lexdesk_trainer.bases.packed_e5 import unigram

_SPECIALS = 4
_EUROPEAN = "\u2c00"  # behind Latin, Greek, Cyrillic and the signs
_BATCH = 1_000
_WORD = "▁"


def count_pieces(tokenizer: Tokenizer, texts: Iterable[str]) -> Counter[int]:
    """Count the pieces of ``texts``."""
    found: Counter[int] = Counter()
    batch: list[str] = []
    for text in texts:
        batch.append(text)
        if len(batch) == _BATCH:
            found.update(_ids(tokenizer, batch))
            batch = []
    found.update(_ids(tokenizer, batch))
    return found


def _ids(tokenizer: Tokenizer, texts: list[str]) -> Iterable[int]:
    encodings = tokenizer.encode_batch_fast(texts, add_special_tokens=False)
    return (number for encoding in encodings for number in encoding.ids)


def most_frequent(tokenizer: Tokenizer, counts: Counter[int], size: int) -> list[int]:
    """Return the ids of at most ``size`` pieces of ``tokenizer``: the letters, and the most frequent ones of ``counts``."""
    pieces = _pieces(tokenizer)
    kept = [*range(_SPECIALS), *(n for n, piece in enumerate(pieces) if _is_letter(piece[0]))]
    kept += [number for number, _ in counts.most_common()]
    return sorted(list(dict.fromkeys(kept))[:size])


def same_as(tokenizer: Tokenizer, other: Tokenizer) -> list[int]:
    """Return the ids of those pieces of ``tokenizer`` that the cut tokenizer ``other`` has."""
    found = (tokenizer.token_to_id(piece) for piece, _ in _pieces(other))
    return sorted(number for number in found if number is not None)


def trim(encoder: BertModel, tokenizer: Tokenizer, kept: list[int]) -> tuple[BertModel, Tokenizer]:
    """Return ``encoder`` and ``tokenizer`` with the pieces of the ids ``kept``, in ascending order."""
    pieces = _pieces(tokenizer)
    table = encoder.embeddings.word_embeddings.weight.data[torch.tensor(kept)].clone()
    encoder.embeddings.word_embeddings = nn.Embedding.from_pretrained(  # type: ignore[no-untyped-call]
        table, freeze=False, padding_idx=encoder.config.pad_token_id
    )
    encoder.config.vocab_size = len(kept)
    return encoder, unigram([pieces[number] for number in kept], unknown=_SPECIALS - 1)


def _pieces(tokenizer: Tokenizer) -> list[tuple[str, float]]:
    return [(piece, score) for piece, score in json.loads(tokenizer.to_str())["model"]["vocab"]]


def _is_letter(piece: str) -> bool:
    letter = piece.removeprefix(_WORD)
    return piece == _WORD or (len(letter) == 1 and letter < _EUROPEAN)
