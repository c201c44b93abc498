"""Hidden states of texts after the frozen lower layers of a network, on disk, in files of some thousand texts."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from transformers import BertModel

from lexdesk.system.atomic import write_atomically
from lexdesk_trainer.errors import report_full_disk
from lexdesk_trainer.training import loop
from lexdesk_trainer.training.feeding import by_length

_TEXTS, _BATCH = 1_000, 32
_Array = NDArray[Any]


@dataclass(frozen=True)
class HiddenStates:
    """Token vectors of texts after the lower layers: ``rows[i]`` float16 (tokens, D) of text ``i``."""

    rows: list[_Array]

    def pad(self, places: Sequence[int]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the vectors (B, T, D) in float32 of the texts at ``places``, and their mask (B, T)."""
        rows = [self.rows[place] for place in places]
        longest = max(map(len, rows))
        hidden = np.zeros((len(rows), longest, rows[0].shape[1]), np.float32)
        mask = np.zeros((len(rows), longest), np.int64)
        for at, row in enumerate(rows):
            hidden[at, : len(row)] = row
            mask[at, : len(row)] = 1
        return torch.from_numpy(hidden), torch.from_numpy(mask)


def lower_layers(encoder: BertModel, count: int) -> BertModel:
    """Return an encoder of the first ``count`` layers, with shared weights."""
    config = type(encoder.config).from_dict(
        {**encoder.config.to_dict(), "num_hidden_layers": count}
    )
    made = BertModel(config, add_pooling_layer=False)  # type: ignore[no-untyped-call]
    made.embeddings, made.encoder.layer = encoder.embeddings, encoder.encoder.layer[:count]
    return made.eval()  # type: ignore[no-any-return,no-untyped-call]


def compute(
    encoder: BertModel, tokenizer: Tokenizer, texts: Sequence[str], tokens: int, folder: Path
) -> HiddenStates:
    """Return the states of ``texts``, cut to ``tokens`` pieces; complete files in ``folder`` are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[_Array] = []
    for start in reversed(range(0, len(texts), _TEXTS)):
        rows[:0] = _load_or_encode(
            encoder, tokenizer, texts[start : start + _TEXTS], tokens, folder
        )
    return HiddenStates(rows)


def _load_or_encode(
    encoder: BertModel, tokenizer: Tokenizer, texts: Sequence[str], tokens: int, folder: Path
) -> list[_Array]:
    inputs = [tokenizer.to_str(), str(encoder.config.num_hidden_layers), str(tokens), *texts]
    named = hashlib.sha256("\0".join(inputs).encode()).hexdigest()[:16]
    ids = [encoding.ids[:tokens] for encoding in tokenizer.encode_batch(list(texts))]
    ends = np.cumsum([len(row) for row in ids])
    path = folder / f"{named}.f16"
    if not path.exists():
        with report_full_disk(folder):
            write_atomically(path, _encode(encoder, ids, ends).tobytes())
    width = encoder.config.hidden_size
    stored = np.memmap(path, np.float16, "r", shape=(int(ends[-1]), width))
    return np.split(stored, ends[:-1])


def _encode(encoder: BertModel, ids: list[list[int]], ends: _Array) -> _Array:
    found = np.zeros((int(ends[-1]), encoder.config.hidden_size), np.float16)
    where = torch.device("cpu")
    with torch.no_grad(), loop.precision(where):
        for part in by_length(np.array(list(map(len, ids))), _BATCH):
            lengths = torch.tensor([len(ids[at]) for at in part])
            mask = (torch.arange(int(lengths.max())) < lengths[:, None]).long()
            batch = torch.full(mask.shape, encoder.config.pad_token_id or 0)
            for row, at in enumerate(part):
                batch[row, : len(ids[at])] = torch.tensor(ids[at])
            hidden = encoder(input_ids=batch, attention_mask=mask).last_hidden_state
            for row, at in enumerate(part):
                found[ends[at] - len(ids[at]) : ends[at]] = hidden[row, : len(ids[at])].float()
    return found
