"""The steps of a recipe and the folders of their results; completed steps are kept.

WORK/RECIPE/
    shard/         tokens (``shards``); start/ beside it: the encoder with the new vocabulary
    pretrain/  embedder/  token_vectors/  teacher/  reranker/
        checkpoint.pt  tensorboard/  curves.svg  model/
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import torch
from msgspec import to_builtins
from transformers import BertModel

from lexdesk.models.manifest import TrainingData
from lexdesk_trainer import states
from lexdesk_trainer.data import prepare, shards, vocabulary, vocabulary_extension
from lexdesk_trainer.data.shards import Shard
from lexdesk_trainer.encoders import bert, token_vectors
from lexdesk_trainer.encoders import source as sources
from lexdesk_trainer.encoders.source import Source
from lexdesk_trainer.encoders.token_vectors import TokenVectors
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import OtherArchitecture, TrainingError
from lexdesk_trainer.export.drafts import drafted
from lexdesk_trainer.settings import Embedder, Pretrain, Recipe, Reranker
from lexdesk_trainer.training import loop, teacher
from lexdesk_trainer.training.embedder import ContrastiveTraining
from lexdesk_trainer.training.late_interaction import TokenRanking
from lexdesk_trainer.training.loop import Limit, Outcome
from lexdesk_trainer.training.pretrain import Pretraining
from lexdesk_trainer.training.reranker import HEAD, Reranking
from lexdesk_trainer.training.text_encoders import (
    BertTexts,
    JoinedTexts,
    TokenEncoder,
    TokenVectorTexts,
)

_BESIDE = frozenset({"schedule", "chunk", "merge"})
"""Settings compared separately, settings of memory only, and settings applied after training."""

VERDICTS = "verdicts.npz"
_Table = TypeVar("_Table")


@dataclass(frozen=True)
class Workshop:
    """A recipe with its work folder, the shared data, and its starting model.

    Without ``base`` the start is the encoder of the package that the trainer depends on.
    """

    recipe: Recipe
    work: Path
    data: Path
    base: Source | None = None

    @property
    def folder(self) -> Path:
        """The folder of this recipe."""
        return self.work / self.recipe.name

    @property
    def start(self) -> Path:
        """The folder of the recipe that this one builds on; its own by default."""
        return self.work / (self.recipe.start or self.recipe.name)

    @property
    def shard(self) -> Shard:
        """The training tokens."""
        return Shard(self.start / "shard")


def make_shard(shop: Workshop) -> Shard:
    """Learn the vocabulary, initialize the embeddings of the base, and write the shard."""
    previous = Shard(shop.folder / "shard")
    if (previous.folder / "shard.json").exists():
        _require_same_settings(
            shop,
            previous.folder,
            previous.record.get("settings"),
            prepare.settings_of_shard(shop.recipe),
        )
        return shop.shard
    prepare.check(shop.data, shop.recipe.data)  # before the minutes that the vocabulary takes
    start = make_start(shop)
    return prepare.prepare(shop.recipe, shop.data, vocabulary.read(start), shop.folder)


def make_start(shop: Workshop) -> Path:
    """Write the starting encoder with the vocabulary of the recipe, in half precision; return its folder."""
    folder = shop.folder / "start"
    corpus = prepare.settings_of_shard(shop.recipe)
    settings = {"vocabulary": corpus["vocabulary"], "texts": corpus["data"]["texts"]}
    if (folder / bert.RECORD_NAME).exists():
        _require_same_settings(shop, folder, bert.read_record(folder).get("settings"), settings)
        return folder
    if shop.recipe.begin and shop.base is None:
        raise TrainingError(
            TrainingCode.GOES_ON_WITH, name=shop.recipe.name, begin=shop.recipe.begin
        )
    source = shop.base or sources.minilm()
    if shop.recipe.vocabulary is None:
        tokenizer, encoder = vocabulary.read(source.folder), bert.load(source.folder)
    elif not vocabulary.is_word_pieces(vocabulary.read(source.folder)):
        raise OtherArchitecture(
            TrainingCode.BASE_NOT_WORD_PIECES, name=source.base, recipe=shop.recipe.name
        )
    elif shop.recipe.vocabulary.extends:
        texts, old = prepare.texts(shop.data, shop.recipe.data), vocabulary.read(source.folder)
        tokenizer, read = vocabulary_extension.extend(old, texts, shop.recipe.vocabulary)
        encoder = bert.with_vocabulary(source, vocabulary_extension.first(tokenizer, read))
    else:
        texts = prepare.texts(shop.data, shop.recipe.data)
        tokenizer = vocabulary.train(texts, shop.recipe.vocabulary)
        encoder = bert.with_vocabulary(source, tokenizer)
    _check_length(encoder, shop.recipe.prepare.passage_tokens)
    if shop.recipe.vocabulary is None and token_vectors.are_in(source.folder):
        token_vectors.copy(source.folder, folder)
    bert.save(
        folder,
        encoder,
        tokenizer,
        maximum_tokens=shop.recipe.prepare.passage_tokens,
        training_data=source.training_data,
        ships=shop.recipe.data.ships,
        base=source.base,
        licence=source.licence,
        half=True,
        settings=settings,
    )
    return folder


def _require_same_settings(shop: Workshop, folder: Path, recorded: Any, now: Any) -> None:
    """Raise if ``folder`` was made with other settings; older folders may record none."""
    if recorded not in (None, now):
        raise OtherArchitecture(TrainingCode.OTHER_SETTINGS, folder=folder, folder_2=shop.folder)


def pretrain(shop: Workshop, limit: Limit) -> Outcome:
    """Train by masked language modelling from the encoder in ``start``."""
    settings = _table(shop.recipe, "pretrain", shop.recipe.pretrain)
    device, shard = loop.device(), shop.shard
    start = _last(shop.folder, "start")
    encoder = _encoder(start, shard, settings.tokens)
    task = Pretraining(encoder, shard, settings, device)
    folder = shop.folder / "pretrain"
    made_of = _made_of(settings, shard.state_of_stream, start)
    outcome = loop.train(task, settings.schedule, folder, device, limit, made_of)
    if outcome.done:
        with _saving(shop, encoder, folder, outcome):
            pass  # nothing stands beside the encoder
    return outcome


def embedder(shop: Workshop, limit: Limit) -> Outcome:
    """Train contrastively, then merge with the starting layers.

    Token vectors in ``start`` are trained together with the encoder.
    """
    settings = _table(shop.recipe, "embedder", shop.recipe.embedder)
    device, shard = loop.device(), shop.shard
    begun = _last(shop.folder, "pretrain", "start")
    longest = shop.recipe.prepare.passage_tokens
    encoder = _encoder(begun, shard, longest)
    path = shop.folder / VERDICTS
    verdicts = teacher.read(path, shard) if path.exists() else None
    texts: TokenEncoder = BertTexts(encoder, shard, longest, device)
    token_table = None
    if token_vectors.are_in(shop.folder / "start"):
        token_table = token_vectors.load(shop.folder / "start", encoder)
        learned = TokenVectors.beginning_as(token_table.table())
        texts = JoinedTexts(encoder, learned, token_table.weight, shard, longest, device)
    tokens = None
    if settings.late_interaction is not None:
        seed = settings.schedule.seed
        tokens = TokenRanking(texts, shard, settings.late_interaction, seed)
    task = ContrastiveTraining(texts, shard, settings, device, verdicts, tokens)
    folder = shop.folder / "embedder"
    made_of = _made_of(settings, shard.state_of_examples, begun)
    outcome = loop.train(task, settings.schedule, folder, device, limit, made_of)
    if outcome.done:
        if settings.merge:
            bert.merged(encoder, bert.load(shop.folder / "start"), settings.merge)
            task.model.eval()
            with torch.no_grad():
                merged = {f"{name}, merged": score for name, score in task.evaluate().items()}
            outcome = replace(outcome, scores={**outcome.scores, **merged})
        with _saving(shop, encoder, folder, outcome) as model:
            if token_table is not None:
                token_vectors.save(model, learned.table(), token_table.weight, token_table.specials)
    return outcome


def learn_token_vectors(shop: Workshop, limit: Limit) -> Outcome:
    """Train token vectors contrastively and join them to an encoder."""
    settings = _table(shop.recipe, "token_vectors", shop.recipe.token_vectors)
    device, shard, folder = loop.device(), shop.shard, shop.folder / "token_vectors"
    encoder = _encoder_to_join(shop, shard, settings.encoder)
    learned = TokenVectors(shard.tokenizer.get_vocab_size(), encoder.config.hidden_size)
    texts = TokenVectorTexts(learned, shard, device)
    task = ContrastiveTraining(texts, shard, settings.learning, device)
    made_of = _made_of(settings.learning, shard.state_of_examples)
    outcome = loop.train(task, settings.learning.schedule, folder, device, limit, made_of)
    if outcome.done:
        alone = {f"{name}, table alone": score for name, score in outcome.scores.items()}
        with _saving(shop, encoder, folder, replace(outcome, scores=alone)) as model:
            token_vectors.save(model, learned.table(), settings.weight, len(vocabulary.SPECIAL))
    return outcome


def _encoder_to_join(shop: Workshop, shard: Shard, recipe: str) -> BertModel:
    """Return the encoder to join token vectors to: that of ``recipe``, or the one in ``start``."""
    begun = _encoder(_last(shop.folder, "start"), shard, shop.recipe.prepare.passage_tokens)
    if not recipe:
        return begun
    trained = bert.trained(_last(shop.work / recipe, "embedder"), {})
    first = vocabulary_extension.first(shard.tokenizer, begun.config.vocab_size)
    return bert.with_vocabulary(trained, first)


def teach(shop: Workshop, limit: Limit) -> Outcome:
    """Train the teacher and store its scores of all candidates."""
    return _rerank(shop, "teacher", _table(shop.recipe, "teacher", shop.recipe.teacher), limit)


def reranker(shop: Workshop, limit: Limit) -> Outcome:
    """Train the shipped cross-encoder, with the teacher's margins if present."""
    return _rerank(shop, "reranker", _table(shop.recipe, "reranker", shop.recipe.reranker), limit)


STEPS: Mapping[str, Callable[[Workshop, Limit], Outcome]] = {
    "pretrain": pretrain,
    "embedder": embedder,
    "token_vectors": learn_token_vectors,
    "teacher": teach,
    "reranker": reranker,
}
"""Training steps in order; each is a table of the recipe."""


_MADE_BY = {
    "article-classifier": "classifier",
    "concept-classifier": "concepts",
    "citation-contexts": "citation-contexts",
}


def reproduce(shop: Workshop, limit: Limit) -> Iterator[tuple[str, Outcome]]:
    """Run all steps of the recipe and yield their outcomes; end early at a limit.

    Raises ``TrainingError`` for the recipe of a model that has its own command.
    """
    if command := _MADE_BY.get(shop.recipe.task):
        raise TrainingError(TrainingCode.NOT_STEPWISE, name=shop.recipe.name, command=command)
    if not shop.recipe.start:
        make_shard(shop)
    for name, step in STEPS.items():
        if getattr(shop.recipe, name) is not None:
            outcome = step(shop, limit)
            yield name, outcome
            if not outcome.done:
                return


def _table(recipe: Recipe, name: str, table: _Table | None) -> _Table:
    """Return the ``table`` of the step ``name``; raise ``TrainingError`` if the recipe has none."""
    if table is None:
        raise TrainingError(TrainingCode.NO_RECIPE_TABLE, name=recipe.name, name_2=name)
    return table


def _rerank(shop: Workshop, name: str, settings: Reranker, limit: Limit) -> Outcome:
    device, shard = loop.device(), shop.shard
    begun = _last(shop.start, "embedder", "pretrain", "start")
    encoder = _encoder(begun, shard, settings.tokens)
    torch.manual_seed(settings.schedule.seed)  # of the head, which begins at random
    path = shop.start / VERDICTS
    known = [path] if path.exists() and name == "reranker" else []
    verdicts = teacher.read(path, shard) if known else None
    task = Reranking(bert.with_layers(encoder, settings.layers), shard, settings, device, verdicts)
    folder = shop.folder / name
    made_of = _made_of(settings, shard.state_of_examples, begun, *known)
    outcome = loop.train(task, settings.schedule, folder, device, limit, made_of)
    if outcome.done:
        if name == "teacher":
            teacher.write(path, task.verdicts())
        with _saving(shop, task.cross_encoder.encoder, folder, outcome, settings.tokens) as model:
            torch.save(task.cross_encoder.head.cpu().state_dict(), model / HEAD)
    return outcome


def _made_of(
    settings: Pretrain | Embedder | Reranker, data: str, *begun_with: Path
) -> dict[str, Any]:
    """Describe the inputs of a checkpoint.

    The ``data``, the settings that affect the result, and the starting models and verdicts.
    """
    files = [file for path in begun_with for file in _learned(path)]
    record = {"data": data, "begun_with": states.of_files(files), **to_builtins(settings)}
    if late := record.get("late_interaction"):
        record["late_interaction"] = {k: v for k, v in late.items() if k not in _BESIDE}
    return {name: value for name, value in record.items() if name not in _BESIDE}


def _learned(path: Path) -> list[Path]:
    """List the weight files of the model folder ``path``; ``path`` itself if it is a file."""
    if path.is_file():
        return [path]
    return [file for name in (bert.WEIGHTS, token_vectors.FILE) if (file := path / name).exists()]


def _check_length(encoder: BertModel, tokens: int) -> None:
    """Raise if ``encoder`` has fewer positions than ``tokens``."""
    if tokens > (most := int(encoder.config.max_position_embeddings)):
        raise TrainingError(TrainingCode.TEXTS_TOO_LONG, tokens=tokens, most=most)


def _encoder(folder: Path, shard: Shard, tokens: int) -> BertModel:
    """Load the encoder in ``folder``; raise for another vocabulary than the shard, or too few positions."""
    encoder = bert.load(folder)
    _check_length(encoder, tokens)
    if shards.fingerprint(vocabulary.read(folder)) != shard.record["vocabulary"]:
        raise OtherArchitecture(TrainingCode.OTHER_VOCABULARY, folder=folder, folder_2=shard.folder)
    return encoder


def _last(folder: Path, *names: str) -> Path:
    """Return the model of the last completed step of ``names``; raise if a step is unfinished."""
    for name in names:
        model = folder / name if name == "start" else folder / name / "model"
        if (model / bert.RECORD_NAME).exists():
            return model
        if (folder / name / loop.CHECKPOINT).exists():
            raise TrainingError(
                TrainingCode.NOT_ENDED, name=name, name_2=folder.name, folder=folder / name
            )
    command = "shards" if names[-1] == "start" else names[-1]
    raise TrainingError(
        TrainingCode.NO_TRAINED_MODEL, folder=folder, command=command, name=folder.name
    )


@contextmanager
def _saving(
    shop: Workshop, encoder: BertModel, folder: Path, outcome: Outcome, tokens: int = 0
) -> Iterator[Path]:
    """Yield a draft folder with the encoder for further files; it becomes ``folder/model`` on success."""
    started = _last(shop.start, "start")
    begun = bert.read_record(started)
    learned = [TrainingData(*dataset) for dataset in shop.shard.record["training_data"]]
    with drafted(folder / "model") as draft:
        bert.save(
            draft,
            _on_cpu(encoder),
            shop.shard.tokenizer,
            maximum_tokens=tokens or shop.recipe.prepare.passage_tokens,
            training_data=bert.joined(bert.training_data(started), learned),
            ships=bool(shop.shard.record["ships"]) and bool(begun["ships"]),
            base=begun["base"],
            licence=begun["licence"],
            measured=dict(outcome.scores),
        )
        yield draft


def _on_cpu(encoder: BertModel) -> BertModel:
    torch.nn.Module.to(encoder, "cpu")
    return encoder
