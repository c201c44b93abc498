"""Evaluation on a small real collection, and errors of its files."""

import gzip
import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.codes import raises_code

from lexdesk.cli import run as run_cli
from lexdesk.errors import CollectionCode, CollectionError, UnsafeFile
from lexdesk.evaluation.collection import Collection
from lexdesk.evaluation.evaluation import evaluate
from lexdesk.evaluation.measures import by_document, measure, parse_measures
from lexdesk.evaluation.run import break_ties, read_run, write_run
from lexdesk.evaluation.similar import evaluate_similar


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    """Four provisions as documents, two questions; a rule excludes a document from its own question."""
    folder = tmp_path / "small"
    folder.mkdir()
    corpus = [
        {
            "_id": "art7",
            "title": "Conditions for consent",
            "text": "The data subject may withdraw consent.",
            "metadata": {"act": "x"},
        },
        {
            "_id": "art17",
            "title": "Right to erasure",
            "text": "Erasure of personal data without undue delay.",
            "metadata": {"act": "x"},
        },
        {
            "_id": "art33",
            "title": "Breach",
            "text": "Notify a personal data breach to the authority within 72 hours.",
            "metadata": {"act": "y"},
        },
        {
            "_id": "art83",
            "title": "Fines",
            "text": "Administrative fines shall be effective.",
            "metadata": {"act": "y"},
        },
    ]
    queries = [
        {
            "_id": "q1",
            "text": "withdraw (consent",
            "metadata": {"source_act": "y", "exclude_ids": []},
        },
        {
            "_id": "q2",
            "text": "personal data breach",
            "metadata": {"source_act": "x", "exclude_ids": ["art83"]},
        },
    ]
    with gzip.open(folder / "corpus.jsonl.gz", "wt") as file:
        file.writelines(json.dumps(row) + "\n" for row in corpus)
    (folder / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in queries))
    (folder / "qrels.tsv").write_text(
        "query-id\tcorpus-id\tscore\nq1\tart7\t1\nq2\tart33\t2\nq2\tart17\t1\n"
    )
    rule = {"query_field": "source_act", "corpus_field": "act", "query_ids_field": "exclude_ids"}
    (folder / "meta.json").write_text(
        json.dumps({"name": "small", "language": "en", "exclude": rule})
    )
    return folder


def test_measures_match_written_run(collection: Path, tmp_path: Path) -> None:
    result, run = evaluate(Collection(collection), mode="keyword", path=tmp_path / "library")
    assert (result.queries, result.collection) == (2, "small")
    assert result.index_seconds > 0
    assert [document for document, _ in run["q1"]] == ["art7"]
    assert "art17" not in dict(run["q2"]), "barred by the rule"
    assert result.measures["RR"] == 1.0
    assert result.measures["R@10"] == pytest.approx(0.75)
    write_run(tmp_path / "out.run", run, "lexdesk")
    again = measure(read_run(tmp_path / "out.run"), Collection(collection).qrels())
    assert {name: round(value, 4) for name, value in again.items()} == result.measures
    second, _ = evaluate(Collection(collection), mode="keyword", path=tmp_path / "library")
    assert (second.index_seconds, second.measures) == (0.0, result.measures)


@pytest.mark.parametrize("query", ["art 7", "art\u00a07", ""])
def test_id_with_whitespace_is_rejected_in_run_file(query: str, tmp_path: Path) -> None:
    """It was written, and read back as another query and document."""
    with raises_code(CollectionError, CollectionCode.QUERY_ID_BLANK):
        write_run(tmp_path / "out.run", {query: [("art7", 1.0)]}, "lexdesk")
    assert not (tmp_path / "out.run").exists()


def test_excluded_documents_are_not_searched(collection: Path, tmp_path: Path) -> None:
    """Scores are scaled by the highest, which would be that of the query's own text."""
    barred = {"source_act": "x", "exclude_ids": ["art83"]}
    text = "Erasure of personal data without undue delay."
    (collection / "queries.jsonl").write_text(
        json.dumps({"_id": "q", "text": text, "metadata": barred})
    )
    (collection / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq\tart33\t1\n")
    _, run = evaluate(Collection(collection), path=tmp_path / "library")
    ((document, score),) = run["q"]
    assert document == "art33"
    assert score == pytest.approx(1)


def test_search_and_evaluation_return_same_hits(collection: Path, tmp_path: Path) -> None:
    from lexdesk import Library

    _, run = evaluate(Collection(collection), mode="hybrid", path=tmp_path / "library")
    with Library.open(tmp_path / "library") as library:
        hits = library.search("personal data breach", plain=True).hits
    found = {hit.work: hit.score for hit in hits if hit.work in dict(run["q2"])}
    assert list(found) == [work for work, _ in run["q2"]]
    assert list(found.values()) == pytest.approx([score for _, score in run["q2"]], abs=1e-5)


def test_qrels_in_subfolder_are_read(collection: Path) -> None:
    judged = Collection(collection).qrels()
    (collection / "qrels").mkdir()
    (collection / "qrels.tsv").rename(collection / "qrels" / "test.tsv")
    assert Collection(collection).qrels() == Collection(collection).qrels("test") == judged
    (collection / "qrels" / "test.tsv").unlink()
    with raises_code(CollectionError, CollectionCode.NO_JUDGEMENTS):
        Collection(collection).qrels()


@pytest.mark.parametrize(
    ("break_it", "says"),
    [
        (lambda c: (c / "qrels.tsv").write_text("q1\tart7\n"), "line 1"),
        (lambda c: (c / "qrels.tsv").write_text("q9\tart7\t1\n"), "q9"),
        (
            lambda c: (
                (c / "qrels.tsv").rename(c / "qrels.dev.tsv") and (c / "qrels.x.tsv").write_text("")
            ),
            "dev, x",
        ),
        (lambda c: (c / "queries.jsonl").write_text('{"_id": "q1"}\n'), "no text"),
        (lambda c: (c / "queries.jsonl").write_text("{\n"), "line 1"),
        (lambda c: (c / "corpus.jsonl.gz").unlink(), "corpus.jsonl"),
        (lambda c: (c / "meta.json").write_text("{"), "meta.json"),
        (lambda c: (c / "meta.json").write_text("5"), "meta.json"),
        (lambda c: (c / "meta.json").write_text('{"exclude": "act"}'), "exclude is not a JSON object"),
        (lambda c: (c / "meta.json").write_text('{"exclude": {"a": 1}}'), "exclude has no corpus_field and no query"),
        (lambda c: (c / "meta.json").write_text('{"corpus": 5}'), "meta.json: corpus is 5, not text"),
        (lambda c: (c / "queries.jsonl").write_text("5\n"), "line 1 is not a JSON object"),
        (lambda c: (c / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\n"), "holds no judgement"),
        (lambda c: (c / "qrels.tsv").write_bytes(b"q1\tart\xe9\t1\n"), "is damaged"),
        (lambda c: (c / "qrels.tsv").write_text("q1\tart_7\t1\n"), "art_7, is in the corpus"),
        (lambda c: (c / "qrels.tsv").write_text("q1\tart_7\t1\nq1\tart_7\t2\n"), "line 2: an earlier line has the grade 1"),
        (lambda c: (c / "queries.jsonl").write_text('{"_id": 1, "text": "x"}\n'), "_id is 1, not text"),
        (lambda c: (c / "queries.jsonl").write_text('{"_id": "q1", "text": "x"}\n' * 2), "line 2: an earlier line has"),
        (lambda c: (c / "queries.jsonl").write_text('{"_id": "q1", "text": "\\ud83d"}\n'), "line 1"),
        (lambda c: (c / "queries.jsonl").write_bytes(b'{"_id": "q1", "text": "\xe9"}\n'), "is damaged"),
        (lambda c: (c / "corpus.jsonl.gz").write_bytes(b"plain"), "corpus.jsonl.gz is damaged"),
        (lambda c: (c / "corpus.jsonl.gz").write_bytes((c / "corpus.jsonl.gz").read_bytes()[:-9]), "is damaged"),
        (lambda c: (c / "meta.json").write_text("[" * 100_000), "meta.json is not a JSON object"),
        (lambda c: (c / "meta.json").write_text('{"corpus": "../.."}'), "the name of a folder beside"),
        (lambda c: (c / "queries.jsonl").write_text('{"_id": "q1", "text": "x", "m": ' + "[" * 100_000), "line 1"),
        (lambda c: (c / "queries.jsonl").write_text('{"_id": "q1", "text": "x", "metadata": "x"}'), "line 1, metadata"),
        (lambda c: (c / "queries.jsonl").write_text('{"_id": "q1", "text": "x", "title": 5}'), "title is 5, not text"),
        (lambda c: (c / "corpus.jsonl.gz").write_bytes(gzip.compress(bytes(30_000_000))), "more than 20,000,000 char"),
        (lambda c: (c / "corpus.jsonl.gz").write_bytes(gzip.compress(b"\n" * 80_000_000)), "more than 200 times"),
        (lambda c: (c / "corpus.jsonl.gz").unlink() or (c / "corpus.jsonl").mkdir(), "not a regular file"),
        (lambda c: (c / "qrels.tsv").unlink() or (c / "qrels.tsv").symlink_to("/dev/zero"), "not a regular file"),
    ],
)  # fmt: skip
def test_invalid_collection_names_file_and_line(
    collection: Path, tmp_path: Path, break_it: object, says: str
) -> None:
    break_it(collection)  # type: ignore[operator]
    with pytest.raises((CollectionError, UnsafeFile), match=says):
        evaluate(Collection(collection), mode="keyword", path=tmp_path / "library")


@pytest.mark.parametrize(
    "metadata",
    [
        {"source_act": ["x"], "exclude_ids": 5},
        {"source_act": {}, "exclude_ids": [["x"], 5]},
        {"date": ["2020"], "title": 5},
        {"date": "2020-99-99"},
    ],
)
def test_metadata_of_other_types_is_left_out(
    collection: Path, metadata: dict[str, object], tmp_path: Path
) -> None:
    rows = (
        json.dumps({"_id": name, "text": "breach", "metadata": metadata}) for name in ("q1", "q2")
    )
    (collection / "queries.jsonl").write_text("\n".join(rows))
    result, _ = evaluate_similar(
        Collection(collection), find="grounds", measures="RR", path=tmp_path / "library"
    )
    assert result.queries == 2


@pytest.mark.parametrize("name", ["R@0", "nDCG@99999999999999999999", "P(rel=9999999999)@5"])
def test_measure_that_would_end_the_program_is_rejected(name: str) -> None:
    with raises_code(CollectionError, CollectionCode.MEASURE_UNKNOWN):
        parse_measures(name)


def test_duplicate_judgement_counts_once(collection: Path) -> None:
    (collection / "qrels.tsv").write_text("q1\ta\t1\nq1\tb\t0\nq1\ta\t1\n")
    assert Collection(collection).qrels() == {"q1": {"a": 1, "b": 0}}


def test_measures_match_hand_computed_values() -> None:
    run = {"q": [("a", 3.0), ("b", 2.0), ("c", 1.0)]}
    found = measure(run, {"q": {"b": 1, "c": 1}, "missing": {"z": 1}}, "RR AP@10 R@2 nDCG@10")
    assert found["RR"] == pytest.approx(0.5 / 2)
    assert found["AP@10"] == pytest.approx((1 / 2 + 2 / 3) / 2 / 2)
    assert found["R@2"] == pytest.approx(0.5 / 2)
    codes = {"P@x": CollectionCode.MEASURE_UNKNOWN, "": CollectionCode.NO_MEASURE}
    for names, code in codes.items():
        with raises_code(CollectionError, code):
            measure(run, {"q": {"b": 1}}, names)
    with raises_code(CollectionError, CollectionCode.NO_JUDGEMENT_TO_MEASURE):
        measure(run, {})


def test_recall_by_document_weights_documents_equally() -> None:
    run = {query: [("often", 1.0), ("none", 0.5)] for query in "abc"}
    judged = {"a": {"often": 1}, "b": {"often": 2}, "c": {"rare": 1, "none": 0}, "d": {"often": 1}}
    assert by_document(run, judged) == pytest.approx((2 / 3 + 0) / 2)
    assert measure(run, judged, "R@10")["R@10"] == pytest.approx(2 / 4)
    assert by_document(run, {"c": {"none": 0}}) == 0.0


@given(st.lists(st.floats(-5, 5, allow_nan=False), max_size=30))
def test_ties_keep_ranking_order(scores: list[float]) -> None:
    ranking = [(str(n), score) for n, score in enumerate(sorted(scores, reverse=True))]
    lowered = break_ties(ranking)
    assert [document for document, _ in lowered] == [document for document, _ in ranking]
    found = [np.float32(score) for _, score in lowered]  # as trec_eval keeps them
    assert all(first > second for first, second in itertools.pairwise(found))


@pytest.mark.parametrize("name", ["RR", "RR@10", "AP", "nDCG@10"])
def test_no_measure_breaks_ties_by_the_names_of_documents(name: str) -> None:
    """pytrec_eval keeps scores in 32 bits, and puts the last name of equal ones first."""
    run = {"q": [(document, 0.3) for document in "abc"]}
    assert measure(run, {"q": {"a": 1}}, name)[name] == 1


def test_evaluate_command_prints_measures(
    collection: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    target = tmp_path / "out.run"
    assert (
        run_cli(
            [
                "evaluate",
                str(collection),
                "--mode",
                "keyword",
                "--run",
                str(target),
                "--measures",
                "R@10",
                "--by-document",
                "--json",
            ]
        )
        == 0
    )
    output = json.loads(capsys.readouterr().out)
    assert output["measures"] == {"R@10": 0.75, "R@10 by document": pytest.approx(2 / 3, abs=1e-4)}
    assert output.keys() >= {
        "collection",
        "mode",
        "queries",
        "measures",
        "index_seconds",
        "query_ms",
        "model",
    }
    assert output["query_ms"].keys() == {"p50", "p95"}
    assert target.read_text().split()[1] == "Q0"


def test_unwritable_run_is_rejected_before_indexing(
    collection: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    run_file = str(tmp_path / "none" / "out.run")
    assert run_cli(["evaluate", str(collection), "--mode", "keyword", "--run", run_file]) == 2
    assert "make it first" in capsys.readouterr().err
    assert not (tmp_path / "cache").exists()


@pytest.mark.slow
def test_recitals_find_their_articles(shared_data: Path, tmp_path: Path) -> None:
    """The number of the README: recital to article in the GDPR, by both editorial maps."""
    collection = Collection(shared_data / "gdpr-articles")
    simeri, _ = evaluate(collection, qrels="simeri", path=tmp_path / "library")
    assert simeri.measures["R@10"] >= 0.88
    words, _ = evaluate(collection, qrels="simeri", mode="keyword", path=tmp_path / "library")
    assert words.measures["R@10"] < simeri.measures["R@10"]
