"""Reworded provisions, and the threshold that they give for an exported embedder."""

import io
import shutil
import tarfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from tests.codes import raises_code
from tests.records import replace

from lexdesk.errors import ModelCode, ModelDamaged, ModelError
from lexdesk.models import manifest
from lexdesk.models.encoder import Encoder
from lexdesk.text.tokens import tokens
from lexdesk_reproductions.cli import cli
from lexdesk_reproductions.jurisbert import threshold, versions
from lexdesk_reproductions.jurisbert.pairs import GradedPairs, Pair
from lexdesk_reproductions.thresholds import PrecisionRecall, best_f, precision_recall
from lexdesk_trainer.data import pairs as training_pairs

SHIPPED = Path(__file__).parents[3] / "exported_models" / "legal-tokens"
ACTS = (
    "31982l0891", "32009r0401", "32015r1501", "32016r0679", "32017r2382", "32019r0856", "32020r1818",
    "32022r2065", "32024r1689",
)  # fmt: skip
"""The first version of the GDPR is in English; the consolidated ones of the last two are in French."""


@pytest.fixture(scope="module")
def data(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The history of a few acts."""
    folder = tmp_path_factory.mktemp("few")
    (folder / "asof").mkdir()
    with (
        tarfile.open(shared_data / "asof" / "history.tar.xz") as every,
        tarfile.open(folder / "asof" / "history.tar.xz", "w:xz") as few,
    ):
        for member in every:
            if member.name.endswith("en.json") and member.name.split("/")[1] in ACTS:
                few.addfile(member, every.extractfile(member))
    return folder


def both(pair: Pair) -> tuple[str, str]:
    return pair.left, pair.right


@pytest.fixture(scope="module")
def graded(data: Path) -> GradedPairs:
    return versions.grade_pairs(data)


def test_positive_pairs_are_versions_and_negative_pairs_articles_of_one_act(
    graded: GradedPairs, data: Path
) -> None:
    place: dict[str, set[tuple[str, str]]] = {}
    for state in training_pairs.states(data):
        text = " ".join(versions.MARKUP.sub("", state.text).split())
        place.setdefault(text, set()).add((state.act, state.anchor))
    seen = []
    for pairs in graded.pairs.values():
        assert 2 * sum(pair.same for pair in pairs) == len(pairs) > 0
        for pair in pairs:
            left, right = (place[" ".join(text.split())] for text in (pair.left, pair.right))
            assert bool(left & right) is pair.same
            assert pair.grade == float(pair.same)
            assert tokens(pair.left) != tokens(pair.right)
            assert max(len(pair.left), len(pair.right)) <= 1200
            assert {act for act, _ in left} & {act for act, _ in right}
        texts = {text for pair in pairs for text in both(pair)}
        seen.append({act for text in texts for act, _ in place[" ".join(text.split())]})
    assert not (seen[0] & seen[1] or seen[0] & seen[2] or seen[1] & seen[2])
    held = {text for name in ("dev", "test") for pair in graded.pairs[name] for text in both(pair)}
    assert graded.texts
    assert not held & set(graded.texts)
    assert graded == versions.grade_pairs(data)


def test_versions_in_other_languages_are_excluded(graded: GradedPairs, data: Path) -> None:
    with tarfile.open(data / "asof" / "history.tar.xz") as archive:
        french = {
            entry.name.split("/")[1]
            for entry in archive
            if entry.name.endswith("/en.json")
            and b" la Commission " in (archive.extractfile(entry) or io.BytesIO()).read()
        }
    assert french == {"32022r2065", "32024r1689"}
    assert french <= {state.act for state in training_pairs.states(data)}  # other versions of them
    read = [state.text for state in training_pairs.states(data)]
    texts = [text for pairs in graded.pairs.values() for pair in pairs for text in both(pair)]
    assert not [text for text in (*read, *texts, *graded.texts) if " la Commission " in text]


@pytest.mark.parametrize(
    ("printed", "text"),
    [
        ("Article 4\n\nThis Directive", "This Directive"),
        ("**1.** The *Official Journal*", "1. The Official Journal"),
        ("cases:▼M3(a) if ►M12 the ◄ contract", "cases:(a) if  the  contract"),
        ("| (a) | the risk |\n| --- | --- |", " (a)  the risk \n    "),
        ("In Article 4 the words", "In Article 4 the words"),
    ],
)
def test_markup_is_ignored_in_comparison(printed: str, text: str) -> None:
    assert versions.MARKUP.sub("", printed) == text


@pytest.mark.slow
def test_all_acts(shared_data: Path) -> None:
    found = versions.grade_pairs(shared_data)
    counts = {name: Counter(pair.same for pair in pairs) for name, pairs in found.pairs.items()}
    assert counts
    assert all(count[True] == count[False] > 50 for count in counts.values())


def test_f_beta_matches_hand_computed_values() -> None:
    scores = np.array([0.9, 0.8, 0.8, 0.4, 0.2])
    same = np.array([True, False, True, True, False])
    assert precision_recall(scores, same, 0.8) == (2 / 3, 2 / 3)
    assert precision_recall(scores, same, 0.95) == (0.0, 0.0)
    assert precision_recall(scores, same, 0.95).f() == 0.0
    assert PrecisionRecall(1.0, 1 / 3).f(0.5) == pytest.approx(1.25 * (1 / 3) / (0.25 + 1 / 3))
    assert best_f(scores, same, 0.5) == pytest.approx((0.4, PrecisionRecall(0.75, 1.0).f(0.5)))
    assert best_f(scores, same, 0.1)[0] == 0.9


@given(st.data(), st.sampled_from([0.25, 0.5, 1.0, 2.0]))
def test_threshold_maximises_f_beta(data: st.DataObject, beta: float) -> None:
    size = data.draw(st.integers(1, 12))
    levels = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])
    scores = data.draw(arrays.arrays(float, size, elements=levels))
    same = data.draw(arrays.arrays(bool, size))
    found, best = best_f(scores, same, beta)
    assert precision_recall(scores, same, found).f(beta) == pytest.approx(best)
    assert best >= max(precision_recall(scores, same, score).f(beta) for score in scores) - 1e-12


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SHIPPED, tmp_path / "model"))


@pytest.mark.slow
def test_only_threshold_of_manifest_and_card_changes(model: Path, graded: GradedPairs) -> None:
    before = manifest.read(model)
    card = (model / "MODEL_CARD.md").read_text(encoding="utf-8").splitlines()
    some = {name: pairs[:40] for name, pairs in graded.pairs.items()}
    written = threshold.record(model, some)
    read = manifest.read(model)
    assert read == written
    manifest.verify(model, read)
    assert read.fingerprint == before.fingerprint
    nearly = read.measured["nearly_the_same"]
    assert list(nearly) == ["threshold", "precision", "recall", "F1"]
    assert read.nearly_the_same == nearly["threshold"]
    rest = {name: scores for name, scores in read.measured.items() if name != "nearly_the_same"}
    assert replace(read, measured=rest) == replace(
        before, measured={k: v for k, v in before.measured.items() if k != "nearly_the_same"}
    )
    lines = (model / "MODEL_CARD.md").read_text(encoding="utf-8").splitlines()
    without = [
        [line for line in item if not line.startswith("- nearly the same, ")]
        for item in (card, lines)
    ]
    assert without[0] == without[1]
    assert f"- nearly the same, threshold: {nearly['threshold']}" in lines
    threshold.record(model, some)  # the same again
    assert (model / "MODEL_CARD.md").read_text(encoding="utf-8").splitlines() == lines
    assert manifest.read(model) == read


def test_measured_threshold_is_written(model: Path) -> None:
    same = [("The Commission shall adopt the act.", "The Commission shall adopt such an act.")]
    other = [("The Commission shall adopt the act.", "Employees have a right to parental leave.")]
    pairs = [Pair(*item, 1.0, True) for item in same] + [Pair(*item, 0.0, False) for item in other]
    embedder = Encoder(model, manifest.read(model))
    found = threshold.measure(embedder, {"dev": pairs, "test": pairs})
    near, far = threshold.cosines(embedder, pairs)
    assert far < found["threshold"] == pytest.approx(near, abs=0.001)
    assert found["threshold"] <= near
    assert (found["precision"], found["recall"], found["F1"]) == (1.0, 1.0, 1.0)


@pytest.mark.slow
def test_command_reports_result(model: Path, data: Path) -> None:
    result = CliRunner().invoke(cli, ["threshold", "--embedder", str(model), "--data", str(data)])
    assert result.exit_code == 0, result.output
    threshold_found = manifest.read(model).nearly_the_same
    assert f"nearly identical from a cosine of {threshold_found} on" in result.output


def test_damaged_model_or_non_embedder_is_not_written(model: Path, graded: GradedPairs) -> None:
    manifest_before = (model / "manifest.json").read_bytes()
    (model / "tokenizer.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ModelDamaged):
        threshold.record(model, graded.pairs)
    assert (model / "manifest.json").read_bytes() == manifest_before
    with raises_code(
        ModelError, ModelCode.OTHER_TASK, task="concept-classifier", needed="embedder"
    ):
        threshold.record(SHIPPED.parent / "eurovoc", graded.pairs)
