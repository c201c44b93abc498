"""Text to vectors, with tokenizers and onnxruntime: on a GPU where there is one, else on the CPU."""

from __future__ import annotations

import ctypes
import functools
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from lexdesk.errors import ModelDamaged
from lexdesk.models.manifest import Manifest, read, verify

if TYPE_CHECKING:
    import onnxruntime
    import tokenizers

_TOKENS_PER_BATCH = 4_096
"""Padded tokens in one call of the model; measured in benchmarks/encode.py."""

_TOKENS = "tokens"
"""The output with a vector for each token."""

_Found = TypeVar("_Found")


@functools.lru_cache(maxsize=2)
def loaded(folder: Path, callers: int | None = None) -> Encoder:
    """The encoder of a model folder, one for all libraries of the process."""
    return Encoder(folder, read(folder), callers)


class LoadedModel(NamedTuple):
    """A tokenizer that cuts at the model's limit, its graph, the id of [PAD], ``cuda`` or ``cpu``."""

    tokenizer: tokenizers.Tokenizer
    session: onnxruntime.InferenceSession
    padding: int
    device: str


class Encoder:
    """The embedder in a model folder.

    It is checked against its manifest and loaded in the background, which takes a tenth of a
    second; what needs it waits. A folder that is not as its manifest says raises ``ModelDamaged``
    then. It calls the model ``callers`` times at once, by default once a core.
    """

    def __init__(self, folder: Path, manifest: Manifest, callers: int | None = None):
        self.manifest = manifest
        self._callers = ThreadPoolExecutor(callers or cores())
        self._loading = self._callers.submit(load_model, folder, manifest)

    @property
    def _model(self) -> LoadedModel:
        return self._loading.result()

    @property
    def device(self) -> str:
        """What it runs on: ``cuda`` or ``cpu``."""
        return self._model.device

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """``texts`` -> float32 (n, dimensions), rows of unit length, in the order of ``texts``."""
        encodings = self._model.tokenizer.encode_batch_fast(list(texts))
        lengths = np.array([len(encoding) for encoding in encodings])
        vectors = np.empty((len(texts), self.manifest.dimensions), np.float32)

        def run(batch: NDArray[np.int64]) -> None:
            vectors[batch] = self._run([encodings[i].ids for i in batch])

        parts = batches(np.argsort(lengths, kind="stable"), lengths)
        if len(parts) == 1:
            run(parts[0])
        else:
            list(self._callers.map(run, reversed(parts)))  # longest first: nobody waits at the end
        return vectors

    def encode_all(self, parts: Iterable[Sequence[str]]) -> Iterator[NDArray[np.float32]]:
        """``encode`` of each of ``parts``, one after another."""
        return map(self.encode, parts)

    def start(self, text: str, use: Callable[[NDArray[np.float32]], _Found]) -> Future[_Found]:
        """Encode one text, (dimensions,), and ``use`` it, all on another core than the caller's."""
        return self._callers.submit(lambda: use(self.encode([text])[0]))

    @property
    def gives_tokens(self) -> bool:
        """Whether the model was exported with vectors of tokens."""
        return any(each.name == _TOKENS for each in self._model.session.get_outputs())

    def tokens(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        """Of each text the vectors of its tokens in their context, float32 (tokens, dimensions).

        They are as long as the token counts; one that the model does not read is nought, and all are of
        a text in another language than it knows.
        """
        encodings = self._model.tokenizer.encode_batch_fast(list(texts))
        order = np.argsort([len(encoding) for encoding in encodings], kind="stable")
        found = [np.empty((0, 0), np.float32)] * len(texts)

        def run(batch: NDArray[np.int64]) -> None:
            rows = [encodings[i].ids for i in batch]
            for i, row, vectors in zip(batch, rows, self._run(rows, _TOKENS), strict=True):
                found[i] = vectors[: len(row)]

        # Twice as many parts as cores, of like length inside: all are done at about the same time.
        parts = [part for part in np.array_split(order, 2 * cores()) if len(part)]
        list(self._callers.map(run, reversed(parts)))
        return found

    def _run(self, rows: list[list[int]], output: str = "embedding") -> NDArray[np.float32]:
        return np.asarray(self._model.session.run([output], self._feed(rows))[0], np.float32)

    def _feed(self, rows: list[list[int]]) -> dict[str, NDArray[np.int64]]:
        """Token ids -> the model's inputs, int64 (rows, longest), padded on the right."""
        longest = max(map(len, rows))
        ids = np.full((len(rows), longest), self._model.padding, np.int64)
        mask = np.zeros((len(rows), longest), np.int64)
        for at, row in enumerate(rows):
            ids[at, : len(row)] = row
            mask[at, : len(row)] = 1
        return {"input_ids": ids, "attention_mask": mask}


def batches(order: NDArray[np.int64], lengths: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Cut ``order``, sorted by length, into batches of about ``_TOKENS_PER_BATCH`` padded tokens."""
    batches, start = [], 0
    for at in range(1, len(order) + 1):
        if at == len(order) or (at - start + 1) * lengths[order[at]] > _TOKENS_PER_BATCH:
            batches.append(order[start:at])
            start = at
    return batches


def load_model(folder: Path, manifest: Manifest) -> LoadedModel:
    """Check a model folder against its manifest and load it; raise ``ModelDamaged`` where it differs."""
    with ThreadPoolExecutor(1) as aside:  # hashing and loading, each on a core of its own
        checking = aside.submit(verify, folder, manifest)
        import onnxruntime
        import tokenizers

        try:
            tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
            session = onnxruntime.InferenceSession(
                str(folder / "model.onnx"), _options(), providers=_providers()
            )
        except (
            Exception
        ) as error:  # both libraries raise bare Exception for a file they cannot read
            checking.result()  # says better what is wrong, if the files are not those of the manifest
            raise ModelDamaged(
                f"the model in {folder} cannot be loaded ({error}); install it again"
            ) from error
        checking.result()
    tokenizer.no_padding()
    tokenizer.enable_truncation(manifest.maximum_tokens)
    device = "cuda" if "CUDAExecutionProvider" in session.get_providers() else "cpu"
    return LoadedModel(tokenizer, session, tokenizer.token_to_id("[PAD]") or 0, device)


def _options() -> onnxruntime.SessionOptions:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3  # errors alone: warnings about placement help nobody here
    # One thread a call and a call a core. Several threads a call make as many tokens a second, but
    # they spin while they wait, which takes the processor from the rest of a query and, on a busy
    # machine, from themselves (docs/results/speed.md).
    options.intra_op_num_threads = 1
    return options


def _providers() -> list[str]:
    gpu = ["CUDAExecutionProvider"] if best_device() == "cuda" else []
    return [*gpu, "CPUExecutionProvider"]


def cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def best_device() -> str:
    """``cuda`` where onnxruntime and this machine can both use it, else ``cpu``."""
    import onnxruntime

    available = "CUDAExecutionProvider" in onnxruntime.get_available_providers()
    return "cuda" if available and has_cuda_device() else "cpu"


def has_cuda_device() -> bool:
    """Whether the NVIDIA driver is there and reports a device.

    Asked first, because onnxruntime-gpu lists CUDA on every machine and complains when it fails.
    """
    library = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
    try:
        driver = ctypes.CDLL(library)
        count = ctypes.c_int(0)
        return (
            driver.cuInit(0) == 0
            and driver.cuDeviceGetCount(ctypes.byref(count)) == 0
            and count.value > 0
        )
    except (OSError, AttributeError):
        return False
