"""A firm's documents against law: what an amendment touches, and what nothing deals with."""

from __future__ import annotations

import csv
import dataclasses
import datetime
import io
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import docx
import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.compliance import coverage, impact
from lexdesk.compliance.deleted_wording import struck
from lexdesk.compliance.disambiguation import distinguish_names
from lexdesk.compliance.duties import duties
from lexdesk.compliance.impact import changed_text
from lexdesk.compliance.passage_matching import Neighbours, as_written, parts_of
from lexdesk.compliance.report import COLUMNS, reason_of, rows_of, write
from lexdesk.document.model import Document, Provision, Reference
from lexdesk.errors import ExportCode, LexdeskError, NotFound, QueryError
from lexdesk.index.allowed import Excluded
from lexdesk.law.comparison import diff

Captured = pytest.CaptureFixture[str]
WORK = "32016R0679"
BREACH = (
    "Article 33\nNotification of a personal data breach to the supervisory authority\n"
    "1. In the case of a personal data breach, the controller shall without undue delay and, where"
    " feasible, not later than {hours} hours after having become aware of it, notify the personal data"
    " breach to the supervisory authority competent in accordance with Article 55.\n"
    "2. The processor shall notify the controller without undue delay after becoming aware of a"
    " personal data breach."
)
RECORDS = (
    "Article 30\nRecords of processing activities\n"
    "1. Each controller shall maintain a record of processing activities under its responsibility."
)
FORCE = "Article 99\nEntry into force\nThis Regulation shall enter into force on the twentieth day."
CHILDREN = (
    "Article 8\nConsent of a child\nProcessing is lawful where the child is at least 16 years old."
)

AGREEMENT = """Data processing agreement

4. Breaches. The processor tells the controller of every personal data breach without undue delay,
at the latest within 24 hours after becoming aware of it, so that the controller can notify the
supervisory authority.

7. Law. This agreement fulfils Article 30 of Regulation (EU) 2016/679.
"""
LEASE = (
    "Lease\n\n1. The rent is due on the first of each month.\n\n2. Pets are allowed in the garden."
)


def version(
    first: str, last: str | None, texts: dict[str, str], headings: dict[str, str]
) -> Document:
    text, provisions = "", []
    for eid, words in texts.items():
        number = eid.partition("_")[2]
        provisions.append(
            Provision(
                eid, "article", number, headings.get(eid, ""), f"Article {number}", None,
                len(text), len(text) + len(words),
            )
        )  # fmt: skip
        text += f"{words}\n\n"
    return Document(
        text=text.rstrip("\n"), title="On data", short_title="Regulation (EU) 2016/679", work=WORK,
        kind="regulation", language="en", provisions=tuple(provisions),
        valid_from=datetime.date.fromisoformat(first),
        valid_to=datetime.date.fromisoformat(last) if last else None,
    )  # fmt: skip


HEADINGS = {"art_30": "Records of processing activities", "art_99": "Entry into force"}
VERSIONS = [
    version(
        "2016-05-24", "2027-05-24",
        {"art_8": CHILDREN, "art_30": RECORDS, "art_33": BREACH.format(hours=72), "art_99": FORCE}, HEADINGS,
    ),
    version(
        "2027-05-25", None,
        {"art_30": RECORDS.replace("a record", "an electronic record"),
         "art_33": BREACH.format(hours=96), "art_99": FORCE.replace("twentieth day.", "twentieth  day.")}, HEADINGS,
    ),
]  # fmt: skip


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("matching")
    (folder / "documents").mkdir()
    (folder / "documents" / "agreement.txt").write_text(AGREEMENT)
    (folder / "documents" / "lease.txt").write_text(LEASE)
    with Library.open(folder / "library", create=True) as library:
        library.sources.add([folder / "documents"], vectors=False, language="en")
        library.sources.add_documents(VERSIONS, vectors=False)
    return folder / "library"


@pytest.fixture
def library(prepared: Path) -> Iterator[Library]:
    with Library.open(prepared) as library:
        yield library


@pytest.mark.slow
def test_each_change_lists_affected_documents(library: Library) -> None:
    found = impact(library, WORK, 1, datetime.date(2028, 1, 1))
    assert (found.work, found.old, found.new) == (WORK, "2016-05-24", "2027-05-25")
    changes = {
        provision.eid: (provision.change, provision.inserted, provision.deleted)
        for provision in found.provisions
    }
    assert changes == {
        "art_8": ("removed", 0, 18),
        "art_30": ("amended", 2, 1),
        "art_33": ("amended", 1, 1),
    }, "that a space was added to Article 99 amends nothing"
    touched = {provision.eid: provision for provision in found.provisions}
    assert touched["art_8"].citation == "Article 8 Regulation (EU) 2016/679"
    (cites,) = (match for match in touched["art_30"].matches if match.reason == "cites")
    assert "fulfils Article 30" in cites.text
    assert cites.text.startswith("7. Law."), "the paragraph, and not the passage around it"
    (match_by_keyword,) = touched["art_33"].matches
    assert match_by_keyword.reason == "keyword"
    assert match_by_keyword.semantic is None
    assert "breach" in match_by_keyword.words
    assert "within 24 hours" in match_by_keyword.text


def test_only_documents_in_subset_are_affected(library: Library) -> None:
    for within, count in (("agreement", 1), ("rent", 0), ("kind:regulation", 0)):
        found = impact(library, WORK, 1, 2, within=within)
        (touched,) = (provision for provision in found.provisions if provision.eid == "art_33")
        assert len(touched.matches) == count, within
    alone = impact(library, WORK, 1, 2, only="art_33")
    assert [(provision.eid, len(provision.matches)) for provision in alone.provisions] == [
        ("art_33", 1)
    ]


@pytest.mark.parametrize(
    ("work", "old", "new", "within", "error", "message"),
    [
        ("32016R0680", 1, 2, None, NotFound, "no work 32016R0680"),
        (WORK, 1, 3, None, NotFound, "the versions 1 to 2, not 3"),
        (WORK, datetime.date(2001, 1, 1), 2, None, NotFound, "for 1 January 2001"),
        (WORK, 1, 2, "kind:poem", QueryError, "poem"),
        (WORK, 1, 2, "(rent", QueryError, "bracket"),
    ],
)
def test_incomparable_versions_are_reported(
    library: Library, work: str, old: Any, new: Any, within: str | None,
    error: type[LexdeskError], message: str,
) -> None:  # fmt: skip
    with pytest.raises(error, match=message):
        impact(library, work, old, new, within=within)


def test_changed_lines_match_new_text() -> None:
    old = "1. Keep records.\n2. Tell nobody.\n3. Stay."
    new = "1. Keep electronic records.\n3. Stay."
    text = changed_text(diff(old, new))
    assert text == "1. Keep electronic records.\n2. Tell nobody."
    assert changed_text(diff(old, old)) == ""


def test_long_text_is_queried_in_parts() -> None:
    text = "\n".join(f"Sentence {number} of the controller." for number in range(200))
    parts = list(parts_of(text))
    assert all(len(part) <= 1200 for part in parts)
    assert " ".join(parts).split() == text.split()


def test_text_without_words_is_not_queried() -> None:
    assert list(parts_of("")) == list(parts_of("* * *")) == []


def test_shared_words_are_quoted_in_their_printed_form() -> None:
    text = "Rent is due. The rent of NATO is paid."
    assert [as_written(word, text) for word in ("rent", "nato", "2016 679")] == [
        "rent", "NATO", "2016 679",
    ]  # fmt: skip


def test_overlong_sentence_is_queried_completely() -> None:
    """As the archive of dated versions has Article 6 of Directive 2005/29/EC: a list without a space in it."""
    points = [
        f"({sign}){'▼M2' * (sign == 'c')} what point {sign} says {'of goods ' * 60};"
        for sign in "abcd"
    ]
    line = "It is misleading:" + "".join(points)
    assert (
        " ".join(parts_of(line)).split() == line.replace(";(", "; (").replace(":(", ": (").split()
    )
    endless = "goods " * 700
    assert " ".join(parts_of(endless)).split() == endless.split()
    assert all(len(part) <= 1200 for part in parts_of(endless))


def test_changed_points_of_overlong_line_are_queried() -> None:
    points = [f"({sign}) what point {sign} says {'of goods ' * 60};" for sign in "abc"]
    old = "It is misleading:" + "".join(points)
    new = old + "▼M2(d) making a claim related to future performance."
    assert changed_text(diff(old, new)) == "▼M2(d) making a claim related to future performance."


def test_whitespace_change_is_ignored_and_changed_sentence_is_queried() -> None:
    assert changed_text(diff("Keep  records.\nStay.", "Keep records.\nStay.")) == ""
    same, filled = "Firms keep records of it.", "What else they keep is theirs. " * 50
    assert changed_text(diff(f"{same} {filled}{same}", f"{same} {filled}")) == same


def test_renumbered_footnote_is_no_change() -> None:
    """Article 13 of Directive 2005/29/EC, in its consolidated texts of 2022 and 2026."""
    line = "Authorities listed in Regulation (EU) 2017/2394 of the Council ({}), under {} (2), impose penalties."
    old = line.format(3, "point")
    assert changed_text(diff(old, line.format(6, "point"))) == ""
    for other in (line.format(3, "paragraph"), old.replace("(2)", "(4)")):
        assert changed_text(diff(old, other)) == f"{other}\n{old}"


def test_citing_documents_of_undivided_text_are_reported(tmp_path: Path) -> None:
    """Article 14 of Directive 2000/31/EC was deleted in 2024; its text of 2000 has no articles in the archive."""
    (tmp_path / "terms.txt").write_text("This clause reflects Article 14 of Directive 2000/31/EC.")
    old = dataclasses.replace(
        version("2000-06-08", "2024-02-16", {"art_1": "Article 1\nObjective\nArticle 14\nHosting"}, {}),
        provisions=(), work="32000L0031", short_title="Directive 2000/31/EC",
    )  # fmt: skip
    new = dataclasses.replace(
        version("2024-02-17", None, {"art_1": "Article 1\nObjective"}, {}),
        work="32000L0031", short_title="Directive 2000/31/EC",
    )  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path / "terms.txt"], vectors=False, language="en")
        library.sources.add_documents([old, new], vectors=False)
        found = impact(library, "32000L0031", 1, 2)
    reasons = {
        provision.eid: [match.reason for match in provision.matches]
        for provision in found.provisions
    }
    assert reasons == {"document": ["cites"], "art_1": []}


@pytest.mark.parametrize(
    ("clause", "is_concerned"),
    [
        (
            "The hosting provider signs the standard contractual clauses that the Commission adopted.",
            True,
        ),
        (
            "Standard terms stay; clauses on payment are contractual, as the manager adopted them.",
            False,
        ),
    ],
)
def test_scattered_words_alone_concern_no_paragraph(
    tmp_path: Path, clause: str, is_concerned: bool
) -> None:
    """Without vectors, two of the shared words must stand together."""
    article = (
        "Article 46\nTransfers\nThe exporter shall use standard contractual clauses adopted by it."
    )
    act = Document(
        text=article, title="Regulation (EU) 2016/679", kind="regulation", work=WORK, language="en",
        provisions=(Provision("art_46", "article", "46", "Transfers", "Article 46", None, 0, len(article)),),
    )  # fmt: skip
    texts = {"terms.txt": clause, "agreement.txt": AGREEMENT, "lease.txt": LEASE}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path / name for name in texts], vectors=False, language="en")
        library.sources.add_documents([act], vectors=False)
        (covered,) = coverage(library, WORK).provisions
    assert bool(covered.matches) is is_concerned


def test_coverage_shows_duties_and_gaps(library: Library) -> None:
    found = coverage(library, WORK, when=1)
    provisions = {provision.eid: provision for provision in found.provisions}
    assert list(provisions) == ["art_8", "art_30", "art_33", "art_99"]
    assert [provision.eid for provision in found.provisions if provision.duties] == [
        "art_30",
        "art_33",
    ]
    assert [match.reason for match in provisions["art_30"].matches] == ["cites"]
    assert provisions["art_30"].heading == "Records of processing activities"
    assert [provision.eid for provision in found.provisions if provision.is_gap] == []
    on_leases = coverage(library, WORK, when=1, within="rent")
    assert [provision.eid for provision in on_leases.provisions if provision.is_gap] == [
        "art_30",
        "art_33",
    ]


@pytest.mark.parametrize(
    ("language", "text", "count"),
    [
        ("en", "The controller shall notify. The data subject may object. Firms must report.", 2),
        ("en", "This Regulation shall enter into force on the day. It shall apply from 2018.", 0),
        ("en", "Article 5 shall not apply. The firm shall keep Art. 5 in mind.", 1),
        (
            "de",
            "Der Verantwortliche hat den Betroffenen zu unterrichten. Er kann widersprechen.",
            1,
        ),
        (
            "de",
            "Die Daten dürfen nicht übermittelt werden. Er ist verpflichtet, dies zu melden.",
            2,
        ),
        ("fr", "Le responsable doit informer la personne. Elle peut s'opposer.", 1),
        (
            "en",
            "1. Each supervisory authority shall act with independence. 2. Its members shall refrain from any action.",
            0,
        ),
        (
            "en",
            "Where the supervisory authority so requests, the controller shall reply. The Board shall issue an opinion.",
            1,
        ),
        (
            "en",
            "The tasks of the controller shall be recorded. Personal data shall be accurate.",
            2,
        ),
        (
            "de",
            "Die Mitgliedstaaten stellen sicher, dass Daten fließen. Der Verantwortliche muss melden.",
            1,
        ),
        ("fr", "Les États membres veillent à cela. Le responsable doit informer la personne.", 1),
        ("sv", "Den registrerade ska informeras.", 0),
        (None, "The controller shall notify.", 0),
    ],
)
def test_duties(language: str | None, text: str, count: int) -> None:
    assert len(duties(text, language)) == count


def test_reports_have_a_column_for_decisions(library: Library, tmp_path: Path) -> None:
    found = impact(library, WORK, 1, 2)
    rows = list(rows_of(found))
    for name in ("report.csv", "report.html", "report.docx"):
        write(found, tmp_path / name)
    content = (tmp_path / "report.csv").read_text(encoding="utf-8-sig")
    read = list(csv.DictReader(io.StringIO(content)))
    assert [row["decision"] for row in read] == [""] * (len(found.notes) + len(rows))
    of_breaches = next(row for row in read if "33" in row["provision"])
    assert "[-72-]{+96+} hours" in of_breaches["change or duty"]
    table = docx.Document(str(tmp_path / "report.docx")).tables[0]
    assert tuple(cell.text for cell in table.rows[0].cells) == COLUMNS
    assert len(table.rows) == 1 + len(found.notes) + len(rows)
    assert "<td>cites it</td>" in (tmp_path / "report.html").read_text()
    with raises_code(LexdeskError, ExportCode.FORMAT_UNKNOWN, r"\.csv, \.html, \.docx"):
        write(found, tmp_path / "report.odt")


def test_command_line_of_compliance(prepared: Path, tmp_path: Path, capsys: Captured) -> None:
    where = ["-L", str(prepared)]
    assert run(["impact", f"{WORK}@1", "@2", "--json", *where]) == 0
    assert len(json.loads(capsys.readouterr().out)["provisions"]) == 3
    assert run(["impact", f"{WORK}@1", "@2", *where]) == 0
    output = " ".join(capsys.readouterr().out.split())
    assert "agreement.txt (cites it) 7. Law. This agreement fulfils" in output
    assert "This agreement fulfils Article 30 of Regulation (EU)" in output
    assert run(["impact", f"{WORK}@1", "@1", *where]) == 1
    assert "no provision changed" in capsys.readouterr().out
    for mistyped in (str(tmp_path / "mistyped.docx"), "mistyped.docx"):
        assert run(["similar", mistyped, *where]) == 1
        output = f"there is no file {mistyped}, and the library has no work {mistyped}"
        assert output in capsys.readouterr().err
    assert run(["similar", str(tmp_path), *where]) == 1
    assert f"{tmp_path} is a folder; name a file in it" in capsys.readouterr().err
    assert run(["impact", WORK, "@2", *where]) == 2
    assert "write WORK@DATE" in capsys.readouterr().err
    assert run(["coverage", WORK, "--in", "rent", "--gaps", *where]) == 0
    assert capsys.readouterr().out.count("nothing found") == 2
    report = tmp_path / "gaps.csv"
    assert run(["coverage", WORK, "--report", str(report), *where]) == 0
    assert report.stat().st_size > 0


def test_namesake_documents_are_labelled_by_folder(
    prepared: Path, tmp_path: Path, capsys: Captured
) -> None:
    library = shutil.copytree(prepared, tmp_path / "library")
    for name in ("2019/alpha/terms.txt", "2020/alpha/terms.txt", "2020/other.txt"):
        file = tmp_path / "clients" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{AGREEMENT}\nThis is {name}.")
    with Library.open(library) as opened:
        opened.sources.add([tmp_path / "clients"], vectors=False, language="en")
    assert run(["coverage", WORK, "--in", "breach", "-L", str(library)]) == 0
    printed = capsys.readouterr().out
    assert f"terms.txt in {Path('2019', 'alpha')}  (" in printed
    assert f"terms.txt in {Path('2020', 'alpha')}  (" in printed
    assert "other.txt  (" in printed
    report = tmp_path / "report.csv"
    assert (
        run(["coverage", WORK, "--in", "breach", "-L", str(library), "--report", str(report)]) == 0
    )
    named = {row[2] for row in csv.reader(io.StringIO(report.read_text(encoding="utf-8-sig")))}
    assert {f"terms.txt in {Path('2019', 'alpha')}", "other.txt"} <= named


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([("a", "Regulation (EU) 2016/679", "GDPR", None)], [""]),
        ([("a", "lease.pdf", "lease", "/x/lease.pdf")] * 2, ["", ""]),
        (
            [
                ("a", "lease.pdf, p. 1", "lease", "/x/in.eml/lease.pdf"),
                ("b", "lease.pdf, p. 9", "Lease", "/x/out.zip/lease.pdf"),
                ("c", "lease.txt", "lease", "/x/lease.txt"),
            ],
            [" in in.eml", " in out.zip", ""],
        ),
        (
            [("a", "A v. B", "A v. B", "/x/1.html"), ("b", "Section 2 A v. B", "A v. B", "/x/2.html")],
            [" in 1.html", " in 2.html"],
        ),
        (
            [("a", "a.txt", "a", "/a.txt"), ("b", "a.txt", "a", "/x/a.txt")],
            [f" in {Path('/')}", " in x"],
        ),
    ],
)  # fmt: skip
def test_distinguishing_labels(
    found: list[tuple[str, str, str, str | None]], expected: list[str]
) -> None:
    names = ("work", "citation", "title", "path")
    named: list[Any] = [SimpleNamespace(**dict(zip(names, item, strict=True))) for item in found]
    apart = distinguish_names(named)
    assert [apart[work] for work, *_ in found] == expected


PRIVACY_POLICY = """# Privacy policy

## 1. Consent

1.1 You may take back your consent to our newsletter at any time; withdrawal does not affect what we did before.

## 2. Children

2.1 Children under 13 may not open an account without the consent of a parent.

## 3. Processors

3.1 Our hosting provider processes the data on our behalf under a written contract with standard contractual clauses.

## 4. Breaches

4.1 If personal data are lost or stolen, we inform the supervisory authority within 72 hours.

## 5. Parking

5.1 Customers may park behind the shop during opening hours.
"""


@pytest.mark.slow
def test_policy_covers_the_articles_that_its_sections_deal_with(
    full_library: Library, tmp_path: Path
) -> None:
    """Each section was under whatever article had similar words, and Articles 8 and 28 were gaps."""
    (tmp_path / "policy.md").write_text(PRIVACY_POLICY, encoding="utf-8")
    full_library.sources.add([tmp_path / "policy.md"])
    found = coverage(full_library, WORK, language="en")
    dealing = {
        covered.eid: " ".join(match.text for match in covered.matches)
        for covered in found.provisions
    }
    for eid, word in (("art_7", "newsletter"), ("art_8", "Children"), ("art_28", "hosting")):
        assert word in dealing[eid]
    assert "stolen" in dealing["art_33"]
    assert not [eid for eid, text in dealing.items() if "Customers may park" in text]
    assert all(match.words for covered in found.provisions for match in covered.matches)


@pytest.mark.slow
def test_semantic_match_states_similarity(full_library: Library, tmp_path: Path) -> None:
    policy = tmp_path / "policy.txt"
    policy.write_text(
        "Privacy policy\n\nYou may withdraw your consent to the processing of your personal data at any"
        " time; withdrawing it is as easy as giving it.\n\nOur canteen opens at noon."
    )
    full_library.sources.add([policy], language="en")
    found = coverage(full_library, WORK, within="consent withdraw", language="en")
    matches = {provision.eid: provision.matches for provision in found.provisions}
    (match,) = matches["art_7"]
    assert match.reason == "semantic"
    assert match.semantic is not None
    assert "as easy as giving it" in match.text


def test_printed_part_contains_citation(
    words_library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    policy = tmp_path / "policy.txt"
    result = (
        "We keep a record of all that is done with personal data, by whom, and on which day. " * 3
    )
    policy.write_text(
        "Consent is asked for under Article 7(1) of Regulation (EU) 2016/679 and withdrawn under"
        f" Article 7(3) of Regulation (EU) 2016/679. {result}"
        "A breach is notified under Article 33(1) of Regulation (EU) 2016/679.\n"
    )
    words_library.sources.add([policy], vectors=False)
    assert (
        run(["coverage", "-L", str(words_library.path), "32016R0679", "--in", "breach notified"])
        == 0
    )
    printed = capsys.readouterr().out
    below = printed[printed.index("Article 33 ") :].splitlines()
    assert "(cites it)" in below[1]
    assert "Article 33(1)" in below[2]


POLICY = """Privacy policy of the firm

1. Parking

Clients may park their cars in the courtyard behind the building, and bicycles below the stairs.

2. Consent

You may withdraw consent to the processing of your personal data at any time.

3. Breaches

Where personal data are lost we notify the Data Protection Commission of the breach, not later than 72 hours
after having become aware of it.

4. Holidays

The office is closed between Christmas and Epiphany; the partners may be called on their telephones.

5. Law

How a breach is told to the authority is laid down in Article 33 of Regulation (EU) 2016/679.
"""


@pytest.mark.slow
@pytest.mark.parametrize("vectors", [True, False])
def test_paragraph_on_repealed_words_ranks_first(tmp_path: Path, vectors: bool) -> None:
    """Also where the passage around it is about much else, by words and meaning and by words alone."""
    (tmp_path / "policy.txt").write_text(POLICY)
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(VERSIONS, vectors=vectors)
        library.sources.add([tmp_path / "policy.txt"], vectors=vectors, language="en")
        (of_breaches,) = (
            provision
            for provision in impact(library, WORK, 1, 2).provisions
            if provision.eid == "art_33"
        )
        elsewhere = impact(library, WORK, 1, 2, within="lease").provisions
    found = [
        (match.text.partition("\n")[0], match.reason, match.still) for match in of_breaches.matches
    ]
    assert found == [
        ("3. Breaches", "semantic" if vectors else "keyword", ("72 hours",)),
        ("5. Law", "cites", ()),
    ]
    assert not any(provision.matches for provision in elsewhere), "none of it speaks of leases"
    first, second = (reason_of(match) for match in of_breaches.matches)
    assert first.startswith("still says: 72 hours; ")
    assert second.startswith("cites it")


def test_repealed_words() -> None:
    """Article 27(6) of Directive 2014/65/EU, and what Directive (EU) 2021/338 left of such duties."""
    old = (
        "Firms shall publish the top five execution venues, within 72 hours and under paragraph 5."
    )
    new = "Firms shall summarise all execution venues, within 96 hours and under paragraph 6."
    gone = struck(diff(old, new), "en")

    def said(text: str) -> tuple[str, ...]:
        return gone.said_in(text, "en", lambda word: True)

    assert said("We publish our top five venues within 72 hours.") == (
        "72 hours",
        "publish",
        "top",
        "five",
    )
    assert said("We choose execution venues within 96 hours.") == ()
    assert said("Five partners summarise 72 pages of paragraph 5.") == ()
    longer = struck(diff(f"{old} Publication remains accessible daily.", new), "en")
    text = "Accessible daily publication remains: we publish top five venues within 72 hours."
    assert len(longer.said_in(text, "en", lambda word: True)) == 5


@pytest.mark.parametrize(
    ("old", "new", "language", "text", "still"),
    [
        ("eine Frist von drei Monaten", "eine Frist von einem Monat", "de", "binnen drei Monaten", "drei Monaten"),
        ("within 3 months of notice", "within 2 months of notice", "en", "within three months", "three months"),
        ("within three months", "within six months", "en", "within 3 months", "3 months"),
        ("within three months", "within 3 months", "en", "within three months", None),
        ("dans un délai de deux mois", "dans un délai de trois mois", "fr", "sous deux mois", "deux mois"),
        ("within three months", "within three weeks", "en", "within three months", "three months"),
        ("binnen 14 Werktagen", "binnen 14 Kalendertagen", "de", "14 Werktage lang", "14 Werktage"),
        ("within 14 days", "within 14 working days", "en", "within 14 days", None),
        ("as paragraph 5 shall", "as paragraph 6 shall", "en", "paragraph 5 shall", None),
        ("Regulation (EU) 2016/679", "Regulation (EU) 2018/1725", "en", "of Regulation 2016/679", None),
    ],
)  # fmt: skip
def test_repealed_amount_matches_figures_and_words(
    old: str, new: str, language: str, text: str, still: str | None
) -> None:
    gone = struck(diff(old, new), language)
    assert gone.said_in(text, language, lambda word: True) == ((still,) if still else ())


def article_6(first_day: str, where: str = "where", requests: str = "All") -> Document:
    """An act of one article: a paragraph with a point, and another, marked as amended where not ``All`` are free."""
    point = "(a) there is consent;"
    texts = {
        "art_6__para_1": f"1. Processing is lawful {where}:\n{point}", "art_6__para_1__point_a": point,
        "art_6__para_2": f"2. {requests} requests are free.",
    }  # fmt: skip
    marks = ("", "") if requests == "All" else ("▼B\n", "▼M1\n")
    text = f"Article 6\n{marks[0]}{texts['art_6__para_1']}\n{marks[1]}{texts['art_6__para_2']}"
    parts = [
        Provision(
            eid, "paragraph", "1", "", eid, eid.rpartition("__")[0],
            text.index(words), text.index(words) + len(words),
        )
        for eid, words in texts.items()
    ]  # fmt: skip
    article = Provision("art_6", "article", "6", "", "Article 6", None, 0, len(text))
    return Document(
        text=text, title="On data", short_title="Regulation (EU) 2016/679", work=WORK,
        kind="regulation", language="en", provisions=(article, *parts),
        valid_from=datetime.date.fromisoformat(first_day),
    )  # fmt: skip


def test_citation_of_unchanged_part_is_not_affected(tmp_path: Path) -> None:
    """But where the introductory words of its list changed, it is."""
    versions = [
        article_6("2016-05-24"),
        article_6("2020-01-01", requests="First"),
        article_6("2024-01-01", requests="First", where="only where"),
    ]
    citing = {
        name: f"We obey Article {target} of Regulation (EU) 2016/679."
        for name, target in (("consent", "6(1)(a)"), ("requests", "6(2)"), ("all", "6"))
    }
    with library_of(tmp_path, citing, versions) as library:
        touched = [
            {
                match.title
                for provision in impact(library, WORK, number, number + 1).provisions
                for match in provision.matches
                if match.reason == "cites"
            }
            for number in (1, 2)
        ]
    assert touched == [{"requests", "all"}, {"consent", "all"}]


def library_of(
    tmp_path: Path, texts: dict[str, str], versions: list[Document] = VERSIONS
) -> Library:
    """A library of ``versions`` and of text files, by their names."""
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text)
    library = Library.open(tmp_path / "library", create=True)
    library.sources.add([tmp_path / f"{name}.txt" for name in texts], vectors=False, language="en")
    library.sources.add_documents(versions, vectors=False)
    return library


def test_renumbered_provision_is_cited_by_its_old_number(tmp_path: Path) -> None:
    text = RECORDS.partition("\n")[2]
    versions = [
        version("2016-05-24", "2027-05-24", {"art_30": text}, {}),
        version("2027-05-25", None, {"art_31": text}, {}),
    ]
    with library_of(tmp_path, {"agreement": AGREEMENT}, versions) as library:
        (touched,) = impact(library, WORK, 1, 2).provisions
    assert (touched.eid, touched.change, touched.formerly) == ("art_31", "renumbered", "art_30")
    assert (touched.inserted, touched.deleted) == (0, 0)
    assert [match.reason for match in touched.matches] == ["cites"]


def test_citing_documents_rank_before_similar_ones(
    tmp_path: Path,
) -> None:
    """Of a provision that is removed as a whole nothing is told as struck out: all of it is."""
    breach = "We notify the controller of a personal data breach without undue delay"
    texts = {
        "yearly": f"{breach}, as our report tells.",
        "alike": f"{breach} after becoming aware of it.",
        "citing": f"{breach}, which Article 33 of Regulation (EU) 2016/679 demands.",
        "chance": f"The controller delays breach by breach. {'Our canteen reports on cars and windows. ' * 9}",
        "child": "Under Article 8 of Regulation (EU) 2016/679 consent of a child at least 16 years old is lawful.",
    }
    with library_of(tmp_path, texts) as library:
        found = {
            provision.eid: provision.matches for provision in impact(library, WORK, 1, 2).provisions
        }
        few = {
            provision.eid: provision.matches
            for provision in impact(library, WORK, 1, 2, top=2).provisions
        }
    assert [match.title for match in found["art_33"]] == ["citing", "alike", "yearly"]
    assert [match.title for match in few["art_33"]] == ["citing", "alike"]
    citing, alike, _ = (match.words for match in found["art_33"])
    assert len(citing) == len(alike) == 5
    assert alike[0] == "aware", "the rarest first"
    assert [(match.title, match.still) for match in found["art_8"]] == [("child", ())]


def test_citing_or_most_similar_paragraphs_represent_passage(
    tmp_path: Path,
) -> None:
    texts = {
        "citing": "1. Under Article 33 of Directive (EU) 2016/680 the police notify what was lost of its files.\n\n"
        "2. Under Article 30 of Regulation (EU) 2016/679 we keep what our auditors and our clients ask for.\n\n"
        "3. Under Article 33 of Regulation (EU) 2016/679 we call our lawyers, by day and in the night.",
        "alike": "1. The controller and the processor of a personal data breach are told apart in our handbook.\n\n"
        "2. The controller notifies the supervisory authority of a personal data breach without undue delay.",
    }  # fmt: skip
    with library_of(tmp_path, texts) as library:
        found = {
            provision.eid: provision.matches
            for provision in coverage(library, WORK, when=1).provisions
        }
    texts = {match.title: match.text[:2] for match in found["art_33"]}
    assert texts == {"citing": "3.", "alike": "2."}
    assert [match.text[:2] for match in found["art_30"] if match.reason == "cites"] == ["2."]


def test_long_paragraph_is_scored_by_its_most_similar_part(
    tmp_path: Path,
) -> None:
    breach = "The controller notifies the authority of a personal data breach without undue delay."
    least, between = "Breach, controller, delay. ", "Holidays begin in summer. " * 45
    with library_of(tmp_path, {"policy": breach}, []) as library:
        neighbours = Neighbours(library.search.retriever(), Excluded(), None)
        (alone,), (first,), (last,) = (
            neighbours.of(text, "en", 9)
            for text in (breach, f"{breach} {between}{least}", f"{least}{between}{breach}")
        )
    assert alone.likeness == first.likeness == last.likeness == 1


def test_frequent_words_carry_no_weight(words_library: Library) -> None:
    neighbours = Neighbours(words_library.search.retriever(), Excluded(), None)
    words = ("data", "controller", "pseudonymisation", "certification", "canteen")
    found = [neighbours.is_discriminative(word) for word in words]
    assert found == [False, False, True, False, True]


def test_unknown_language_still_shares_words(tmp_path: Path) -> None:
    note = Document(text=POLICY, title="Policy", work="policy")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([*VERSIONS, note], vectors=False)
        found = coverage(library, WORK, when=1)
    (of_breaches,) = (provision for provision in found.provisions if provision.eid == "art_33")
    (match,) = of_breaches.matches
    assert "breach" in match.words
    assert not {"and", "the", "where", "later"} & set(match.words)


@pytest.mark.parametrize("work", ["lease-1", "our lease", "leases/1", "§ 1 (x)"])
def test_any_work_identifier_is_accepted(work: str, tmp_path: Path) -> None:
    lease = Document(
        "The tenant shall pay rent.", "Lease", work=work, language="en",
        provisions=(Provision("sec_1", "section", "1", "", "Section 1", None, 0, 26),),
    )  # fmt: skip
    letter = Document(
        "Pay as section 1 says.", "Letter", work="letter", language="en",
        references=(Reference(7, 16, None, "cites", work, "", "sec_1"),),
    )  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([lease, letter], vectors=False)
        (section,) = coverage(library, work).provisions
    assert [(match.work, match.reason) for match in section.matches] == [("letter", "cites")]


def test_annex_with_roman_eid_is_cited_by_its_number(tmp_path: Path, capsys: Captured) -> None:
    """The archive of dated versions has ``anx_ii``, what cites it ``anx_2``."""
    agreement = (
        "You are a professional client within the meaning of Annex II to Directive 2014/65/EU."
    )
    versions = [
        dataclasses.replace(
            version(first, last, {"anx_ii": f"Annex II\nProfessional clients have {assets} million."}, {}),
            work="32014L0065", short_title="Directive 2014/65/EU",
        )
        for first, last, assets in (("2014-05-15", "2027-05-24", 20), ("2027-05-25", None, 25))
    ]  # fmt: skip
    (tmp_path / "agreement.txt").write_text(agreement)
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path / "agreement.txt"], vectors=False, language="en")
        library.sources.add_documents(versions, vectors=False)
        (touched,) = impact(library, "32014L0065", 1, 2).provisions
    assert [match.reason for match in touched.matches] == ["cites"]
    assert run(["show", "32014L0065", "Annex II", "-L", str(tmp_path / "library")]) == 0
    assert "20 million" in capsys.readouterr().out
