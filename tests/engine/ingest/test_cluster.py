"""Bulk work on a cluster with a killed node gives the library of one machine."""

import contextlib
import gzip
import json
import os
import sys
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import structs
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import LexdeskError, ModelCode, ModelMismatch, ServiceCode
from lexdesk.ingest import vectors as encoding
from lexdesk.models.encoder import load
from lexdesk.models.manifest import find, read
from lexdesk.vector_codes.int8 import unpack

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # of Ray's own processes, on their way out
]
ray = pytest.importorskip("ray", reason="needs the extra lexdesk[ray]")
cluster_utils = pytest.importorskip("ray.cluster_utils")
cluster = pytest.importorskip("lexdesk.ingest.cluster.cluster")
Cluster = cluster.Cluster

FILES = 32


def test_unreachable_cluster_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text("The tenant shall pay the rent.")
    command = ["bulk", "-L", str(tmp_path / "library"), "--address", "head", str(tmp_path)]
    assert run(command) == 2
    assert capsys.readouterr().err == (
        "lexdesk: the Ray cluster head cannot be reached (Invalid address format: head); start it, or name"
        " another --address, such as ray://head:10001\n"
    )


def test_missing_path_is_reported_before_the_cluster_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = tmp_path / "library"
    assert run(["bulk", "-L", str(library), "--address", "head", str(tmp_path / "none")]) == 2
    assert "none" in capsys.readouterr().err
    assert not library.exists()


def test_ray_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if it swallows the first exception, as its loops do."""

    def start(**_: object) -> None:
        with contextlib.suppress(TimeoutError):
            time.sleep(60)
        time.sleep(60)

    monkeypatch.setattr(cluster, "_PATIENCE", 1)
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", start)
    began = time.monotonic()
    with raises_code(LexdeskError, ServiceCode.CLUSTER_UNREACHABLE):
        Cluster()
    assert time.monotonic() - began < 10


@pytest.fixture
def archive(tmp_path: Path, shared_data: Path) -> Path:
    """Some files of real law, and one without text."""
    folder = tmp_path / "archive"
    folder.mkdir()
    with gzip.open(shared_data / "ie2eu" / "corpus.jsonl.gz", "rt", encoding="utf-8") as lines:
        for number, line in zip(range(FILES), lines, strict=False):
            text = json.loads(line)["text"][:3_000]
            (folder / f"act-{number:03}.txt").write_text(text, encoding="utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 and no more")
    return folder


@pytest.fixture(scope="module")
def nodes() -> Iterator[tuple[Any, list[Any]]]:
    """A cluster of a head without work and two nodes of one core."""
    local = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    workers = [local.add_node(num_cpus=1) for _ in range(2)]
    ray.init(address=local.address, log_to_driver=False)
    yield local, workers
    ray.shutdown()
    local.shutdown()


def contents(library: Library) -> dict[str, Any]:
    """Return the contents of a library by file, without its numbers."""
    store = library.store
    found: dict[str, Any] = {}
    for path, record in store.files.records().items():
        expression = store.files.expression_of_file(path)
        rows = list(store.passages.pieces_in(expression)) if expression else []
        found[path] = (
            record.sha256,
            record.failure,
            [(row.eid, row.searchable, row.text) for row in rows],
            store.texts.provisions(expression) if expression else [],
        )
    return found


def vectors(library: Library) -> dict[tuple[str, int], np.ndarray]:
    store = library.store
    return {
        (path, start): unpack([values])[0]
        for path in store.files.records()
        if (expression := store.files.expression_of_file(path))
        for start, values in store.vectors.of_expression(expression)
    }


def test_texts_keep_order(nodes: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CHARACTERS_PER_TASK", 30)
    parts = [["The tenant pays."], [], ["The landlord repairs the roof.", "Consent.", "Rent."] * 3]
    alone = load(find("embedder"))
    with Cluster() as machines:
        found = list(machines.encoder(alone.manifest).encode_all(iter(parts)))
    for part, vectors_of_part in zip(parts, found, strict=True):
        assert vectors_of_part.shape == (len(part), alone.manifest.dimensions)
        for text, vector in zip(part, vectors_of_part, strict=True):
            assert float(vector @ alone.encode([text])[0]) > 0.98


def test_machine_with_other_model_is_reported(nodes: object) -> None:
    manifest = read(find("embedder"))
    manifest = structs.replace(manifest, normalize=not manifest.normalize)
    with Cluster() as machines, raises_code(ModelMismatch, ModelCode.CLUSTER_MISMATCH):
        list(machines.encoder(manifest).encode_all([["Consent."]]))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_non_utf_8_names_are_read(tmp_path: Path, nodes: object) -> None:
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    folder.mkdir()
    (folder / "lease.txt").write_text("The tenant pays the rent.")
    (folder / os.fsdecode(b"broken-\xe9.pdf")).write_bytes(b"%PDF-1.7 and no more")
    with tarfile.open(folder / os.fsdecode(b"both-\xe9.tar"), "w") as packed:
        packed.add(folder / "lease.txt", os.fsdecode(b"pach\xe9t.txt"))
    with Library.open(tmp_path / "alone", create=True) as library:
        library.sources.add([folder], vectors=False)
        alone = contents(library)
    with Library.open(tmp_path / "library", create=True) as library, Cluster() as machines:
        library.sources.add([folder], vectors=False, workers=machines)
        assert contents(library) == alone
    assert len(alone) >= 4


def test_command_line_of_cluster(
    archive: Path, tmp_path: Path, nodes: object, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "library")
    assert run(["bulk", str(archive / "act-001.txt"), "-L", path, "--no-vectors"]) == 0
    assert run(["status", "-L", path]) == 0
    assert "documents  1" in capsys.readouterr().out


def test_killed_node_loses_no_file(
    archive: Path, tmp_path: Path, nodes: tuple[Any, list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Tasks so small that a killed node loses some and leaves others.
    monkeypatch.setattr(cluster, "FILES_PER_TASK", 8)
    monkeypatch.setattr(cluster, "CHARACTERS_PER_TASK", 2_000)
    monkeypatch.setattr(encoding, "PASSAGES_AT_ONCE", 16)
    local, workers = nodes
    killed: list[str] = []

    def kill(progress: Any) -> None:
        if progress.stage not in killed and progress.done > 0.3 * progress.total:
            killed.append(progress.stage)
            if progress.stage == "read":
                local.remove_node(workers[0], allow_graceful=False)
                local.add_node(num_cpus=1)
            elif progress.stage == "vectors":
                local.remove_node(workers[1], allow_graceful=False)

    with Library.open(tmp_path / "alone", create=True) as alone:
        alone.sources.add([archive])
        with Library.open(tmp_path / "together", create=True) as together, Cluster() as machines:
            report = together.sources.add([archive], workers=machines, listener=kill)
            assert killed == ["read", "vectors"]
            assert list(report.failed) == [str(archive / "broken.pdf")]
            assert report.added == FILES
            assert contents(together) == contents(alone)
            assert together.admin.check() == []
            ours, theirs = vectors(together), vectors(alone)
            assert ours.keys() == theirs.keys()
            assert all((ours[key] == theirs[key]).all() for key in ours)
            again = together.sources.add([archive], workers=machines)
            assert (again.added, again.unchanged, again.vectors) == (0, FILES, 0)
