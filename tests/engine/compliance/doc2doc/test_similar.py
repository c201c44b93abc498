"""A whole document as the query: contracts and policies find the GDPR, and it finds them."""

import csv
import dataclasses
import datetime
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from tests.codes import raises_code
from tests.engine.compliance.doc2doc.documents import AGREEMENT, GDPR, WORDS_ALONE, found_by

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.compliance import Similar, find_similar
from lexdesk.compliance.doc2doc import stage_scores
from lexdesk.compliance.doc2doc.long_query import (
    Paragraph,
    query_from_document,
    query_from_file,
    query_from_work,
)
from lexdesk.compliance.doc2doc.parameters import STAGES, Stage
from lexdesk.compliance.doc2doc.similar import Pair
from lexdesk.compliance.report import COLUMNS_OF_SIMILAR, as_html, list_rows, write
from lexdesk.document.model import Document, Property, Reference
from lexdesk.errors import (
    FileFailed,
    LawCode,
    LexdeskError,
    NoteCode,
    NotFound,
    QueryCode,
    QueryError,
)
from lexdesk.extract import read
from lexdesk.system.progress import Progress
from lexdesk.text.tokens import fold, tokens

DAY = datetime.date.fromisoformat
Captured = pytest.CaptureFixture[str]


def test_work_identifier_may_look_like_path(library: Library) -> None:
    answer = find_similar(library, "Regulation (EU) 2016/679", find="affected", without=WORDS_ALONE)
    assert answer.work == "32016R0679"
    with raises_code(NotFound, LawCode.FILE_OR_WORK_MISSING, query="Directive 95/46/EC"):
        find_similar(library, "Directive 95/46/EC")


def test_trailing_blank_line_is_no_paragraph(gdpr: Path) -> None:
    text = read(next(gdpr.glob("*EN*.xml"))).text
    lines = [line for line in text.split("\n") if len(line) > 100][:200]
    found = query_from_document(
        Document(text="\n\n".join(lines), title="A policy"), "policy"
    ).paragraphs
    assert len(found) > len(lines) / 2
    assert all(passage.text.strip() for passage in found)


@pytest.mark.slow
def test_law_finds_implementing_documents(library: Library) -> None:
    answer = find_similar(library, GDPR, without=WORDS_ALONE)
    assert (answer.find, answer.documents[0].citation) == ("affected", "agreement.txt")
    assert GDPR not in [document.work for document in answer.documents]
    best = answer.documents[0]
    assert {"documents", "passages", "subject"} <= best.stage_scores.keys()
    assert "cites it" in best.common.links
    assert set(map(fold, best.words)) <= set(tokens(AGREEMENT)) & set(
        tokens(library.law.show(GDPR).text)
    )
    assert best.common.citations == []
    assert "personal data" in [term.lower() for term in best.common.terms]


def test_document_finds_its_legal_basis(library: Library, prepared: Path) -> None:
    known = find_similar(library, prepared / "papers" / "agreement.txt", without=WORDS_ALONE)
    assert (known.find, known.documents[0].work) == ("grounds", GDPR)
    assert known.documents[0].date == "2016-04-27"
    assert "windows" in known.documents[0].stage_scores  # for it cites
    assert "is cited by it" in known.documents[0].common.links
    assert "agreement.txt" not in found_by(known)


def test_file_outside_library_is_read(library: Library, tmp_path: Path) -> None:
    (tmp_path / "policy.txt").write_text(AGREEMENT)
    answer = find_similar(library, str(tmp_path / "policy.txt"), without=WORDS_ALONE)
    assert answer.name == "policy.txt"
    assert {*found_by(answer)[:2]} == {"agreement.txt", GDPR}
    (tmp_path / "empty.txt").write_text("")
    with pytest.raises((FileFailed, NotFound)):
        find_similar(library, tmp_path / "empty.txt")
    with raises_code(NotFound, LawCode.FILE_OR_WORK_MISSING, query="31999L0001"):
        find_similar(library, "31999L0001")


@pytest.mark.slow
def test_policy_is_divided_equally_inside_and_outside_library(tmp_path: Path) -> None:
    policy = tmp_path / "policy.md"
    policy.write_text(
        "# Privacy policy\n\n## Consent\n\nYou may withdraw your consent to our newsletter at any time."
        "\n\n## Breaches\n\nWe notify a personal data breach to the supervisory authority in 72 hours.\n"
    )
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([policy], vectors=False)
        known = query_from_work(library.search.retriever(), str(policy)).paragraphs
    assert [passage.text[:7] for passage in known] == ["Privacy", "Consent", "Breache"]
    assert known == query_from_file(policy).paragraphs


def test_query_restricts_candidate_documents(library: Library) -> None:
    answer = find_similar(library, GDPR, within="garden", without=WORDS_ALONE)
    assert found_by(answer) in ([], ["lease.txt"])
    with raises_code(QueryError, QueryCode.VALUE_UNKNOWN_OF, field="kind"):
        find_similar(library, GDPR, within="kind:nothing", without=WORDS_ALONE)


@pytest.mark.slow
def test_dates_exclude_documents(library: Library) -> None:
    def names(**dates: datetime.date | int) -> set[str]:
        return set(found_by(find_similar(library, GDPR, without=WORDS_ALONE, **dates)))  # type: ignore[arg-type]

    assert "mail" in names()
    assert "mail" in names(before=DAY("2014-03-01"))
    assert "mail" not in names(after=DAY("2014-03-02"))
    assert "mail" in names(years=3)
    assert "mail" not in names(years=1)
    assert "agreement.txt" in names(years=1)  # its date is not known
    with raises_code(LexdeskError, LawCode.NO_DATE_TO_COUNT_FROM):
        find_similar(library, next(iter(library.search("lease of a flat").hits)).work, years=1)


@pytest.mark.parametrize("wrong", [{"find": "ground"}, {"without": ["windws"]}])
def test_unknown_name_lists_known_names(library: Library, wrong: dict[str, Any]) -> None:
    with raises_code(LexdeskError, QueryCode.OPTION_UNKNOWN, "grounds|windows"):
        find_similar(library, GDPR, **wrong)


@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_can_be_disabled(library: Library, stage: Stage) -> None:
    answer = find_similar(library, GDPR, without=(*WORDS_ALONE, stage))
    assert all(stage not in document.stage_scores for document in answer.documents)
    assert "agreement.txt" in found_by(answer)[:2]


@pytest.mark.slow
def test_paragraph_pairs_form_matrix(full_library: Library, tmp_path: Path) -> None:
    (tmp_path / "policy.txt").write_text(AGREEMENT)
    answer = find_similar(full_library, tmp_path / "policy.txt")
    best = answer.documents[0]
    assert best.work == GDPR
    assert "semantic" in best.stage_scores
    assert len(best.matrix) == len(answer.rows)
    assert all(len(row) == len(best.columns) for row in best.matrix)
    row, column, likeness = best.pairs[0]
    assert best.matrix[row][column] == pytest.approx(likeness, abs=0.001)
    assert likeness == pytest.approx(max(map(max, best.matrix)), abs=0.001)
    assert answer.rows[row].text.strip() in AGREEMENT
    without = find_similar(full_library, tmp_path / "policy.txt", without=["windows"])
    labels = [
        without.documents[0].columns[pair.column].label for pair in without.documents[0].pairs
    ]
    assert any(label.startswith("Article 33") for label in labels)  # breaches


def test_paragraphs_are_paired_lexically_without_model(
    library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LEXDESK_MODELS", str(tmp_path))
    answer = find_similar(library, GDPR)
    assert any(NoteCode.NO_VECTORS in note.codes() for note in answer.notes)
    assert answer.documents[0].pairs


def test_skipped_stages_are_reported_once(full_library: Library, tmp_path: Path) -> None:
    full_library.store.set_setting("model", {"name": "other", "fingerprint": "0" * 16})
    (tmp_path / "policy.txt").write_text(AGREEMENT)
    notes = find_similar(full_library, tmp_path / "policy.txt", every_paragraph=True).notes
    assert [note.partition(":")[0] for note in notes] == [
        "semantic search for documents was not available",
        "paragraphs were compared by their words, for the same reason",
    ]


def test_exception_of_listener_ends_search(library: Library) -> None:
    messages: list[str] = []

    def cancel(news: Progress) -> None:
        messages.append(news.stage)
        assert 0 < news.done <= news.total
        if news.stage == "documents":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        find_similar(library, GDPR, listener=cancel)
    assert "paragraphs" not in messages


def test_each_step_reports_completion(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a document with many citations, only the limited number of windows is counted."""
    monkeypatch.setattr(stage_scores, "MOST_ROWS", 2)
    paragraph = f"{' '.join(['the processor keeps records'] * 60)} under Article 30 of Regulation (EU) 2016/679."
    (tmp_path / "policy.txt").write_text("\n\n".join([paragraph] * 4))
    steps: dict[str, tuple[int, int]] = {}

    def listener(news: Progress) -> None:
        steps[news.stage] = (news.done, news.total)

    find_similar(library, tmp_path / "policy.txt", without=["semantic"], listener=listener)
    assert steps.keys() == {"passages", "documents", "paragraphs"}
    assert all(done == total for done, total in steps.values()), steps


@pytest.fixture(scope="module")
def with_meaning(_full_library: Path, tmp_path_factory: pytest.TempPathFactory) -> Similar:
    """The authorities of the agreement, by all stages but windows."""
    file = tmp_path_factory.mktemp("reports") / "policy.txt"
    file.write_text(AGREEMENT + "\nΑριθμός, Ряд, žluť, ő, ß – <b>&amp;</b>\n")
    with Library.open(_full_library) as library:
        return find_similar(library, file, without=["windows"])


@pytest.mark.parametrize("suffix", [".csv", ".html", ".docx", ".pdf"])
def test_reports_have_a_column_for_decisions(
    with_meaning: Similar, tmp_path: Path, suffix: str
) -> None:
    answer = with_meaning
    target = tmp_path / f"report{suffix}"
    write(answer, target)
    if suffix == ".csv":
        rows = list(csv.reader(io.StringIO(target.read_text("utf-8-sig"))))
        assert tuple(rows[0]) == COLUMNS_OF_SIMILAR
        assert len(rows) == 1 + sum(len(document.pairs) for document in answer.documents)
        assert all(row[-1] == "" for row in rows[1:])
    else:
        sentence = " ".join(read(target).text.split())
        assert "what it rests on" in sentence
        assert "decision" in sentence
        assert "personal data breach" in sentence


def test_reasons_appear_once_per_document(library: Library) -> None:
    answer = find_similar(library, GDPR, without=WORDS_ALONE)
    first, second, *_ = answer.documents
    columns = [Paragraph("1", 0, 1, "rent < 5"), Paragraph("2", 1, 2, "caf\udce9")]
    first = dataclasses.replace(
        first, pairs=[Pair(0, 0, 0.9), Pair(0, 1, 0.5)], columns=columns, date="2020-01-01", date_is_of_file=True,
    )  # fmt: skip
    rows = list(list_rows(dataclasses.replace(answer, documents=[first, second])))
    assert [row[4].partition("; ")[0] for row in rows[:2]] == ["alike (0.90)", "alike (0.50)"]
    assert "; file of 2020-01-01" in rows[0][4]
    assert rows[1][4] == "alike (0.50)"
    assert rows[2][2].startswith(second.citation)
    page = as_html("Report", [COLUMNS_OF_SIMILAR, *rows])
    assert b"<td>rent &lt; 5</td>" in page
    assert b"<td>caf?</td>" in page


def test_pdf_report_embeds_fonts_for_all_languages() -> None:
    from lexdesk.compliance.pdf import write_pdf_table

    letters = "Größe, Αριθμός, Ряд, žluťoučký kůň, ő, ș, ħ, İ, ł, “§ 5”"
    long = "\n".join(f"line {number}: {letters}" for number in range(200))
    result = write_pdf_table("Права <&> Rechte", [("a",) * 6, (letters, "", "", long, "", "")])
    document = pypdfium2.PdfDocument(result)
    text = " ".join("".join(page.get_textpage().get_text_range() for page in document).split())
    assert "Права<&>Rechte" in text.replace(" ", "")  # pdfium guesses blanks
    for word in ("Größe", "Αριθμός", "Ряд", "žluťoučký", "ħ"):
        assert word in text


def test_similar_command_lists_and_writes_report(
    prepared: Path, capsys: Captured, tmp_path: Path
) -> None:
    at = ["-L", str(prepared / "library"), "--without", "semantic", "--without", "interactions"]
    assert run(["similar", GDPR, *at, "--explain"]) == 0
    printed = capsys.readouterr().out
    assert "1. agreement.txt" in printed
    assert "documents 1.00" in printed
    assert run(["similar", GDPR, *at, "--json", "--top", "1"]) == 0
    (document,) = json.loads(capsys.readouterr().out)["documents"]
    assert document["citation"] == "agreement.txt"
    assert run(["similar", GDPR, *at, "--report", str(tmp_path / "out.pdf")]) == 0
    assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF")
    assert run(["similar", GDPR, *at, "--after", "2100-01-01", "--in", "work:mail"]) == 1
    assert capsys.readouterr().out == f"nothing found for: {GDPR}\n"


def test_namesake_documents_are_labelled_by_folder(
    prepared: Path, capsys: Captured, tmp_path: Path
) -> None:
    library = shutil.copytree(prepared / "library", tmp_path / "library")
    for name in ("first.eml", "second.eml"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "terms.txt").write_text(AGREEMENT)
    with Library.open(library) as opened:
        opened.sources.add(
            [tmp_path / "first.eml", tmp_path / "second.eml"], vectors=False, language="en"
        )
    command = [
        "similar",
        GDPR,
        "-L",
        str(library),
        "--without",
        "semantic",
        "--without",
        "interactions",
    ]
    assert run(command) == 0
    printed = capsys.readouterr().out
    assert ". terms.txt in first.eml  (" in printed
    assert ". terms.txt in second.eml  (" in printed
    report = tmp_path / "report.csv"
    assert run([*command, "--report", str(report)]) == 0
    assert "terms.txt in second.eml: " in report.read_text(encoding="utf-8-sig")


def test_work_queries_with_current_text_and_excludes_itself(tmp_path: Path) -> None:
    def act(text: str, language: str, first: str, last: str | None = None) -> Document:
        return Document(
            text, "An Act on orangeries", work="IE-1931-act-2", kind="act", language=language,
            valid_from=DAY(first), valid_to=DAY(last) if last else None,
            properties=(Property("enacted", "1931-05-04"),) if language == "ga" else (),
            references=(Reference(0, 3, None, "cites", "32016R0679", "", "art_30"),),
        )  # fmt: skip

    sentence = "The Minister keeps the register of orangeries"
    former = act(f"{sentence} in a ledger.", "en", "1931-05-05", "1999-12-31")
    ours = act(f"{sentence} in a database.", "en", "2000-01-01")
    irish = act("Coimeádann an tAire an clár.", "ga", "2000-01-01")
    lease = Document(f"{sentence} in a database: so the lease.", "L", work="lease", language="en")
    leased = Document("An léas: orangeries.", "L", work="lease", language="ga")
    late = dataclasses.replace(former, work="other", text=ours.text)
    other = dataclasses.replace(ours, work="other", text="Nothing is left of the register.")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(
            [former, ours, irish, lease, leased, late, other], vectors=False
        )
        retriever = library.search.retriever()
        subject = query_from_work(retriever, "IE-1931-act-2")
        assert (subject.text, subject.date) == (ours.text, DAY("1931-05-04"))
        assert len(subject.own) == 3
        assert [(r.work, r.target) for r in subject.references] == [("32016R0679", "art_30")]
        assert query_from_work(retriever, "IE-1931-act-2", "ga").text == irish.text
        found = find_similar(library, subject, find="grounds", without=WORDS_ALONE).documents
        assert [(document.work, document.language) for document in found] == [
            ("lease", "en"),
            ("other", "en"),
        ]
        other_act = found[1]
        assert other_act.date == "1931-05-05"
        assert other_act.common.citations == ["GDPR"]
        few = find_similar(library, subject, find="grounds", top=1, without=WORDS_ALONE).documents
        assert [document.work for document in few] == [found[0].work]


def test_law_of_a_text_in_everyday_words_is_named_by_its_subjects(
    library: Library, tmp_path: Path
) -> None:
    """Its words are those of the lease, and it cites nothing."""
    (tmp_path / "notice.txt").write_text(
        "What the landlord knows of the tenant\n\nYou may withdraw your consent at any time, in the garden or by post "
        "on the first of each month. The tenant has the right to be forgotten when the rent of the flat is paid.\n"
    )
    named = find_similar(library, tmp_path / "notice.txt", without=WORDS_ALONE).documents
    unnamed = find_similar(
        library, tmp_path / "notice.txt", without=(*WORDS_ALONE, "matters")
    ).documents
    assert (named[0].work, named[0].stage_scores["matters"]) == (GDPR, 1)
    assert unnamed[0].path and unnamed[0].path.endswith("lease.txt")
    (tmp_path / "notice.txt").write_text(
        "You may withdraw your consent in the garden of the tenant."
    )
    once = find_similar(library, tmp_path / "notice.txt", without=WORDS_ALONE).documents
    assert "matters" not in once[0].stage_scores
