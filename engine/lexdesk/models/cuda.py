"""NVIDIA GPUs: whether one can be used, and on which device the nodes of a graph really run."""

from __future__ import annotations

import contextlib
import ctypes
import io
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lexdesk.errors import Message, ModelCode
from lexdesk.models.external_data import find_outside_files
from lexdesk.models.manifest import CUDA_GRAPH, GRAPH, Manifest
from lexdesk.system.native_runtime import load_cpp_runtime

if TYPE_CHECKING:
    import onnxruntime

CUDA, CPU = "CUDAExecutionProvider", "CPUExecutionProvider"
_MOST_OF_THEM = 0.5  # share of the nodes on the GPU; with fewer, copies cost more than it saves


class OnGpu(NamedTuple):
    """A session on the GPU; or ``None``, and the reason. ``nodes`` counts those of each provider."""

    session: onnxruntime.InferenceSession | None
    reason: Message | None = None
    nodes: Mapping[str, int] = {}


def find_obstacle() -> Message | None:
    """Return why no GPU can be used, as far as is known without a session; ``None`` if nothing speaks against it."""
    load_cpp_runtime()
    import onnxruntime

    if CUDA not in onnxruntime.get_available_providers():
        return Message(ModelCode.GPU_NO_PROVIDER)
    return None if has_cuda_device() else Message(ModelCode.GPU_NO_DEVICE)


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


def load_on_gpu(
    folder: Path,
    manifest: Manifest,
    options: onnxruntime.SessionOptions,
    run: Callable[[onnxruntime.InferenceSession], object],
) -> OnGpu:
    """Open the model's graph for GPUs, and ``run`` one batch on it to see where its nodes run.

    Any failure is a reason to stay on the CPU, not an error.
    """
    import onnxruntime

    if CUDA_GRAPH not in manifest.files:
        return OnGpu(None, Message(ModelCode.GPU_NO_GRAPH))
    said, graph = _preload(), folder / CUDA_GRAPH
    try:
        if not find_outside_files(graph) <= {GRAPH}:
            raise ValueError("its graph names other files")
        with tempfile.TemporaryDirectory(prefix="lexdesk-") as profiles:
            options.enable_profiling = True
            options.profile_file_prefix = str(Path(profiles, "profile"))
            session = onnxruntime.InferenceSession(str(graph), options, providers=[CUDA, CPU])
            if CUDA not in session.get_providers():
                return OnGpu(None, Message(ModelCode.GPU_NOT_LOADED, reason=said or CUDA))
            run(session)
            nodes = count_nodes_by_provider(Path(session.end_profiling()))
    except Exception as error:  # onnxruntime's own, and those of the libraries of CUDA
        return OnGpu(None, Message(ModelCode.GPU_FAILED, reason=first_line(error)))
    on_it, every = nodes.get(CUDA, 0), sum(nodes.values())
    if on_it < _MOST_OF_THEM * every or not every:
        return OnGpu(None, Message(ModelCode.GPU_FEW_NODES, count=on_it, all=every), nodes)
    return OnGpu(session, None, nodes)


def count_nodes_by_provider(profile: Path) -> dict[str, int]:
    """Count the nodes that ran on each provider, by the file of a profile of onnxruntime."""
    events = json.loads(profile.read_text(encoding="utf-8"))
    ran = {
        (event["args"]["provider"], event["args"].get("node_index", event["name"]))
        for event in events
        if event.get("cat") == "Node" and event.get("args", {}).get("provider")
    }
    return dict(Counter(provider for provider, _ in ran))


def first_line(error: object) -> str:
    """Return the first line of an error."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _preload() -> str:
    """Load CUDA and cuDNN from pip's wheels, where they are; return the first complaint, which it prints otherwise."""
    import onnxruntime

    said = io.StringIO()
    preload = getattr(onnxruntime, "preload_dlls", None)  # since 1.21
    if preload is not None:
        with contextlib.redirect_stdout(said), contextlib.suppress(Exception):
            preload()
    return next(iter(said.getvalue().strip().splitlines()), "")
