"""Files of laws in git that leave out articles: that is no repeal."""

from pathlib import Path

import pytest
from tests.codes import code_of
from tests.law_repository import Repository

from lexdesk import Library
from lexdesk.compliance import compute_impact
from lexdesk.errors import NoteCode
from lexdesk.law.comparison import have_same_words

WHOLE = [f"La règle numéro {n} oblige chacun." for n in range(1, 13)]


@pytest.fixture
def law(library: Library, tmp_path: Path) -> Library:
    """A law whose second file has 2 of 12 articles, and whose third one has all."""
    repository = Repository()
    in_force = 'status: "in_force"\nentry_into_force: "2001-01-01"\n'
    repository.reform("2001-01-01", *WHOLE, more=in_force)
    repository.reform("2005-01-01", *WHOLE[:2], more=in_force)
    repository.reform("2009-01-01", "Nul.", *WHOLE[1:], more=in_force)
    library.sources.add([repository.bundle(tmp_path / "law.bundle")], vectors=False)
    return library


def test_lost_articles_are_neither_removed_nor_inserted(law: Library) -> None:
    stages = law.law.history("LAW").stages
    changes = [stage.provisions for stage in stages[1:] if stage.provisions]
    assert [(c.amended, c.inserted, c.removed) for c in changes] == [
        ([], [], []),
        (["art_1"], [], []),
    ]
    assert [stage.left_out for stage in stages] == [0, 10, 0]
    article = law.law.history("LAW", "art_7").stages
    assert [(s.change, s.end) for s in article] == [("adopted", "left out"), ("not compared", "")]
    found = compute_impact(law, "LAW", 1, 2)
    assert not found.provisions
    assert "leaves out 10 provisions" in found.notes[0]


def test_removed_articles_are_no_longer_said_to_be_in_force(
    library: Library, tmp_path: Path
) -> None:
    repository = Repository()
    in_force = 'status: "in_force"\nentry_into_force: "2001-01-01"\n'
    repository.reform("2001-01-01", *WHOLE, more=in_force)
    repository.reform("2005-01-01", *WHOLE[:11], more=in_force)
    library.sources.add([repository.bundle(tmp_path / "law.bundle")], vectors=False)
    assert [s.end for s in library.law.history("LAW", "art_12").stages] == ["removed"]
    shown = library.law.show("LAW", "art_12")
    assert code_of(shown.notice) is NoteCode.NOT_IN_LATER_TEXT
    assert shown.status == "no text any more"


def test_numbers_of_footnotes_are_no_words() -> None:
    assert have_same_words("Die ²² Erläuterung", "Die\n²³ Erläuterung")
    assert not have_same_words("10 m²", "10 m³")
