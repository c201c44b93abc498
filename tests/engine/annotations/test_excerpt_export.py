"""Exports, read back by independent programs of their formats."""

import csv
import io
import json
from pathlib import Path

import docx
import pytest
from docx.oxml.xmlchemy import BaseOxmlElement
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.annotations import table_export
from lexdesk.annotations.excerpt_export import (
    COLUMNS,
    FORMATS,
    Excerpt,
    as_csv,
    as_docx,
    as_json,
    as_ris,
    write,
)
from lexdesk.errors import ExportCode, LexdeskError
from lexdesk.law.citation_styles import Place


@pytest.fixture
def excerpts(words_library: Library) -> list[Excerpt]:
    return [
        Excerpt(
            Place(hit.work, hit.eid, hit.citation, hit.title, hit.path, hit.page),
            hit.heading,
            hit.text,
            hit.language,
            hit.valid_from,
            hit.valid_to,
            tuple(hit.highlights),
            ("consent", "urgent"),
            ("As easy to withdraw\x0b as to give",),
        )
        for hit in words_library.search("withdraw consent", mode="keyword", top=3).hits
    ]


def test_csv(excerpts: list[Excerpt]) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(excerpts).decode("utf-8-sig"))))
    assert list(rows[0]) == list(COLUMNS)
    assert rows[0]["citation"] == "Article 7(3) Regulation (EU) 2016/679"
    assert rows[0]["text"] == excerpts[0].text
    assert rows[0]["tags"] == "consent; urgent"


def test_contract_list_has_dates() -> None:
    place = Place("w", "sec_2", "Clause 2 lease.pdf, p. 3", "Lease", "lease.pdf", 3)
    lease = Excerpt(place, "Term", "2. Term.", "en", dated="2015-03-11")
    (row,) = csv.DictReader(io.StringIO(as_csv([lease]).decode("utf-8-sig")))
    assert (row["citation"], row["page"], row["dated"]) == ("Clause 2 lease.pdf, p. 3", "3", "2015-03-11")  # fmt: skip
    assert "Y1  - 2015/03/11" in as_ris([lease]).decode()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        *((text, f"'{text}") for text in ("=1+1", "+1", "-1", "@SUM(A1)", "\ufeff=1", " \u200b=1")),
        ("\t=1", "'\t'=1"),
        ("\0=1", "' =1"),
        ("a;=1+1", "a;'=1+1"),  # another cell in spreadsheets in German
        ("a\n-cmd|' /C calc'!A0", "a\n'-cmd|' /C calc'!A0"),
        ("a\n- item; - item", "a\n- item; - item"),
    ],
)
def test_csv_escapes_formulas(text: str, shown: str) -> None:
    written = as_csv([excerpt(text)]).decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(written, newline="")))
    assert rows[1][-1] == shown


def excerpt(text: str) -> Excerpt:
    return Excerpt(Place("w", None, "a.txt", "A"), "", text)


def test_json(excerpts: list[Excerpt]) -> None:
    rows = json.loads(as_json(excerpts, "bluebook"))
    assert rows[0]["citation"] == "Regulation 2016/679, art. 7(3), 2016 O.J. (L 119) 1 (EU)"
    assert rows[0]["notes"] == ["As easy to withdraw\x0b as to give"]


def test_ris(excerpts: list[Excerpt]) -> None:
    records = as_ris(excerpts).decode().split("\r\nER  - \r\n\r\n")
    assert len(records) == 4
    assert records[3] == ""
    lines = records[0].split("\r\n")
    assert lines[:2] == ["TY  - STAT", "TI  - Article 7(3) Regulation (EU) 2016/679"]
    assert "KW  - urgent" in lines
    assert all(line[2:6] == "  - " for line in lines)  # no text breaks out of its line


def test_docx_export_is_linear_in_paragraphs(
    excerpts: list[Excerpt], monkeypatch: pytest.MonkeyPatch
) -> None:
    """9,748 places took 104 s so, and take 6.5."""
    searched: list[str] = []
    search = BaseOxmlElement.first_child_found_in

    def counted(element: BaseOxmlElement, *names: str) -> object:
        searched.append(str(element.tag).rpartition("}")[2])
        return search(element, *names)

    monkeypatch.setattr(BaseOxmlElement, "first_child_found_in", counted)
    as_docx(excerpts * 10)
    assert "rPr" in searched  # as of letters that are marked
    assert "body" not in searched


def test_docx(excerpts: list[Excerpt]) -> None:
    document = docx.Document(io.BytesIO(as_docx(excerpts)))
    texts = [paragraph.text for paragraph in document.paragraphs]
    assert texts[0] == "Article 7(3) Regulation (EU) 2016/679"
    assert texts[2] == excerpts[0].text
    marked = [run.text for run in document.paragraphs[2].runs if run.font.highlight_color]
    assert marked[:2] == ["withdraw", "consent"]


@pytest.mark.parametrize("suffix", FORMATS)
def test_suffix_selects_format(excerpts: list[Excerpt], tmp_path: Path, suffix: str) -> None:
    write(excerpts, tmp_path / f"results{suffix}")
    assert (tmp_path / f"results{suffix}").stat().st_size > 100
    write([], tmp_path / f"nothing{suffix}")


def test_unknown_suffix_lists_known_suffixes(tmp_path: Path) -> None:
    with raises_code(LexdeskError, ExportCode.FORMAT_UNKNOWN, formats=".csv, .json, .ris, .docx"):
        write([], tmp_path / "results.xls")
    with raises_code(LexdeskError, ExportCode.FORMAT_UNKNOWN, formats=".csv, .json"):
        table_export.write_decisions([], tmp_path / "decisions.xls")
