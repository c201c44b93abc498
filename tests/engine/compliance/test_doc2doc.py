"""A whole document as the query: a firm's papers and the GDPR, each found by the other."""

from __future__ import annotations

import csv
import dataclasses
import datetime
import io
import itertools
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.citations.references import find_references
from lexdesk.citations.work_lookup import name_key
from lexdesk.cli import run
from lexdesk.compliance import Similar, similar
from lexdesk.compliance.doc2doc import dates
from lexdesk.compliance.doc2doc import stage_scores as voices
from lexdesk.compliance.doc2doc.candidates import CandidateFinder
from lexdesk.compliance.doc2doc.citations import by_citations
from lexdesk.compliance.doc2doc.dates import Period, day_of_document, period
from lexdesk.compliance.doc2doc.document_words import DocumentWords
from lexdesk.compliance.doc2doc.ensemble import ensemble, scaled
from lexdesk.compliance.doc2doc.interactions import Interactions
from lexdesk.compliance.doc2doc.long_query import Paragraph, of_document, of_file, of_work
from lexdesk.compliance.doc2doc.parameters import (
    BM25,
    FINDS,
    OF,
    PLAIN,
    SHORT,
    STAGES,
    VOICES,
    Find,
    Stage,
)
from lexdesk.compliance.doc2doc.query_words import QueryWords, query_words
from lexdesk.compliance.doc2doc.ranking import Ranking
from lexdesk.compliance.doc2doc.shared_features import (
    defined_terms,
    in_common,
    shared_terms,
    words_in_common,
)
from lexdesk.compliance.doc2doc.similar import Pair
from lexdesk.compliance.doc2doc.stage_scores import scores_of, spread
from lexdesk.compliance.report import COLUMNS_OF_SIMILAR, as_html, rows_of, write
from lexdesk.document.model import Document, Property, Reference, Relation
from lexdesk.errors import FileFailed, LawCode, LexdeskError, NotFound, QueryCode, QueryError
from lexdesk.evaluation.collection import Collection, Topic
from lexdesk.evaluation.measures import paired
from lexdesk.evaluation.similar import WHOLE, as_query, evaluate_similar
from lexdesk.extract import read
from lexdesk.system.progress import Progress
from lexdesk.text.tokens import fold, tokens

Captured = pytest.CaptureFixture[str]
GDPR = "32016R0679"
DAY = datetime.date.fromisoformat

AGREEMENT = """Data processing agreement

1. Definitions. "Personal data" means any information about a natural person who is identified or
identifiable. "Processor" means whoever processes personal data on behalf of the controller.

2. Breaches. The processor notifies the controller of every personal data breach without undue
delay after becoming aware of it, at the latest within 24 hours, so that the controller can notify
the supervisory authority not later than 72 hours after it.

3. Law. The processor keeps records of processing activities under Article 30 of Regulation (EU)
2016/679, and engages no other processor without written authorisation of the controller.
"""
LEASE = """Lease of a flat

1. Rent. The tenant pays the rent on the first of each month to the landlord's bank account.

2. Garden. Dogs and cats are allowed in the garden. The tenant mows the lawn in summer.
"""
MAIL = Document(
    text="Please look at the processor's notice of a personal data breach before the authority does.",
    title="Notice", work="mail", kind="email", language="en",
    properties=(Property("date", "2014-03-01T10:00:00+01:00"),),
)  # fmt: skip


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory, gdpr: Path) -> Path:
    folder = tmp_path_factory.mktemp("similar")
    (folder / "papers").mkdir()
    (folder / "papers" / "agreement.txt").write_text(AGREEMENT)
    (folder / "papers" / "lease.txt").write_text(LEASE)
    with Library.open(folder / "library", create=True) as library:
        library.sources.add([folder / "papers"], vectors=False, language="en")
        library.sources.add([gdpr], vectors=False)
        library.sources.add_documents([MAIL], vectors=False)
    return folder


@pytest.fixture
def library(prepared: Path) -> Iterator[Library]:
    with Library.open(prepared / "library") as library:
        yield library


WORDS_ALONE: tuple[Stage, ...] = ("semantic", "interactions")


def found_by(answer: Similar) -> list[str]:
    """Names of text files, works of all else."""
    names = (Path(document.path or "").name for document in answer.documents)
    return [
        name if name.endswith(".txt") else document.work
        for name, document in zip(names, answer.documents, strict=True)
    ]


def test_work_identifier_may_look_like_path(library: Library) -> None:
    answer = similar(library, "Regulation (EU) 2016/679", find="affected", without=WORDS_ALONE)
    assert answer.work == "32016R0679"
    with raises_code(NotFound, LawCode.FILE_OR_WORK_MISSING, query="Directive 95/46/EC"):
        similar(library, "Directive 95/46/EC")


def test_trailing_blank_line_is_no_paragraph(gdpr: Path) -> None:
    text = read(next(gdpr.glob("*EN*.xml"))).text
    lines = [line for line in text.split("\n") if len(line) > 100][:200]
    found = of_document(Document(text="\n\n".join(lines), title="A policy"), "policy").paragraphs
    assert len(found) > len(lines) / 2
    assert all(passage.text.strip() for passage in found)


@pytest.mark.slow
def test_law_finds_implementing_documents(library: Library) -> None:
    answer = similar(library, GDPR, without=WORDS_ALONE)
    assert (answer.find, answer.documents[0].citation) == ("affected", "agreement.txt")
    assert GDPR not in [document.work for document in answer.documents]
    best = answer.documents[0]
    assert {"documents", "passages", "subject"} <= best.voices.keys()
    assert "cites it" in best.common.links
    assert set(map(fold, best.words)) <= set(tokens(AGREEMENT)) & set(
        tokens(library.law.show(GDPR).text)
    )
    assert best.common.citations == []
    assert "personal data" in [term.lower() for term in best.common.terms]


def test_document_finds_its_legal_basis(library: Library, prepared: Path) -> None:
    known = similar(library, prepared / "papers" / "agreement.txt", without=WORDS_ALONE)
    assert (known.find, known.documents[0].work) == ("grounds", GDPR)
    assert known.documents[0].date == "2016-04-27"
    assert "windows" in known.documents[0].voices  # for it cites
    assert "is cited by it" in known.documents[0].common.links
    assert "agreement.txt" not in found_by(known)


def test_file_outside_library_is_read(library: Library, tmp_path: Path) -> None:
    (tmp_path / "policy.txt").write_text(AGREEMENT)
    answer = similar(library, str(tmp_path / "policy.txt"), without=WORDS_ALONE)
    assert answer.name == "policy.txt"
    assert {*found_by(answer)[:2]} == {"agreement.txt", GDPR}
    (tmp_path / "empty.txt").write_text("")
    with pytest.raises((FileFailed, NotFound)):
        similar(library, tmp_path / "empty.txt")
    with raises_code(NotFound, LawCode.FILE_OR_WORK_MISSING, query="31999L0001"):
        similar(library, "31999L0001")


@pytest.mark.slow
def test_policy_is_divided_equally_inside_and_outside_library(tmp_path: Path) -> None:
    policy = tmp_path / "policy.md"
    policy.write_text(
        "# Privacy policy\n\n## Consent\n\nYou may withdraw your consent to our newsletter at any time."
        "\n\n## Breaches\n\nWe notify a personal data breach to the supervisory authority in 72 hours.\n"
    )
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([policy], vectors=False)
        known = of_work(library.search.retriever(), str(policy)).paragraphs
    assert [passage.text[:8] for passage in known] == ["Privacy ", "Breaches"]
    assert known == of_file(policy).paragraphs


def test_query_restricts_candidate_documents(library: Library) -> None:
    answer = similar(library, GDPR, within="garden", without=WORDS_ALONE)
    assert found_by(answer) in ([], ["lease.txt"])
    with raises_code(QueryError, QueryCode.VALUE_UNKNOWN_OF, field="kind"):
        similar(library, GDPR, within="kind:nothing", without=WORDS_ALONE)


def test_dates_exclude_documents(library: Library) -> None:
    def names(**dates: datetime.date | int) -> set[str]:
        return set(found_by(similar(library, GDPR, without=WORDS_ALONE, **dates)))  # type: ignore[arg-type]

    assert "mail" in names()
    assert "mail" in names(before=DAY("2014-03-01"))
    assert "mail" not in names(after=DAY("2014-03-02"))
    assert "mail" in names(years=3)
    assert "mail" not in names(years=1)
    assert "agreement.txt" in names(years=1)  # its date is not known
    with raises_code(LexdeskError, LawCode.NO_DATE_TO_COUNT_FROM):
        similar(library, next(iter(library.search("lease of a flat").hits)).work, years=1)


@pytest.mark.parametrize("wrong", [{"find": "ground"}, {"without": ["windws"]}])
def test_unknown_name_lists_known_names(library: Library, wrong: dict[str, Any]) -> None:
    with raises_code(LexdeskError, QueryCode.OPTION_UNKNOWN, "grounds|windows"):
        similar(library, GDPR, **wrong)


@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_can_be_disabled(library: Library, stage: Stage) -> None:
    answer = similar(library, GDPR, without=(*WORDS_ALONE, stage))
    assert all(stage not in document.voices for document in answer.documents)
    assert "agreement.txt" in found_by(answer)[:2]


@pytest.mark.slow
def test_paragraph_pairs_form_matrix(full_library: Library, tmp_path: Path) -> None:
    (tmp_path / "policy.txt").write_text(AGREEMENT)
    answer = similar(full_library, tmp_path / "policy.txt")
    best = answer.documents[0]
    assert best.work == GDPR
    assert "semantic" in best.voices
    assert len(best.matrix) == len(answer.rows)
    assert all(len(row) == len(best.columns) for row in best.matrix)
    row, column, likeness = best.pairs[0]
    assert best.matrix[row][column] == pytest.approx(likeness, abs=0.001)
    assert likeness == pytest.approx(max(map(max, best.matrix)), abs=0.001)
    assert answer.rows[row].text.strip() in AGREEMENT
    without = similar(full_library, tmp_path / "policy.txt", without=["windows"])
    labels = [
        without.documents[0].columns[pair.column].label for pair in without.documents[0].pairs
    ]
    assert any(label.startswith("Article 33") for label in labels)  # breaches


def test_paragraphs_are_paired_lexically_without_model(
    library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LEXDESK_MODELS", str(tmp_path))
    answer = similar(library, GDPR)
    assert any("vectors" in note for note in answer.notes)
    assert answer.documents[0].pairs


def test_skipped_stages_are_reported_once(full_library: Library, tmp_path: Path) -> None:
    full_library.store.set_setting("model", {"name": "other", "fingerprint": "0" * 16})
    (tmp_path / "policy.txt").write_text(AGREEMENT)
    notes = similar(full_library, tmp_path / "policy.txt", every_paragraph=True).notes
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
        similar(library, GDPR, listener=cancel)
    assert "paragraphs" not in messages


def test_each_step_reports_completion(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a document that cites more often than is asked of passages, only so many windows are counted."""
    monkeypatch.setattr(voices, "MOST_ROWS", 2)
    paragraph = f"{' '.join(['the processor keeps records'] * 60)} under Article 30 of Regulation (EU) 2016/679."
    (tmp_path / "policy.txt").write_text("\n\n".join([paragraph] * 4))
    steps: dict[str, tuple[int, int]] = {}

    def listener(news: Progress) -> None:
        steps[news.stage] = (news.done, news.total)

    similar(library, tmp_path / "policy.txt", without=["semantic"], listener=listener)
    assert steps.keys() == {"passages", "documents", "paragraphs"}
    assert all(done == total for done, total in steps.values()), steps


@pytest.fixture(scope="module")
def with_meaning(_full_library: Path, tmp_path_factory: pytest.TempPathFactory) -> Similar:
    """What the agreement rests on, by all stages but windows."""
    file = tmp_path_factory.mktemp("reports") / "policy.txt"
    file.write_text(AGREEMENT + "\nΑριθμός, Ряд, žluť, ő, ß – <b>&amp;</b>\n")
    with Library.open(_full_library) as library:
        return similar(library, file, without=["windows"])


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
    answer = similar(library, GDPR, without=WORDS_ALONE)
    first, second, *_ = answer.documents
    columns = [Paragraph("1", 0, 1, "rent < 5"), Paragraph("2", 1, 2, "caf\udce9")]
    first = dataclasses.replace(
        first, pairs=[Pair(0, 0, 0.9), Pair(0, 1, 0.5)], columns=columns, date="2020-01-01", date_is_of_file=True,
    )  # fmt: skip
    rows = list(rows_of(dataclasses.replace(answer, documents=[first, second])))
    assert [row[4].partition("; ")[0] for row in rows[:2]] == ["alike (0.90)", "alike (0.50)"]
    assert "; file of 2020-01-01" in rows[0][4]
    assert rows[1][4] == "alike (0.50)"
    assert rows[2][2].startswith(second.citation)
    page = as_html("Report", [COLUMNS_OF_SIMILAR, *rows])
    assert b"<td>rent &lt; 5</td>" in page
    assert b"<td>caf?</td>" in page


def test_pdf_report_embeds_fonts_for_all_languages() -> None:
    from lexdesk.compliance.pdf import table_in_pdf

    letters = "Größe, Αριθμός, Ряд, žluťoučký kůň, ő, ș, ħ, İ, ł, “§ 5”"
    long = "\n".join(f"line {number}: {letters}" for number in range(200))
    result = table_in_pdf("Права <&> Rechte", [("a",) * 6, (letters, "", "", long, "", "")])
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


WINDOWED = "one two three [?CITATION?] four five six seven eight [REF] nine ten"


@pytest.mark.parametrize(
    ("reach", "windows"),
    [
        (2, ["two three [?CITATION?] four", "seven eight [REF] nine"]),
        (50, [WINDOWED]),
    ],
)
def test_windows_lie_around_citations(reach: int, windows: list[str]) -> None:
    query = of_document(Document(text=WINDOWED, title="A judgment"), "judgment")
    found = query.windows(reach)
    assert [window.text.split()[0] for window in found] == [window.split()[0] for window in windows]
    assert all(WINDOWED[w.start : w.end] == w.text for w in found)
    assert "citation" not in query.words
    assert query.words[:4] == ["one", "two", "three", "four"]


def test_named_act_has_context_window() -> None:
    """A file outside of a library has no identifier, as what it cites by a name has none."""
    text = f"{LEASE} It is registered under the Registration of Title Act 1964 before the tenant moves in."
    query = of_document(Document(text=text, title="Lease", language="en"), "lease")
    assert [(r.work, r.name) for r in query.references] == [("", "Registration of Title Act 1964")]
    known = {name_key("Registration of Title Act, 1964")}
    found = query.windows(2, known)
    assert [text[w.start : w.end] for w in found] == ["under the Registration of Title"]
    assert query.windows(2) == [], "no work of the library has this name"


GERMAN_POLICY = """Datenschutzhinweise der Hausverwaltung

1. Wir verarbeiten Daten der Mieter nach Artikel 6 Absatz 1 Buchstabe b der Verordnung (EU) 2016/679.
Auskunft erteilen wir nach Artikel 15 der Verordnung (EU) 2016/679. Es gilt das Mietrechtsgesetz.

2. Der Mieter zahlt die Miete am Ersten jedes Monats. Hunde und Katzen sind im Garten erlaubt, und der
Mieter mäht im Sommer den Rasen. Der Abstellraum bleibt frei, die Heizung wird im Herbst entlüftet.
"""


def test_citations_are_found_in_every_language(prepared: Path, tmp_path: Path) -> None:
    """No word of it stands in the English text of the regulation, and the lease says what it says."""
    lease = Document(
        GERMAN_POLICY.partition("2. ")[2] * 2,
        "Mietvertrag",
        work="lease",
        kind="contract",
        language="de",
    )
    tenancy = Document(
        "Mietrechtsgesetz\n\n§ 1 Zweck. Dieses Gesetz ordnet Verhältnisse.",
        "Mietrechtsgesetz",
        work="DE-mietrg",
        kind="statute",
        language="de",
    )
    policy = Document(GERMAN_POLICY, "Hinweise", work="policy", kind="policy", language="de")
    policy = dataclasses.replace(policy, references=find_references(policy))
    with Library.open(shutil.copytree(prepared / "library", tmp_path / "library")) as library:
        library.sources.add_documents([lease, tenancy, policy], vectors=False)
        answer = similar(library, "policy", find="grounds", without=WORDS_ALONE)
        assert [document.work for document in answer.documents[:2]] == [GDPR, "lease"]
        by_work = {document.work: document for document in answer.documents}
        assert by_work[GDPR].voices["citations"] == 1
        assert by_work[GDPR].common.links == ["is cited by it"]
        assert by_work["DE-mietrg"].common.links == ["is cited by it"], "by its name alone"
        assert 0 < by_work["DE-mietrg"].voices["citations"] < 1
        unheard = similar(library, "policy", find="grounds", without=(*WORDS_ALONE, "citations"))
        assert unheard.documents[0].work == "lease"
        affected = similar(library, GDPR, without=WORDS_ALONE)
        unheard = similar(library, GDPR, without=(*WORDS_ALONE, "citations"))
        assert [found_by(item).index("policy") for item in (affected, unheard)] == [2, 4]


def test_act_is_cited_by_number_title_name_or_common_name(
    tmp_path: Path,
) -> None:
    """What cites itself, as a file of the act does, rests on nothing therefore."""
    act = Document(
        "The Minister keeps the register of orangeries.", "An Act on the care of orangeries",
        short_title="Orangeries Act 1931", work="32016R0679", kind="act", language="en",
    )  # fmt: skip
    cited = (
        ("by number", act.work, ""),
        ("by title", "", act.title),
        ("by name", "", act.short_title),
    )
    letters = [
        Document(
            "A letter.", "", work=title, language="en", references=(Reference(0, 8, None, "cites", work, name, ""),)
        )
        for title, work, name in (*cited, ("by short name", "", "GDPR"), ("not", "", "Rent Act 1931"))
    ]  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([act, *letters, *letters], vectors=False)
        retriever = library.search.retriever()
        store, query = retriever.store, of_work(retriever, act.work)
        number = frozenset(expression.id for expression in store.law.expressions_of("by number"))
        names = {title for title, *_ in cited} | {"by short name"}
        expected: tuple[tuple[Find, frozenset[int], set[str]], ...] = (
            ("affected", frozenset(), names), ("affected", number, names - {"by number"}), ("grounds", number, set()),
        )  # fmt: skip
        for find, excluded, works in expected:
            found = by_citations(store, query, find, {}, excluded)
            assert {row.work for row in store.law.expression_rows(found).values()} == works
        itself = of_document(dataclasses.replace(act, references=letters[0].references), "act.pdf")
        assert by_citations(store, itself, "grounds", {}, frozenset()) == {}
        twice = dataclasses.replace(query, references=letters[0].references * 2, work="another")
        (often,) = by_citations(store, twice, "grounds", {}, number).values()
        assert often == pytest.approx(np.log(3))


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
        subject = of_work(retriever, "IE-1931-act-2")
        assert (subject.text, subject.date) == (ours.text, DAY("1931-05-04"))
        assert len(subject.own) == 3
        assert [(r.work, r.target) for r in subject.references] == [("32016R0679", "art_30")]
        assert of_work(retriever, "IE-1931-act-2", "ga").text == irish.text
        found = similar(library, subject, find="grounds", without=WORDS_ALONE).documents
        assert [(document.work, document.language) for document in found] == [
            ("lease", "en"),
            ("other", "en"),
        ]
        other_act = found[1]
        assert other_act.date == "1931-05-05"
        assert other_act.common.citations == ["GDPR"]
        few = similar(library, subject, find="grounds", top=1, without=WORDS_ALONE).documents
        assert [document.work for document in few] == [found[0].work]


def test_shared_citations_use_common_name(tmp_path: Path) -> None:
    """As the library calls it in the language of the query, else as that does, else by a name that all know."""
    values = {
        "IE-1931-act-2": ("Orangeries Act 1931", "", ""),
        "31995L0046": ("Article 4 of Directive 95/46/EC, and Directive 95/46/EC", "", "art_4"),
        "32016R0679": ("Article 30", "", "art_30"),
        "DE-bgb": ("§ 5", "", "para_5"),
        "DE-zzgb_2": ("§ 6", "", "para_6"),
        "32099R0001": ("Article 9", "", "art_9"),
        "": ("the Rent Act 1946", "Rent Act 1946", ""),
    }
    text, references = "", []
    for work, (words, name, target) in values.items():
        references.append(
            Reference(len(text), len(text) + len(words), None, "cites", work, name, target)
        )
        if work == "31995L0046":
            begin = (
                len(text) + words.index("Directive 95/46/EC, and") + len("Directive 95/46/EC, and ")
            )
            references.append(Reference(begin, len(text) + len(words), None, "cites", work, "", ""))
        text += f"{words}. "
    query = Document(text, "Q", work="q", language="en", references=tuple(references))
    other = dataclasses.replace(query, work="other")
    acts = [
        Document("An Act.", name, short_title=name, work="IE-1931-act-2", language=language)
        for name, language in (
            ("Acht na nOráiste 1931", "ga"),
            ("Orangeries Act 1931", "en"),
            ("Orangeriengesetz 1931", "de"),
        )
    ]
    amending = Document(
        "It amends.", "A", work="amending", relations=(Relation("amends", "", "q"),)
    )
    amended = Document("It is amended.", "B", work="amended", language="en")
    query = dataclasses.replace(query, relations=(Relation("repeals", "", "amended"),))
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([query, other, *acts, amending, amended], vectors=False)
        retriever = library.search.retriever()
        store, subject = retriever.store, of_work(retriever, "q")
        common = {
            work: in_common(store, subject, {}, store.law.expressions_of(work)[0])
            for work in ("other", "amending", "amended")
        }
    assert common["other"].citations == [
        "Orangeries Act 1931", "Directive 95/46/EC", "GDPR", "BGB", "ZZGB 2", "32099R0001", "Rent Act 1946",
    ]  # fmt: skip
    assert common["amending"].links == ["amends it"]
    assert common["amended"].links == ["it repeals"]


def test_shared_defined_terms_come_first_as_query_writes_them() -> None:
    one = "“Flat” means a home. “Home” means a flat. “flat” means all of it. “a b c d e f g” means much."
    other = "“House” means a home. “Flat Rate” means rent. “home” means a house. a b c d e f g, flat, house."
    assert shared_terms(one, other) == ["Home", "Flat"]
    assert shared_terms(other, one) == ["home", "Flat"]


def test_informative_query_words(words_library: Library) -> None:
    retriever = words_library.search.retriever()
    result = [
        "the",
        "that",
        "data",
        "processing",
        "processing",
        "pseudonymisation",
        "2016",
        "a",
        "orangery",
    ]
    plain, denoised = (
        query_words(retriever.fulltext, 1000, result, "en", denoise=denoise)
        for denoise in (False, True)
    )
    assert plain.idf.keys() == {"data", "processing", "pseudonymisation", "2016"}
    assert denoised.idf.keys() == {"processing", "pseudonymisation"}
    once, squared = (plain.weights(result, BM25(0, 0, repetition=r)) for r in (0, 2))
    assert squared["processing"] == pytest.approx(4 * once["processing"])
    (rarest,) = plain.weights(result, BM25(0, 0, words=1))
    assert rarest == "2016"


def test_most_cited_works_are_candidates_within_limit() -> None:
    cited = {7: 1.0, 8: 3.0, 9: 2.0}
    assert voices._with_most(cited, [1, 2, 8, 3], 4) == [8, 9, 1, 2]
    assert voices._chosen([{1: 30.0, 2: 15.0}, {3: 0.2, 4: 0.02}, {}], 3) == [1, 3, 2]


def test_similarity_uses_best_row_mean_or_margin() -> None:
    pooled = SimpleNamespace(owners=SimpleNamespace(pooled=dict))
    finding, near = cast(CandidateFinder, pooled), [[(1, 0.9), (2, 0.5)], [(2, 0.7)]]
    assert voices._met(finding, near, at_best=True) == {1: 0.9, 2: 0.7}
    assert voices._met(finding, near, at_best=False) == {1: 0.45, 2: 0.6}
    many = [[(number, 1 - number / 20) for number in range(12)], [(3, 0.4)]]
    ahead = voices._ahead_in_meaning(finding, many)
    assert ahead.keys() == set(range(9)), "the tenth, and what is behind it, is ahead of nothing"
    assert ahead[0] == pytest.approx(0.45 / 2)


def test_document_score_uses_best_passages(full_library: Library) -> None:
    retriever = full_library.search.retriever()
    (gdpr,) = (expression.id for expression in retriever.store.law.expressions_of(GDPR))
    first, second, *_ = (piece.id for piece in retriever.store.texts.pieces_in(gdpr))
    finding = CandidateFinder(retriever, frozenset())
    for best, mean in ((1, 3), (2, 2.5), (4, 1.25)):
        assert finding.owners.pooled([(first, 3), (second, 2)], best) == {gdpr: mean}
    assert retriever.semantic
    vectors = retriever.semantic.encoder.encode(["consent", "withdrawn"])
    without = CandidateFinder(retriever, frozenset({gdpr}))
    for found, is_there in ((finding, True), (without, False)):
        similar_rows = found.by_meaning(vectors, 2)
        assert len(similar_rows) == 2
        owners = {found.owners[passage] for passages in similar_rows for passage, _ in passages}
        assert (gdpr in owners) == is_there


def test_shared_works_are_listed_by_name(library: Library) -> None:
    sentence = (
        "Under Article 30 of Regulation (EU) 2016/679 and Directive 2002/58/EC records are kept"
    )
    query = of_document(Document(f"{sentence}.", "Records", language="en"), "records")
    agreement = similar(library, query, find="grounds", without=WORDS_ALONE).documents
    (known,) = [document for document in agreement if document.citation == "agreement.txt"]
    assert known.common.citations == ["Regulation (EU) 2016/679"]


def test_shared_words_are_quoted_as_in_query() -> None:
    text = "Ständig ist die Einwilligung, ständig frei."
    written = of_document(Document(text, "", language="de"), "notice").written
    assert [written[word] for word in ("einwilligung", "standig", "frei")] == [
        "Einwilligung",
        "ständig",
        "frei",
    ]


def test_numbers_are_no_shared_words(tmp_path: Path) -> None:
    sentence = "Order 679 of the Board: orangeries are heated to 2016 degrees under form B12."
    documents = [
        Document(f"{sentence} {more}", more, work=more, kind="contract", language="en")
        for more in ("rent", "heating")
    ]
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([*documents, MAIL], vectors=False)
        (best, *_) = similar(library, "rent", find="grounds", without=WORDS_ALONE).documents
    assert best.work == "heating"
    assert {"B12", "orangeries"} <= set(best.words)
    assert not {"679", "2016"} & set(best.words)


def test_short_query_ranks_full_coverage_above_short_documents(tmp_path: Path) -> None:
    """What a long text rests on is found by how much of a document its words are, which a scrap has most of."""
    more = " ".join(f"chapter{number} of the code" for number in range(2000))
    code = f"The tenant gives the landlord notice of defects of the flat without delay. {more}"
    scraps = [
        ("rent", "Defects."),
        ("dogs", "Notice."),
        ("garden", "The flat."),
        ("cars", "Delay."),
    ]
    documents = [
        Document(text, name, work=name, kind="statute", language="en")
        for name, text in [("code", code), *scraps]
    ]
    letter = "Under [REF] I gave notice of the defects of the flat to the landlord without delay."
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(documents)
        best = {}
        for language, length, without in itertools.product(
            ("en", "de"), (1, SHORT), (WORDS_ALONE, ("interactions",))
        ):
            text = f"{letter} {' '.join(['Greetings.'] * length)}"
            query = of_document(Document(text, "", language=language), "letter")
            (first, *_) = similar(library, query, find="grounds", without=without).documents
            best[language, length, "semantic" in without] = first.work
    assert best.pop(("en", SHORT, True)) != "code"
    assert set(best.values()) == {"code"}, "in German, and where meaning says so, all of it counts"


def test_document_score_uses_margin_over_others() -> None:
    result = np.array([[9, 4, 3, 1], [0, 8, 8, 8]], np.float32)
    counted = SimpleNamespace(scores=lambda queries, bm25: result)
    words = SimpleNamespace(weights=lambda words, bm25: {})
    of_best, of_ahead, of_few = (
        scores_of(cast(DocumentWords, counted), cast(QueryWords, words), [[], []], PLAIN, place)
        for place in (None, 3, 9)
    )
    assert of_best.tolist() == [9, 8, 8, 8]
    assert of_ahead.tolist() == [3, 0.5, 0, 0]
    assert of_few.tolist() == [4, 5.5, 5, 4]


def test_short_query_weights_semantic_score_as_search_does(full_library: Library) -> None:
    retriever = full_library.search.retriever()
    ranking = Ranking(retriever, OF["grounds"], (), lambda progress: None)
    changed = (
        MAIL,
        dataclasses.replace(MAIL, text=f"{MAIL.text} " * 20),
        dataclasses.replace(MAIL, language="pt"),
    )
    short, long, foreign = (
        ranking.ranked(of_document(mail, "mail"), frozenset()) for mail in changed
    )
    assert short.heard.weights["semantic"] == retriever.semantic_weight("en", MAIL.text) > 0
    assert sum(short.heard.weights.values()) == pytest.approx(1)
    assert "semantic" not in long.heard.weights
    assert "semantic" not in foreign.heard.weights, "no weight is known for it"


def test_collection_query_uses_its_language() -> None:
    sentence = "Der Mieter zahlt die Miete nach § 535 Abs. 2 BGB spätestens am dritten Werktag."
    for language in ("de", None):
        query = as_query(Topic("q", sentence, {}), language)
        assert query.language == "de"
        assert [(r.work, r.target) for r in query.references] == [("DE-bgb", "para_535__abs_2")]
    assert as_query(Topic("q", sentence, {}), "en").language == "en"


def test_text_without_citations_has_no_windows() -> None:
    assert of_document(Document(text=LEASE, title="Lease"), "lease").windows(50) == []


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("“personal data” means any information", ["personal data"]),
        ('"controller" shall mean whoever', ["controller"]),
        ("„Zugang“ bezeichnet die Möglichkeit", ["Zugang"]),
        ("« consentement » désigne toute", ["consentement"]),
        ("the so-called “right” of way", []),
    ],
)
def test_defined_terms(text: str, terms: list[str]) -> None:
    assert list(defined_terms(text).values()) == terms
    sentence = f"Here {terms[0] if terms else 'right'} is said."
    assert shared_terms(text, sentence) == terms
    assert shared_terms(sentence, text) == terms


@pytest.mark.parametrize(
    ("own", "law", "languages", "words"),
    [
        (
            "3.3 Withdrawing consent\nA customer may take back consent at any time. What we did before stays lawful.",
            "The data subject shall have the right to withdraw his or her consent at any time. The withdrawal of"
            " consent shall not affect the lawfulness of processing based on consent before its withdrawal.",
            ("en", "en"),
            {"withdrawing", "withdraw", "withdrawal", "consent", "time", "lawful", "lawfulness"},
        ),
        (
            "Die Einwilligungserklärung gilt nicht, wenn sie widerrufen wird.",
            "Die Einwilligung kann jederzeit widerrufen werden. Der Widerruf berührt sie nicht.",
            ("de", "de"),
            {"einwilligungserklarung", "einwilligung", "widerrufen", "widerruf"},
        ),
        (
            "Binnen 72 Stunden nach der DSGVO",
            "within 72 hours, die DSGVO",
            ("de", "en"),
            {"72", "dsgvo"},
        ),
        ("Datenträger", "Datenverarbeitung", ("de", "de"), set()),
        ("Any such notice", "any such person", ("en", None), set()),
    ],
)
def test_shared_words(
    own: str, law: str, languages: tuple[str, str | None], words: set[str]
) -> None:
    assert words_in_common(own, law, languages) == words
    assert words_in_common(law, own, languages[::-1]) == words


@pytest.mark.parametrize(
    ("around", "years", "after", "before", "expected"),
    [
        ("2016-05-24", 2, None, None, ("2014-05-24", "2018-05-24")),
        ("2016-02-29", 1, None, None, ("2015-02-28", "2017-02-28")),
        ("2016-02-29", 4, None, None, ("2012-02-29", "2020-02-29")),
        ("2016-05-24", 2, "2015-01-01", "2020-01-01", ("2015-01-01", "2018-05-24")),
        (None, None, "2015-01-01", None, ("2015-01-01", None)),
        ("0003-01-01", 9, None, None, ("0001-01-01", "0012-01-01")),
    ],
)
def test_periods(
    around: str | None,
    years: int | None,
    after: str | None,
    before: str | None,
    expected: tuple[str | None, str | None],
) -> None:
    days = [DAY(item) if item else None for item in (around, after, before, *expected)]
    found = period(days[0], years, days[1], days[2])
    assert (found.first, found.last) == (days[3], days[4])
    assert None in found


@pytest.mark.parametrize(
    ("around", "years", "after", "before", "expected"),
    [
        (None, None, "2020-01-01", "2019-01-01", "from 1 January 2020 to 1 January 2019"),
        ("2016-05-24", 2, "2019-01-01", None, "from 1 January 2019 to 24 May 2018"),
    ],
)
def test_period_without_date_is_rejected(
    around: str | None, years: int | None, after: str | None, before: str | None, expected: str
) -> None:
    days = [DAY(item) if item else None for item in (around, after, before)]
    with pytest.raises(LexdeskError, match=f"the period {expected} has no day"):
        period(days[0], years, days[1], days[2])


def test_period_applies_to_whole_work(tmp_path: Path) -> None:
    """By when it was enacted, else by what it says of itself, else by when its file was made, or else changed."""
    properties_of = {
        "act": {"enacted": "1995-10-24"},
        "mail": {"date": "2014-03-01T10:00:00+01:00", "created": "2020-01-01"},
        "contract": {"created": "2010-05-05", "modified": "2021-01-01"},
        "draft": {"modified": "2009-01-01T00:00:00Z"},
        "note": {},
    }
    documents = [
        Document(
            f"The {work} is here.", "", work=work, language="en",
            properties=tuple(Property(*property) for property in properties.items()),
        )
        for work, properties in properties_of.items()
    ]  # fmt: skip
    german = Document(
        "Das Gesetz ist da.", "", work="act", language="de", valid_from=DAY("2018-05-25")
    )
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([*documents, german], vectors=False)
        store = library.search.retriever().store
        texts = store.law.expression_rows(store.filters.expressions()).values()

        def outside(**days: datetime.date) -> list[tuple[str, str | None]]:
            left_out = dates.outside(store, Period(**days))
            return sorted((text.work, text.language) for text in texts if text.id in left_out)

        assert outside() == []
        assert outside(first=DAY("2010-01-01")) == [("act", "de"), ("act", "en"), ("draft", "en")]
        assert outside(last=DAY("2009-12-31")) == [("contract", "en"), ("mail", "en")]
        assert outside(first=DAY("2010-05-06"), last=DAY("2014-02-28")) == [
            ("act", "de"), ("act", "en"), ("contract", "en"), ("draft", "en"), ("mail", "en"),
        ]  # fmt: skip
        of_file = {
            work: dates.dated(store, store.law.expressions_of(work)) for work in properties_of
        }
    assert of_file["contract"].day == DAY("2010-05-05")
    assert {work: item.is_of_file for work, item in of_file.items()} == {
        "act": False, "mail": False, "contract": True, "draft": True, "note": False,
    }  # fmt: skip


def test_mail_is_dated_by_its_header() -> None:
    assert day_of_document(MAIL) == DAY("2014-03-01")
    assert Period().is_open


SCORES = st.lists(st.floats(0, 1000, width=32), min_size=3, max_size=3)


@given(SCORES, SCORES, st.floats(0.1, 1), st.floats(0.1, 1))
def test_ensemble_scores_are_bounded(
    one: list[float], other: list[float], first: float, second: float
) -> None:
    voices = {"a": np.array(one, np.float32), "b": np.array(other, np.float32)}
    mixed = ensemble(voices, {"a": first, "b": second})
    assert mixed.shape == (3,)
    assert (mixed >= 0).all()
    assert (mixed <= 1.0001).all()
    alone = ensemble(voices, {"a": first})
    assert np.allclose(alone, scaled(voices["a"]))


def test_pairs_use_each_row_and_column_once() -> None:
    columns = tuple(Paragraph(str(at), at, at, "") for at in range(3))
    met = Interactions(columns, np.array([[0.9, 0.8, 0.0], [0.85, 0.1, 0.3]], np.float32))
    assert [(row, column) for row, column, _ in met.pairs(5)] == [(0, 0), (1, 2)]
    assert met.score == pytest.approx((0.9 + 0.85) / 2)
    assert [column.label for column in met.narrowed(2).columns] == ["0", "1"]
    assert Interactions((), np.zeros((2, 0), np.float32)).pairs(3) == []


def test_interactions_rerank_only_top_documents(library: Library) -> None:
    parameters = dataclasses.replace(OF["affected"], interactions=0.5)
    ranking = Ranking(library.search.retriever("keyword"), parameters, (), lambda progress: None)
    columns = (Paragraph("", 0, 0, ""),)
    met = {
        place: Interactions(columns, np.array([[value]], np.float32))
        for place, value in ((0, 0.1), (1, 0.9))
    }
    scores = np.array([1.0, 0.9, 0.8], np.float32)
    changed = ranking.with_interactions(scores, met)
    assert changed.argsort()[::-1].tolist() == [1, 0, 2]


def test_paragraphs_are_spread_over_the_text() -> None:
    paragraphs = [Paragraph(str(at), at, at, "") for at in range(100)]
    assert [provision.label for provision in spread(paragraphs, 3)] == ["0", "49", "99"]
    assert len(spread(paragraphs[:2], 3)) == 2


def test_pairs_of_paragraphs_are_measured_in_their_own_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were in that of the ensemble, with scores that were made to fall in it."""
    monkeypatch.setattr(
        Interactions, "score", property(lambda met: float("lease" in met.columns[0].text.lower()))
    )
    _write_collection(tmp_path / "papers")
    scores, _ = evaluate_similar(
        Collection(tmp_path / "papers"), find="grounds", measures="RR", without=["semantic"],
        path=tmp_path / "library",
    )  # fmt: skip
    assert scores.stages["ensemble"].measures["RR"] == 1
    assert scores.stages["interactions"].measures["RR"] < 1


def test_parameters_name_features_and_source() -> None:
    assert set(OF) == set(FINDS)
    others = [
        item
        for of in OF.values()
        for item in (of.short, of.otherwise, *of.by_language.values())
        if item
    ]
    for parameters in (*OF.values(), *others):
        assert parameters.source
        assert set(parameters.weights) <= set(VOICES)
        assert "windows" not in parameters.weights_uncited


def test_paired_differences() -> None:
    better = {str(query): 0.5 + query / 100 for query in range(20)}
    worse = {query: value - 0.1 for query, value in better.items()}
    result = paired(better, worse)
    assert result.difference == pytest.approx(0.1)
    assert (result.low, result.high) == pytest.approx((0.1, 0.1))
    assert result.p < 0.001
    assert paired(better, better).p == 1.0
    with pytest.raises(ValueError, match="not the same"):
        paired(better, {})


def _write_collection(folder: Path) -> None:
    """One agreement that asks, and two documents, the first of which is what it rests on."""
    folder.mkdir()
    corpus = [
        {"_id": "gdpr", "title": "Data", "text": "The processor tells the controller of a breach.",
         "metadata": {"date": "2016-04-27"}},
        {"_id": "lease", "title": "Lease", "text": LEASE, "metadata": {"date": "1990-01-01"}},
    ]  # fmt: skip
    query = {"_id": "q", "text": AGREEMENT, "metadata": {"title": "Data", "date": "2018-05-25"}}
    (folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, corpus)))
    (folder / "queries.jsonl").write_text(json.dumps(query))
    (folder / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq\tgdpr\t1\n")
    (folder / "meta.json").write_text(json.dumps({"language": "en"}))


def test_collection_is_measured_stage_by_stage(tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    _write_collection(folder)
    scores, ranking = evaluate_similar(
        Collection(folder), find="grounds", measures="nDCG@10", without=["semantic"],
        path=tmp_path / "library",
    )  # fmt: skip
    assert ranking["q"][0][0] == "gdpr"
    assert scores.stages[WHOLE].measures["nDCG@10"] == 1
    assert {"plain BM25", "documents", "ensemble", "interactions"} <= scores.stages.keys()
    assert scores.stages["all, later ones"].measures["nDCG@10"] == 0
    assert scores.stages["all, earlier ones"].measures["nDCG@10"] == 1
    assert scores.stages["documents"].all_against_it is not None
