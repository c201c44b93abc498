"""Decisions of Germany's federal courts in the XML of rechtsprechung-im-internet.de."""

import datetime
from pathlib import Path

import pytest

from lexdesk.document.model import Document
from lexdesk.errors import FileFailed
from lexdesk.extract import read, read_source
from lexdesk.extract.sniff import Format
from lexdesk.extract.sniff.sniff import sniff
from lexdesk.library.library import Library
from lexdesk.structure import Source
from lexdesk.structure.decisions import rii_dok

FIXTURE = Path(__file__).parents[1] / "fixtures" / "bgh-ix-zb-72-08.xml"


def decision(parts: str, head: str = "<doknr>KORE1</doknr>") -> Document:
    data = f"<dokument>{head}<gertyp>BGH</gertyp><aktenzeichen>I ZR 1/20</aktenzeichen>{parts}</dokument>"
    document = rii_dok.read(Source(Path("x.xml"), data.encode()))
    document.validate()
    return document


def row(text: str, number: int | str = "") -> str:
    anchor = f'<a name="rd_{number}">{number}</a>' if number else ""
    return f'<dl class="RspDL"><dt>{anchor}</dt><dd>{text}</dd></dl>'


def texts(document: Document) -> dict[str, str]:
    return {p.eid: document.text[p.start : p.end] for p in document.provisions}


def test_federal_court_of_justice_decision() -> None:
    document = read(FIXTURE)
    assert [(p.eid, p.kind, p.number, p.label, p.parent) for p in document.provisions] == [
        ("tenor", "division", "", "Tenor", None),
        ("gruende", "division", "", "Gründe", None),
        ("para_1", "paragraph", "1", "Rn. 1", "gruende"),
    ]
    assert texts(document)["tenor"] == "Tenor\nDer Antrag wird abgelehnt."
    assert texts(document)["para_1"].startswith("1 1. Einer Entscheidung steht nicht entgegen,")
    assert (document.work, document.kind, document.language) == (
        "BGH, Beschluss vom 14.01.2010, IX ZB 72/08",
        "judgment",
        "de",
    )
    assert document.short_title == "BGH, Beschluss vom 14.01.2010, IX ZB 72/08"
    assert document.title.startswith("Insolvenzverfahren: Anwendbarkeit der Vorschrift")
    assert document.valid_from == datetime.date(2010, 1, 14)


def test_decision_cites_its_sections() -> None:
    cited = {(reference.work, reference.target) for reference in read(FIXTURE).references}
    assert {("DE-inso", "para_4"), ("DE-zpo", "para_13"), ("DE-zpo", "para_251")} <= cited


def test_ecli_is_work_identifier() -> None:
    ecli = "ECLI:DE:BGH:2021:060521UIXZR72.20.0"
    assert decision("", f"<doknr>KORE1</doknr><ecli>{ecli}</ecli>").work == ecli


@pytest.mark.parametrize("sort", ["Urteil", "Versäumnisurteil"])
def test_decision_without_ecli_has_same_work_as_its_text(sort: str) -> None:
    page = f"BUNDESGERICHTSHOF\nIM NAMEN DES VOLKES\n{sort.upper()}\nI ZR\n1/20\nVerkündet am: 6. Mai 2021\n"
    other = read_source(Source(Path("a.txt"), page.encode()))
    head = f"<doknr>KORE1</doknr><entsch-datum>20210506</entsch-datum><doktyp>{sort}</doktyp>"
    assert decision("", head).work == other.work == "BGH, Urteil vom 06.05.2021, I ZR 1/20"


def test_decision_without_date_uses_publishers_number() -> None:
    assert decision("").work == "DE-KORE1"


def test_text_between_randnummern_belongs_to_first() -> None:
    rows = row("<p>I.</p>") + row("<p>Eins:</p>", 1) + row('<p style="margin-left:36pt">Zitat</p>')
    rows += row("<p>II.</p>") + row("<p>Zwei.</p>", 2) + row("<p>Grupp</p>") + row("<p/>")
    document = decision(f"<gruende><div>{rows}</div></gruende>")
    assert document.text.endswith("Gründe\nI.\n1 Eins:\nZitat\nII.\n2 Zwei.\nGrupp")
    assert texts(document) == {
        "gruende": "Gründe\nI.\n1 Eins:\nZitat\nII.\n2 Zwei.\nGrupp",
        "para_1": "1 Eins:\nZitat",
        "para_2": "2 Zwei.",
    }


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("<p>Eins<br/>zwei</p>", ["Eins", "zwei"]),
        ('<p><span style="color: rgb(0, 0, 0)">Abs. 1<sup>a</sup> gilt</span>.</p>', ["Abs. 1a gilt."]),
        ('<p>Bild<img src="b.jpg"/><a href="b.jpg"><span>Abbildung</span></a>.</p>', ["Bild."]),
        ("<table><tr><td><p>a</p><p>b</p></td><td>c</td></tr></table>", ["a b | c"]),
        ("<blockquote><p>eins</p><p>zwei</p></blockquote>", ["eins", "zwei"]),
    ],
)  # fmt: skip
def test_lines(text: str, lines: list[str]) -> None:
    document = decision(f"<tenor>{row(text)}</tenor>")
    assert texts(document)["tenor"].splitlines() == ["Tenor", *lines]


def test_randnummern_run_through_the_parts() -> None:
    document = decision(
        f"<tatbestand>{row('<p>Eins.</p>', 1)}</tatbestand>"
        f"<entscheidungsgruende>{row('<p>Zwei.</p>', '02')}</entscheidungsgruende>"
        "<abwmeinung/>"
    )
    assert [(p.eid, p.parent) for p in document.provisions] == [
        ("tatbestand", None), ("para_1", "tatbestand"),
        ("entscheidungsgruende", None), ("para_2", "entscheidungsgruende"),
    ]  # fmt: skip


def test_text_without_rows_is_kept() -> None:
    document = decision("<gruende><div><p>Der Antrag ist <em>unzulässig</em>.</p></div></gruende>")
    assert texts(document) == {"gruende": "Gründe\nDer Antrag ist unzulässig."}


def test_line_break_in_emphasis_is_space(tmp_path: Path) -> None:
    text = FIXTURE.read_text("utf-8").replace(
        "<p>1. Einer", "<p><strong>Gründe<br/>I.</strong> H<sub>2</sub>O. Einer"
    )
    path = tmp_path / "x.xml"
    path.write_text(text, "utf-8")
    assert "\n1 Gründe I. H2O. Einer" in read(path).text


def test_sniffing() -> None:
    assert sniff(FIXTURE.read_bytes(), "a.xml") is Format.RII_DECISION
    assert sniff(b"<dokument><titel/></dokument>", "a.xml") is Format.XML


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        ("<aktenzeichen/><gertyp>BGH</gertyp>", "has no court or no docket number"),
        (
            "<aktenzeichen>I ZR 1/20</aktenzeichen><gertyp>BGH</gertyp><entsch-datum>20200230</entsch-datum>",
            "which does not exist",
        ),
    ],
)
def test_bad_files_are_rejected(tmp_path: Path, head: str, reason: str) -> None:
    path = tmp_path / "x.xml"
    path.write_text(f"<dokument><doknr>KORE1</doknr>{head}</dokument>")
    with pytest.raises(FileFailed, match=reason):
        read(path)


def test_randnummer_is_cited_after_decision(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([FIXTURE], vectors=False)
        shown = library.law.show("BGH, Beschluss vom 14.01.2010, IX ZB 72/08", "para_1")
        assert shown.citation == "BGH, Beschluss vom 14.01.2010, IX ZB 72/08, Rn. 1"
        [hit] = [hit for hit in library.search("Ruhen Schuldnerin").hits if hit.eid == "para_1"]
        assert hit.citation == shown.citation
        tenor = library.law.show(shown.work, "tenor")
        assert tenor.citation == "BGH, Beschluss vom 14.01.2010, IX ZB 72/08, Tenor"
