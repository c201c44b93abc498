"""A model folder's graph: checked, loaded with onnxruntime, and called on all cores, or on a GPU."""

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
from lexdesk.system.memory import shortage

if TYPE_CHECKING:
    import onnxruntime
    import tokenizers


_IN_NO_VOCABULARY = "law \U00013000"  # a hieroglyph
_TOKENS_PER_BATCH = 4_096  # padded, in one call of a GPU


class LoadedModel(NamedTuple):
    """A tokenizer that cuts at the model's limit, its graph, the id of [PAD], ``cuda`` or ``cpu``."""

    tokenizer: tokenizers.Tokenizer
    session: onnxruntime.InferenceSession
    padding: int
    device: str


class BackgroundModel:
    """The model in a folder: checked against its manifest and loaded while other work goes on.

    That takes a tenth of a second; what needs it waits, and gets ``ModelDamaged`` where the folder is not
    as its manifest says. The model is called ``callers`` times at once, by default once a core; a call
    has one thread, and ``helpers`` more serve them all.
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
        """What it runs on: ``cuda`` or ``cpu``."""
        return self._model.device

    def _call(self, output: str, feed: Mapping[str, NDArray[np.generic]]) -> NDArray[np.float32]:
        """Return the ``output`` of the graph for ``feed``; raise ``ModelDamaged`` for a graph that does not take it."""
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
        """``run`` on the numbers of texts that have ``lengths`` in tokens, by all callers.

        A CPU reads each text alone: that takes no longer, and int8 is scaled by what is read together,
        so that a text would be read otherwise in other company (docs/results/speed.md).
        """
        tokens = _TOKENS_PER_BATCH if self.device == "cuda" else 1
        counts = np.asarray(lengths, np.int64)
        parts = batches(np.argsort(counts, kind="stable"), counts, tokens)
        if len(parts) == 1:
            run(parts[0])
        else:
            list(self._callers.map(run, reversed(parts)))  # longest first: nobody waits at the end


@cache
def _failures() -> tuple[type[Exception], ...]:
    """What onnxruntime raises: ``ValueError`` for other inputs, and classes of its own."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    own = (each for each in vars(state).values() if isinstance(each, type))
    return (ValueError, *(each for each in own if issubclass(each, Exception)))


def batches(
    order: NDArray[np.int64], lengths: NDArray[np.int64], tokens: int
) -> list[NDArray[np.int64]]:
    """Cut ``order``, sorted by length, into batches of about so many padded ``tokens``, at least one text each."""
    batches, start = [], 0
    for at in range(1, len(order) + 1):
        if at == len(order) or (at - start + 1) * lengths[order[at]] > tokens:
            batches.append(order[start:at])
            start = at
    return batches


def load_model(folder: Path, manifest: Manifest, helpers: int = 0) -> LoadedModel:
    """Check a model folder against its manifest and load it; raise ``ModelDamaged`` where it differs.

    ``helpers`` are threads for all calls at once, beside each call's own.
    """
    with ThreadPoolExecutor(1) as aside:  # hashing and loading, each on a core of its own
        checking = aside.submit(verify, folder, manifest)
        import onnxruntime
        import tokenizers

        try:
            if has_external_data(folder / "model.onnx"):
                raise ValueError("its graph names other files")
            tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
            tokenizer.encode(_IN_NO_VOCABULARY)  # else the first such word of a text tells of it
            session = onnxruntime.InferenceSession(
                str(folder / "model.onnx"), _options(helpers), providers=_providers()
            )
        except Exception as error:  # raised bare by both libraries for a file they cannot read
            if short := shortage(error):
                raise short from error
            checking.result()  # says better what is wrong, if the files are not those of the manifest
            raise ModelDamaged(ModelCode.NOT_LOADED, folder=folder, reason=error) from error
        checking.result()
    tokenizer.no_padding()
    tokenizer.enable_truncation(manifest.maximum_tokens)
    device = "cuda" if "CUDAExecutionProvider" in session.get_providers() else "cpu"
    return LoadedModel(tokenizer, session, tokenizer.token_to_id("[PAD]") or 0, device)


def _options(helpers: int) -> onnxruntime.SessionOptions:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = (
        4  # an error is raised anyway, and a warning about placement helps nobody
    )
    options.intra_op_num_threads = 1 + helpers
    # Threads that spin while they wait take the processor from the rest of a query and, on a busy machine,
    # from themselves.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options


def _providers() -> list[str]:
    gpu = ["CUDAExecutionProvider"] if best_device() == "cuda" else []
    return [*gpu, "CPUExecutionProvider"]


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
