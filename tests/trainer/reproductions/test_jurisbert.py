"""JurisBERT: pairs and their split, thresholds, the cosine loss, and the reduced grid."""

import gzip
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from tests.codes import raises_code

from lexdesk.errors import CollectionError
from lexdesk_reproductions import bases, citing_passages, masked, tables
from lexdesk_reproductions.bases import Size
from lexdesk_reproductions.jurisbert import siamese, statutes
from lexdesk_reproductions.jurisbert.ementas import Ementas, read
from lexdesk_reproductions.jurisbert.pairs import GradedPairs, Pair, paragraphs, split_rows
from lexdesk_reproductions.jurisbert.settings import FineTuning, Settings
from lexdesk_reproductions.jurisbert.table import HEADNOTES, Laboratory, tables_of
from lexdesk_reproductions.ledger import Ledger
from lexdesk_reproductions.masked import Masking
from lexdesk_reproductions.thresholds import best_f1, f1, measure
from lexdesk_trainer.data.corpus import Text
from lexdesk_trainer.encoders import trained_encoder
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.settings import Vocabulary


@pytest.fixture(scope="module")
def ementas(shared_data: Path) -> Ementas:
    return read(shared_data / "ementas")


def test_topics_belong_to_one_split(ementas: Ementas) -> None:
    found = ementas.split()
    topic = {text: ementas.topics[item] for item, text in ementas.texts.items()}
    topics = [
        {topic[text] for pair in pairs for text in (pair.left, pair.right)}
        for pairs in found.values()
    ]
    assert not (topics[0] & topics[1] or topics[0] & topics[2] or topics[1] & topics[2])
    assert all(len(pairs) > 100 for pairs in found.values())
    assert all(2 * sum(pair.same for pair in pairs) == len(pairs) for pairs in found.values())
    for pairs in found.values():
        assert all((topic[pair.left] == topic[pair.right]) is pair.same for pair in pairs)
    assert found == ementas.split()
    read_by = set(ementas.of_split("train"))
    assert not any({pair.left, pair.right} & read_by for pair in found["test"])


@pytest.fixture(scope="module")
def german(german_statutes: citing_passages.Dataset) -> tuple[citing_passages.Dataset, GradedPairs]:
    return german_statutes, statutes.grade_pairs(german_statutes)


@pytest.mark.slow
def test_paragraphs_share_topic_through_common_statute(
    german: tuple[citing_passages.Dataset, GradedPairs],
) -> None:
    every, found = german
    cites = {query.text: query.relevant for some in every.queries.values() for query in some}
    train = {query.text for query in every.queries["train"]}
    for name, pairs in found.pairs.items():
        assert all((pair.left in train) is (name == "train") for pair in pairs)
    seen = []
    for pairs in found.pairs.values():
        assert 2 * sum(pair.same for pair in pairs) == len(pairs) > 100
        for pair in pairs:
            one, other = cites[pair.left], cites[pair.right]
            assert pair.same is bool(one & other)
            assert pair.grade == len(one & other) / len(one | other)
        seen.append({cite for pair in pairs for cite in cites[pair.left] | cites[pair.right]})
    assert not (seen[0] & seen[1] or seen[0] & seen[2] or seen[1] & seen[2])
    assert any(0 < pair.grade < 1 for pair in found.pairs["train"])


def test_pretraining_excludes_paragraphs_of_test_split(
    german: tuple[citing_passages.Dataset, GradedPairs],
) -> None:
    every, found = german
    of = {query.text: query.barred for query in every.queries["dev"]}
    statutes = {of[text] for pair in found.pairs["test"] for text in (pair.left, pair.right)}
    times = Counter(every.passages)  # the same words stand in several statutes
    theirs = {
        text
        for text, owner in zip(every.passages, every.owner, strict=True)
        if owner in statutes and times[text] == 1
    }
    assert len(theirs) > 500
    assert not theirs & set(found.texts)
    assert len(found.texts) > 10_000


def test_pairs_of_unknown_texts_are_reported(tmp_path: Path) -> None:
    for name, line in (
        ("corpus", '{"_id": "a", "text": "x", "metadata": {"group": "g"}}'),
        ("queries", '{"_id": "b", "text": "y", "metadata": {"group": "g"}}'),
        ("pairs", '{"id1": "a", "id2": "zz", "grade": 1.0, "same_group": 1}'),
    ):
        (tmp_path / f"{name}.jsonl.gz").write_bytes(gzip.compress(line.encode()))
    with raises_code(CollectionError, TrainingCode.PAIR_UNKNOWN, unknown="zz"):
        read(tmp_path)


def test_short_and_repeated_paragraphs_are_removed_and_5_percent_held_out(ementas: Ementas) -> None:
    long = "a b c d e f g h i j k"
    assert paragraphs([f"{long}\nshort one\n{long.upper()}", long]) == [long]
    every = paragraphs(ementas.texts.values())
    assert len(every) == len({item.lower() for item in every}) > 1000
    assert min(len(item.split()) for item in every) == 10
    trained, kept = split_rows(every)
    assert len(kept) == round(0.05 * len(every))
    assert sorted(trained + kept) == sorted(every)


def test_f1_and_threshold_match_hand_computed_values() -> None:
    scores = np.array([0.9, 0.8, 0.8, 0.4, 0.2])
    same = np.array([True, False, True, True, False])
    # told by 0.9: 1 of 3 found; by 0.8: 2 right of 3; by 0.4: 3 right of 4
    assert f1(scores, same, 0.9) == pytest.approx(2 * 1 / (1 + 3))
    assert f1(scores, same, 0.8) == pytest.approx(2 * 2 / (3 + 3))
    assert best_f1(scores, same) == pytest.approx((0.4, 2 * 3 / (4 + 3)))
    found = measure(scores, same, np.array([0.9, 0.1]), np.array([True, False]))
    assert found["threshold of dev"] == 0.9
    assert found["F1, threshold of dev"] == pytest.approx(0.5)


@given(st.data())
def test_threshold_maximises_f1(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 12))
    levels = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])
    scores = data.draw(arrays.arrays(float, size, elements=levels))
    same = data.draw(arrays.arrays(bool, size))
    threshold, best = best_f1(scores, same)
    assert f1(scores, same, threshold) == pytest.approx(best)
    assert best >= max(f1(scores, same, score) for score in scores) - 1e-12
    found = np.append(scores >= best_f1(scores, same, 2)[0], [False, False])
    with_missed = f1(found.astype(float), np.append(same, [True, True]), 0.5)
    assert best_f1(scores, same, 2)[1] == pytest.approx(with_missed)


def test_cosine_loss_equals_reference_implementation() -> None:
    torch.manual_seed(2)
    left, right, grades = torch.randn(4, 6), torch.randn(4, 6), torch.tensor([0.0, 1.0, 0.5, 1.0])
    slow = 0.0
    for n in range(4):
        one, other = left[n].numpy(), right[n].numpy()
        cosine = one @ other / np.linalg.norm(one) / np.linalg.norm(other)
        slow += (cosine - float(grades[n])) ** 2 / 4
    assert siamese.cosine_loss(left, right, grades).item() == pytest.approx(slow, rel=1e-5)


def test_fine_tuning_raises_similarity_of_positive_pairs(
    tiny: trained_encoder.TrainedEncoder, tmp_path: Path
) -> None:
    words = [Text("ação de cobrança de taxa e de juros do contrato no banco " * 400, "pt")]
    size = Size(layers=1, width=32, heads=2, inner=64)
    base = bases.initialize(words, Vocabulary(size=60), size)
    pairs = [
        Pair("taxa de juros", "juros do contrato", 1.0, True),
        Pair("ação de cobrança", "banco", 0.0, False),
    ]
    settings = FineTuning(epochs=30, batch=2, learning_rate=1e-3, tokens=16)
    result = siamese.fine_tune(base, pairs, pairs, settings, tmp_path)
    before, after = siamese.cosines(base, pairs, 16), siamese.cosines(result, pairs, 16)
    assert after[0] - after[1] > before[0] - before[1]
    assert tiny.folder.exists()


@pytest.mark.slow
def test_fine_tuning_of_other_base_starts_again(tmp_path: Path) -> None:
    """After a change of pre-training alone, a row kept the results of the former model."""
    words = [Text("ação de cobrança de taxa e de juros do contrato no banco " * 400, "pt")]
    one = bases.initialize(words, Vocabulary(size=60), Size(layers=1, width=32, heads=2, inner=64))
    texts = [text for text, _ in words]
    pairs = [Pair("taxa de juros", "banco", 0.0, False), Pair("taxa", "taxa de", 1.0, True)]
    received = []
    for epochs in (1, 4):
        masking = Masking(tokens=16, batch=8, epochs=epochs, learning_rate=1e-2, sequences=24)
        base = masked.pretrain(one, texts, masking, tmp_path / "pretrained")
        slow = FineTuning(epochs=1, learning_rate=1e-9, tokens=16)
        result = siamese.fine_tune(base, pairs, pairs, slow, tmp_path / "fine-tuned")
        np.testing.assert_allclose(
            siamese.cosines(result, pairs, 16), siamese.cosines(base, pairs, 16), atol=1e-4
        )
        received.append(result.fingerprint)
    assert received[0] != received[1]


TINY = Settings(
    lengths=(16, 24),
    tokens=24,
    layers=1,
    pairs=20,
    vocabulary=Vocabulary(size=400),
    size=Size(1, 32, 2, 64),
    pretraining=Masking(tokens=24, batch=8, sequences=24),
    fine_tuning=FineTuning(epochs=1, tokens=24, pairs=16),
)


@pytest.mark.slow
def test_reduced_grid_runs_end_to_end(
    ementas: Ementas,
    tiny: trained_encoder.TrainedEncoder,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trained_encoder, "minilm", lambda: tiny)
    laboratory = Laboratory(ementas.collect_pairs(), TINY, tmp_path)
    laboratory.bases["further"] = laboratory.base("scratch")  # the tiny tokenizer has no [MASK]
    found = tables_of(laboratory, HEADNOTES)
    ledger = Ledger(tmp_path / "rows", "test")
    tables.run(found, ledger, costly=False, report=lambda line: None)
    assert tables.NOT_RUN not in "\n".join(tables.lines(found, ledger))
    words = ledger.find("Table II", "TF-IDF", repr(found[1].rows[0].settings))
    assert words
    assert words["F1"] > 0.6
