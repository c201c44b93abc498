"""The graph for GPUs: its kernels, its vectors on the CPU provider, and its weights."""

import json
import shutil
from pathlib import Path

import numpy as np
import onnx
import pytest
from msgspec import structs

from lexdesk.models import cuda, manifest, onnx_session
from lexdesk.models.encoder import Encoder
from lexdesk.models.external_data import find_outside_files
from lexdesk_trainer.data import paragraphs
from lexdesk_trainer.export import gpu_graph

SHIPPED = Path(__file__).parents[2] / "exported_models" / "legal-tokens"
pytestmark = pytest.mark.filterwarnings("ignore:Duplicate provider")  # of ``load_on_gpu``
KERNELS = json.loads(Path(__file__).with_name("cuda_kernels.json").read_text())


def test_each_node_has_a_kernel_of_cuda() -> None:
    graph = onnx.load(SHIPPED / manifest.CUDA_GRAPH, load_external_data=False).graph
    without = {
        (domain, kind)
        for domain, kind in gpu_graph.node_types(graph)
        if kind not in KERNELS[domain or "ai.onnx"]
    }
    assert not without


def test_shipped_graph_is_made_from_the_int8_graph(tmp_path: Path) -> None:
    shutil.copy(SHIPPED / manifest.GRAPH, tmp_path)
    written = gpu_graph.write_gpu_graph(tmp_path)
    assert written.read_bytes() == (SHIPPED / manifest.CUDA_GRAPH).read_bytes()


def test_weights_are_on_disk_once() -> None:
    path = SHIPPED / manifest.CUDA_GRAPH
    assert find_outside_files(path) == {manifest.GRAPH}
    assert path.stat().st_size < (SHIPPED / manifest.GRAPH).stat().st_size / 100


def test_fingerprint_is_that_of_the_int8_graph_alone() -> None:
    shipped = manifest.read(SHIPPED)
    assert manifest.CUDA_GRAPH in shipped.files
    others = {name: file for name, file in shipped.files.items() if name != manifest.CUDA_GRAPH}
    assert structs.replace(shipped, files=others).fingerprint == shipped.fingerprint


@pytest.fixture
def on_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let onnxruntime's CPU provider stand for the GPU: the graph, its placement and its batches are real."""
    monkeypatch.setattr(cuda, "CUDA", cuda.CPU)
    monkeypatch.setattr(cuda, "find_obstacle", lambda: None)
    monkeypatch.setattr(cuda, "_preload", lambda: "")


def _cosines(folder: Path, texts: list[str]) -> np.ndarray:
    described = manifest.read(folder)
    gpu = Encoder(folder, described)
    assert gpu.device == "cuda"
    nodes, no_gpu = gpu.placement
    assert no_gpu is None
    assert nodes[cuda.CPU] > 100
    found = gpu.encode(texts)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(cuda, "find_obstacle", lambda: "no GPU")
        alone = Encoder(folder, described)
        assert alone.device == "cpu"
        return np.asarray((found * alone.encode(texts)).sum(axis=1))


@pytest.mark.slow
@pytest.mark.usefixtures("on_gpu")
def test_vectors_of_both_graphs_are_one_family() -> None:
    cosines = _cosines(SHIPPED, paragraphs.gdpr("parity")[:40])
    assert cosines.min() > 0.995
    assert np.median(cosines) > 0.999


@pytest.mark.slow
@pytest.mark.usefixtures("on_gpu")
def test_vectors_of_a_thousand_passages_are_one_family() -> None:
    texts = [*paragraphs.gdpr("parity"), *paragraphs.gdpr("calibration")][:1_000]
    cosines = _cosines(SHIPPED, texts)
    assert cosines.min() > 0.995
    assert np.median(cosines) > 0.999


class _OutOfMemory:
    """A session that fails from its second call on."""

    def __init__(self, session: object):
        self._session, self._calls = session, 0

    def run(self, *arguments: object) -> object:
        self._calls += 1
        if self._calls > 1:
            raise onnx_session._failures()[1]("CUDA error 2: out of memory")
        return self._session.run(*arguments)  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.usefixtures("on_gpu")
def test_processor_goes_on_where_the_gpu_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = paragraphs.gdpr("parity")[:12]
    encoder = Encoder(SHIPPED, manifest.read(SHIPPED), callers=1)
    loaded = encoder._loading.result()
    failing = loaded._replace(session=_OutOfMemory(loaded.session))
    monkeypatch.setattr(encoder._loading, "result", lambda: failing)
    monkeypatch.setattr(onnx_session, "TOKENS_PER_BATCH", 256)
    found = encoder.encode(texts)
    assert encoder.device == "cpu"
    assert "out of memory" in str(encoder.placement[1])
    alone = Encoder(SHIPPED, manifest.read(SHIPPED))
    assert (found * alone.encode(texts)).sum(axis=1).min() > 0.995


@pytest.mark.usefixtures("on_gpu")
def test_graph_naming_another_file_stays_on_the_processor(tmp_path: Path) -> None:
    copy = Path(shutil.copytree(SHIPPED, tmp_path / "model"))
    graph = copy / manifest.CUDA_GRAPH
    model = onnx.load(graph, load_external_data=False)
    (copy / "other").write_bytes((copy / manifest.GRAPH).read_bytes())
    for tensor in model.graph.initializer:
        for entry in tensor.external_data:
            if entry.key == "location":
                entry.value = "other"
    graph.write_bytes(model.SerializeToString())
    described = manifest.write(copy, manifest.read(copy), manifest.read(copy).files)
    encoder = Encoder(copy, described)
    assert encoder.device == "cpu"
    assert "names other files" in str(encoder.placement[1])
