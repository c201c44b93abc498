"""Reports on impact and coverage: their columns, labels and commands."""

import csv
import io
import json
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import docx
import pytest
from tests.codes import raises_code
from tests.engine.compliance.agreement import AGREEMENT, WORK, Captured

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.compliance import compute_impact
from lexdesk.compliance.disambiguation import distinguish_names
from lexdesk.compliance.report import COLUMNS, list_rows, write
from lexdesk.errors import ExportCode, LexdeskError


def test_reports_have_a_column_for_decisions(library: Library, tmp_path: Path) -> None:
    found = compute_impact(library, WORK, 1, 2)
    rows = list(list_rows(found))
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
    assert "both name one text of the library" in capsys.readouterr().out
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
