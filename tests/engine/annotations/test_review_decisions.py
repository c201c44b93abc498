"""Review decisions: stored by provision and text, marked after a change of the text, part of reports."""

import csv
import dataclasses
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from lexdesk import Library
from lexdesk.annotations.decisions import VERDICTS, Subject
from lexdesk.annotations.workbook import Workbook
from lexdesk.compliance import compute_coverage, find_similar
from lexdesk.compliance.doc2doc.long_query import Paragraph
from lexdesk.compliance.report import write
from lexdesk.compliance.review_subjects import (
    ReviewDecisions,
    make_pair_subject,
    make_provision_subject,
)
from lexdesk.storage.encryption import connect
from lexdesk.storage.schema import NOTES_TABLES
from lexdesk.system.library_files import NOTES
from lexdesk.system.lock import writer_lock

GDPR = "32016R0679"
WITHDRAW = Subject(
    GDPR, "art_7__para_3", "en", "Article 7(3) GDPR", "3. The data subject shall have the right ..."
)


@pytest.mark.parametrize("verdict", VERDICTS)
def test_decision_is_saved_and_withdrawn(words_library: Library, verdict: str) -> None:
    with words_library.workbook() as book:
        decision = book.decisions.put(WITHDRAW, verdict, "  five steps  ")  # type: ignore[arg-type]
        assert (decision.verdict, decision.note) == (verdict, "five steps")
    with words_library.workbook() as book:
        standing = book.decisions.on(WITHDRAW)
        assert standing is not None
        assert (standing.decision, standing.is_changed) == (decision, False)
        assert standing.sentence == f"{verdict}: five steps"
        book.decisions.remove(decision)
        assert book.decisions.on(WITHDRAW) is None
        book.decisions.restore(decision)
        assert book.decisions.all() == [decision]


def test_decision_on_changed_text_is_marked_outdated(words_library: Library) -> None:
    amended = dataclasses.replace(WITHDRAW, text=f"{WITHDRAW.text} This is new.")
    spaced = dataclasses.replace(WITHDRAW, text=f" {WITHDRAW.text.replace(' ', '  ')}\n")
    with words_library.workbook() as book:
        old = book.decisions.put(WITHDRAW, "gap")
        standing = book.decisions.on(amended)
        assert standing is not None
        assert (standing.decision, standing.is_changed) == (old, True)
        assert standing.sentence == "gap (text changed since)"
        found = book.decisions.on(spaced)
        assert found is not None and not found.is_changed
        new = book.decisions.put(amended, "complies")
        assert [book.decisions.on(item).decision for item in (WITHDRAW, amended)] == [old, new]  # type: ignore[union-attr]


def test_decision_key_is_document_language_and_provision(words_library: Library) -> None:
    against = dataclasses.replace(WITHDRAW, against="policy.md")
    with words_library.workbook() as book:
        decided = book.decisions.put(against, "gap")
        assert book.decisions.on(WITHDRAW) is None
        assert [item.decision for item in book.decisions.on_other_documents(WITHDRAW)] == [decided]
        assert book.decisions.on_other_documents(against) == []
        for other in ({"language": "de"}, {"eid": "art_7__para_2"}, {"work": "32014L0065"}):
            assert book.decisions.on(dataclasses.replace(against, **other)) is None


def test_decision_without_provisions_is_keyed_by_text(words_library: Library) -> None:
    clause = Subject("lease.md", "", "", "lease.md", "The tenant repairs.", GDPR)
    with words_library.workbook() as book:
        book.decisions.put(clause, "not relevant")
        assert book.decisions.on(clause) is not None
        assert book.decisions.on(dataclasses.replace(clause, text="The tenant pays.")) is None


def test_unknown_verdict_is_rejected(words_library: Library) -> None:
    with words_library.workbook() as book, pytest.raises(ValueError, match="complies, gap"):
        book.decisions.put(WITHDRAW, "perhaps")  # type: ignore[arg-type]


def test_notes_without_decision_table_are_migrated(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        before = connect(library.path / NOTES, None)
        earlier = re.search(r"CREATE TABLE IF NOT EXISTS earlier [^;]*;", NOTES_TABLES)
        assert earlier is not None
        before.execute(earlier.group())
        before.execute("INSERT INTO earlier VALUES ('consent', '2026-01-01', 1)")
        before.close()
        with Workbook(library.path) as book:
            assert book.earlier() == ["consent"]
            book.decisions.put(WITHDRAW, "complies")
            assert len(book.decisions.all()) == 1


def test_decisions_are_saved_during_indexing(words_library: Library) -> None:
    with writer_lock(words_library.path, "add"), words_library.workbook() as book:
        book.decisions.put(WITHDRAW, "complies")
        assert [item.verdict for item in book.decisions.all()] == ["complies"]


@pytest.fixture
def reviewed_library(
    words_library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Library:
    """The GDPR and a policy with the rule of Article 7(3), without a model."""
    monkeypatch.setenv("LEXDESK_MODELS", str(tmp_path / "none"))
    policy = tmp_path / "policy.md"
    policy.write_text(
        "# Policy\n\nA customer has the right to withdraw consent at any time. The withdrawal of consent"
        " does not affect the lawfulness of processing based on consent before its withdrawal.\n"
    )
    words_library.sources.add([policy], vectors=False)
    return words_library


@pytest.mark.slow
def test_reports_contain_decisions(reviewed_library: Library, tmp_path: Path) -> None:
    policy = tmp_path / "policy.md"
    library = reviewed_library
    found = find_similar(library, policy, every_paragraph=True)
    document = found.documents[0]
    pair = document.pairs[0]
    row, column = found.rows[pair.row], document.columns[pair.column]
    subject = make_pair_subject(library, found, document, row, column)
    assert (subject.work, subject.eid) == (GDPR, column.eid)
    with library.workbook() as book:
        book.decisions.put(subject, "gap", "no word of how easy")
        article = make_provision_subject(library, GDPR, "art_12", "en")
        book.decisions.put(dataclasses.replace(article, text="older"), "complies")
    write(found, tmp_path / "similar.csv", ReviewDecisions(library))
    rows = list(csv.DictReader((tmp_path / "similar.csv").read_text("utf-8-sig").splitlines()))
    assert rows[0]["decision"] == "gap: no word of how easy"
    assert {row["decision"] for row in rows[1:]} <= {""}
    reviewed = ReviewDecisions(library)
    above = (column.eid or "").partition("__")[0]
    assert reviewed.of_provision(GDPR, above, subject.against) == (
        f"{subject.citation}: gap: no word of how easy"
    )
    assert reviewed.of_provision(GDPR, above, "another") == ""
    write(compute_coverage(library, GDPR), tmp_path / "coverage.csv", reviewed)
    covered = (tmp_path / "coverage.csv").read_text("utf-8-sig")
    assert "complies (text changed since)" in covered


def test_outdated_decision_is_not_reported_as_current(words_library: Library) -> None:
    """A decision on earlier words comes after it, though it was made later; on other documents and works, none."""
    article = make_provision_subject(words_library, GDPR, "art_7", "en", "policy")
    clause = Subject("lease", "", "", "lease.md", "The tenant repairs.", GDPR)

    def on(note: str, **other: str) -> None:
        book.decisions.put(dataclasses.replace(article, **other), "gap", note)

    with words_library.workbook() as book:
        on("earliest", text="earliest words")
        on("now")
        on("earlier", text="earlier words")
        on("of any document", against="")
        on("of another document", against="lease")
        on("of another work", work="32016L0680", language="de")
        on("older", eid="art_8", text="older words")
        on("old", eid="art_8", text="old words")
        on("of what is gone", eid="art_200")
        book.decisions.put(clause, "complies")
    reviewed = ReviewDecisions(words_library)
    assert reviewed.of_provision(GDPR, "art_7", "policy") == "gap: of any document; gap: now"
    assert reviewed.of_provision(GDPR, "art_8", "policy") == "gap: old (text changed since)"
    changed = {standing.decision.note: standing.is_changed for standing in reviewed.standings()}
    assert changed["of what is gone"]
    assert not changed["now"]
    assert not changed[""], "a clause is known by its words"


@pytest.mark.parametrize("find", ["affected", "grounds"])
def test_decision_on_pair_uses_current_text_of_law(words_library: Library, find: str) -> None:
    law = Paragraph("Article 7(3)", 0, 9, "earlier words", "art_7__para_3")
    clause = Paragraph("3.3", 0, 9, "You may withdraw.")

    def subject(work: str, law: Paragraph) -> Subject:
        act = SimpleNamespace(work=work, name="GDPR", citation="GDPR", language="en", find=find)
        policy = SimpleNamespace(work="", name="draft.md", citation="", language="en", find=find)
        if find == "grounds":
            return make_pair_subject(words_library, policy, act, clause, law)  # type: ignore[arg-type]
        policy.work = "draft.md"
        return make_pair_subject(words_library, act, policy, law, clause)  # type: ignore[arg-type]

    known = subject(GDPR, law)
    assert (known.work, known.eid, known.against) == (GDPR, "art_7__para_3", "draft.md")
    assert known.text.startswith("3. The data subject shall have the right to withdraw")
    unknown = subject("32016L0680", law)
    assert (unknown.work, unknown.eid, unknown.text) == ("32016L0680", law.eid, law.text)
    passage = subject(GDPR, dataclasses.replace(law, eid=None))
    assert (passage.eid, passage.text, passage.citation) == ("", law.text, "Article 7(3) GDPR")
