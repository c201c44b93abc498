"""Masked language modelling: the encoder learns the vocabulary and the language of law.

Whole words are masked (Devlin's whole-word variant; Cui et al. 2021, arXiv:1906.08101), since the rest of
a German compound reveals its masked part. Logits are computed for masked positions only: for all
positions they would need more memory than the encoder.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from transformers import BertModel

from lexdesk_trainer.data import vocabulary
from lexdesk_trainer.data.shards import Shard
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TooLittleText
from lexdesk_trainer.settings import Pretrain
from lexdesk_trainer.training.loop import Task, precision

_HELD_OUT = 256  # sequences at the end that are never trained on


class MaskedLanguageModel(nn.Module):
    """An encoder with BERT's head: the decoder's weights are those of the word embeddings."""

    def __init__(self, encoder: BertModel):
        super().__init__()
        self.encoder = encoder
        width, size = encoder.config.hidden_size, encoder.config.vocab_size
        self.transform = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width)
        self.bias = nn.Parameter(torch.zeros(size))
        with torch.no_grad():  # begin as the identity, so that the encoder is not torn about
            self.transform.weight.copy_(torch.eye(width))
            self.transform.bias.zero_()

    def forward(self, ids: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
        """Map ids (B, T) and a mask of ``places`` (B, T) with M set to logits (M, pieces)."""
        hidden = self.encoder(input_ids=ids).last_hidden_state[places]  # (M, D)
        hidden = self.norm(functional.gelu(self.transform(hidden)))
        return functional.linear(hidden, self.encoder.embeddings.word_embeddings.weight, self.bias)


class Pretraining(Task):
    """Masked language modelling over the running text of a shard, as a task of the loop."""

    def __init__(self, encoder: BertModel, shard: Shard, settings: Pretrain, device: torch.device):
        self.model: nn.Module = MaskedLanguageModel(encoder)
        self._settings, self._device = settings, device
        self.sequences = _sequences(shard, settings.tokens)
        self._continues = vocabulary.mark_continuations(shard.tokenizer).to(device)
        tokenizer = shard.tokenizer
        self._mask = vocabulary.special_token_id(tokenizer, "[MASK]")
        self._special = len(vocabulary.SPECIAL)
        self._kept = torch.tensor(
            [
                vocabulary.special_token_id(tokenizer, token)
                for token in ("[PAD]", "[CLS]", "[SEP]")
            ],
            device=device,
        )

    def step(self, number: int) -> Mapping[str, float]:
        """Learn from one batch of sequences, drawn without replacement within an epoch."""
        loss, _ = self._loss(self.batch(number))
        loss.backward()  # type: ignore[no-untyped-call]
        return {"loss": loss.item()}

    def evaluate(self) -> Mapping[str, float]:
        """Return the accuracy at masked pieces of the held-out sequences."""
        torch.manual_seed(0)  # the same places each time
        size = self._settings.schedule.batch
        held_out = self.sequences[-_HELD_OUT:]
        rights = [self._loss(held_out[at : at + size])[1] for at in range(0, len(held_out), size)]
        return {"guessed": float(torch.cat(rights).float().mean())}

    def batch(self, number: int) -> np.ndarray[Any, Any]:
        """Return the sequences of batch ``number``: uint16 (B, T)."""
        schedule = self._settings.schedule
        trained = len(self.sequences) - _HELD_OUT
        epoch, at = divmod(number * schedule.batch, trained)
        orders = [
            np.random.default_rng([schedule.seed, turn]).permutation(trained)
            for turn in range(epoch, epoch + 2 + schedule.batch // trained)
        ]
        return self.sequences[np.concatenate(orders)[at : at + schedule.batch]]

    def _loss(self, batch: np.ndarray[Any, Any]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the mean loss at masked positions, and the correctness of each prediction."""
        wanted = torch.from_numpy(batch.astype(np.int64)).to(self._device)  # (B, T)
        places = self.choose_places(wanted)
        shown = self._hidden(wanted, places)
        with precision(self._device):
            logits = self.model(shown, places).float()
        right = logits.argmax(-1) == wanted[places]
        return functional.cross_entropy(logits, wanted[places]), right

    def choose_places(self, ids: torch.Tensor) -> torch.Tensor:
        """Choose positions of whole words, about the share ``masked`` of all: bool (B, T)."""
        words = (~self._continues[ids]).cumsum(1)  # (B, T), the number of the word at each place
        drawn = torch.rand(ids.shape, device=ids.device)  # one for each word, taken by its number
        chosen = drawn.gather(1, words.clamp(max=ids.shape[1] - 1)) < self._settings.masked
        return chosen & ~torch.isin(ids, self._kept)

    def _hidden(self, ids: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
        """Replace 80 % of the positions by [MASK], 10 % by any piece, keep 10 % (Devlin et al. 2019)."""
        drawn = torch.rand(ids.shape, device=ids.device)
        random = torch.randint(self._special, len(self._continues), ids.shape, device=ids.device)
        shown = torch.where(places & (drawn < 0.8), self._mask, ids)
        return torch.where(places & (drawn >= 0.9), random, shown)


def _sequences(shard: Shard, tokens: int) -> np.ndarray[Any, Any]:
    """Cut the stream into rows [CLS] ... [SEP]: uint16 (rows, tokens)."""
    inner = tokens - 2
    rows = len(shard.stream) // inner
    if rows < 2 * _HELD_OUT:
        raise TooLittleText(
            TrainingCode.TOO_FEW_TOKENS, stream=len(shard.stream), value=2 * _HELD_OUT * inner
        )
    first, last = (
        vocabulary.special_token_id(shard.tokenizer, token) for token in ("[CLS]", "[SEP]")
    )
    text = shard.stream[: rows * inner].reshape(rows, inner)
    ends = [np.full((rows, 1), number, np.uint16) for number in (first, last)]
    return np.concatenate([ends[0], text, ends[1]], axis=1)
