"""A library through its life: adding, changing, removing, searching."""

import json
import os
import shutil
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.codes import raises_code

from lexdesk import Document, Library
from lexdesk.compliance import find_similar
from lexdesk.errors import LawCode, NotFound
from lexdesk.index.update import update_lexical
from lexdesk.query import parse
from lexdesk.storage.law import Law
from lexdesk.storage.passage_rows import PassageRows
from lexdesk.system import bundled


def test_search_returns_provisions_end_to_end(full_library: Library) -> None:
    answer = full_library.search("withdraw consent")
    first = answer.hits[0]
    assert (first.work, first.eid, first.citation) == (
        "32016R0679",
        "art_7__para_3",
        "Article 7(3) Regulation (EU) 2016/679",
    )
    assert first.heading == "Conditions for consent"
    assert {first.text[start:end].lower() for start, end in first.highlights} == {
        "withdraw",
        "withdrawal",
        "consent",
    }
    assert first.valid_from == "2016-04-27"
    assert answer.vectors_ready == 1.0
    assert first.why["keyword"] is not None
    assert first.why["semantic"] is not None
    assert first.why["semantic"] == pytest.approx(0.7, abs=0.3)


def test_semantic_search_finds_other_words(full_library: Library) -> None:
    question = "a company lost a laptop with client files: who must be told?"
    found = [hit.eid or "" for hit in full_library.search(question, mode="semantic", top=10).hits]
    assert any(eid.startswith(("art_33", "art_34", "rec_85", "rec_86", "rec_87")) for eid in found)


def test_nearest_neighbours_outside_filter_are_no_hits(full_library: Library) -> None:
    for mode in ("hybrid", "semantic"):
        hits = full_library.search('"supervisory authority" NOT breach', mode=mode, top=50).hits
        assert hits
        assert all("breach" not in hit.text.lower() for hit in hits)


@pytest.mark.parametrize(
    ("ask", "after"),
    [
        (lambda library, work: library.search("rent", mode="keyword").hits, (PassageRows, "by_id")),
        (lambda library, work: library.law.show(work), (Law, "expressions_of")),
        (lambda library, work: library.law.references(work).cites, (Law, "expressions_of")),
        (
            lambda library, _: [json.loads(line)["text"] for line in library.catalogue.dump()],
            (Law, "expressions_of"),
        ),
        (
            lambda library, _: find_similar(library, max(library.store.law.works())).documents,
            (Law, "expression_rows"),
        ),
    ],
    ids=["search", "show", "references", "dump", "similar"],
)
def test_replaced_document_is_reported_as_it_was_during_search(
    ask: Callable[[Library, str], object],
    after: tuple[type, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = ("lease", "letter", "mortgage", "note", "will")
    for name in names:
        (tmp_path / f"{name}.txt").write_text(f"Of the {name}: rent is due (Article 17 GDPR).")
    lease = tmp_path / "lease.txt"
    with (
        Library.open(tmp_path / "library", create=True) as library,
        Library.open(tmp_path / "library") as writer,
    ):
        library.sources.add([tmp_path / f"{name}.txt" for name in names], vectors=False)
        work = library.law.show(str(lease)).work
        result = ask(library, work)
        read = getattr(*after)

        def overtaken(part: object, *arguments: object) -> object:
            found = read(part, *arguments)
            monkeypatch.setattr(*after, read)
            lease.write_text("Nothing of it is left.")
            writer.sources.add([lease], vectors=False)
            return found

        monkeypatch.setattr(*after, overtaken)
        assert ask(library, work) == result
        assert ask(library, work) != result


def test_keyword_rebuild_does_not_disturb_other_readers(
    words_library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Library.open(words_library.path) as reader:
        before = reader.search("withdraw consent", mode="keyword").hits
        meanwhile: list[object] = []

        def watched(*arguments: Any) -> None:
            meanwhile.append(reader.search("withdraw consent", mode="keyword").hits)
            update_lexical(*arguments)

        monkeypatch.setattr("lexdesk.index.indexes.update_lexical", watched)
        words_library.admin.rebuild()
        assert meanwhile == [before]
        assert reader.search("withdraw consent", mode="keyword").hits == before
        note = Document(text="Zanzibar is an island.", title="Note", work="note", language="en")
        words_library.sources.add_documents([note], vectors=False)
        assert reader.search("zanzibar", mode="keyword").hits


def test_identical_versions_share_vectors(tmp_path: Path) -> None:
    def version(year: int, text: str) -> Document:
        return Document(text=text, title="Act", work=f"act-{year}", language="en")

    same = "The controller shall keep records of its processing."
    documents = [version(2016, same), version(2017, "Rent is due monthly."), version(2018, same)]
    with Library.open(tmp_path / "library", create=True) as library:
        assert library.sources.add_documents(documents).vectors == 3
        found = library.search.retriever("semantic").candidates(
            parse("keeping records"), "semantic", 10
        )
    first, second, other = (candidate.semantic or 0 for candidate in found.best)
    assert first == pytest.approx(second, abs=1e-5)
    assert second > other


@pytest.mark.slow
def test_provision_in_several_files_is_one_hit(
    words_library: Library, gdpr: Path, tmp_path: Path
) -> None:
    for number in range(3):
        shutil.copytree(gdpr, tmp_path / "copies" / str(number))
    words_library.sources.add([tmp_path / "copies"], vectors=False)
    hits = words_library.search("withdraw consent", mode="keyword", top=3).hits
    assert len(hits) == len({hit.eid for hit in hits}) == 3
    assert hits[0].eid == "art_7__para_3"
    assert hits[0].copies == 3


def test_show(words_library: Library) -> None:
    point = words_library.law.show("32016R0679", "art_6__para_1__point_f")
    assert point.citation == "Article 6(1)(f) Regulation (EU) 2016/679"
    assert point.text.startswith(
        "(f) processing is necessary for the purposes of the legitimate interests"
    )
    article = words_library.law.show("32016r0679", "art_17")
    assert article.heading == "Right to erasure (‘right to be forgotten’)"
    assert [p["eid"] for p in article.provisions] == [
        "art_17__para_1",
        "art_17__para_2",
        "art_17__para_3",
    ]
    whole = words_library.law.show("32016R0679")
    assert point.text in whole.text
    assert len(whole.provisions) > 99 + 173
    with raises_code(NotFound, LawCode.PROVISION_MISSING_BUT, "art_17__para_1"):
        words_library.law.show("32016R0679", "art_17__para_9")
    with raises_code(NotFound, LawCode.WORK_MISSING, "32016R0679", work="2016R"):
        words_library.law.show("2016R")
    with raises_code(NotFound, LawCode.LANGUAGE_MISSING, languages="en"):
        words_library.law.show("32016R0679", language="de")


@pytest.mark.skipif(sys.platform == "win32", reason="names are UTF-16 there")
def test_file_with_non_utf_8_name_is_shown(tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")
    try:
        Path(path).write_text("The tenant shall pay rent monthly.")
    except OSError:
        pytest.skip("names are UTF-8 on this system")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([path], vectors=False)
        assert library.law.show(path).text.startswith("The tenant")
        with raises_code(NotFound, LawCode.WORK_MISSING):
            library.law.recitals.act(path)
        with raises_code(NotFound, LawCode.WORK_MISSING):
            library.law.history(f"{path}.bak")


def test_stored_text_equals_read_text(tmp_path: Path) -> None:
    text = unicodedata.normalize(
        "NFC", "Ünïcödé § 1.\n\n" + "One sentence after another. " * 200 + "\n  end  "
    )
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([Document(text, "t", work="w")], vectors=False)
        assert library.law.show("w").text == text.strip()


def test_bundled_law_has_recorded_date() -> None:
    record = (bundled.find_corpus() / bundled.ACT).with_suffix(".doc.xml").read_text("utf-8")
    assert f'<DATE ISO="{bundled.PUBLISHED.replace("-", "")}">' in record.partition("<LG.OJ>")[0]
