"""German federal statutes in the XML of gesetze-im-internet.de."""

import tarfile
from functools import cache
from pathlib import Path

import pytest
from tests.codes import raises_code

from lexdesk.document.model import ENACTED, STATE, Document, Property, Provision
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract import read
from lexdesk.extract.parsers.markdown import read as read_markdown
from lexdesk.extract.sniff import Format
from lexdesk.extract.sniff.sniff import sniff
from lexdesk.structure import Source
from lexdesk.structure.german import gii_norm

FIXTURES = Path(__file__).parents[1] / "fixtures"
KSCHG, EGVV = "kschg-excerpt.xml", "egvv-excerpt.xml"
HEAD = "<norm><metadaten><jurabk>XG</jurabk><langue>X</langue></metadaten></norm>"


@cache
def fixture(name: str) -> Document:
    return read(FIXTURES / name)


def statute(norms: str) -> Document:
    data = f"<dokumente>{HEAD}{norms}</dokumente>".encode()
    document = gii_norm.read(Source(Path("xg.xml"), data))
    document.validate()
    return document


def section(content: str, name: str = "§ 1", kennzahl: str = "") -> str:
    unit = f"<gliederungseinheit><gliederungskennzahl>{kennzahl}</gliederungskennzahl></gliederungseinheit>"
    return (
        f"<norm><metadaten>{unit if kennzahl else ''}<enbez>{name}</enbez></metadaten>"
        f"<textdaten><text><Content>{content}</Content></text></textdaten></norm>"
    )


def items(*pairs: tuple[str, str]) -> str:
    return f"<DL>{''.join(f'<DT>{n}</DT><DD><LA>{text}</LA></DD>' for n, text in pairs)}</DL>"


def found(document: Document, eid: str) -> Provision:
    return next(p for p in document.provisions if p.eid == eid)


def text_of(document: Document, eid: str) -> str:
    provision = found(document, eid)
    return document.text[provision.start : provision.end]


@pytest.mark.parametrize(
    ("file", "eid", "kind", "label", "beginning"),
    [
        (KSCHG, "abschnitt_1", "division", "Erster Abschnitt", "Erster Abschnitt - Allgemeiner"),
        (KSCHG, "para_1", "section", "§ 1", "§ 1 Sozial ungerechtfertigte Kündigungen\n(1) Die"),
        (KSCHG, "para_1__abs_2", "paragraph", "§ 1 Abs. 2", "(2) Sozial ungerechtfertigt ist"),
        (KSCHG, "para_1__abs_2__nr_1", "point", "§ 1 Abs. 2 Nr. 1", "1. in Betrieben des privaten"),
        (KSCHG, "para_1__abs_2__nr_2__buchst_b", "point", "§ 1 Abs. 2 Nr. 2 Buchst. b", "b) der Arbeitnehmer"),
        (EGVV, "para_6", "section", "§ 6", "§ 6 Inkrafttreten\nDiese Verordnung"),
        (EGVV, "anlage_1", "annex", "Anlage", "Anlage (zu § 2 Absatz 1)\n(Fundstelle"),
    ],
)  # fmt: skip
def test_provisions(file: str, eid: str, kind: str, label: str, beginning: str) -> None:
    document = fixture(file)
    provision = found(document, eid)
    assert (provision.kind, provision.label) == (kind, label)
    assert document.text[provision.start :].startswith(beginning)


def test_identity_and_days() -> None:
    document = fixture(KSCHG)
    assert (document.work, document.title) == ("DE-kschg", "Kündigungsschutzgesetz")
    assert (document.short_title, document.kind, document.language) == ("KSchG", "statute", "de")
    assert set(document.properties) == {
        Property(ENACTED, "1951-08-10"),
        Property(STATE, "2017-07-17"),
        Property("modified", "2017-11-22T22:10:16"),
    }
    assert str(fixture(EGVV).in_force_from) == "2018-07-01"


def test_head_has_title_and_amendments() -> None:
    assert fixture(KSCHG).text.startswith(
        "Kündigungsschutzgesetz (KSchG)\nAusfertigungsdatum: 1951-08-10\nFundstelle: BGBl I 1951, 499\n"
        "Neugefasst durch Bek. v. 25.8.1969 I 1317\nzuletzt geändert durch Art. 4 G v. 17.7.2017 I 2509\n\n"
    )
    assert "Bundesregierung (Vorausschätzungsverordnung – EgVV)\n" in fixture(EGVV).text


def test_text_after_list_belongs_to_enclosing_provision() -> None:
    document = fixture(KSCHG)
    first, outer = (
        text_of(document, f"para_1__abs_2{inner}") for inner in ("__nr_1__buchst_b", "__nr_1")
    )
    assert first.endswith("weiterbeschäftigt werden kann")
    assert outer.endswith("schriftlich widersprochen hat,")
    assert text_of(document, "para_1__abs_2").endswith("die die Kündigung bedingen.")


def test_titles_keep_printed_form() -> None:
    titled = section("<P>Text.</P>").replace(
        "</enbez>", "</enbez><titel>CO<SUB>2</SUB>-Abgabe<BR/>und Steuer</titel>"
    )
    assert statute(titled).provisions[0].heading == "CO2-Abgabe und Steuer"


def test_documentalists_notes_are_removed() -> None:
    assert "+++" not in fixture(KSCHG).text
    document = statute(
        section("<P>Eins.</P>").replace(
            "</text>", "</text><fussnoten><Content><P><pre>(+++ § 1: gilt +++)</pre>Siehe oben.</P></Content></fussnoten>"
        )
    )  # fmt: skip
    assert document.text.endswith("§ 1\nEins.\nSiehe oben.")


def test_official_footnotes_stand_below_the_section() -> None:
    noted = "<Footnotes><Footnote FnZ='*' ID='F1'><B>Amtlicher Hinweis:</B><BR/>Dient.</Footnote></Footnotes>"
    content = section("<P><FnR ID='F1'/>(1) Eins.</P>").replace("</text>", f"{noted}</text>")
    document = statute(content)
    assert text_of(document, "para_1") == "§ 1\n(1) Eins.\n* Amtlicher Hinweis: Dient."
    assert text_of(document, "para_1__abs_1") == "(1) Eins."


def test_table_rows_are_lines() -> None:
    assert "\nBIP-Wachstum Welt | Veränderungsrate | x" in text_of(fixture(EGVV), "anlage_1")


def test_levels_have_three_digits() -> None:
    division = (
        "<norm><metadaten><gliederungseinheit><gliederungskennzahl>{}</gliederungskennzahl>"
        "<gliederungsbez>{}</gliederungsbez></gliederungseinheit></metadaten></norm>"
    )
    document = statute(
        division.format("010", "Buch 1")
        + division.format("010010", "Abschnitt 1")
        + section("<P>Eins.</P>")
        + section("<P>Zwei.</P>", "§ 2", "010010")
        + division.format("020", "Buch 2")
        + section("<P>Drei.</P>", "§ 3")
    )
    parents = {p.eid: p.parent for p in document.provisions}
    assert parents == {
        "buch_1": None, "buch_1__abschnitt_1": "buch_1", "para_1": "buch_1__abschnitt_1",
        "para_2": "buch_1__abschnitt_1", "buch_2": None, "para_3": "buch_2",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (f"<P>Wer {items(('1.', 'x'), ('2.', 'y'))}handelt.</P>", ["Wer", "1. x", "2. y", "handelt."]),
        (f"<P>{items(('-', 'x'), ('•', 'y'), ('(1)', 'z'))}</P>", ["- x", "• y", "(1) z"]),
        (f"<P>{items(('–', 'x'), ('aa)', 'y'))}</P>", ["– x", "aa) y"]),
        (f"<P>{items(('1.', items(('a)', 'x'))))}</P>", ["1.", "a) x"]),
        ("<P>m<SUP>2</SUP> und <B>fett</B></P>", ["m² und fett"]),
        ("<P><SUP class='Rec'>1</SUP>Bauliche Anlagen. <B><SUP>2</SUP>Sie</B> gelten.</P>",
         ["¹Bauliche Anlagen. ²Sie gelten."]),
        ("<P>Eins<BR/>zwei<FnR ID='F1'/></P>", ["Eins", "zwei"]),
        ("<P><table><tgroup><tbody><row><entry><P>a</P><P>b</P></entry><entry>c</entry></row></tbody>"
         "</tgroup></table></P>", ["a b | c"]),
        ("<pre>eins<BR/>zwei</pre>", ["eins", "zwei"]),
    ],
)  # fmt: skip
def test_lines(content: str, lines: list[str]) -> None:
    assert statute(section(content)).text.splitlines()[2:] == ["§ 1", *lines]


def test_table_of_contents_has_one_line_per_title() -> None:
    contents = (
        "<norm><metadaten><enbez>Inhaltsübersicht</enbez></metadaten><textdaten><text><TOC>"
        "<Ident>§ 1</Ident><Title>Zweck<BR/></Title><Ident>§ 2</Ident><Title>Begriffe</Title>"
        "</TOC></text></textdaten></norm>"
    )
    document = statute(contents)
    assert document.text.splitlines()[2:] == ["Inhaltsübersicht", "§ 1 Zweck", "§ 2 Begriffe"]
    assert document.provisions == ()


def test_articles_contain_sections() -> None:
    """As Artikel 246a EGBGB, with sections as divisions of the file."""
    article = (
        "<norm><metadaten><gliederungseinheit><gliederungskennzahl>010</gliederungskennzahl>"
        "<gliederungsbez>Art {}</gliederungsbez><gliederungstitel>Pflichten</gliederungstitel>"
        "</gliederungseinheit></metadaten></norm>"
    )
    document = statute(
        article.format("246a")
        + section("<P>(1) Eins.</P>")
        + article.format("246b")
        + section("<P>Zwei.</P>")
    )
    assert [(p.eid, p.label) for p in document.provisions] == [
        ("art_246a", "Art. 246a"), ("art_246a__para_1", "Art. 246a § 1"),
        ("art_246a__para_1__abs_1", "Art. 246a § 1 Abs. 1"),
        ("art_246b", "Art. 246b"), ("art_246b__para_1", "Art. 246b § 1"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "format_"),
    [
        (f"<dokumente>{HEAD}</dokumente>", Format.GII_NORM),
        ("<dokumente><dokument/></dokumente>", Format.XML),
    ],
)
def test_sniffing(data: str, format_: Format) -> None:
    assert sniff(data.encode(), "a.xml") is format_


def test_file_without_statute_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "x.xml"
    path.write_text("<dokumente><norm><metadaten/></norm></dokumente>")
    with raises_code(FileFailed, FileCode.STATUTE_UNNAMED, name="x.xml"):
        read(path)


def test_xml_and_markdown_give_same_work(shared_data: Path) -> None:
    """The same work, and the same text of provisions unchanged from 2017 to 2022."""
    with tarfile.open(shared_data / "raw" / "german-statutes.tar.gz") as archive:
        member = next(m for m in archive if m.name.endswith("/kschg/index.md"))
        file = archive.extractfile(member)
        assert file is not None
        other = read_markdown(Source(Path("kschg.md"), file.read()))
    document = fixture(KSCHG)
    assert (document.work, document.short_title) == (other.work, other.short_title)
    assert Property(ENACTED, "1951-08-10") in other.properties
    inside = [p for p in document.provisions if p.eid.startswith(("para_1_", "para_9", "para_18"))]
    assert len(inside) == 16
    for provision in inside:
        same = found(other, provision.eid)
        assert (same.kind, same.label, same.parent) == (
            provision.kind,
            provision.label,
            provision.parent,
        )
        assert text_of(other, provision.eid) == text_of(document, provision.eid)
