"""A user's work in a library: annotations, saved searches, earlier searches."""

import dataclasses
from contextlib import closing
from pathlib import Path

import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.annotations.workbook import Workbook, find_new, make_key
from lexdesk.document.model import Document, Provision
from lexdesk.errors import LibraryCode, LibraryDamaged, LibraryError, LibraryTooNew
from lexdesk.search.results.hits import Hit
from lexdesk.storage import page_checksums
from lexdesk.system.library_files import NOTES


@pytest.fixture
def hits(words_library: Library) -> list[Hit]:
    return words_library.search("withdraw consent", mode="keyword", top=5).hits


def test_marks_are_put_removed_and_restored(words_library: Library, hits: list[Hit]) -> None:
    with Workbook(words_library.path) as book:
        tag = book.put(hits[0], "tag", "  consent ")
        note = book.put(hits[0], "note", "as easy to withdraw as to give")
        book.put(hits[1], "tag", "consent")
        assert book.values("tag") == {"consent": 2}
        assert [place.citation for place in book.places("note")] == [hits[0].citation]
        assert book.marks(make_key(hits[0])) == [note, tag]
        book.remove(tag)
        assert book.values("tag") == {"consent": 1}
        book.restore(tag)
    with Workbook(words_library.path) as book:
        assert book.values("tag") == {"consent": 2}
        assert {place.key for place in book.places()} == {make_key(hits[0]), make_key(hits[1])}
        assert book.places("tag", "consent")[0].text == hits[1].text


def test_mark_on_changed_text_is_reported(words_library: Library, hits: list[Hit]) -> None:
    amended = dataclasses.replace(hits[0], text=f"{hits[0].text} This is new.")
    with Workbook(words_library.path) as book:
        tag = book.put(hits[0], "tag", "consent")
        assert book.other_wording(amended) == [tag]
        assert book.other_wording(hits[0]) == []


def test_mark_on_other_passage_of_provision_is_unchanged(words_library: Library) -> None:
    paragraphs = [
        f"The {nth} court sits in {town} and hears whatever is brought before it. " * 9
        for nth, town in (("first", "Cork"), ("second", "Galway"), ("third", "Limerick"))
    ]
    text = "\n\n".join(paragraphs)
    section = Provision("sec_1", "section", "1", "Courts", "Section 1", None, 0, len(text))
    act = Document(text, "Courts Act 2020", work="courts", language="en", provisions=(section,))
    words_library.sources.add_documents([act], vectors=False)
    found = words_library.search("court work:courts", mode="keyword").hits
    one, other = found[:2]
    assert (one.eid, other.eid) == ("sec_1", "sec_1")
    whole = dataclasses.replace(one, text=words_library.law.show("courts", "sec_1").text)
    earlier = dataclasses.replace(one, text="The court sits wherever it likes.")
    standing = words_library.law.wordings("courts", "sec_1")
    assert {one.text, other.text, whole.text.strip()} <= standing
    with Workbook(words_library.path) as book:
        note = book.put(one, "note", "sits in Cork")
        was = book.put(earlier, "note", "sits anywhere")
        assert book.other_wording(other, standing) == [was]
        assert book.same_wording(other, standing) == []
        assert book.other_wording(whole, standing) == [was]
        assert book.same_wording(whole, standing) == [note]


def test_empty_mark_is_rejected(words_library: Library, hits: list[Hit]) -> None:
    with Workbook(words_library.path) as book, pytest.raises(ValueError, match="one letter"):
        book.put(hits[0], "tag", "  ")


def test_saved_search_lists_new_hits(words_library: Library, hits: list[Hit]) -> None:
    with Workbook(words_library.path) as book:
        search = book.save("withdrawal", "withdraw consent", "keyword", hits[:3])
        assert book.saved_searches() == [search]
        assert find_new(search, hits) == hits[3:]
        book.forget_saved("withdrawal")
        assert book.saved_searches() == []
        book.put_saved(search)
        assert book.saved_searches() == [search]


def test_search_history_is_suggested_and_cleared(words_library: Library) -> None:
    with Workbook(words_library.path) as book:
        for query in ("withdraw consent", "child", "Withdraw", "100 % of it"):
            book.remember(query)
        book.remember("withdraw consent")
        assert book.earlier("WITH") == ["withdraw consent", "Withdraw"]
        assert book.earlier("100 %") == ["100 % of it"]
        assert book.earlier() == ["withdraw consent", "100 % of it", "Withdraw", "child"]
        book.remember("Ärztliche Schweigepflicht")
        assert book.earlier("ärzt") == book.earlier("ARZT") == ["Ärztliche Schweigepflicht"]
        book.forget_earlier()
        assert book.earlier() == []
    stored = b"".join(file.read_bytes() for file in Path(words_library.path).glob(f"{NOTES}*"))
    assert b"withdraw consent" not in stored


@pytest.mark.usefixtures("pages_reread_at_once")
def test_damaged_notes_are_reported(words_library: Library, hits: list[Hit]) -> None:
    file = words_library.path / NOTES
    with Workbook(words_library.path) as book:
        book.put(hits[0], "tag", "consent")
    assert words_library.admin.check() == []
    content = bytearray(file.read_bytes())
    content[4096:] = bytes([7]) * (len(content) - 4096)
    file.write_bytes(content)
    with pytest.raises(LibraryDamaged, match=NOTES), Workbook(words_library.path) as book:
        book.marks()
    assert NOTES in words_library.admin.check()[0]
    assert words_library.search("withdraw consent", mode="keyword").hits


def test_notes_of_later_version_are_unchanged(words_library: Library) -> None:
    with closing(page_checksums.connect(words_library.path / NOTES)) as later:
        later.execute("PRAGMA user_version = 9")
    with pytest.raises(LibraryTooNew, match=NOTES):
        Workbook(words_library.path)


def test_notes_without_version_number_are_migrated(words_library: Library, hits: list[Hit]) -> None:
    with Workbook(words_library.path) as book:
        tag = book.put(hits[0], "tag", "consent")
    with closing(page_checksums.connect(words_library.path / NOTES)) as earlier:
        earlier.execute("PRAGMA user_version = 0")
    with Workbook(words_library.path) as book:
        assert book.marks() == [tag]


def test_moved_library_raises_no_internal_error_in_notes(words_library: Library) -> None:
    moved = words_library.path.with_name("moved")
    words_library.path.rename(moved)
    with raises_code(LibraryError, LibraryCode.MOVED_OR_REMOVED):
        words_library.workbook()
    moved.rename(words_library.path)


@pytest.mark.slow
def test_notes_of_more_text_than_people_write_are_rejected(words_library: Library) -> None:
    with Workbook(words_library.path) as book:
        book.save("consent", "consent", "keyword", [])
    crafted = (
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 6)"
        " INSERT INTO earlier SELECT x || printf('%.*c', 20000000, 'x'), '', 1 FROM n"
    )
    with closing(page_checksums.connect(words_library.path / NOTES)) as connection:
        connection.executescript(crafted)
    with Workbook(words_library.path) as book:
        assert [search.name for search in book.saved_searches()] == ["consent"]
        with raises_code(LibraryDamaged, LibraryCode.DAMAGED, "more than 100,000,000 characters"):
            book.earlier("x")
