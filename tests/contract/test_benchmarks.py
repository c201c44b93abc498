"""``python -m benchmarks`` reports the answers of each compared program as its own."""

import gzip
import json
import sys
from pathlib import Path

import benchmarks
import pytest
from benchmarks import plot, tuned_bm25
from benchmarks.__main__ import HEAD, format_row
from benchmarks.peers.measuring import ask, build
from benchmarks.peers.protocol import WAYS, Corpus, Passage, Question, Way

from lexdesk.evaluation.collection import Collection
from lexdesk.evaluation.measures import measure

TEXT = "The controller shall erase personal data without undue delay."
QUESTION = Question("personal data", "kind0")


def corpus(folder: Path) -> Corpus:
    rows = [Passage(number, f"act-{number}", "kind0", TEXT) for number in range(1, 40)]
    (folder / "passages.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return Corpus(folder)


def test_each_benchmark_is_listed_with_its_command() -> None:
    modules = Path(benchmarks.__file__).parent.glob("*.py")
    run = {path.stem for path in modules if "if __name__ ==" in path.read_text(encoding="utf-8")}
    missing = {name for name in run if f"python -m benchmarks.{name} " not in benchmarks.__doc__}
    assert missing == {"__main__"}


@pytest.mark.parametrize("name", ["seen", "unseen", "unseen_kept", "unseen_read", "unseen_further"])
def test_questions_of_lawyers_have_answers(name: str) -> None:
    """Once a measurement wrote its results over one of the files."""
    file = Path(benchmarks.__file__).parent / "lawyers" / f"{name}.jsonl"
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(rows) > 100
    assert all({"query", "kind", "expected_work", "expected_eid"} <= row.keys() for row in rows)


def test_failed_peer_has_complete_row() -> None:
    row = format_row(
        {"name": "raw hnswlib", "passages": 1_000, "failed": "it ended without a result"}
    )
    assert len(row) == len(HEAD)


@pytest.mark.slow
def test_chart_is_deterministic_and_labels_curves(tmp_path: Path) -> None:
    curves = {"Lexdesk": [(1_004_752, 17.6), (1_040, 4.2)], "Recoll": [(1_040, 9.0)]}
    for name in ("first.svg", "second.svg"):
        plot.draw(tmp_path / name, "keyword", curves)
    chart = (tmp_path / "first.svg").read_text()
    assert chart == (tmp_path / "second.svg").read_text()
    assert all(f">{name}</text>" in chart for name in ("keyword", "Lexdesk", "Recoll"))


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from Linux's /proc")
def test_peer_client_holds_no_passages_in_memory(tmp_path: Path) -> None:
    texts = corpus(tmp_path)
    result = build("SQLite FTS5", tmp_path, texts)
    assert result["given"] >= 0
    subject: dict[Way, list[Question]] = dict.fromkeys(WAYS, [QUESTION] * 3)
    (tmp_path / "passages.jsonl").unlink()
    result = ask("SQLite FTS5", tmp_path, Corpus(tmp_path), subject)
    assert {way: len(times) for way, times in result["ways"].items()} == {
        "keyword": 3, "phrase": 3, "filter": 3,
    }  # fmt: skip


@pytest.fixture
def headings(shared_data: Path, tmp_path: Path) -> Path:
    """The articles of the GDPR without headings, which serve as queries; none finds Article 2."""
    folder = tmp_path / "headings"
    folder.mkdir()
    with gzip.open(shared_data / "gdpr-articles" / "corpus.jsonl.gz", "rt") as lines:
        articles = [json.loads(line) for line in lines]
    rows = [{"_id": article["_id"], "title": "", "text": article["text"]} for article in articles]
    command = [{"_id": f"of {article['_id']}", "text": article["title"]} for article in articles]
    for row in command:
        row["metadata"] = {"source": "art2"}
    (folder / "corpus.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    (folder / "queries.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in command))
    for number, name in enumerate(("train", "dev")):
        judged = [f"of {article['_id']}\t{article['_id']}\t1\n" for article in articles[number::2]]
        (folder / f"qrels.{name}.tsv").write_text("".join(judged))
    rule = {"corpus_field": "_id", "query_field": "source"}
    (folder / "meta.json").write_text(json.dumps({"language": "en", "exclude": rule}))
    return folder


def test_bm25_is_tuned_on_other_queries(headings: Path) -> None:
    forms, runs = tuned_bm25.tuned(tuned_bm25.Ranker(Collection(headings)), "dev", 1000)
    judged = Collection(headings).qrels("dev")
    assert runs["tuned"].keys() == judged.keys()
    assert all("art2" not in dict(ranking) for ranking in runs["tuned"].values()), "barred"
    default, best = (measure(run, judged, "nDCG@10")["nDCG@10"] for run in runs.values())
    assert default > 0.5
    assert best > 0.5
    (headings / "qrels.dev.tsv").write_text("of art17\tart1\t1\n")
    again, _ = tuned_bm25.tuned(tuned_bm25.Ranker(Collection(headings)), "dev", 1000)
    assert again == forms, "what is measured by chooses nothing"


def test_without_train_queries_each_half_is_tuned_on_other_half(headings: Path) -> None:
    (headings / "qrels.train.tsv").unlink()
    forms, runs = tuned_bm25.tuned(tuned_bm25.Ranker(Collection(headings)), None, 1000)
    assert len(forms) == 2
    assert runs["tuned"].keys() == Collection(headings).qrels().keys()
