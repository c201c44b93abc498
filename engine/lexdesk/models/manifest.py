"""Manifest of a model folder: reading, validation, writing, and search by task.

A model folder contains ``manifest.json``, ``MODEL_CARD.md`` and the files of its task: ``model.onnx`` and
``tokenizer.json`` for a model of text, stored vectors for a model without a network. This module needs only
the standard library, so that listing models costs no start-up time. It loads no model.

The contract of an embedder
---------------------------
Inputs of ``model.onnx``, both int64, shape (batch, tokens), in any order:

- ``input_ids``: token ids, the special tokens of the tokenizer's template included;
- ``attention_mask``: 1 for a token, 0 for padding. Pad on the right with the id of ``[PAD]``.

A graph may also accept ``with_embedding``, one bool, true by default: false saves the additional time of
``embedding`` over ``tokens``, and returns no embedding.

There is no ``token_type_ids``: the graph holds it fixed to zero. Output, float32, shape
(batch, dimensions):

- ``embedding``: pooled (``pooling``) over the tokens with mask 1 and, with ``normalize``, scaled to length
  one, so that the dot product of two rows is their cosine.

Of shape (batch, tokens, dimensions), missing from older exports:

- ``tokens``: for each token its contextual embedding, with the weight of the token in late interaction as
  its length (lexdesk.models.late_interaction); zero for masked tokens, for special tokens of an encoder with
  token embeddings, and for all of a text the model does not read.

Pooling and scaling happen inside the graph; ``pooling`` and ``normalize`` describe it, and nothing
is left to do outside. ``tokenizer.json`` has neither truncation nor padding set: the caller cuts at
``maximum_tokens`` (special tokens counted) and pads. Activations are quantized per call with one
scale for all rows, so a row depends slightly on its batch (``measured`` contains the difference).
"""

import hashlib
import json
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from lexdesk.errors import ModelCode, ModelDamaged, ModelError, NoModel, UnsafeFile
from lexdesk.system.atomic import write_atomically
from lexdesk.system.digest import sha256
from lexdesk.system.json_values import parsed
from lexdesk.system.regular_files import is_regular
from lexdesk.text.lazy_pattern import lazy_pattern

FORMAT_VERSION = 1
MANIFEST_NAME = "manifest.json"
TASKS = (
    "embedder",
    "reranker",
    "article-classifier",
    "concept-classifier",
    "citation-contexts",
)
_FILE_NAME = lazy_pattern(r"[\w.-]+", re.ASCII)
_LARGEST = 2 << 30
"""Maximum bytes of a file: the limit of a graph."""
_MOST = 1 << 20
"""Upper limit of dimensions and of tokens."""
POOLINGS = ("mean", "cls", "none")
MODELS_VARIABLE = "LEXDESK_MODELS"
NEARLY_THE_SAME = "nearly_the_same"
"""Key in ``measured`` for the near-duplicate ``threshold`` of an embedder, if measured."""


@dataclass(frozen=True)
class ModelFile:
    """Size and SHA-256 (hexadecimal) of one file of a model folder."""

    bytes: int
    sha256: str


@dataclass(frozen=True)
class TrainingData:
    """A source of training data, and its licence."""

    name: str
    licence: str


@dataclass(frozen=True)
class Manifest:
    """The description of a model: its properties, its origin and its files.

    ``dimensions`` is the width of the output, ``maximum_tokens`` the longest input with its special tokens,
    ``measured`` the measurements of the trainer, by name. Models without a network, such as a classifier by
    words, have ``pooling`` none and 0 tokens. ``fusion_weights`` is the semantic share (0..1) proposed by an
    embedder for hybrid search, by ISO 639-1 code, with ``""`` for all other languages and ``"de short"`` for
    short questions in German; empty for other tasks. ``files`` is set by ``write``.
    """

    name: str
    task: str
    base: str
    dimensions: int
    pooling: str
    normalize: bool
    maximum_tokens: int
    quantization: str
    licence: str
    training_data: tuple[TrainingData, ...]
    measured: Mapping[str, Any]
    fusion_weights: Mapping[str, float] = field(default_factory=dict)
    files: Mapping[str, ModelFile] = field(default_factory=dict)
    format_version: int = FORMAT_VERSION

    @property
    def fingerprint(self) -> str:
        """Return 16 hexadecimal digits, changed by any byte relevant to the model's output.

        Only vectors of equal fingerprints are comparable. The model card may change without a new fingerprint;
        pooling, normalization and the token limit may not.
        """
        weights = {
            name: file.sha256 for name, file in self.files.items() if not name.endswith(".md")
        }
        shape = [self.dimensions, self.pooling, self.normalize, self.maximum_tokens]
        canonical = json.dumps([sorted(weights.items()), shape])
        return hashlib.sha256(canonical.encode()).hexdigest()[:16]

    @property
    def nearly_the_same(self) -> float | None:
        """Return the minimum cosine of near-duplicate passages; ``None`` if not measured."""
        match self.measured.get(NEARLY_THE_SAME):
            case {"threshold": int() | float() as cosine}:
                return float(cosine)
        return None


def read(folder: Path) -> Manifest:
    """Return the manifest of ``folder``.

    Raise ``NoModel`` for a folder without one, ``ModelDamaged`` for an unreadable one or for a folder with a
    link, a pipe or an oversized file, and ``ModelError`` for invalid contents.
    """
    path = folder / MANIFEST_NAME
    try:
        if not _is_installed(folder):
            _require_regular_entries(folder)
        fields = parsed(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise NoModel(ModelCode.NOT_A_MODEL, folder=folder, manifest=MANIFEST_NAME) from None
    except UnsafeFile as problem:
        raise ModelDamaged(problem.message) from problem
    except (OSError, ValueError) as problem:
        raise ModelDamaged(ModelCode.MANIFEST_NOT_JSON, path=path, reason=problem) from None
    return _manifest(fields, path)


def _is_installed(folder: Path) -> bool:
    """Return whether the model was installed with Lexdesk itself; some installers use links."""
    return folder.parent in _own_places()


def _require_regular_entries(folder: Path) -> None:
    """Raise ``UnsafeFile`` for a link, a special file or an oversized file in ``folder``."""
    for path in folder.iterdir():
        if not stat.S_ISDIR(path.lstat().st_mode):
            is_regular(path, _LARGEST)


def require_task(folder: Path, manifest: Manifest, task: str) -> None:
    """Raise ``ModelError`` if the model in ``folder`` is for another task."""
    if manifest.task != task:
        raise ModelError(ModelCode.OTHER_TASK, folder=folder, task=manifest.task, needed=task)


def verify(folder: Path, manifest: Manifest) -> None:
    """Compare size and SHA-256 of every file with the manifest; raise ``ModelDamaged`` on the first difference."""
    for name, wanted in manifest.files.items():
        path = folder / name
        try:
            found = path.stat().st_size
            digest = sha256(path) if found == wanted.bytes else ""
        except OSError as problem:
            raise ModelDamaged(
                ModelCode.FILE_UNREADABLE, path=path, reason=problem, name=manifest.name
            ) from None
        if found != wanted.bytes:
            raise ModelDamaged(ModelCode.FILE_SIZE, path=path, found=found, wanted=wanted.bytes)
        if digest != wanted.sha256:
            raise ModelDamaged(ModelCode.FILE_HASH, path=path, digest=digest, wanted=wanted.sha256)


def write(
    folder: Path, about: Manifest, files: Iterable[str] = ("model.onnx", "tokenizer.json")
) -> Manifest:
    """Write the manifest ``about`` a model, with the hashes of its ``files``, atomically into ``folder``."""
    manifest = replace(
        about,
        measured=dict(about.measured),  # a copy: ``asdict`` cannot copy every mapping
        fusion_weights=dict(about.fusion_weights),
        files={file: _describe(folder / file) for file in sorted(files)},
    )
    path = folder / MANIFEST_NAME
    fields = json.loads(json.dumps(asdict(manifest)))
    _manifest(fields, path)  # rejects a manifest that ``read`` would reject
    write_atomically(path, f"{json.dumps(fields, indent=1, ensure_ascii=False)}\n".encode())
    return manifest


def find(task: str) -> Path:
    """Return the folder of the first model for ``task``.

    Search order, by name inside each: the folders in LEXDESK_MODELS, the models in the installed package, and
    ``exported_models/`` of the repository the package runs from. Raise ``NoModel``, with the installed models,
    and the errors of ``read``.
    """
    if task not in TASKS:
        raise NoModel(ModelCode.TASK_UNKNOWN, task=task, known=", ".join(TASKS))
    known = []
    for folder in _model_folders():
        manifest = read(folder)
        if manifest.task == task:
            return folder
        known.append(f"{manifest.name} ({manifest.task})")
    raise NoModel(
        ModelCode.MISSING,
        task=task,
        known=", ".join(known) or "no models at all",
        variable=MODELS_VARIABLE,
    )


def _places() -> Iterator[Path]:
    """Yield the parent folders of model folders, most specific first."""
    if given := os.environ.get(MODELS_VARIABLE):
        if not Path(given).is_dir():
            raise NoModel(ModelCode.FOLDER_INVALID, variable=MODELS_VARIABLE, folder=given)
        yield Path(given)
    yield from _own_places()


def _own_places() -> tuple[Path, Path]:
    package = Path(__file__).resolve().parent.parent
    return package / "exported_models", package.parent.parent / "exported_models"


def _model_folders() -> Iterator[Path]:
    for place in _places():
        if place.is_dir():
            yield from sorted(path.parent for path in place.glob(f"*/{MANIFEST_NAME}"))


def _describe(path: Path) -> ModelFile:
    return ModelFile(bytes=path.stat().st_size, sha256=sha256(path))


def _manifest(fields: Any, path: Path) -> Manifest:
    """Build a manifest from parsed JSON, rejecting missing, unknown and mistyped fields."""
    if not isinstance(fields, dict):
        raise ModelError(ModelCode.MANIFEST_NOT_OBJECT, path=path, kind=_kind(fields))
    if fields.get("format_version") != FORMAT_VERSION:
        raise ModelError(
            ModelCode.FORMAT_VERSION,
            path=path,
            found=fields.get("format_version"),
            supported=FORMAT_VERSION,
        )
    _require_fields(fields, path)
    _require_values(fields, path)
    training_data = tuple(_training_data(row, path) for row in fields["training_data"])
    files = {name: _model_file(name, row, path) for name, row in fields["files"].items()}
    return Manifest(**{**fields, "training_data": training_data, "files": files})


def _require_fields(entries: Mapping[str, Any], path: Path) -> None:
    """Raise ``ModelError`` for a missing, unknown or mistyped field."""
    wanted = [field.name for field in fields(Manifest)]
    if missing := [name for name in wanted if name not in entries]:
        raise ModelError(ModelCode.FIELDS_MISSING, path=path, missing=", ".join(missing))
    if unknown := [name for name in entries if name not in wanted]:
        raise ModelError(
            ModelCode.FIELDS_UNKNOWN, path=path, unknown=", ".join(unknown), known=", ".join(wanted)
        )
    for name, kind in _KINDS.items():
        if type(entries[name]) is not kind:
            raise ModelError(
                ModelCode.FIELD_TYPE,
                path=path,
                name=name,
                wanted=_NAMES[kind],
                kind=_kind(entries[name]),
            )


def _require_values(fields: Mapping[str, Any], path: Path) -> None:
    """Raise ``ModelError`` for a value out of range."""
    _among(fields, "task", TASKS, path)
    _among(fields, "pooling", POOLINGS, path)
    fewest = {"dimensions": 1, "maximum_tokens": 0 if fields["pooling"] == "none" else 1}
    for name, least in fewest.items():
        if fields[name] < least:
            raise ModelError(
                ModelCode.FIELD_TOO_SMALL, path=path, name=name, least=least, value=fields[name]
            )
        if fields[name] > _MOST:
            raise ModelError(
                ModelCode.FIELD_TOO_LARGE, path=path, name=name, most=_MOST, value=fields[name]
            )
    for language, weight in fields["fusion_weights"].items():
        if type(weight) not in (int, float) or not 0 <= weight <= 1:
            raise ModelError(ModelCode.FUSION_WEIGHT, path=path, language=language, weight=weight)


_NAMES = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}
_KINDS: dict[str, type] = {
    "name": str,
    "task": str,
    "base": str,
    "dimensions": int,
    "pooling": str,
    "normalize": bool,
    "maximum_tokens": int,
    "quantization": str,
    "licence": str,
    "training_data": list,
    "measured": dict,
    "fusion_weights": dict,
    "files": dict,
}


def _kind(value: Any) -> str:
    return _NAMES.get(type(value), "null" if value is None else type(value).__name__)


def _among(fields: Mapping[str, Any], name: str, known: Iterable[str], path: Path) -> None:
    if fields[name] not in known:
        raise ModelError(
            ModelCode.FIELD_VALUE, path=path, name=name, value=fields[name], known=", ".join(known)
        )


def _training_data(row: Any, path: Path) -> TrainingData:
    match row:
        case {"name": str(name), "licence": str(licence), **rest} if not rest:
            return TrainingData(name, licence)
    raise ModelError(ModelCode.TRAINING_DATA_ENTRY, path=path)


def _model_file(name: str, row: Any, path: Path) -> ModelFile:
    if not _FILE_NAME.fullmatch(name) or name in (".", "..", MANIFEST_NAME):
        raise ModelError(ModelCode.FILE_NAME, path=path, name=name)
    match row:
        case {"bytes": int(size), "sha256": str(digest), **rest} if not rest and not isinstance(
            size, bool
        ):
            return ModelFile(size, digest)
    raise ModelError(ModelCode.FILE_ENTRY, path=path, name=name)
