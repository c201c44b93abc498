"""ONNX session of a model folder: checked, loaded with onnxruntime, and run on all cores, or on a GPU."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lexdesk.errors import Message, ModelCode, ModelDamaged
from lexdesk.models import cuda, graph_limits
from lexdesk.models.external_data import has_external_data
from lexdesk.models.manifest import GRAPH, Manifest, stamp_files, verify
from lexdesk.models.tokenizer_shape import require_known_tokenizer
from lexdesk.system.cores import count_cores
from lexdesk.system.memory_shortage import find_shortage
from lexdesk.system.native_runtime import load_cpp_runtime

if TYPE_CHECKING:
    import onnxruntime
    import tokenizers


_IN_NO_VOCABULARY = "law \U00013000"  # a hieroglyph
_ATTEMPTS = 3  # a hard link, as backups make, changes the state of a file, not its bytes
TOKENS_PER_BATCH = 4_096
"""Padded tokens in one call of a GPU."""


class LoadedModel(NamedTuple):
    """A tokenizer truncating at the model's limit, the graph, the id of [PAD], ``cuda`` or ``cpu``.

    ``device`` is where most of its nodes ran in a first batch; ``nodes`` counts them by provider, if measured.
    ``no_gpu`` is the reason for the processor.
    """

    tokenizer: tokenizers.Tokenizer
    session: onnxruntime.InferenceSession
    padding: int
    device: str
    no_gpu: Message | None = None
    nodes: Mapping[str, int] = {}


_models: weakref.WeakSet[BackgroundModel] = weakref.WeakSet()


def release_memory() -> None:
    """Return the working memory of the models on the processor, which onnxruntime keeps at the most ever needed."""
    for model in list(_models):
        model.release_memory()


class GpuError(Exception):
    """A call of the GPU failed, as for want of its memory; the processor can do it."""


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
        self._callers = ThreadPoolExecutor(callers or count_cores())
        self._on_cpu: LoadedModel | None = None  # after a failure of the GPU
        self._guard = threading.Lock()
        self._loading = self._callers.submit(load_model, folder, manifest, helpers)
        _models.add(self)

    @property
    def model(self) -> LoadedModel:
        """Return the loaded model; wait for it, or raise the error of its loading."""
        return self._on_cpu or self._loading.result()

    @property
    def device(self) -> str:
        """Return the device it runs on: ``cuda`` or ``cpu``."""
        return self.model.device

    @property
    def placement(self) -> tuple[Mapping[str, int], Message | None]:
        """Return the nodes by provider, if measured, and the reason for the processor."""
        return self.model.nodes, self.model.no_gpu

    def release_memory(self) -> None:
        """Return the working memory of earlier calls, unless the model still loads or runs on a GPU."""
        if not self._loading.done() or self._loading.exception() or self.device != "cpu":
            return
        import onnxruntime

        options = onnxruntime.RunOptions()
        options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
        _run_first_batch(self.model.session, options)

    def _call(self, output: str, feed: Mapping[str, NDArray[np.generic]]) -> NDArray[np.float32]:
        """Return the ``output`` of the graph for ``feed``; raise ``ModelDamaged`` for a graph with other inputs."""
        model = self.model
        try:
            with graph_limits.limited_time() as options:
                found = model.session.run([output], dict(feed), options)[0]
            if getattr(found, "dtype", None) not in (np.float32, np.float16, np.float64):
                raise ValueError("its output is no array of numbers")
        except _failures() as error:
            if model.device == "cuda":
                raise GpuError(cuda.first_line(error)) from error
            if short := find_shortage(error):
                raise short from error
            if limit := graph_limits.find_exceeded_limit(error):
                raise ModelDamaged(
                    ModelCode.GRAPH_BEYOND_LIMIT, folder=self._folder, limit=limit
                ) from error
            raise ModelDamaged(
                ModelCode.GRAPH_MISMATCH, folder=self._folder, reason=error
            ) from error
        return np.asarray(found, np.float32)

    def _run_batches(
        self, lengths: Sequence[int], run: Callable[[NDArray[np.int64]], None]
    ) -> None:
        """Call ``run`` with the numbers of texts of ``lengths`` tokens, in batches, by all callers.

        A CPU encodes each text alone: batches save no time, and int8 scales depend on all texts of a batch, so
        the result would depend on the other texts (docs/results/speed.md).
        """
        tokens = TOKENS_PER_BATCH if self.device == "cuda" else 1
        counts = np.asarray(lengths, np.int64)
        together = cut_batches(np.argsort(counts, kind="stable"), counts, tokens)

        def run_or_leave_gpu(part: NDArray[np.int64]) -> None:
            try:
                parts = [part] if self.device == "cuda" else [np.array([row]) for row in part]
                for batch_part in parts:
                    run(batch_part)
            except GpuError as error:
                self._leave_gpu(str(error))
                run_or_leave_gpu(part)  # by the processor, which encodes each text alone

        if len(together) == 1:
            run_or_leave_gpu(together[0])
        else:  # longest first: callers finish together
            list(self._callers.map(run_or_leave_gpu, reversed(together)))

    def _leave_gpu(self, reason: str) -> None:
        """Go on with the processor for the rest of the process."""
        with self._guard:
            if self._on_cpu is None:
                failed = Message(ModelCode.GPU_FAILED, reason=reason)
                loaded = self._loading.result()
                self._on_cpu = loaded._replace(
                    session=_on_cpu(self._folder), device="cpu", no_gpu=failed, nodes={}
                )


@cache
def _failures() -> tuple[type[Exception], ...]:
    """Return the errors of onnxruntime: ``ValueError`` for other inputs, and classes of its own."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    own = (value for value in vars(state).values() if isinstance(value, type))
    return (ValueError, *(error_class for error_class in own if issubclass(error_class, Exception)))


def cut_batches(
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
    """Check a model folder against its manifest and load it.

    ``helpers`` are threads shared by all calls, in addition to each call's own. Raise ``ModelUntrusted``, and
    ``ModelDamaged`` for a difference.
    """
    for _ in range(_ATTEMPTS):
        before = stamp_files(folder, manifest)
        loaded = _load_once(folder, manifest, helpers)
        if stamp_files(folder, manifest) == before:
            return loaded
    raise ModelDamaged(
        ModelCode.NOT_LOADED, folder=folder, reason="its files changed while it was loaded"
    )


def _load_once(folder: Path, manifest: Manifest, helpers: int) -> LoadedModel:
    """Check and load the files as they are; the libraries open them by name, after their hashes were compared."""
    # Hash the files while another core imports the libraries.
    with ThreadPoolExecutor(1) as executor:
        checking = executor.submit(verify, folder, manifest, GRAPH, "tokenizer.json")
        load_cpp_runtime()
        import onnxruntime  # noqa: F401
        import tokenizers

        checking.result()  # before any library sees a file of the model
    try:
        require_known_tokenizer(folder / "tokenizer.json")
        tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        tokenizer.encode(_IN_NO_VOCABULARY)  # a faulty tokenizer fails here, not on a text
        padding = tokenizer.token_to_id("[PAD]") or 0
        no_gpu, found = cuda.find_obstacle(), None
        if no_gpu is None:
            found = cuda.load_on_gpu(folder, manifest, _options(helpers), _run_first_batch)
            no_gpu = found.reason
        session = (found and found.session) or _on_cpu(folder, helpers)
    except BaseException as error:  # bare exceptions for unreadable files, and panics of Rust
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        if short := find_shortage(error):
            raise short from error
        raise ModelDamaged(ModelCode.NOT_LOADED, folder=folder, reason=error) from error
    tokenizer.no_padding()
    tokenizer.enable_truncation(manifest.maximum_tokens)
    device = "cpu" if no_gpu else "cuda"
    return LoadedModel(tokenizer, session, padding, device, no_gpu, found.nodes if found else {})


def _on_cpu(folder: Path, helpers: int = 0) -> onnxruntime.InferenceSession:
    import onnxruntime

    graph = folder / GRAPH
    if has_external_data(graph):
        raise ValueError("its graph names other files")
    options = _options(helpers)
    graph_limits.share_memory(options)
    return onnxruntime.InferenceSession(
        str(graph),
        options,
        providers=[cuda.CPU],
        disabled_optimizers=graph_limits.NOT_WHILE_LOADING,
    )


def _run_first_batch(
    session: onnxruntime.InferenceSession, options: onnxruntime.RunOptions | None = None
) -> None:
    """Run two short texts of any tokens."""
    batch = np.ones((2, 8), np.int64)
    session.run(None, {model_input.name: batch for model_input in session.get_inputs()}, options)


def _options(helpers: int) -> onnxruntime.SessionOptions:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4  # errors raise exceptions, warnings do not help
    options.intra_op_num_threads = 1 + helpers
    # Spinning threads take the processor from the rest of a query and, on a busy machine, from themselves.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options


def choose_device() -> str:
    """Return ``cuda`` if onnxruntime and this machine can both use it, else ``cpu``; no model is loaded."""
    return "cpu" if cuda.find_obstacle() else "cuda"
