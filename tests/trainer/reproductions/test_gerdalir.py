"""GerDaLIR: the recipe on German passages, the published files, measures and combined scores."""

import gzip
from dataclasses import replace
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from tests.codes import raises_code

from lexdesk.errors import CollectionError
from lexdesk_reproductions.citing_passages import Dataset, Query
from lexdesk_reproductions.gerdalir import (
    evidence,
    published,
    votes,
)
from lexdesk_reproductions.gerdalir.lexical import best, ranking
from lexdesk_reproductions.gerdalir.recipe import (
    Example,
    Passage,
    Reference,
    examples,
    handed_over,
    retrievable,
    split,
    without_brackets,
)
from lexdesk_reproductions.gerdalir.recipe import masked as masked_text
from lexdesk_reproductions.gerdalir.scoring import compared, over_cited, scored
from lexdesk_reproductions.gerdalir.settings import Depth
from lexdesk_trainer.error_codes import TrainingCode


def cites(text: str, *phrases: tuple[str, str]) -> Passage:
    references = tuple(
        Reference(text.index(phrase), text.index(phrase) + len(phrase), target)
        for phrase, target in phrases
    )
    return Passage(text, references)


def test_reference_only_passages_pass_references_to_previous_passage() -> None:
    passages = [
        cites("Siehe § 1 AO.", ("§ 1 AO", "ao")),
        cites("Die Frist beträgt einen Monat nach § 70 VwGO.", ("§ 70 VwGO", "vwgo")),
        cites("Vgl. BVerwG, 7 C 3.02; § 58 VwGO.", ("7 C 3.02", "bverwg")),
        cites("Siehe auch § 79 VwVfG.", ("§ 79 VwVfG", "vwvfg")),
        Passage("Vglweise steht nichts dagegen."),
    ]
    kept = handed_over(passages)
    assert [passage.text[:9] for passage in kept] == ["Die Frist", "Vglweise "]
    assert kept[0].targets == {"vwgo", "bverwg", "vwvfg"}


@pytest.mark.parametrize(
    ("passage", "shown"),
    [
        (
            cites("Nach § 5 Abs. 1 BDSG (vgl. Müller, S. 3) gilt nichts.", ("§ 5 Abs. 1 BDSG", "b")),
            "Nach [REF] gilt nichts.",
        ),
        (
            cites("Das gilt [vgl. § 5 BDSG und § 9 AO] nach § 3 AO {so § 4 FGO}.",
                  ("§ 5 BDSG", "b"), ("§ 9 AO", "ao"), ("§ 3 AO", "ao"), ("§ 4 FGO", "fgo")),
            "Das gilt nach [REF].",
        ),
        (
            cites("Das folgt aus § 3 AO (so auch § 4 FGO) [siehe oben] und § 9 AO.",
                  ("§ 3 AO", "ao"), ("§ 4 FGO", "fgo"), ("§ 9 AO", "ao")),
            "Das folgt aus [REF] und [REF].",
        ),
        (Passage("Ohne (ein (zweites) Mal) Verweis."), "Ohne Verweis."),
        (
            Passage("Nach §§ 5 und 6 BDSG gilt es.", (Reference(5, 9, "b"), Reference(6, 20, "b"))),
            "Nach [REF] gilt es.",
        ),
    ],
)  # fmt: skip
def test_references_are_masked_and_brackets_removed(passage: Passage, shown: str) -> None:
    assert masked_text(passage) == shown


def test_open_bracket_is_kept() -> None:
    assert without_brackets("Artikel 5 (1 und [REF]") == "Artikel 5 (1 und [REF]"


def test_document_labels_exclude_itself_and_missing_documents() -> None:
    passages = [
        cites("§ 1 A und § 2 B und § 3 C gelten.", ("§ 1 A", "a"), ("§ 2 B", "b"), ("§ 3 C", "c"))
    ]
    (found,) = examples("a", passages, frozenset("ab"))
    assert found == Example("a", "[REF] und [REF] und [REF] gelten.", frozenset("b"))
    assert retrievable("abc", [found]) == ["b", "c"]


def test_split_is_80_10_10() -> None:
    parts = split(1003)
    assert [len(part) for part in parts.values()] == [802, 101, 100]
    assert sorted(chain.from_iterable(parts.values())) == list(range(1003))
    assert parts == split(1003)
    assert parts != split(1003, seed=2)


PUBLISHED = {
    "collection.tsv.gz": "7\tErste Passage .\n7\tZweite Passage .\n9\tAndere Passage .\n",
    "queries/queries.train.tsv": "1\tNach [REF] gilt .\n",
    "queries/queries.dev.tsv": "2\tSiehe [REF] .\n",
    "queries/queries.test.tsv": "3\tDas folgt aus [REF] .\n",
    "qrels/qrels.train.tsv": "1\t7\n1\t9\n",
    "qrels/qrels.dev.tsv": "2\t9\n",
    "qrels/qrels.test.tsv": "3\t7\n",
}


def written(folder: Path, **changes: str) -> Path:
    for name, text in (PUBLISHED | changes).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(text.encode()) if name.endswith("gz") else text.encode())
    return folder


def test_published_files_are_read(tmp_path: Path) -> None:
    found = published.read(written(tmp_path))
    assert found.documents == ("7", "9")
    assert found.owner.tolist() == [0, 0, 1]
    assert found.queries["train"] == (Query("1", "Nach [REF] gilt .", frozenset({0, 1})),)
    assert [len(own) for own in found.passages_of] == [2, 1]


@pytest.mark.parametrize(
    ("name", "text", "code", "parameters"),
    [
        ("collection.tsv.gz", "7 ohne Tabulator\n", TrainingCode.TWO_FIELDS, {"line_number": "1"}),
        ("collection.tsv.gz", "", TrainingCode.DOCUMENT_MISSING, {"document": "7"}),
        ("qrels/qrels.dev.tsv", "2\t88\n", TrainingCode.DOCUMENT_MISSING, {"document": "88"}),
        (
            "queries/queries.test.tsv",
            "",
            TrainingCode.DOWNLOAD_INCOMPLETE,
            {"lacking": "queries for test"},
        ),
    ],
)
def test_invalid_file_is_named(
    name: str, text: str, code: TrainingCode, parameters: dict[str, str], tmp_path: Path
) -> None:
    with raises_code(CollectionError, code, **parameters):
        published.read(written(tmp_path, **{name: text}))


def test_missing_file_is_named(tmp_path: Path) -> None:
    (written(tmp_path) / "qrels/qrels.dev.tsv").unlink()
    with raises_code(
        CollectionError,
        TrainingCode.NOTHING_BELOW,
        names="qrels.dev.tsv",
        names_2="qrels.dev.tsv.gz",
    ):
        published.read(tmp_path)


SMALL = Dataset(
    ("a", "b", "c"),
    ("p0", "p1", "p2", "p3"),
    np.array([0, 1, 1, 2]),
    {"train": (), "dev": (Query("q", "x", frozenset({1}), barred=2),)},
)


def test_passages_are_max_pooled_without_own_document() -> None:
    scores = np.array([0.5, 0.2, 0.9, 2.0], np.float32)
    found = ranking(SMALL, scores, SMALL.owner, 2, Depth())
    assert found == [("b", pytest.approx(0.9)), ("a", 0.5)]
    assert ranking(SMALL, scores, SMALL.owner, -1, Depth(documents=1)) == [("c", 2.0)]
    assert best(np.array([0.0, 1.0, 3.0, 1.0, 0.0]), 2).tolist() == [2, 1]
    assert best(np.array([0.0, 1.0, 3.0, 1.0, 0.0]), 9).tolist() == [2, 1, 3]


def test_measures_match_hand_computed_values() -> None:
    queries = (
        Query("q1", "", frozenset({0})),
        Query("q2", "", frozenset({0, 1})),
        Query("q3", "", frozenset({2})),
    )
    run = {
        "q1": [("b", 3.0), ("a", 2.0)],
        "q2": [("a", 3.0), ("c", 2.0), ("b", 1.0)],
        "q3": [("a", 1.0)],
    }
    found = scored(run, SMALL, queries)
    assert found["MRR@10"] == pytest.approx((1 / 2 + 1 + 0) / 3)
    ideal, result = 1 + 1 / np.log2(3), 1 + 1 / np.log2(4)
    assert found["nDCG@20"] == pytest.approx((1 / np.log2(3) + result / ideal + 0) / 3)
    assert found["R@100"] == pytest.approx(2 / 3)
    # a is cited by q1 and q2, b by q2, c by q3
    assert found["MRR@10, by cited"] == pytest.approx(((1 / 2 + 1) / 2 + 1 + 0) / 3)
    assert over_cited({"x": 1.0, "y": 0.0}, {"x": {"d": 1}, "y": {"d": 1, "e": 1}}) == 0.25


def test_votes_are_scaled_and_added() -> None:
    run = {"q": [("a", 4.0), ("b", 2.0)]}
    found = dict(votes.joined(run, [{"b": 6.0, "c": 3.0}], 0.25)["q"])
    assert list(found) == ["a", "b"]
    assert found == pytest.approx({"a": 0.75, "b": 0.75 * 0.5 + 0.25})
    assert votes.joined(run, [{}], 0.25)["q"] == [("a", 0.75), ("b", 0.375)]


def test_top_passages_of_document_are_averaged() -> None:
    shuffled = replace(SMALL, owner=np.array([1, 0, 2, 1]))  # not in the order of documents
    means = evidence.best_means(shuffled, np.array([0.4, 0.2, -0.1, 0.8]), (1, 2, 9))
    np.testing.assert_allclose(means, [[0.2, 0.8, -0.1], [0.2, 0.6, -0.1], [0.2, 0.6, -0.1]])


def test_evidence_is_scaled_over_the_candidates_and_added() -> None:
    ranking = [("a", 4.0), ("b", 2.0), ("c", 1.0)]
    found = dict(evidence.joined(ranking, np.array([0.5, 0.7, 0.6]), 0.5))
    assert list(found) == ["b", "a", "c"]
    assert found == pytest.approx({"b": 0.25 + 0.5, "a": 0.5, "c": 0.125 + 0.25})
    assert evidence.joined(ranking, np.zeros(3), 0.5)[0] == ("a", 0.5)
    assert evidence.joined([], np.zeros(0), 0.5) == []


def test_parameters_are_tuned_on_other_documents() -> None:
    queries = [
        Query(str(at), "", frozenset(), barred) for at, barred in enumerate((7, 7, 8, -1, -1))
    ]
    values = np.array([[1.0, 1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.5, 0.5, 0.5]])
    # both queries of 7 would choose the first row, the others choose the second for them
    assert evidence.by_others(values, queries) == [1, 1, 0, 0, 0]


def test_runs_are_compared_over_queries_and_citations() -> None:
    queries = tuple(Query(f"q{at}", "", frozenset({at // 2})) for at in range(3))
    good = {"q0": [("a", 1.0)], "q1": [("a", 1.0)], "q2": [("a", 2.0), ("b", 1.0)]}
    poor = {"q0": [("b", 2.0), ("a", 1.0)], "q1": [("a", 1.0)], "q2": [("b", 1.0)]}
    found = compared(good, poor, SMALL, queries)
    assert found["MRR@10"] == pytest.approx(2.5 / 3)
    assert found["above it by"] == pytest.approx(0.0)
    assert found["p"] == pytest.approx(1.0)
    # over what is cited: 1 and 1/2 against 3/4 and 1
    assert found["BM25, by cited"] == pytest.approx(7 / 8)
    assert found["above it by, by cited"] == pytest.approx(6 / 7 - 1)
    assert compared(good, good, SMALL, queries)["p"] == 1.0
