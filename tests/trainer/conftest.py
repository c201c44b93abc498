"""A two-layer BERT with a vocabulary of a few hundred words, made in a second without a download."""

import json
from pathlib import Path

import pytest
import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import BertConfig, BertModel

from lexdesk_trainer import paragraphs
from lexdesk_trainer import source as sources
from lexdesk_trainer.source import Source

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]


def write_tokenizer(folder: Path) -> int:
    words = sorted(
        {word for text in paragraphs.gdpr("parity")[:20] for word in text.lower().split()}
    )
    vocabulary = {word: number for number, word in enumerate(SPECIAL + words)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token=SPECIAL[1]))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    special = [(word, number) for number, word in enumerate(SPECIAL) if word in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=special
    )
    tokenizer.enable_truncation(4)  # as published models have it; the export must take it out
    tokenizer.enable_padding(length=4)
    tokenizer.save(str(folder / "tokenizer.json"))
    return len(vocabulary)


def write_steps(folder: Path, pooling: str) -> None:
    steps = [
        {"type": f"sentence_transformers.models.{name}"} for name in ("Transformer", "Pooling")
    ]
    steps.append({"type": "sentence_transformers.models.Normalize"})
    (folder / "modules.json").write_text(json.dumps(steps))
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text(json.dumps({f"pooling_mode_{pooling}": True}))
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 32}))


def write_weights(folder: Path, words: int) -> None:
    torch.manual_seed(7)
    config = BertConfig(
        vocab_size=words,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=48,
    )
    BertModel(config).save_pretrained(folder)


def two_layers(folder: Path, pooling: str) -> Source:
    folder.mkdir()
    write_weights(folder, write_tokenizer(folder))
    write_steps(folder, pooling)
    return sources.read(folder, base="two layers", licence="Apache-2.0", training_data=())


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Source:
    return two_layers(tmp_path_factory.mktemp("source") / "mean", "mean_tokens")


@pytest.fixture(scope="session")
def tiny_cls(tmp_path_factory: pytest.TempPathFactory) -> Source:
    return two_layers(tmp_path_factory.mktemp("source") / "cls", "cls_token")
