"""The boost of a passage by the rest of its text: a hand-worked case, and properties."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.library.library import Library
from lexdesk.search.ranking.fusion import Candidate
from lexdesk.search.ranking.passage_evidence import BEST, raise_by_evidence


def candidates(scores: list[float]) -> list[Candidate]:
    """Passages 1, 2, 3 ... with these scores, highest first."""
    ordered = sorted(scores, reverse=True)
    return [Candidate(n, score, None, None) for n, score in enumerate(ordered, start=1)]


def test_evidence_matches_hand_computed_values() -> None:
    """Text 7 has two beside its best; 5 of 50 passages are candidates, so that 1 of its 10 is by chance."""
    found = raise_by_evidence(
        candidates([0.9, 0.8, 0.7, 0.5, 0.2]), {1: 6, 2: 7, 3: 7, 4: 7, 5: 8}, {7: 10}, 50
    )
    added = 2 * 0.02 / (1 + 2 * 1)
    assert [(c.passage, c.score) for c in found] == [
        (1, 0.9),
        (2, pytest.approx(0.8 + added)),
        (3, 0.7),
        (4, 0.5),
        (5, 0.2),
    ]
    assert [c.evidence for c in found] == [0, pytest.approx(added), 0, 0, 0]


def test_text_with_more_evidence_ranks_higher() -> None:
    scores = [0.99, 0.98, 0.9, 0.87, 0.1]
    found = raise_by_evidence(candidates(scores), {1: 1, 2: 2, 3: 2, 4: 2, 5: 3}, {2: 3}, 10_000)
    assert [c.passage for c in found[:2]] == [2, 1]
    assert found[0].score == 1, "what is above 1 is brought down to it"
    assert found[1].score < 0.99


@given(st.lists(st.floats(0, 1), max_size=2 * BEST), st.data())
def test_order_within_text_and_range_are_kept(scores: list[float], data: st.DataObject) -> None:
    before = candidates(scores)
    texts = {
        c.passage: data.draw(st.integers(1, 5)) for c in before[: data.draw(st.integers(0, BEST))]
    }
    after = raise_by_evidence(before, texts, dict.fromkeys(range(1, 6), 30), 300)
    assert sorted(c.passage for c in after) == sorted(c.passage for c in before)
    assert all(0 <= c.score <= 1 + 1e-9 for c in after)
    assert after == sorted(after, key=lambda c: (-c.score, c.passage))
    for text in set(texts.values()):
        best = [c.passage for c in before if texts.get(c.passage) == text]
        raised = [c.passage for c in after if c.evidence and texts.get(c.passage) == text]
        assert raised in ([], best[:1]), "the best passage of a text alone is raised"


def test_evidence_counts_for_texts_without_provisions(
    full_library: Library, tmp_path: Path
) -> None:
    """The best provision of a long act is no better for the others; a memorandum about consent is."""
    gdpr = full_library.search("withdrawal of consent by the data subject").hits
    assert not any(hit.why.get("evidence") for hit in gdpr)
    memorandum = tmp_path / "memorandum.txt"
    paragraphs = (f"Withdrawal of consent by the data subject, reason {n}. " * 9 for n in range(8))
    memorandum.write_text("\n\n".join(paragraphs), encoding="utf-8")
    full_library.sources.add([memorandum])
    hits = full_library.search("withdrawal of consent by the data subject").hits
    found = [share for hit in hits if (share := hit.why.get("evidence")) is not None]
    assert len(found) == 1
    assert 0 < found[0] < 1
