"""Vectors of tokens, learned alone and then put beside an encoder: hours of a GPU in minutes of a CPU.

A text's vector is the sum of a vector for each of its tokens, which costs a table look-up (what
StaticEmbedding of sentence-transformers and model2vec do). The table learns without the encoder. In
the model that is made, the encoder's vector counts ``weight`` times beside the table's, scaled to at
most one. A table that learned beside the encoder would learn to correct it for the law that is trained
on, which costs other English; what one that learned alone says adds to it.

So words that the encoder never saw, all of German, get a meaning, and words of law get the one that
they have in law. The encoder reads only the pieces that it was taught, the first of the vocabulary; its
part grows with the share of the text that they make: none below one half.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import nn
from torch.nn import functional
from transformers import BertModel

from lexdesk.errors import ModelError
from lexdesk_trainer.encoders import bert
from lexdesk_trainer.encoders.sentence_encoder import Shape, layers, mean, outputs
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import reason

_Array = np.ndarray[Any, Any]

FILE = "token_vectors.safetensors"
_STRIDE = 20.0
"""How much further the table moves than weights usually do: each vector is moved by few batches."""
_SPREAD = 0.05
"""Length of the random vectors that pieces begin with: next to nothing beside what is learned."""


class TokenVectors(nn.Module):
    """The table (V, D), which is trained: unit vectors are all that training asks of it."""

    def __init__(self, pieces: int, dimensions: int):
        super().__init__()
        generator = torch.Generator().manual_seed(1)
        rows = torch.randn(pieces, dimensions, generator=generator)
        rows *= _SPREAD / (_STRIDE * dimensions**0.5)
        self.rows = nn.EmbeddingBag.from_pretrained(rows, freeze=False, mode="sum")

    @classmethod
    def beginning_as(cls, table: torch.Tensor) -> "TokenVectors":
        """Those of ``table`` (V, D), to be trained further."""
        made = cls(*table.shape)
        made.rows.weight.data.copy_(table / _STRIDE)
        return made

    def table(self) -> torch.Tensor:
        """The vectors themselves, (V, D)."""
        return _STRIDE * self.rows.weight.detach()

    def lengths(self, pieces: torch.Tensor) -> torch.Tensor:
        """How long the vectors of pieces are, of the same shape: how much each says."""
        found: torch.Tensor = self.rows.weight.detach()[pieces].norm(dim=-1)
        return _STRIDE * found

    def forward(
        self, pieces: torch.Tensor, counts: torch.Tensor, starts: torch.Tensor
    ) -> torch.Tensor:
        """Vectors (n, D) of texts, of any length.

        ``pieces`` of all texts one after another, ``counts`` of each, ``starts`` (n,) of the texts.
        """
        own: torch.Tensor = self.rows(pieces, starts, per_sample_weights=counts)
        ends = torch.cat([starts, starts.new_tensor([len(pieces)])])
        lengths = torch.segment_reduce(counts, "sum", offsets=ends)
        return _STRIDE * own / lengths.clamp(min=1).unsqueeze(1) ** 0.5


def gate(share: torch.Tensor) -> torch.Tensor:
    """How much the encoder's vector counts where it reads ``share`` (0..1) of the pieces."""
    return (2 * share - 1).clamp(0.0, 1.0)


def bounded(own: torch.Tensor) -> torch.Tensor:
    """Rows (n, D) of any length, scaled to less than one; nought stays nought."""
    return own / (1 + (own * own).sum(1, keepdim=True)) ** 0.5


class TokenVectorEncoder(nn.Module):
    """Token ids and mask (B, T) -> unit ``embedding`` (B, D), encoder and table together, and ``tokens``.

    Those (B, T, D) point where the encoder says, and are as long as the table's vector of that piece: a
    word counts by what it says in law. They are nought where the encoder does not count. The first
    ``read`` pieces are read by the encoder; the first ``specials`` have no vector. The table is kept in
    eight bits with a scale for each row: rows differ in length.
    """

    def __init__(self, encoder: BertModel, table: torch.Tensor, weight: float, specials: int):
        super().__init__()
        self.encoder = encoder
        self.config = encoder.config
        self.inputs: tuple[str, ...] = ("input_ids", "attention_mask")
        self.outputs: Mapping[str, Shape] = outputs(int(encoder.config.hidden_size))
        self.rows: torch.Tensor
        self.scales: torch.Tensor
        scales = table.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
        self.register_buffer("rows", torch.round(table / scales).to(torch.int8))
        self.register_buffer("scales", scales)
        self.read = int(encoder.config.vocab_size)
        self.specials, self.weight = specials, weight

    def table(self) -> torch.Tensor:
        """The vectors of tokens, (V, D), as eight bits keep them."""
        return self.rows * self.scales

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor
    ) -> dict[str, torch.Tensor]:
        """Both parts, added and scaled to length one; special tokens count for the encoder alone."""
        known = (input_ids < self.read).to(attention_mask.dtype) * attention_mask
        ids = input_ids * known  # [PAD], behind the mask, for what the encoder was not taught
        hidden, halfway = layers(self.encoder, ids, known)
        context = functional.normalize(mean(hidden, known), dim=-1)
        content = (input_ids >= self.specials).to(attention_mask.dtype) * attention_mask
        counted = content.sum(1, keepdim=True)
        count = counted.clamp(min=1).to(hidden.dtype)
        # Of an empty text, all of it.
        read = (content * known).sum(1, keepdim=True) + count - counted
        share = read / count
        rows = self.rows[input_ids].to(hidden.dtype) * self.scales[input_ids]  # (B, T, D)
        own = bounded((rows * content.unsqueeze(-1)).sum(1) / count**0.5)
        read_here = content * known * (gate(share) > 0)
        says = rows.norm(dim=-1, keepdim=True) * read_here.unsqueeze(-1)
        return {
            "embedding": functional.normalize(self.weight * gate(share) * context + own, dim=-1),
            "tokens": functional.normalize(halfway, dim=-1) * says,
        }


def save(folder: Path, table: torch.Tensor, weight: float, specials: int) -> None:
    """Write ``table`` beside the encoder in ``folder``, which counts ``weight`` times."""
    tensors = {
        "table": table.half().contiguous(),
        "weight": torch.tensor(weight),
        "specials": torch.tensor(specials),
    }
    with bert.writing_weights(folder):
        save_file(tensors, folder / FILE)


def are_in(folder: Path) -> bool:
    """Whether vectors of tokens stand beside the encoder in ``folder``."""
    return (folder / FILE).exists()


def copy(folder: Path, target: Path) -> None:
    """Put those in ``folder`` beside the encoder that ``target`` holds or will hold."""
    target.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(folder / FILE, target / FILE)


def load(folder: Path, encoder: BertModel) -> TokenVectorEncoder:
    """The encoder in ``folder`` with its table; raise ModelError where that cannot be read."""
    try:
        tensors = load_file(folder / FILE)
        weight, specials = tensors["weight"].item(), int(tensors["specials"])
        return TokenVectorEncoder(encoder, tensors["table"].float(), weight, specials).eval()
    except (OSError, KeyError, ValueError, SafetensorError) as problem:
        raise ModelError(
            TrainingCode.NO_TOKEN_VECTORS, folder=folder / FILE, reason=reason(problem)
        ) from None
