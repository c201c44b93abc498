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

import contextlib
import hashlib
import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, ValidationError
from msgspec.structs import asdict, replace

from lexdesk.errors import ModelCode, ModelDamaged, ModelError, NoModel, UnsafeFile
from lexdesk.models import trust
from lexdesk.system.atomic import write_atomically
from lexdesk.system.json_values import Count, Record, parse
from lexdesk.system.machine_key import find_state_path, is_private, write_private
from lexdesk.system.regular_files import hash_file, is_regular, read_bytes
from lexdesk.system.verified_files import Stamp, read_stamps, remember

_OWN = "own_sha256"
"""The hash of the other fields of a manifest, sorted, as JSON."""
FORMAT_VERSION = 1
MANIFEST_NAME = "manifest.json"
GRAPH = "model.onnx"
CUDA_GRAPH = "model_cuda.onnx"
"""The same network for NVIDIA GPUs, over the weights in ``GRAPH``; its vectors belong to the same family."""
Task = Literal[
    "embedder",
    "multilingual-embedder",
    "reranker",
    "article-classifier",
    "concept-classifier",
    "citation-contexts",
    "question-map",
]
Size = Literal["fast", "standard"]
FAST: Size = "fast"
Pooling = Literal["mean", "cls", "none"]
TASKS: tuple[Task, ...] = get_args(Task)
_FileName = Annotated[str, Meta(pattern=r"^(?!\.{1,2}\Z|manifest\.json\Z)[A-Za-z0-9_.-]+\Z")]
_LARGEST = 2 << 30
"""Maximum bytes of a file: the limit of a graph."""
_LARGEST_MANIFEST = 1 << 20
_MOST = 1 << 20
"""Upper limit of dimensions and of tokens."""
MODELS_VARIABLE = "LEXDESK_MODELS"
NEARLY_THE_SAME = "nearly_the_same"
"""Key in ``measured`` for the near-duplicate ``threshold`` of an embedder, if measured."""

_SHORT_WORDS = 24  # words of a typed question; a paragraph has more


class ModelFile(Record, frozen=True):
    """Size and SHA-256 (hexadecimal) of one file of a model folder."""

    bytes: Count
    sha256: str


class TrainingData(Record, frozen=True):
    """A source of training data, and its licence."""

    name: str
    licence: str


class Manifest(Record, frozen=True):
    """The description of a model: its properties, its origin and its files.

    ``dimensions`` is the width of the output, ``maximum_tokens`` the longest input with its special tokens,
    ``measured`` the measurements of the trainer, by name. Models without a network, such as a classifier by
    words, have ``pooling`` none and 0 tokens. ``fusion_weights`` is the semantic share (0..1) proposed by an
    embedder for hybrid search, by ISO 639-1 code, with ``""`` for all other languages and ``"de short"`` for
    short questions in German; empty for other tasks. ``files`` is set by ``write``.
    """

    name: Annotated[str, Meta(max_length=200)]
    task: Task
    base: str
    dimensions: Annotated[int, Meta(ge=1, le=_MOST)]
    pooling: Pooling
    normalize: bool
    maximum_tokens: Annotated[int, Meta(ge=0, le=_MOST)]
    quantization: str
    licence: str
    training_data: tuple[TrainingData, ...]
    measured: Mapping[str, Any]
    fusion_weights: Mapping[str, Annotated[float, Meta(ge=0, le=1)]] = {}
    files: Mapping[_FileName, ModelFile] = {}
    format_version: int = FORMAT_VERSION

    @property
    def fingerprint(self) -> str:
        """Return 16 hexadecimal digits, changed by any byte relevant to the model's output.

        Only vectors of equal fingerprints are comparable. The model card may change without a new fingerprint;
        pooling, normalization and the token limit may not.
        """
        weights = {
            name: file.sha256
            for name, file in self.files.items()
            if not name.endswith(".md") and name != CUDA_GRAPH
        }
        shape = [self.dimensions, self.pooling, self.normalize, self.maximum_tokens]
        canonical = json.dumps([sorted(weights.items()), shape])
        return hashlib.sha256(canonical.encode()).hexdigest()[:16]

    @property
    def digest(self) -> str:
        """Return the SHA-256 (hexadecimal) of all fields, and so of all files: the identity that trust refers to."""
        return hash_manifest(_plain_fields(self))

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
        if _is_installed(folder):
            return _manifest(path.read_bytes(), path)
        _require_regular_entries(folder)
        return _manifest(read_bytes(path, _LARGEST_MANIFEST), path)
    except (FileNotFoundError, NotADirectoryError):
        raise NoModel(ModelCode.NOT_A_MODEL, folder=folder, manifest=MANIFEST_NAME) from None
    except UnsafeFile as problem:
        raise ModelDamaged(problem.message) from problem
    except (OSError, ValueError) as problem:
        raise ModelDamaged(ModelCode.MANIFEST_NOT_JSON, path=path, reason=problem) from None


def _manifest(stored: bytes, path: Path) -> Manifest:
    """Decode a manifest with all its fields. Raise ``ModelError``, and ``ValueError`` for malformed JSON."""
    try:
        fields = parse(stored, dict[str, object])
        _require_own_hash(fields, path)
        if (version := fields.get("format_version")) != FORMAT_VERSION:
            raise ModelError(
                ModelCode.FORMAT_VERSION, path=path, found=version, supported=FORMAT_VERSION
            )
        manifest: Manifest = parse(json.dumps(fields), Manifest)
        if missing := {"fusion_weights", "files"} - fields.keys():
            raise ValidationError(f"Object missing required field `{min(missing)}`")
        if manifest.pooling != "none" and not manifest.maximum_tokens:
            raise ValidationError("Expected `int` >= 1 - at `$.maximum_tokens`")
    except ValidationError as problem:
        raise ModelError(ModelCode.MANIFEST_INVALID, path=path, reason=problem) from None
    return manifest


def _require_own_hash(fields: dict[str, Any], path: Path) -> None:
    """Take the hash out of ``fields``; raise ``ModelDamaged`` if it is that of others. Earlier manifests have none."""
    if (own := fields.pop(_OWN, None)) is not None and own != hash_manifest(fields):
        raise ModelDamaged(ModelCode.MANIFEST_CHANGED, path=path)


def hash_manifest(fields: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a manifest's fields."""
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()


def _is_installed(folder: Path) -> bool:
    """Return whether the model was installed with Lexdesk itself; some installers use links."""
    return folder.parent in list_bundled_places()


def _require_regular_entries(folder: Path) -> None:
    """Raise ``UnsafeFile`` for a link, a special file or an oversized file in ``folder``."""
    for path in folder.iterdir():
        if not stat.S_ISDIR(path.lstat().st_mode):
            is_regular(path, _LARGEST)


def is_short(question: str) -> bool:
    """Return True for a typed question, unlike a paragraph: the keys ``"de short"`` are for it."""
    return len(question.split()) <= _SHORT_WORDS


def require_task(folder: Path, manifest: Manifest, task: str) -> None:
    """Raise ``ModelError`` if the model in ``folder`` is for another task."""
    if manifest.task != task:
        raise ModelError(ModelCode.OTHER_TASK, folder=folder, task=manifest.task, needed=task)


def verify(folder: Path, manifest: Manifest, *needed: str) -> None:
    """Check that the user trusts the model and that its files, with all ``needed`` ones, are those of the manifest.

    A file is read once after each start of the machine, and again after a change (``verified_files``). Raise
    ``ModelUntrusted``, and ``ModelDamaged`` on the first difference.
    """
    trust.require(folder, manifest.name, manifest.digest)
    if missing := [name for name in needed if name not in manifest.files]:
        raise ModelDamaged(
            ModelCode.FILE_UNLISTED,
            path=folder / MANIFEST_NAME,
            name=missing[0],
            task=manifest.task,
        )
    memory = find_state_path() / "verified-models" / f"{manifest.digest}.json"
    verified = verify_files(folder, manifest, _read_stamps(memory))
    remember(memory, verified, write_private)


def stamp_files(folder: Path, manifest: Manifest) -> list[Stamp]:
    """Return the state of all files of a model; none of missing ones. The libraries open them by name after ``verify``."""
    found = []
    for name in manifest.files:
        with contextlib.suppress(OSError):
            found.append(Stamp.of((folder / name).stat()))
    return found


def _read_stamps(memory: Path) -> Mapping[str, Stamp]:
    with contextlib.suppress(OSError):
        return read_stamps(memory) if is_private(memory) else {}
    return {}


def verify_files(
    folder: Path, manifest: Manifest, known: Mapping[str, Stamp] | None = None
) -> dict[str, tuple[str, Stamp]]:
    """Compare size and SHA-256 of every file with the manifest; raise ``ModelDamaged`` on the first difference.

    Files as ``known`` are not read again. Return those to be known by the next process.
    """
    before, verified = known or {}, {}
    for name, wanted in manifest.files.items():
        path = folder / name
        try:
            stamp = Stamp.of(path.stat())
            is_read = stamp.bytes == wanted.bytes and before.get(name) != stamp
            digest = hash_file(path) if is_read else wanted.sha256
        except OSError as problem:
            raise ModelDamaged(
                ModelCode.FILE_UNREADABLE, path=path, reason=problem, name=manifest.name
            ) from None
        if stamp.bytes != wanted.bytes:
            raise ModelDamaged(
                ModelCode.FILE_SIZE, path=path, found=stamp.bytes, wanted=wanted.bytes
            )
        if digest != wanted.sha256:
            raise ModelDamaged(ModelCode.FILE_HASH, path=path, digest=digest, wanted=wanted.sha256)
        if stamp.is_settled():
            verified[name] = digest, stamp
    return verified


def write(
    folder: Path, about: Manifest, files: Iterable[str] = ("model.onnx", "tokenizer.json")
) -> Manifest:
    """Write the manifest ``about`` a model, with the hashes of its ``files``, atomically into ``folder``.

    The user trusts the model from then on, since it was made here.
    """
    manifest = replace(about, files={file: _describe(folder / file) for file in sorted(files)})
    path = folder / MANIFEST_NAME
    fields = _plain_fields(manifest)
    text = json.dumps({**fields, _OWN: hash_manifest(fields)}, indent=1, ensure_ascii=False)
    written = _manifest(text.encode(), path)  # rejects a manifest that ``read`` would reject
    write_atomically(path, f"{text}\n".encode())
    # If there is no state folder, the first use asks for ``lexdesk model trust``.
    with contextlib.suppress(ModelError):
        trust_model(folder, written)
    return manifest


def trust_model(folder: Path, manifest: Manifest) -> None:
    """Trust the model in ``folder`` from now on. Raise ``ModelError`` if that cannot be stored."""
    stated = (manifest.name, manifest.task, str(folder.absolute()), manifest.digest)
    trust.record(trust.TrustedModel(*stated))


def _plain_fields(manifest: Manifest) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(json.dumps(asdict(manifest), default=_plain))
    return fields


def _plain(value: Any) -> dict[str, Any]:
    return asdict(value) if isinstance(value, Record) else dict(value)


def find(task: str) -> Path:
    """Return the folder of the first model for ``task``.

    Search order, by name inside each: the folders in LEXDESK_MODELS, the models in the installed package, and
    ``exported_models/`` of the repository the package runs from. Raise ``NoModel``, with the installed models,
    ``ModelUntrusted`` for a model that the user has not approved, and the errors of ``read``.
    """
    if task not in TASKS:
        raise NoModel(ModelCode.TASK_UNKNOWN, task=task, known=", ".join(TASKS))
    known = []
    for folder in list_model_folders():
        manifest = read(folder)
        if manifest.task == task:
            trust.require(folder, manifest.name, manifest.digest)
            return folder
        known.append(f"{manifest.name} ({manifest.task})")
    raise NoModel(
        ModelCode.MISSING,
        task=task,
        known=", ".join(known) or "no models at all",
        variable=MODELS_VARIABLE,
    )


def list_model_places() -> Iterator[Path]:
    """Yield the parent folders of model folders, most specific first."""
    if given := os.environ.get(MODELS_VARIABLE):
        if not Path(given).is_dir():
            raise NoModel(ModelCode.FOLDER_INVALID, variable=MODELS_VARIABLE, folder=given)
        yield Path(given)
    yield from list_bundled_places()


def list_bundled_places() -> tuple[Path, Path]:
    """Return the parent folders of models beside the package: installed, and in a checkout."""
    package = Path(__file__).resolve().parent.parent
    return package / "exported_models", package.parent.parent / "exported_models"


def list_model_folders() -> Iterator[Path]:
    """Yield the folders with a manifest, in the search order of ``find``."""
    for place in list_model_places():
        if place.is_dir():
            yield from sorted(path.parent for path in place.glob(f"*/{MANIFEST_NAME}"))


def _describe(path: Path) -> ModelFile:
    return ModelFile(bytes=path.stat().st_size, sha256=hash_file(path))
