"""Vectors of acts and queries by [CLS] and by the mean, at every layer, in one pass."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch
from torch.nn import functional

from lexdesk_reproductions import bases
from lexdesk_reproductions.bases import Array, Base
from lexdesk_reproductions.regir.dataset import Dataset
from lexdesk_trainer.encoders.sentence_encoder import mean

Pooling = Literal["mean", "cls"]
Place = tuple[Pooling, int]
"""Pooling of token vectors, and layer; layer 0 is that of the embeddings."""


@dataclass(frozen=True)
class Reading:
    """Encoding of an act as the mean of its first ``chunks`` of ``tokens``."""

    tokens: int = 512
    chunks: int = 8


def places(layers: int) -> list[Place]:
    """Return both poolings at the embeddings and at each layer."""
    poolings: tuple[Pooling, ...] = ("mean", "cls")
    return [(pooling, layer) for pooling in poolings for layer in range(layers + 1)]


def encode(base: Base, texts: Sequence[str], reading: Reading) -> dict[Place, Array]:
    """Encode to unit rows at each place: float32 (n, D)."""
    inner = reading.tokens - 2
    most = inner * reading.chunks
    parts, owner = [], []
    for at, row in enumerate(base.rows(text[: most * 8] for text in texts)):
        cut = [row[start : start + inner] for start in range(0, max(len(row[:most]), 1), inner)]
        parts += cut
        owner += [at] * len(cut)
    encoder = base.clone().eval()  # type: ignore[no-untyped-call]
    config = encoder.config
    total = {
        place: np.zeros((len(texts), config.hidden_size), np.float32)
        for place in places(config.num_hidden_layers)
    }
    with torch.no_grad():
        for some in bases.chunks(parts, reading.tokens, 32):
            batch = base.feeder.feed_texts([parts[at] for at in some], reading.tokens)
            states = encoder(
                input_ids=batch.ids, attention_mask=batch.mask, output_hidden_states=True
            ).hidden_states
            owners = [owner[at] for at in some]
            for (pooling, layer), rows in total.items():
                vectors = states[layer]
                pooled = vectors[:, 0] if pooling == "cls" else mean(vectors, batch.mask)
                unit = functional.normalize(pooled.float(), dim=-1)
                np.add.at(rows, owners, unit.cpu().numpy())
    return {place: _unit(rows) for place, rows in total.items()}


def cosines(base: Base, dataset: Dataset, reading: Reading) -> dict[Place, Array]:
    """Compute cosines of queries and acts at each place: float32 (queries, acts)."""
    acts, queries = (
        encode(base, [act.text for act in side.values()], reading)
        for side in (dataset.acts, dataset.queries)
    )
    return {place: np.asarray(queries[place] @ acts[place].T) for place in acts}


def _unit(rows: Array) -> Array:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9))
