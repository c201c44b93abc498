"""ONNX session of a model folder: checked, loaded with onnxruntime, and run on all cores, or on a GPU."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lexdesk.errors import ModelCode, ModelDamaged
from lexdesk.models.external_data import has_external_data
from lexdesk.models.manifest import Manifest, verify
from lexdesk.system.cores import cores
from lexdesk.system.memory_shortage import shortage

if TYPE_CHECKING:
    import onnxruntime
    import tokenizers


_IN_NO_VOCABULARY = "law \U00013000"  # a hieroglyph
_TOKENS_PER_BATCH = 4_096  # padded tokens in one call of a GPU


class LoadedModel(NamedTuple):
    """A tokenizer truncating at the model's limit, the graph, the id of [PAD], ``cuda`` or ``cpu``."""

    tokenizer: tokenizers.Tokenizer
    session: onnxruntime.InferenceSession
    padding: int
    device: str


class BackgroundModel:
    """The model in a folder, checked against its manifest and loaded in the background.

    Loading takes a tenth of a second; callers wait for it, and get ``ModelDamaged`` for a folder that differs
    from its manifest. The model is called ``callers`` times at once, by default once per core; a call has one
    thread, and ``helpers`` more are shared by all calls.
    """

    def __init__(
        self, folder: Path, manifest: Manifest, callers: int | None = None, helpers: int = 0
    ):
        self.manifest = manifest
        self._folder = folder
        self._callers = ThreadPoolExecutor(callers or cores())
        self._loading = self._callers.submit(load_model, folder, manifest, helpers)

    @property
    def _model(self) -> LoadedModel:
        return self._loading.result()

    @property
    def device(self) -> str:
        """Return the device it runs on: ``cuda`` or ``cpu``."""
        return self._model.device

    def _call(self, output: str, feed: Mapping[str, NDArray[np.generic]]) -> NDArray[np.float32]:
        """Return the ``output`` of the graph for ``feed``; raise ``ModelDamaged`` for a graph with other inputs."""
        try:
            found = self._model.session.run([output], dict(feed))[0]
        except _failures() as error:
            if short := shortage(error):
                raise short from error
            raise ModelDamaged(
                ModelCode.GRAPH_MISMATCH, folder=self._folder, reason=error
            ) from error
        return np.asarray(found, np.float32)

    def _spread(self, lengths: Sequence[int], run: Callable[[NDArray[np.int64]], None]) -> None:
        """Call ``run`` with the numbers of texts of ``lengths`` tokens, in batches, by all callers.

        A CPU encodes each text alone: batches save no time, and int8 scales depend on all texts of a batch, so
        the result would depend on the other texts (docs/results/speed.md).
        """
        tokens = _TOKENS_PER_BATCH if self.device == "cuda" else 1
        counts = np.asarray(lengths, np.int64)
        parts = batches(np.argsort(counts, kind="stable"), counts, tokens)
        if len(parts) == 1:
            run(parts[0])
        else:
            list(self._callers.map(run, reversed(parts)))  # longest first: callers finish together


@cache
def _failures() -> tuple[type[Exception], ...]:
    """Return the errors of onnxruntime: ``ValueError`` for other inputs, and classes of its own."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    own = (value for value in vars(state).values() if isinstance(value, type))
    return (ValueError, *(error_class for error_class in own if issubclass(error_class, Exception)))


def batches(
    order: NDArray[np.int64], lengths: NDArray[np.int64], tokens: int
) -> list[NDArray[np.int64]]:
    """Cut ``order``, sorted by length, into batches of about ``tokens`` padded tokens, at least one text each."""
    batches, start = [], 0
    for at in range(1, len(order) + 1):
        if at == len(order) or (at - start + 1) * lengths[order[at]] > tokens:
            batches.append(order[start:at])
            start = at
    return batches


def load_model(folder: Path, manifest: Manifest, helpers: int = 0) -> LoadedModel:
    """Check a model folder against its manifest and load it; raise ``ModelDamaged`` for a difference.

    ``helpers`` are threads shared by all calls, in addition to each call's own.
    """
    with ThreadPoolExecutor(1) as aside:  # hashing and loading, each on a core of its own
        checking = aside.submit(verify, folder, manifest)
        import onnxruntime
        import tokenizers

        try:
            if has_external_data(folder / "model.onnx"):
                raise ValueError("its graph names other files")
            tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
            tokenizer.encode(_IN_NO_VOCABULARY)  # a faulty tokenizer fails here, not on a text
            session = onnxruntime.InferenceSession(
                str(folder / "model.onnx"), _options(helpers), providers=_providers()
            )
        except Exception as error:  # both libraries raise bare exceptions for unreadable files
            if short := shortage(error):
                raise short from error
            checking.result()  # a more precise error if the files differ from the manifest
            raise ModelDamaged(ModelCode.NOT_LOADED, folder=folder, reason=error) from error
        checking.result()
    tokenizer.no_padding()
    tokenizer.enable_truncation(manifest.maximum_tokens)
    device = "cuda" if "CUDAExecutionProvider" in session.get_providers() else "cpu"
    return LoadedModel(tokenizer, session, tokenizer.token_to_id("[PAD]") or 0, device)


def _options(helpers: int) -> onnxruntime.SessionOptions:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4  # errors are raised anyway, warnings are of no use
    options.intra_op_num_threads = 1 + helpers
    # Spinning threads take the processor from the rest of a query and, on a busy machine, from themselves.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options


def _providers() -> list[str]:
    gpu = ["CUDAExecutionProvider"] if best_device() == "cuda" else []
    return [*gpu, "CPUExecutionProvider"]


def best_device() -> str:
    """Return ``cuda`` if onnxruntime and this machine can both use it, else ``cpu``."""
    import onnxruntime

    available = "CUDAExecutionProvider" in onnxruntime.get_available_providers()
    return "cuda" if available and has_cuda_device() else "cpu"


def has_cuda_device() -> bool:
    """Return whether the NVIDIA driver is installed and reports a device.

    Checked first, because onnxruntime-gpu lists CUDA on every machine and complains on failure.
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
