"""A library as Parquet and for OpenSearch: complete, and within the documented schema.

No OpenSearch server runs here. The tables below are what its documentation says of the parts that
are used (docs.opensearch.org: k-NN vector, methods and engines, hybrid query, normalization
processor, bulk); exports are checked against them.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import ExportCode, ExtraMissing, LibraryCode, LibraryError
from lexdesk.export import opensearch
from lexdesk.search.ranking.fusion import fuse
from lexdesk.system.progress import Progress

FIELD_TYPES = {
    "long": {"type"},
    "integer": {"type"},
    "date": {"type", "format"},
    "keyword": {"type", "ignore_above"},
    "text": {"type", "analyzer", "copy_to", "index_options"},
    "knn_vector": {"type", "dimension", "method"},
}
METHODS = {("hnsw", "faiss"): {"l2", "innerproduct", "hamming", "cosinesimil"}}
HNSW = {"ef_construction", "m", "ef_search", "encoder"}
NORMALIZATIONS = {"min_max", "l2", "z_score"}
COMBINATIONS = {"arithmetic_mean", "geometric_mean", "harmonic_mean"}
MODES = {"apply", "clip", "ignore"}
LONGEST_ID, LONGEST_TERM, MOST_CLAUSES, MOST_BYTES = 512, 32_766, 5, 100 * 1024 * 1024


def test_missing_pyarrow_names_extra_to_install(
    words_library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "lexdesk.export.parquet", raising=False)
    monkeypatch.delattr("lexdesk.export.parquet", raising=False)
    with raises_code(ExtraMissing, LibraryCode.PACKAGE_MISSING, r"\[parquet\]", package="pyarrow"):
        words_library.admin.export_parquet(tmp_path / "tables")


def test_parquet_holds_all_texts_and_vectors(full_library: Library, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs the extra lexdesk[parquet]")
    result = full_library.admin.export_parquet(tmp_path / "out")
    tables = {path.stem: parquet.read_table(path) for path in Path(result.path).iterdir()}
    assert result.counts == {name: table.num_rows for name, table in tables.items()}
    assert all(result.counts.values())
    store = full_library.store
    for row in tables["expressions"].to_pylist():
        pieces = [p for p in tables["passages"].to_pylist() if p["expression"] == row["expression"]]
        whole = "".join(piece["text"] for piece in sorted(pieces, key=lambda p: p["start"]))
        assert whole == store.texts.text(row["expression"])
        provisions = tables["provisions"].to_pylist()
        assert [p["eid"] for p in provisions if p["expression"] == row["expression"]] == [
            p.eid for p in store.texts.provisions(row["expression"])
        ]
    searchable = [p for p in tables["passages"].to_pylist() if p["searchable"]]
    lengths = [np.linalg.norm(p["vector"]) for p in searchable]
    assert len(lengths) == full_library.admin.status().vectors
    assert np.allclose(lengths, 1, atol=2e-3)
    assert "2016-04-27" in map(str, tables["expressions"]["valid_from"].to_pylist())


def test_library_without_vectors_is_exported(words_library: Library, tmp_path: Path) -> None:
    result = words_library.admin.export_opensearch(tmp_path / "out")
    assert "pipeline.json" not in result.files
    assert "knn" not in (tmp_path / "out" / "template.json").read_text()
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs the extra lexdesk[parquet]")
    words_library.admin.export_parquet(tmp_path / "tables")
    assert "vector" not in parquet.read_schema(tmp_path / "tables" / "passages.parquet").names


@pytest.fixture
def fed(full_library: Library, tmp_path: Path) -> Path:
    full_library.admin.export_opensearch(tmp_path / "fed", 1_000_000)
    return tmp_path / "fed"


def test_mapping_is_as_documented(fed: Path, full_library: Library) -> None:
    body = json.loads((fed / "index.json").read_text())
    assert set(body) == {"settings", "mappings"}
    analyzers = body["settings"]["analysis"]["analyzer"]
    fields = body["mappings"]["properties"]
    for name, field in fields.items():
        assert set(field) <= FIELD_TYPES[field["type"]], name
        assert field.get("analyzer", "folded") in analyzers
        assert field.get("copy_to", "words") in fields
        assert 4 * field.get("ignore_above", 0) <= LONGEST_TERM
    vector = fields["vector"]
    assert 1 <= vector["dimension"] <= 16_000
    method = vector["method"]
    assert method["space_type"] in METHODS[method["name"], method["engine"]]
    assert set(method["parameters"]) <= HNSW
    assert 2 <= method["parameters"]["m"] <= 100
    assert body["settings"]["index.knn"] is True
    assert vector["dimension"] == full_library.embedder.manifest.dimensions


def test_pipeline_is_as_documented(fed: Path) -> None:
    (processor,) = json.loads((fed / "pipeline.json").read_text())["phase_results_processors"]
    result = processor["normalization-processor"]
    assert result["normalization"]["technique"] in NORMALIZATIONS
    assert result["combination"]["technique"] in COMBINATIONS
    bounds = result["normalization"]["parameters"]["lower_bounds"]
    assert all(
        bound["mode"] in MODES and -10_000 <= bound["min_score"] <= 10_000 for bound in bounds
    )
    weights = result["combination"]["parameters"]["weights"]
    assert len(weights) == len(bounds) == 2
    assert sum(weights) == pytest.approx(1)


def test_pipeline_scores_equal_engine_fusion(fed: Path) -> None:
    """The documented formulas give the engine's fusion for scores returned by both queries."""
    (processor,) = json.loads((fed / "pipeline.json").read_text())["phase_results_processors"]
    result = processor["normalization-processor"]
    words = {1: 12.5, 2: 3.25, 3: 7.0}
    cosines = {1: 0.2, 2: 0.9, 3: -0.1}
    scores = [words, {p: (1 + cosine) / 2 for p, cosine in cosines.items()}]
    bounds = result["normalization"]["parameters"]["lower_bounds"]
    weights = result["combination"]["parameters"]["weights"]
    added = dict.fromkeys(words, 0.0)
    for score, bound, weight in zip(scores, bounds, weights, strict=True):
        low, high = bound["min_score"], max(score.values())
        for passage, value in score.items():
            assert bound["mode"] == "clip" or value >= low
            added[passage] += weight * (0.0 if value < low else (value - low) / (high - low))
    for candidate in fuse(words, cosines, weights[1]):
        assert added[candidate.passage] == pytest.approx(candidate.score)


def test_bulk_files_respect_size_limit_and_match_library(fed: Path, full_library: Library) -> None:
    files = sorted(fed.glob("bulk-*.ndjson"))
    assert len(files) > 1
    fields = json.loads((fed / "index.json").read_text())["mappings"]["properties"]
    found: dict[int, str] = {}
    for path in files:
        assert path.stat().st_size <= 1_000_000 < MOST_BYTES
        assert path.read_bytes().endswith(b"\n")
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for action, document in zip(lines[::2], lines[1::2], strict=True):
            assert list(action) == ["index"]
            assert len(action["index"]["_id"].encode()) <= LONGEST_ID
            assert set(document) <= set(fields) - {"words"}
            assert len(document["vector"]) == fields["vector"]["dimension"]
            assert any(document["vector"])  # a zero vector has no cosine and is refused
            assert re.fullmatch(r"\d{4}-\d\d-\d\d", document.get("valid_from", "2016-04-27"))
            assert document["passage"] not in found
            found[document["passage"]] = document["text"]
    store = full_library.store
    assert found.keys() == store.passages.searchable()
    rows = store.passages.by_id(found)
    assert all(text == rows[passage].text.strip() for passage, text in found.items())


def filled(fed: Path, values: dict[str, Any]) -> dict[str, Any]:
    """Fill the template as Mustache does; the texts need no escapes."""
    source = json.loads((fed / "template.json").read_text())["script"]["source"]
    source = re.sub(
        r"\{\{#toJson\}\}(\w+)\{\{/toJson\}\}", lambda m: json.dumps(values[m[1]]), source
    )
    source = re.sub(r"\{\{(\w+)\}\}", lambda m: str(values[m[1]]), source)
    return dict(json.loads(source))


def test_query_is_as_documented(fed: Path, full_library: Library) -> None:
    fields = json.loads((fed / "index.json").read_text())["mappings"]["properties"]
    vector = full_library.embedder.encoder.encode(["withdraw consent"])[0]
    values = opensearch.build_parameters('May I "withdraw" the consents?', ["en"], vector, 10, 50)
    body = filled(fed, values)
    hybrid = body["query"]["hybrid"]
    assert set(hybrid) <= {"queries", "filter", "pagination_depth"}
    assert 1 <= len(hybrid["queries"]) <= MOST_CLAUSES
    assert body["size"] <= hybrid["pagination_depth"] <= 10_000
    words, near = hybrid["queries"]
    for clause in words["bool"]["should"]:
        ((name, result),) = clause["match"].items()
        assert fields[name]["type"] == "text"
        assert set(result) == {"query", "boost"}
        assert {"consents", "en:consent"} & set(result["query"].split())
        assert "the" not in result["query"].split()
    (command,) = near["knn"].values()
    assert 1 <= command["k"] <= 10_000
    assert len(command["vector"]) == fields["vector"]["dimension"]


def test_analysed_query_matches_analysed_documents(fed: Path) -> None:
    stems = opensearch.build_parameters("processors processing", ["en"])["stems"].split()
    text = "".join(path.read_text(encoding="utf-8") for path in fed.glob("bulk-*"))
    analysed = {
        token for match in re.findall(r'"stems":"([^"]*)"', text) for token in match.split()
    }
    assert {stem for stem in stems if stem.startswith("en:")} <= analysed


@pytest.mark.parametrize(("size", "depth"), [(0, 50), (60, 50), (10_001, 10_001), (10, 10_001)])
def test_too_many_results_are_rejected(size: int, depth: int) -> None:
    with pytest.raises(ValueError, match="results can be had"):
        opensearch.build_parameters("consent", ["en"], None, size, depth)


def test_oversized_passage_is_reported(full_library: Library, tmp_path: Path) -> None:
    with raises_code(LibraryError, ExportCode.PASSAGE_TOO_LARGE, number="1"):
        full_library.admin.export_opensearch(tmp_path / "out", 1_000)


_ON_A_SMALL_DISK = """
import resource, sys
from lexdesk.cli import run
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="the limit on files is that of POSIX")
@pytest.mark.parametrize("form", ["parquet", pytest.param("opensearch", marks=pytest.mark.slow)])
def test_export_on_full_disk_leaves_nothing_and_can_be_repeated(
    form: str, full_library: Library, tmp_path: Path
) -> None:
    pytest.importorskip("pyarrow", reason="needs the extra lexdesk[parquet]")
    out = tmp_path / "out"
    arguments = ["export", form, str(out), "-L", str(full_library.path)]
    command = [sys.executable, "-c", _ON_A_SMALL_DISK, *arguments]
    ended = subprocess.run(command, check=False, capture_output=True)
    assert ended.returncode == 2, ended.stderr
    assert not out.exists()
    (out / ".partial").mkdir(parents=True)  # as a kill leaves it
    (out / ".partial" / "bulk-0099.ndjson").write_text("half a li")
    assert run(arguments) == 0
    assert {path.suffix for path in out.iterdir()} <= {".parquet", ".json", ".ndjson"}
    assert not (out / "bulk-0099.ndjson").exists()


@pytest.mark.parametrize("form", ["parquet", "opensearch"])
def test_export_requires_empty_folder(
    form: str, full_library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyarrow", reason="needs the extra lexdesk[parquet]")
    command = ["export", form, str(tmp_path / "out"), "-L", str(full_library.path)]
    assert run([*command, "--json"]) == 0
    counts = json.loads(capsys.readouterr().out)["counts"]
    assert counts["passages"] >= full_library.admin.status().passages
    assert run(command) == 2
    assert "contains other files" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["parquet", "opensearch"])
def test_export_reports_progress_and_can_be_cancelled(
    words_library: Library, tmp_path: Path, form: str
) -> None:
    export = getattr(words_library.admin, f"export_{form}")
    reports: list[Progress] = []
    export(tmp_path / "out", listener=reports.append)
    assert reports
    assert [report.done for report in reports] == list(range(reports[0].total))

    def cancel(report: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(tmp_path / "cancelled", listener=cancel)
    assert not (tmp_path / "cancelled").exists()
