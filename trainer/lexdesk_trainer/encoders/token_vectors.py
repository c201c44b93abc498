"""Token vectors, trained alone and then joined to an encoder: minutes on a CPU instead of hours on a GPU.

A text vector is the sum of its token vectors, at the cost of a table look-up (as StaticEmbedding of
sentence-transformers and model2vec do). The table is trained without the encoder. In the joined model the
encoder's vector counts ``weight`` times; the table's vector is scaled to a length of at most one. Trained
jointly, the table would learn corrections of the encoder for the training law, at the expense of other
English; trained alone, it adds information.

Words unknown to the encoder, including all of German, get a meaning, and legal terms get their legal
meaning. The encoder reads only the first pieces of the vocabulary; its weight grows with their share of
the text, from zero below one half.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path

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
from lexdesk_trainer.errors import describe_problem

FILE = "token_vectors.safetensors"
_LEARNING_RATE_FACTOR = 20.0
"""Factor on the learning rate: few batches update each vector."""
_INITIAL_LENGTH = 0.05
"""Length of the random initial vectors: negligible against learned ones."""


class TokenVectors(nn.Module):
    """The trainable table (V, D); training uses only unit text vectors."""

    def __init__(self, pieces: int, dimensions: int):
        super().__init__()
        generator = torch.Generator().manual_seed(1)
        rows = torch.randn(pieces, dimensions, generator=generator)
        rows *= _INITIAL_LENGTH / (_LEARNING_RATE_FACTOR * dimensions**0.5)
        self.rows = nn.EmbeddingBag.from_pretrained(rows, freeze=False, mode="sum")

    @classmethod
    def initialized_with(cls, table: torch.Tensor) -> "TokenVectors":
        """Create trainable vectors from ``table`` (V, D)."""
        token_vectors = cls(*table.shape)
        token_vectors.rows.weight.data.copy_(table / _LEARNING_RATE_FACTOR)
        return token_vectors

    def table(self) -> torch.Tensor:
        """Return the vectors, (V, D)."""
        return _LEARNING_RATE_FACTOR * self.rows.weight.detach()

    def lengths(self, pieces: torch.Tensor) -> torch.Tensor:
        """Return the lengths of the vectors of pieces, in the same shape: the weight of each piece."""
        found: torch.Tensor = self.rows.weight.detach()[pieces].norm(dim=-1)
        return _LEARNING_RATE_FACTOR * found

    def forward(
        self, pieces: torch.Tensor, counts: torch.Tensor, starts: torch.Tensor
    ) -> torch.Tensor:
        """Sum vectors (n, D) of texts, not normalized.

        ``pieces`` of all texts concatenated, ``counts`` of each, ``starts`` (n,) of the texts.
        """
        own: torch.Tensor = self.rows(pieces, starts, per_sample_weights=counts)
        ends = torch.cat([starts, starts.new_tensor([len(pieces)])])
        lengths = torch.segment_reduce(counts, "sum", offsets=ends)
        return _LEARNING_RATE_FACTOR * own / lengths.clamp(min=1).unsqueeze(1) ** 0.5


def gate(share: torch.Tensor) -> torch.Tensor:
    """Return the weight of the encoder's vector for the ``share`` (0..1) of pieces it reads."""
    return (2 * share - 1).clamp(0.0, 1.0)


def bound_length(own: torch.Tensor) -> torch.Tensor:
    """Scale rows (n, D) to a length below one; zero stays zero."""
    return own / (1 + (own * own).sum(1, keepdim=True)) ** 0.5


class TokenVectorEncoder(nn.Module):
    """Token ids and mask (B, T) -> unit ``embedding`` (B, D) of encoder and table, and ``tokens``.

    ``tokens`` (B, T, D) have the direction of the encoder and the length of the table's vector of the
    piece, its weight in legal text; zero if the encoder does not count. The encoder reads the first
    ``read`` pieces; the first ``specials`` have no vector. The table has eight bits with a scale for each
    row, as row lengths differ.
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
        """Return the dequantized token vectors, (V, D)."""
        return self.rows * self.scales

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor
    ) -> dict[str, torch.Tensor]:
        """Add both parts and normalize; special tokens count for the encoder only."""
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
        own = bound_length((rows * content.unsqueeze(-1)).sum(1) / count**0.5)
        read_here = content * known * (gate(share) > 0)
        says = rows.norm(dim=-1, keepdim=True) * read_here.unsqueeze(-1)
        return {
            "embedding": functional.normalize(self.weight * gate(share) * context + own, dim=-1),
            "tokens": functional.normalize(halfway, dim=-1) * says,
        }


def save(folder: Path, table: torch.Tensor, weight: float, specials: int) -> None:
    """Write ``table`` to the encoder folder; ``weight`` is that of the encoder."""
    tensors = {
        "table": table.half().contiguous(),
        "weight": torch.tensor(weight),
        "specials": torch.tensor(specials),
    }
    with bert.report_write_errors(folder):
        save_file(tensors, folder / FILE)


def has_token_vectors(folder: Path) -> bool:
    """Check whether ``folder`` has token vectors."""
    return (folder / FILE).exists()


def weight_files(path: Path) -> list[Path]:
    """List the weight files of the model folder ``path``; ``path`` itself if it is a file."""
    if path.is_file():
        return [path]
    return [file for name in (bert.WEIGHTS, FILE) if (file := path / name).exists()]


def copy(folder: Path, target: Path) -> None:
    """Copy the token vectors of ``folder`` to ``target``."""
    target.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(folder / FILE, target / FILE)


def load(folder: Path, encoder: BertModel) -> TokenVectorEncoder:
    """Load the table in ``folder`` around ``encoder``; raise ModelError if it cannot be read."""
    try:
        tensors = load_file(folder / FILE)
        weight, specials = tensors["weight"].item(), int(tensors["specials"])
        return TokenVectorEncoder(encoder, tensors["table"].float(), weight, specials).eval()
    except (OSError, KeyError, ValueError, SafetensorError) as problem:
        raise ModelError(
            TrainingCode.NO_TOKEN_VECTORS, folder=folder / FILE, reason=describe_problem(problem)
        ) from None
