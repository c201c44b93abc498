"""A trained re-ranker in the engine's search."""

import json
from pathlib import Path

import onnx
import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.document.passages import passage_text
from lexdesk.errors import ModelCode, NoModel
from lexdesk.models import manifest
from lexdesk.models.cross_encoder import CrossEncoder
from lexdesk_trainer.encoders import bert
from lexdesk_trainer.export.embedder import export
from lexdesk_trainer.export.reranker import export_reranker
from lexdesk_trainer.steps import RecipeRun

QUESTION = "withdrawal of consent by the data subject"


@pytest.fixture(scope="module")
def with_reranker(trained: RecipeRun, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the shipped embedder and a trained re-ranker."""
    folder = tmp_path_factory.mktemp("with-reranker")
    shipped = manifest.find("embedder")
    (folder / shipped.name).symlink_to(shipped)
    model = trained.folder / "reranker" / "model"
    export_reranker(model, folder / "reranker", quantization="float32-fused")
    return folder


@pytest.fixture(scope="module")
def library(law_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The GDPR, with words alone."""
    path = tmp_path_factory.mktemp("library") / "gdpr"
    original = law_data / "raw" / "gdpr-formex" / "original" / "L_2016119EN.01000101.xml"
    with Library.open(path, create=True) as opened:
        opened.sources.add([original], vectors=False)
    return path


@pytest.mark.slow
def test_top_hits_follow_reranker_order(
    with_reranker: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(manifest.MODELS_VARIABLE, str(with_reranker))
    reranker = CrossEncoder(with_reranker / "reranker", manifest.read(with_reranker / "reranker"))
    with Library.open(library) as opened:
        # The subject index would place provisions before the re-ranked ones; plain text has no subject.
        first = opened.search(QUESTION, mode="keyword", top=200, plain=True)
        answer = opened.search(QUESTION, mode="keyword", top=200, plain=True, rerank=True)
        store = opened.store
        passages = store.passages.by_id(
            piece.id
            for expression in store.law.expressions_of("32016R0679")
            for piece in store.passages.pieces_in(expression.id)
        )
    read = [hit for hit in answer.hits if "rerank" in hit.why]
    assert 0 < len(read) <= CrossEncoder.depth
    assert answer.hits[: len(read)] == read
    # Further passages of one article fall behind the first places only afterwards.
    near = first.hits[: 2 * CrossEncoder.depth]
    assert {hit.eid for hit in read} <= {hit.eid for hit in near}
    found = [hit.why["rerank"] or 0.0 for hit in read]
    assert found == sorted(found, reverse=True)
    whole = {
        row.text.strip() for row in passages.values()
    }  # else a hit is a point of what was read
    shown = [hit for hit in read if hit.text in whole]
    assert len(shown) > len(read) / 2
    scores = reranker.scores(QUESTION, [passage_text(hit.heading, hit.text) for hit in shown])
    assert [hit.why["rerank"] for hit in shown] == pytest.approx(scores.tolist(), abs=1e-3)
    assert [hit.score for hit in answer.hits] == sorted(
        (hit.score for hit in answer.hits), reverse=True
    )
    assert all(hit.score <= read[-1].score for hit in answer.hits[len(read) :])
    assert all("rerank" not in hit.why for hit in first.hits)


def test_rerank_command(
    with_reranker: Path,
    library: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(manifest.MODELS_VARIABLE, str(with_reranker))
    arguments = ["search", QUESTION, "-L", str(library), "--mode", "keyword", "--rerank", "--json"]
    assert run(arguments) == 0
    output = json.loads(capsys.readouterr().out)
    assert all("rerank" in hit["why"] or hit["subject"] for hit in output["hits"])
    assert any("rerank" in hit["why"] for hit in output["hits"])


def test_filter_only_query_is_not_reranked(
    with_reranker: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(manifest.MODELS_VARIABLE, str(with_reranker))
    with Library.open(library) as opened:
        answer = opened.search("lang:en", mode="keyword", rerank=True)
    assert answer.hits
    assert all("rerank" not in hit.why for hit in answer.hits)


@pytest.mark.slow
def test_embedder_without_token_vectors_cannot_rerank(
    trained: RecipeRun, library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = trained.folder / "embedder" / "model"
    folder = tmp_path / "embedder"
    result = export(
        bert.read_trained_encoder(model, {"": 0.4}), folder, quantization="float32-fused"
    )
    graph = onnx.load(folder / "model.onnx")
    graph.graph.output.pop(1)  # as trainers wrote it before
    onnx.save(graph, folder / "model.onnx")
    manifest.write(folder, result)
    monkeypatch.setenv(manifest.MODELS_VARIABLE, str(tmp_path))
    with (
        Library.open(library) as opened,
        raises_code(NoModel, ModelCode.NO_TOKEN_VECTORS, name="embedder"),
    ):
        opened.search(QUESTION, mode="keyword", rerank=True)
