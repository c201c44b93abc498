"""A two-layer BERT with a vocabulary of a few hundred words, made in a second without a download.

And a small collection of real law, with a recipe that such a model learns from in seconds.
"""

import gzip
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from tests.records import replace
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import BertConfig, BertModel

from lexdesk_trainer import cli, steps
from lexdesk_trainer.data import paragraphs
from lexdesk_trainer.encoders import trained_encoder
from lexdesk_trainer.encoders.trained_encoder import TrainedEncoder
from lexdesk_trainer.settings import (
    Data,
    Embedder,
    Prepare,
    Pretrain,
    Recipe,
    Reranker,
    Schedule,
    TokenVectors,
    Vocabulary,
)
from lexdesk_trainer.steps import RecipeRun
from lexdesk_trainer.training import loop

torch.set_num_threads(1)  # tiny matrices: a second thread only waits
loop.CPU_IN_BF16 = False  # the same numbers on every machine


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that need every step of a recipe as slow."""
    for item in items:
        if "trained" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Runs the command line of the trainer, as a user does, and gives its exit code."""

    def with_arguments(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["lexdesk-trainer", *arguments])
        monkeypatch.setenv("HF_HUB_OFFLINE", "1")
        try:
            cli.main()
        except SystemExit as ended:
            return int(ended.code or 0)
        return 0

    return with_arguments


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


def two_layers(folder: Path, pooling: str) -> TrainedEncoder:
    folder.mkdir()
    write_weights(folder, write_tokenizer(folder))
    write_steps(folder, pooling)
    return trained_encoder.read(folder, base="two layers", licence="Apache-2.0", training_data=())


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> TrainedEncoder:
    return two_layers(tmp_path_factory.mktemp("source") / "mean", "mean_tokens")


@pytest.fixture(scope="session")
def tiny_cls(tmp_path_factory: pytest.TempPathFactory) -> TrainedEncoder:
    return two_layers(tmp_path_factory.mktemp("source") / "cls", "cls_token")


LICENCE = "EU reuse with attribution (Commission Decision 2011/833/EU)"


def rows(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def write_rows(path: Path, objects: list[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as lines:
        lines.writelines(json.dumps(object) + "\n" for object in objects)


def data_folder(shared: Path, folder: Path) -> Path:
    """Shared files, and `titles`: titles of the GDPR's articles as queries for their English texts."""
    folder.mkdir(parents=True)
    (folder / "raw").symlink_to(shared / "raw")
    (folder / "eurovoc").symlink_to(shared / "eurovoc")
    (folder / "cuad-clauses").symlink_to(shared / "cuad-clauses")
    (folder / "README.md").symlink_to(shared / "README.md")
    articles = [
        row for row in rows(shared / "raw" / "gdpr-24-languages.jsonl.gz") if row["lang"] == "en"
    ]
    write_rows(
        folder / "titles" / "corpus.jsonl.gz",
        [{"_id": f"art{row['article']}", "title": "", "text": row["text"]} for row in articles],
    )
    write_rows(
        folder / "titles" / "queries.jsonl.gz",
        [{"_id": f"q{row['article']}", "text": row["title"]} for row in articles],
    )
    write_meta(folder / "titles", LICENCE)
    for split, rest in (("train", (0, 1, 2)), ("dev", (3,))):
        lines = [f"q{n}\tart{n}\t1" for n in range(1, 100) if n % 4 in rest]
        text = "\n".join(["query-id\tcorpus-id\tscore", *lines, ""])
        (folder / "titles" / f"qrels.{split}.tsv").write_text(text)
    return folder


def write_meta(folder: Path, licence: str) -> None:
    values = {"name": folder.name, "licence": licence, "language": "en"}
    (folder / "meta.json").write_text(json.dumps(values))


def schedule(**changes: Any) -> Schedule:
    plain = Schedule(steps=12, batch=16, learning_rate=3e-3, evaluate_every=6, save_every=4)
    return replace(plain, **changes)


RECIPE = Recipe(
    name="tiny",
    task="embedder",
    data=Data(collections=("titles",), pairs=("gdpr",), texts=("gdpr",)),
    vocabulary=Vocabulary(size=1200),
    prepare=Prepare(passage_tokens=40, candidates=10),
    pretrain=Pretrain(schedule(steps=24), tokens=32),
    embedder=Embedder(schedule(), dimensions=(32, 16), chunk=12, first_rank=0, merge=0.1),
    token_vectors=TokenVectors(
        Embedder(schedule(), dimensions=(32, 16), chunk=10_000, first_rank=0, judged=0.5)
    ),
    teacher=Reranker(schedule(batch=4), layers=3, negatives=3, tokens=40, chunk=8, candidates=8),
    reranker=Reranker(
        schedule(steps=60, batch=8),
        layers=2,
        negatives=3,
        tokens=40,
        chunk=8,
        distillation=0.1,
        candidates=8,
    ),
)


@pytest.fixture(scope="session")
def law_data(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return data_folder(shared_data, tmp_path_factory.mktemp("law") / "data")


@pytest.fixture(scope="session")
def prepared(
    law_data: Path, tiny: TrainedEncoder, tmp_path_factory: pytest.TempPathFactory
) -> RecipeRun:
    """A recipe run with its shard, without any training."""
    recipe_run = RecipeRun(RECIPE, tmp_path_factory.mktemp("work"), law_data, tiny)
    steps.make_shard(recipe_run)
    return recipe_run


@pytest.fixture
def recipe_run(prepared: RecipeRun, tmp_path: Path) -> RecipeRun:
    """A copy of the prepared recipe run for one test."""
    shutil.copytree(prepared.work, tmp_path / "work")
    return replace(prepared, work=tmp_path / "work")


@pytest.fixture(scope="session")
def trained(prepared: RecipeRun, tmp_path_factory: pytest.TempPathFactory) -> RecipeRun:
    """A recipe run with every step completed."""
    work = tmp_path_factory.mktemp("trained") / "work"
    shutil.copytree(prepared.work, work)
    done = replace(prepared, work=work)
    for _, outcome in steps.reproduce(done, loop.Limit()):
        assert outcome.done
    return done
