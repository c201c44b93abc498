"""Uncovered duties of a law: the paragraphs of a document that cover them, and the others."""

from pathlib import Path

import numpy as np
import pytest

from lexdesk.compliance import find_similar
from lexdesk.compliance.doc2doc.interactions import Interactions
from lexdesk.compliance.doc2doc.long_query import Paragraph
from lexdesk.compliance.doc2doc.similar import NEAR, find_named_by_subjects, find_uncovered
from lexdesk.errors import Code, Message, NoteCode
from lexdesk.library.library import Library

BREACHES = """# Breaches

We notify a personal data breach to the supervisory authority not later than 72 hours after having
become aware of it, unless a risk to the rights and freedoms of natural persons is unlikely.
"""
GDPR = "32016R0679"
DUTY, FREE = "The controller shall keep a record.", "The Board may issue guidelines."


def met(*columns: tuple[str | None, str, float]) -> Interactions:
    """Columns of (eid, text, the likeness of the only row)."""
    paragraphs = tuple(
        Paragraph(eid or "", at, at + 1, text, eid) for at, (eid, text, _) in enumerate(columns)
    )
    return Interactions(paragraphs, np.array([[column[2] for column in columns]], np.float32))


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ([("art_7__para_1", DUTY, 0.9), ("art_7__para_2", DUTY, 0.2)], [1]),
        ([("art_7__para_1", DUTY, 0.9), ("art_7__para_2", FREE, 0.2)], []),
        ([("art_7__para_1", DUTY, 0.9), ("art_8__para_1", DUTY, 0.2)], []),
        ([("art_7__para_1", FREE, NEAR), ("art_7__para_2", DUTY, NEAR - 0.01)], [1]),
        ([("rec_7", DUTY, 0.9), ("rec_8", DUTY, 0.1)], None),
        ([(None, DUTY, 0.9), (None, DUTY, 0.1)], None),
    ],
)
def test_duty_in_touched_article(
    columns: list[tuple[str | None, str, float]], expected: list[int] | None
) -> None:
    assert find_uncovered(met(*columns), "en") == expected


def test_language_without_rules_has_no_duties() -> None:
    assert (
        find_uncovered(met(("art_7__para_1", DUTY, 0.9), ("art_7__para_2", DUTY, 0.1)), "pl")
        is None
    )


def test_document_lists_uncovered_duties(
    words_library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LEXDESK_MODELS", str(tmp_path / "none"))
    policy = tmp_path / "policy.md"
    policy.write_text(BREACHES)
    answer = find_similar(words_library, policy, every_paragraph=True)
    document = next(document for document in answer.documents if document.work == GDPR)
    assert document.unmet
    best = [max(row[at] for row in document.matrix) for at in range(len(document.columns))]
    assert all(best[at] < NEAR for at in document.unmet)
    labels = [document.columns[at].label for at in document.unmet]
    assert all(label.startswith("Article 33") for label in labels), labels
    assert find_similar(words_library, policy).documents[0].unmet is None


def test_paragraphs_left_out_are_stated(
    words_library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LEXDESK_MODELS", str(tmp_path / "none"))
    monkeypatch.setattr("lexdesk.compliance.doc2doc.ranking._MOST_ROWS", 1)
    policy = tmp_path / "policy.md"
    policy.write_text(BREACHES)
    assert NoteCode.PARAGRAPHS_SAMPLED not in codes(find_similar(words_library, policy).notes)
    policy.write_text(f"{BREACHES}\nWe keep a record of each breach.\n")
    answer = find_similar(words_library, policy, every_paragraph=True)
    assert NoteCode.PARAGRAPHS_SAMPLED in codes(answer.notes)
    assert len(answer.rows) == 1


def codes(notes: list[Message]) -> set[Code]:
    return {code for note in notes for code in note.codes()}


def test_subject_counts_as_a_match_of_the_nearest_paragraph(words_library: Library) -> None:
    said = Paragraph("", 0, 1, "You may ask us to delete your data.", None)
    columns = met(
        ("art_17__para_1", DUTY, 0.3), ("art_17__para_2", DUTY, 0.4), ("art_33__para_1", DUTY, 0.2)
    )
    with words_library.search.retriever().store.as_of_one_moment():
        store = words_library.search.retriever().store
        named = find_named_by_subjects(columns, [said], GDPR, store)
        far = find_named_by_subjects(met(("art_17__para_1", DUTY, 0.1)), [said], GDPR, store)
    assert named == [1]
    assert find_uncovered(columns, "en", named) == [0]
    assert not far
