"""Evaluation of the search by whole documents."""

import json
from pathlib import Path

import pytest
from tests.engine.compliance.doc2doc.documents import AGREEMENT, LEASE

from lexdesk.compliance.doc2doc.interactions import Interactions
from lexdesk.evaluation.collection import Collection
from lexdesk.evaluation.measures import compare_pairs
from lexdesk.evaluation.similar import WHOLE, evaluate_similar


def test_pairs_of_paragraphs_are_measured_in_their_own_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They had the order of the ensemble, by artificial scores."""
    monkeypatch.setattr(
        Interactions, "score", property(lambda met: float("lease" in met.columns[0].text.lower()))
    )
    _write_collection(tmp_path / "papers")
    scores, _ = evaluate_similar(
        Collection(tmp_path / "papers"), find="grounds", measures="RR", without=["semantic"],
        path=tmp_path / "library",
    )  # fmt: skip
    assert scores.stages["ensemble"].measures["RR"] == 1
    assert scores.stages["interactions"].measures["RR"] < 1


def test_paired_differences() -> None:
    better = {str(query): 0.5 + query / 100 for query in range(20)}
    worse = {query: value - 0.1 for query, value in better.items()}
    result = compare_pairs(better, worse)
    assert result.difference == pytest.approx(0.1)
    assert (result.low, result.high) == pytest.approx((0.1, 0.1))
    assert result.p < 0.001
    assert compare_pairs(better, better).p == 1.0
    with pytest.raises(ValueError, match="not the same"):
        compare_pairs(better, {})


def _write_collection(folder: Path) -> None:
    """Write an agreement as query and two documents, of which the first is its authority."""
    folder.mkdir()
    corpus = [
        {"_id": "gdpr", "title": "Data", "text": "The processor tells the controller of a breach.",
         "metadata": {"date": "2016-04-27"}},
        {"_id": "lease", "title": "Lease", "text": LEASE, "metadata": {"date": "1990-01-01"}},
    ]  # fmt: skip
    query = {"_id": "q", "text": AGREEMENT, "metadata": {"title": "Data", "date": "2018-05-25"}}
    (folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, corpus)))
    (folder / "queries.jsonl").write_text(json.dumps(query))
    (folder / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq\tgdpr\t1\n")
    (folder / "meta.json").write_text(json.dumps({"language": "en"}))


def test_collection_is_measured_stage_by_stage(tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    _write_collection(folder)
    scores, ranking = evaluate_similar(
        Collection(folder), find="grounds", measures="nDCG@10", without=["semantic"],
        path=tmp_path / "library",
    )  # fmt: skip
    assert ranking["q"][0][0] == "gdpr"
    assert scores.stages[WHOLE].measures["nDCG@10"] == 1
    assert {"plain BM25", "documents", "ensemble", "interactions"} <= scores.stages.keys()
    assert scores.stages["all, later ones"].measures["nDCG@10"] == 0
    assert scores.stages["all, earlier ones"].measures["nDCG@10"] == 1
    assert scores.stages["documents"].all_against_it is not None
