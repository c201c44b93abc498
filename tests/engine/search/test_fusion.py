"""The weighted sum of scaled scores: hand-worked values and properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk import Library
from lexdesk.search.ranking.fusion import fuse

scores = st.dictionaries(st.integers(0, 30), st.floats(0, 50, allow_nan=False), max_size=20)
cosines = st.dictionaries(st.integers(0, 30), st.floats(-1, 1, allow_nan=False), max_size=20)


def test_fused_scores_match_hand_computed_values() -> None:
    fused = fuse({1: 10.0, 2: 5.0}, {2: 0.9, 3: 0.5, 1: 0.1}, weight=0.5)
    assert [c.passage for c in fused] == [2, 1, 3]
    assert [c.score for c in fused] == pytest.approx([0.75, 0.5 + 0.5 / 9, 2.5 / 9])
    assert fused[2].lexical is None
    assert fused[0].semantic == 0.9


def test_missing_vectors_are_not_penalised() -> None:
    fused = fuse({1: 40.0, 2: 10.0}, {2: 0.4, 3: 0.3}, weight=0.5)
    assert [candidate.passage for candidate in fused] == [1, 2, 3]
    assert fused[0].semantic is None


@given(scores, cosines, st.floats(0, 1))
def test_each_passage_appears_once_with_bounded_score(
    words: dict[int, float], meaning: dict[int, float], weight: float
) -> None:
    fused = fuse(words, meaning, weight)
    assert sorted(c.passage for c in fused) == sorted(words.keys() | meaning.keys())
    assert all(0 <= c.score <= 1 + 1e-9 for c in fused)
    assert fused == sorted(fused, key=lambda c: (-c.score, c.passage))


@given(scores, cosines)
def test_extreme_weights_equal_single_mode(
    words: dict[int, float], meaning: dict[int, float]
) -> None:
    def order(values: dict[int, float]) -> list[int]:
        return sorted(values, key=lambda passage: (-values[passage], passage))

    for weight, expected in ((0.0, words), (1.0, meaning)):
        positive = [p for p in order(expected) if expected[p] > 1e-6]
        fused = [c.passage for c in fuse(words, meaning, weight) if c.passage in positive]
        assert [expected[p] for p in fused] == pytest.approx([expected[p] for p in positive])


def test_model_and_weights_are_stored_atomically(
    full_library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    embedder = full_library.embedder
    weights = embedder.fusion_weights
    # Of the model, and of its family.
    assert weights.items() >= {"en": 0.45, "de": 0.8, "fr": 0.65}.items()
    embedder.forget()
    with monkeypatch.context() as patch:
        patch.setattr(embedder, "set_fusion_weights", killed)
        with pytest.raises(KeyboardInterrupt):
            embedder.adopt()
    assert embedder.made_by is None
    embedder.adopt()  # by the next program
    assert embedder.fusion_weights == weights


def test_question_encoded_on_another_core_has_the_same_neighbours(full_library: Library) -> None:
    semantic = full_library.search.retriever("semantic").semantic
    assert semantic
    expected = semantic.nearest("withdraw consent", 5, None)
    semantic.start_encoding("withdraw consent")
    found = semantic.nearest("withdraw consent", 5, None)
    assert found.passages == expected.passages
