"""The choice of the semantic index, and indexes made by another machine."""

import json
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.index.vector import choice, graph, hnsw, index_file, ivf
from lexdesk.vector_codes.int8 import unpack

pytest.importorskip("hnswlib", reason="needs hnswlib, which has no wheel for this Python")
QUERY = "who may withdraw consent"


@pytest.fixture(autouse=True)
def _small_tails(monkeypatch: pytest.MonkeyPatch) -> None:
    """The vectors of the GDPR are written, and in a graph."""
    monkeypatch.setattr(hnsw, "TAIL", 50)
    monkeypatch.setattr(ivf, "TAIL", 50)


def kind_of(library: Library) -> str:
    manifest = index_file.read_manifest(library.path / "vectors")
    assert manifest is not None
    return manifest.kind


def found(library: Library) -> list[str | None]:
    return [hit.eid for hit in library.search(QUERY, mode="semantic").hits]


def test_ivf_is_used_without_hnswlib(
    full_library: Library, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    full_library.admin.rebuild()
    expected = found(full_library)
    assert kind_of(full_library) == "hnsw"
    assert full_library.admin.status().compact_index == ""
    path = full_library.path
    full_library.close()
    monkeypatch.setattr(choice, "can_import", lambda: False)
    with Library.open(path) as library:
        assert found(library) == expected
        assert kind_of(library) == "ivf"
        assert library.admin.check() == []
    assert run(["status", "-L", str(path)]) == 0
    printed = capsys.readouterr().out
    assert printed.count("compact semantic index, because") == 1
    assert "hnswlib" in printed
    monkeypatch.undo()


@pytest.mark.slow
def test_rebuild_selects_semantic_index(
    full_library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    place = str(full_library.path)
    expected = found(full_library)
    full_library.close()
    for option, kind in (("--compact", "ivf"), ("--no-compact", "hnsw")):
        assert run(["rebuild", option, "-L", place]) == 0
        with Library.open(place) as library:
            assert kind_of(library) == kind
            assert found(library) == expected
            library.admin.rebuild()
            assert kind_of(library) == kind
        capsys.readouterr()
        assert run(["status", "--json", "-L", place]) == 0
        output = json.loads(capsys.readouterr().out)["compact_index"]
        assert ("--compact" in output) == (kind == "ivf")


@pytest.mark.slow
def test_graph_of_other_machine_is_rebuilt(
    full_library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    full_library.admin.rebuild()
    expected = found(full_library)
    full_library.close()
    path = full_library.path
    sent = {file.name: file.read_bytes() for file in (path / "vectors").glob("graph-*")}
    assert sent
    monkeypatch.setattr(index_file, "read_machine_key", lambda: b"of the receiver".ljust(32))
    with monkeypatch.context() as changed:
        changed.setattr(graph.Graph, "read", lambda _: pytest.fail("hnswlib was given the file"))
        with Library.open(path) as library:
            assert found(library) == expected
            assert library.admin.check() == []
            assert library.admin.repairs == []
            library.sources.add([])
    manifest = index_file.read_manifest(path / "vectors")
    assert manifest is not None
    assert manifest.is_signed
    assert manifest.graph is not None
    with Library.open(path) as library:
        assert found(library) == expected


def test_replaced_vector_is_read_again(full_library: Library) -> None:
    store = full_library.store
    first, second, *_ = sorted(store.vectors.passages())
    query = unpack(store.vectors.for_passages([first])[1])[0]

    def cosine() -> float:
        semantic = full_library.search.retriever("semantic").semantic
        assert semantic is not None
        return semantic.vectors.similarities(query, [second])[second]

    assert cosine() == cosine() < 0.99
    with store.transaction():
        store.vectors.copy([(first, second)])
    assert cosine() == pytest.approx(1)
