"""Recipes of models as frozen records read from TOML; unknown keys and wrong types are rejected.

``recipes/NAME.toml`` holds one recipe. Its tables are the steps; ``[small.STEP]`` overrides settings of a
step for ``--scale small``, a run of the same code on a CPU in minutes.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec

from lexdesk.errors import LexdeskError
from lexdesk.models.manifest import Task
from lexdesk.system.json_values import Record
from lexdesk.system.regular_files import read_bytes, read_named
from lexdesk.system.toml_values import parse
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TrainingError

Scale = Literal["full", "small"]
SCALES: tuple[Scale, ...] = get_args(Scale)
_Count = Annotated[int, msgspec.Meta(ge=1)]
"""A setting used as divisor, or meaningless at zero: rejected before hours are spent."""

_Positive = Annotated[float, msgspec.Meta(gt=0, le=1e9)]
"""A setting that makes losses NaN, or training ineffective, unless above 0."""

_Share = Annotated[float, msgspec.Meta(ge=0, le=1)]

FOLDER = re.compile(r"\w[\w.-]*")
"""Names of recipes are names of folders in the work folder."""
_Folder = Annotated[str, msgspec.Meta(pattern=rf"^{FOLDER.pattern}\Z")]
_MOST_BYTES = 256 << 10
"""Of a recipe; those of the trainer have 2 KB."""


class Schedule(Record, frozen=True):
    """Length and learning rate of a step.

    ``steps`` optimizer steps of ``batch`` examples; the learning rate rises over the share ``warmup`` of
    them and falls as a cosine to a tenth. ``evaluate_every`` and ``save_every`` count steps. ``seed``
    fixes every draw: batch n depends on the seed and n alone.
    """

    steps: _Count
    batch: _Count
    learning_rate: _Positive
    warmup: float = 0.06
    weight_decay: float = 0.01
    evaluate_every: _Count = 200
    save_every: _Count = 200
    seed: int = 1


class Data(Record, frozen=True):
    """Sources in the folder of shared data, by name; each must be licensed for training.

    ``collections`` are retrieval collections with train judgements, or those of ``written_questions``,
    ``pairs`` the readers in ``pairs.READERS``, ``texts`` the readers in ``corpus.READERS``. With
    ``ships`` off the model is never shipped, and sources that forbid shipping are accepted.
    """

    collections: tuple[str, ...] = ()
    pairs: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    ships: bool = True


class Vocabulary(Record, frozen=True):
    """A WordPiece vocabulary of ``size`` pieces from at most ``characters`` of text of each language.

    With ``extends`` the initial model keeps its pieces, and ``size`` pieces of German text are added as
    far as they leave the cut of English words unchanged.
    """

    size: int = 26_000
    characters: int = 20_000_000
    minimum_frequency: int = 2
    extends: bool = False


class Prepare(Record, frozen=True):
    """Settings of a shard: tokens per text, candidates per query, and exclusions.

    ``candidates`` is the number of the engine's best passages kept for each query. At most ``queries`` of each
    split and ``pairs`` of each source are read; 0 means all.
    """

    passage_tokens: _Count = 256
    candidates: int = 100
    queries: int = 0
    pairs: int = 0


class Pretrain(Record, frozen=True):
    """Masked language modelling: 80 % of the chosen words masked, 10 % replaced, 10 % left."""

    schedule: Schedule
    tokens: _Count = 128
    masked: float = 0.2


class LateInteraction(Record, frozen=True):
    """Training of token vectors for late interaction; see ``late_interaction``.

    Each step uses ``groups`` queries with ``negatives`` wrong answers from the engine's first
    ``last_rank`` candidates; ``chunk`` groups are encoded at once.
    """

    groups: _Count = 32
    negatives: int = 7
    last_rank: int = 30
    temperature: _Positive = 0.02
    chunk: _Count = 8


class Embedder(Record, frozen=True):
    """Contrastive training; see ``embedder``."""

    schedule: Schedule
    temperature: _Positive = 0.05
    dimensions: tuple[_Count, ...] = (384, 256, 128, 64)
    hard_negatives: int = 2
    first_rank: Annotated[int, msgspec.Meta(ge=0)] = 5
    last_rank: int = 60
    refresh_every: int = 0
    chunk: _Count = 256
    distillation: float = 0.0
    merge: float = 0.0
    judged: float = 0.0
    """Share of batches from collections with judgements; 0: by the size of each source."""
    late_interaction: LateInteraction | None = None

    def __post_init__(self) -> None:
        """Raise ``ValueError`` for ranks out of order."""
        if self.first_rank >= self.last_rank:
            raise ValueError(
                f"first_rank {self.first_rank} is not below last_rank {self.last_rank}"
            )


class TokenVectors(Record, frozen=True):
    """Token vectors joined to an encoder; see ``token_vectors``.

    ``learning`` is the contrastive training, ``weight`` the weight of the encoder, ``encoder`` the recipe
    of the embedder; the default is the initial model.
    """

    learning: Embedder
    weight: float = 3.0
    encoder: str = ""


class Reranker(Record, frozen=True):
    """A cross-encoder over groups of one relevant passage and ``negatives`` others."""

    schedule: Schedule
    layers: _Count = 6
    negatives: int = 7
    tokens: _Count = 256
    chunk: _Count = 64
    distillation: float = 0.0
    candidates: int = 30


class Multilingual(Record, frozen=True):
    """The embedder of other languages; see ``bases``.

    The vocabulary has ``pieces``. The layers from ``frozen`` on learn, from texts cut to ``tokens``, with
    ``shares`` of the steps by training set, and at most ``examples`` of one (else ``most``). ``joined`` texts
    are put together of several phrases; ``closeness`` weighs the distance from the embedder's vector, and
    ``stiffness`` holds the first map to a rotation. The ``parts`` of a batch are learned one after the other,
    with negatives of their own: less memory. ``kept`` is the share of the initial weights in the result.
    """

    schedule: Schedule
    shares: Mapping[str, _Positive]
    examples: Mapping[str, _Count]
    most: _Count = 400
    joined: int = 0
    pieces: _Count = 52_000
    frozen: _Count = 8
    tokens: _Count = 96
    temperature: _Positive = 0.05
    closeness: float = 2.0
    stiffness: _Positive = 20.0
    parts: _Count = 1
    kept: _Share = 0.0


class QuestionMap(Record, frozen=True):
    """The question map of late interaction; see ``training.question_map``.

    Learned are ``questions`` about ``acts`` drawn by chance, measured ``held_out`` ones about as many other acts (0: all
    acts). Of the ``depth`` best passages of a question, a step draws ``candidates``. Scores are divided by ``temperature``.
    """

    schedule: Schedule
    acts: int = 0
    questions: _Count = 20_000
    held_out: _Count = 500
    depth: _Count = 30
    candidates: _Count = 16
    temperature: _Positive = 0.02


class Articles(Record, frozen=True):
    """The classifier of an act's articles; see ``articles``.

    ``recitals`` is the weight of a sentence of a recital relative to one of an article; calibration uses
    ``passages`` of the act and of ``other_law``.
    """

    recitals: float = 0.5
    articles_of_a_recital: int = 8
    passages: int = 1_500
    other_law: int = 600
    seed: int = 1


class Concepts(Record, frozen=True):
    """The classifier of concepts; see ``concepts``. Queries are ``piece`` words of each act's middle.

    Calibration adds ``other`` texts.
    """

    piece: int = 60
    other: int = 600
    seed: int = 1


class Recipe(Record, frozen=True):
    """All steps of one model.

    ``builds_on`` names the recipe of the vocabulary, the shard and the trained encoder to use. ``initial_model``
    names the exported embedder to train further; the option ``--initial-model`` gives its folder.
    """

    name: _Folder
    task: Task
    data: Data = Data()
    builds_on: str = ""
    initial_model: str = ""
    vocabulary: Vocabulary | None = None
    prepare: Prepare = Prepare()
    pretrain: Pretrain | None = None
    embedder: Embedder | None = None
    token_vectors: TokenVectors | None = None
    teacher: Reranker | None = None
    reranker: Reranker | None = None
    multilingual: Multilingual | None = None
    question_map: QuestionMap | None = None
    articles: Articles = Articles()
    concepts: Concepts = Concepts()


def names() -> list[str]:
    """List the recipes of the trainer."""
    folder = files("lexdesk_trainer").joinpath("recipes")
    return sorted(path.name.removesuffix(".toml") for path in folder.iterdir() if path.is_file())


def load(name: str, scale: Scale = "full") -> Recipe:
    """Load the recipe ``name``, or the file ``name`` if it ends in ``.toml``."""
    if not name.endswith(".toml") and name not in names():
        raise TrainingError(TrainingCode.RECIPE_UNKNOWN, name=name, names=", ".join(names()))
    if name.endswith(".toml"):
        text, where = _read(Path(name)), name
    else:
        place = files("lexdesk_trainer").joinpath("recipes", f"{name}.toml")
        text, where = place.read_text(encoding="utf-8"), f"{name}.toml"
    try:
        values = parse(text)
    except ValueError as problem:
        raise TrainingError(TrainingCode.NOT_TOML, where=where, problem=problem) from None
    small = values.pop("small", {})
    if not isinstance(small, dict):
        raise TrainingError(TrainingCode.SMALL_NOT_TABLE, where=where, small=small)
    folder = Path(name).parent if name.endswith(".toml") else None
    recipe = _recipe(values, where, folder)
    _override(values, small)
    reduced = _recipe(values, f"{where}, small", folder)  # reports mistakes at any scale
    return recipe if scale == "full" else reduced


def _recipe(values: dict[str, Any], where: str, folder: Path | None) -> Recipe:
    try:
        recipe = msgspec.convert(values, Recipe)
    except msgspec.ValidationError as problem:
        raise TrainingError(TrainingCode.RECIPE_INVALID, where=where, problem=problem) from None
    _check(recipe, where, folder)
    return recipe


def _check(recipe: Recipe, where: str, folder: Path | None) -> None:
    """Raise TrainingError for unknown names in ``recipe``; files in ``folder`` may define recipes, too."""
    known = sorted({*names(), *(_names_in(folder) if folder else ())})
    encoder = recipe.token_vectors.encoder if recipe.token_vectors else ""
    for key, other in (("builds_on", recipe.builds_on), ("token_vectors, encoder", encoder)):
        if other and other not in known:
            raise TrainingError(
                TrainingCode.RECIPE_OF_STEP_UNKNOWN,
                where=where,
                key=key,
                other=other,
                known=", ".join(known),
            )


def _names_in(folder: Path) -> Iterator[str]:
    """Yield the recipe names in the files of ``folder``; invalid files are reported on use."""
    for path in folder.glob("*.toml"):
        with suppress(OSError, ValueError, LexdeskError):
            name = parse(read_bytes(path, _MOST_BYTES).decode()).get("name")
            if isinstance(name, str):
                yield name


def _read(path: Path) -> str:
    try:
        return read_named(path, _MOST_BYTES).decode()
    except OSError as problem:
        raise TrainingError(
            TrainingCode.RECIPE_UNREADABLE, path=path, strerror=problem.strerror
        ) from None
    except UnicodeDecodeError as problem:
        raise TrainingError(TrainingCode.RECIPE_NOT_UTF8, path=path, problem=problem) from None


def _override(values: dict[str, Any], small: dict[str, Any]) -> None:
    for key, value in small.items():
        if isinstance(value, dict) and isinstance(values.get(key), dict):
            _override(values[key], value)
        else:
            values[key] = value
