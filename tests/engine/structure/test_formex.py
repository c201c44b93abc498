"""Law of the Union in Formex 4: tables of expected structure."""

import datetime
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from tests.codes import raises_code

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract import read
from lexdesk.structure import Source
from lexdesk.structure.eu.formex import parser as formex
from lexdesk.structure.eu.identity import build_celex, make_short_title
from lexdesk.structure.eu.vocabulary import find_act_kind, find_division_kind
from lexdesk.structure.numbers import format_division_number

FIXTURES = Path(__file__).parents[1] / "fixtures"
LANGUAGES = ("de", "en", "es", "fr", "it", "pt")


@cache
def excerpt(language: str) -> Document:
    return read(FIXTURES / f"gdpr-excerpt-{language}.xml")


def span(document: Document, eid: str) -> str:
    provision = next(p for p in document.provisions if p.eid == eid)
    return document.text[provision.start : provision.end]


def act(
    enacting: str, *, title: str = "Regulation (EU) 2020/1 of somebody", head: str = ""
) -> Document:
    xml = (
        f"<ACT><BIB.INSTANCE><LG.DOC>EN</LG.DOC>{head}</BIB.INSTANCE><TITLE><TI><P>{title}</P></TI></TITLE>"
        f"<ENACTING.TERMS>{enacting}</ENACTING.TERMS></ACT>"
    )
    document = formex.read(Source(Path("act.xml"), xml.encode()))
    document.validate()
    return document


PROVISIONS = [
    # eid, kind, number, label, parent, beginning, end
    ("rec_65", "recital", "65", "Recital 65", None, "(65) A data subject should", "of legal claims."),
    ("chp_2", "chapter", "II", "Chapter II", None, "CHAPTER II\nPrinciples\n", "of their tasks."),
    ("chp_3__sec_3", "section", "3", "Section 3", "chp_3", "Section 3\nRectification", "legal claims."),
    ("art_17", "article", "17", "Article 17", "chp_3__sec_3", "Article 17\nRight to erasure (‘right", "claims."),
    ("art_6__para_1", "paragraph", "1", "Article 6(1)", "art_6", "1. Processing shall be lawful", "their tasks."),
    ("art_6__para_1__point_f", "point", "f", "Article 6(1)(f)", "art_6__para_1", "(f) processing is", "is a child."),
    (
        "art_6__para_1__subpara_2", "subparagraph", "", "Article 6(1), second subparagraph", "art_6__para_1",
        "Point (f) of the first subparagraph shall not", "their tasks.",
    ),
    ("art_4__point_1", "point", "1", "Article 4(1)", "art_4", "(1) ‘personal data’ means", "person;"),
    ("art_4__point_16__point_a", "point", "a", "Article 4(16)(a)", "art_4__point_16", "(a) as regards", "t;"),
]  # fmt: skip


@pytest.mark.parametrize("row", [r for r in PROVISIONS if r[0] != "chp_2"], ids=lambda r: r[0])
def test_provisions_of_the_gdpr(row: tuple[str, ...]) -> None:
    eid, kind, number, label, parent, beginning, end = row
    found = next(p for p in excerpt("en").provisions if p.eid == eid)
    assert (found.kind, found.number, found.label, found.parent) == (kind, number, label, parent)
    assert span(excerpt("en"), eid).startswith(beginning)
    assert span(excerpt("en"), eid).endswith(end)


def test_paragraph_contains_points_and_chapter_contains_articles() -> None:
    document = excerpt("en")
    assert "\n(a) the data subject has given consent" in span(document, "art_6__para_1")
    assert span(document, "art_17") in span(document, "chp_3")


@pytest.mark.parametrize(
    ("language", "eid", "label"),
    [
        ("de", "art_6__para_1__point_f", "Artikel 6 Absatz 1 Buchstabe f"),
        ("de", "art_6__para_1__subpara_2", "Artikel 6 Absatz 1 Unterabsatz 2"),
        ("de", "rec_65", "Erwägungsgrund 65"),
        ("de", "chp_3__sec_3", "Abschnitt 3"),
    ],
)
def test_labels_follow_the_language(language: str, eid: str, label: str) -> None:
    assert next(p for p in excerpt(language).provisions if p.eid == eid).label == label


def test_act_is_identified() -> None:
    document = excerpt("en")
    assert document.work == "32016R0679"
    assert document.kind == "regulation"
    assert document.short_title == "Regulation (EU) 2016/679"
    assert document.language == "en"
    assert document.valid_from == datetime.date(2016, 4, 27)
    assert document.valid_to is None
    assert document.title.startswith("Regulation (EU) 2016/679 of the European Parliament")
    assert document.title.endswith("(General Data Protection Regulation)")
    assert excerpt("de").short_title == "Verordnung (EU) 2016/679"


def test_footnotes_are_removed_and_quotation_marks_restored() -> None:
    text = excerpt("en").text
    assert "OJ L 281" not in text
    assert "(3) Directive 95/46/EC of the European Parliament and of the Council seeks to" in text
    assert "(the ‘Charter’)" in text


def test_amounts_keep_printed_form() -> None:
    document = act(
        """<ARTICLE><TI.ART>Article 99</TI.ART><ALINEA>Fines of up to EUR <FT TYPE="NUMBER">7500000</FT> or,
        if higher, 1 %; or EUR <FT TYPE="NUMBER">500</FT>.</ALINEA></ARTICLE>"""
    )
    assert "up to EUR 7 500 000 or, if higher, 1 %; or EUR 500." in document.text


def test_quoted_amendment_is_no_provision_of_act() -> None:
    document = act(
        """<ARTICLE IDENTIFIER="001"><TI.ART>Article 1</TI.ART><ALINEA><P>The following is inserted:</P>
        <QUOT.S LEVEL="1"><ARTICLE IDENTIFIER="005A"><TI.ART>Article 5a</TI.ART><PARAG IDENTIFIER="005A.001">
        <NO.PARAG><QUOT.START CODE="2018" ID="Q" REF.END="E"/>1.</NO.PARAG><ALINEA>New text.</ALINEA></PARAG>
        </ARTICLE></QUOT.S></ALINEA></ARTICLE>
        <ARTICLE IDENTIFIER="002"><TI.ART>Article 2</TI.ART><ALINEA>End.</ALINEA></ARTICLE>"""
    )
    assert [p.eid for p in document.provisions] == ["art_1", "art_2"]
    assert "Article 5a\n‘1. New text." in span(document, "art_1")


def test_continuation_after_list_is_no_subparagraph() -> None:
    document = act(
        """<ARTICLE><TI.ART>Article 5</TI.ART><PARAG><NO.PARAG>2.</NO.PARAG><ALINEA><P>The gatekeeper shall not do
        any of the following:</P><LIST><ITEM><NP><NO.P>(d)</NO.P><TXT>sign in end users to other services,</TXT></NP>
        </ITEM></LIST></ALINEA><ALINEA>unless the end user has given consent.</ALINEA><ALINEA>Where the consent given
        for the purposes of the first subparagraph has been refused, the gatekeeper shall not repeat its request.
        </ALINEA></PARAG></ARTICLE>"""
    )
    second = span(document, "art_5__para_2__subpara_2")
    assert second.startswith("Where the consent given for the purposes of the first subparagraph")
    assert [p.eid for p in document.provisions[2:]] == [
        "art_5__para_2__point_d", "art_5__para_2__subpara_2",
    ]  # fmt: skip
    assert "\nunless the end user has given consent.\n" in span(document, "art_5__para_2")


def test_white_space_instructions_and_tables() -> None:
    document = act(
        """<ARTICLE><TI.ART>Article\u00a01</TI.ART>
        <PARAG><NO.PARAG>1.</NO.PARAG><ALINEA>Pretty
            printed<?PAGE NO="2"?> text of\u00a0a <HT TYPE="BOLD">line</HT>.
            <TBL COLS="2"><CORPUS><ROW><CELL COL="1">A</CELL><CELL COL="2">B</CELL></ROW></CORPUS></TBL>
        </ALINEA></PARAG></ARTICLE>"""
    )
    assert span(document, "art_1__para_1") == "1. Pretty printed text of a line.\nA | B"


def test_repeated_numbers_get_distinct_eids() -> None:
    article = "<ARTICLE><TI.ART>Article 1</TI.ART><PARAG><NO.PARAG>1.</NO.PARAG><ALINEA>x</ALINEA></PARAG></ARTICLE>"
    document = act(article + article)
    assert [p.eid for p in document.provisions] == [
        "art_1", "art_1__para_1", "art_1_2", "art_1_2__para_1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("printed", "eid"),
    [
        ("Article 4a", "art_4a"), ("Article 4 a", "art_4a"), ("Artikel 12", "art_12"),
        ("Article premier", "art_1"), ("Artigo 6.o", "art_6"), ("6. cikk", "art_6"),
        ("Artículo único", "art_1"), ("3 straipsnis", "art_3"),
    ],
)  # fmt: skip
def test_article_numbers(printed: str, eid: str) -> None:
    document = act(f"<ARTICLE><TI.ART>{printed}</TI.ART><ALINEA>x</ALINEA></ARTICLE>")
    assert document.provisions[0].eid == eid


@pytest.mark.parametrize(
    ("title", "short", "kind"),
    [
        ("Regulation (EU) 2016/679 of the European Parliament", "Regulation (EU) 2016/679", "regulation"),
        ("Regulation (EU) No 575/2013 of the European", "Regulation (EU) No 575/2013", "regulation"),
        ("Directive 95/46/EC of the European Parliament", "Directive 95/46/EC", "directive"),
        ("Directive (EU) 2015/849 of the European", "Directive (EU) 2015/849", "directive"),
        ("Council Regulation (EC) No 1/2003 of 16 December", "Regulation (EC) No 1/2003", "regulation"),
        ("Commission Implementing Decision (EU) 2021/914 of", "Implementing Decision (EU) 2021/914", "decision"),
        ("VERORDNUNG (EG) Nr. 1/2003 DES RATES", "Verordnung (EG) Nr. 1/2003", "regulation"),
        ("Durchführungsverordnung (EU) 2019/1 der Kommission zur Richtlinie 95/46/EG",
         "Durchführungsverordnung (EU) 2019/1", "regulation"),
        ("Décision 2000/520/CE de la Commission", "Décision 2000/520/CE", "decision"),
        ("Treaty on something", "", "act"),
    ],
)  # fmt: skip
def test_short_titles(title: str, short: str, kind: str) -> None:
    assert find_act_kind(title) == kind
    assert make_short_title(title, kind) == short


@pytest.mark.parametrize(
    ("kind", "year", "number", "celex"),
    [
        ("regulation", 2016, 679, "32016R0679"), ("directive", 1995, 46, "31995L0046"),
        ("decision", 2021, 914, "32021D0914"), ("act", 2021, 914, ""),
    ],
)  # fmt: skip
def test_celex_numbers(kind: str, year: int, number: int, celex: str) -> None:
    assert build_celex(kind, year, number) == celex


@pytest.mark.parametrize(
    ("number", "expected"),
    [("III", "3"), ("IIIa", "3a"), ("XIV", "14"), ("A", "a"), ("C", "c"), ("2", "2"), ("4A", "4a")],
)
def test_division_numbers(number: str, expected: str) -> None:
    assert format_division_number(number) == expected


@pytest.mark.parametrize(
    ("printed", "kind"),
    [("KAPITEL I", "chapter"), ("CAPO II", "chapter"), ("TITRE III", "title"), ("II SKYRIUS", "chapter"),
     ("Sección 2", "section"), ("ODDÍL 1", "section"), ("WORDS WORDS", "division")],
)  # fmt: skip
def test_kinds_of_division(printed: str, kind: str) -> None:
    assert find_division_kind(printed) == kind


def test_publication_record_error_names_described_file() -> None:
    with raises_code(FileFailed, FileCode.PUBLICATION_RECORD, described="L_2016119EN.01000101.xml"):
        read(FIXTURES / "L_2016119EN.01000101.doc.xml")


def test_kind_is_read_from_publication_record(tmp_path: Path) -> None:
    head = '<DOCUMENT.REF FILE="a.doc.xml"/><NO.DOC><NO.CURRENT>7</NO.CURRENT><YEAR>2020</YEAR></NO.DOC>'
    xml = f"<ACT><BIB.INSTANCE>{head}<LG.DOC>EN</LG.DOC></BIB.INSTANCE><TITLE><TI><P>Measure 7</P></TI></TITLE></ACT>"
    (tmp_path / "a.doc.xml").write_text("<DOC><FMX><LEGAL.VALUE>DEC</LEGAL.VALUE></FMX></DOC>")
    (tmp_path / "a.xml").write_text(xml)
    assert read(tmp_path / "a.xml").work == "32020D0007"
    (tmp_path / "a.doc.xml").rename(tmp_path / "b.doc.xml")
    (tmp_path / "a.doc.xml").symlink_to("b.doc.xml")  # no link is followed
    assert read(tmp_path / "a.xml").work != "32020D0007"


@pytest.mark.parametrize(
    "document_type",
    [
        '<!DOCTYPE ACT [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE ACT [<!ENTITY a "ha"><!ENTITY x "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
    ],
    ids=["XXE", "billion laughs"],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_rejected(tmp_path: Path, document_type: str, encoding: str) -> None:
    path = tmp_path / "act.xml"
    path.write_bytes(
        f"{document_type}<ACT><TITLE><TI><P>&x;</P></TI></TITLE></ACT>".encode(encoding)
    )
    with raises_code(FileFailed, FileCode.XML_ENTITIES):
        read(path)


def test_external_dtd_is_not_loaded(tmp_path: Path) -> None:
    (tmp_path / "evil.dtd").write_text('<!ENTITY x "stolen">')
    path = tmp_path / "act.xml"
    path.write_text(
        '<!DOCTYPE ACT SYSTEM "evil.dtd"><ACT><TITLE><TI><P>A &x; B</P></TI></TITLE></ACT>'
    )
    try:
        text = read(path).text
    except FileFailed:
        return
    assert "stolen" not in text


def test_damaged_xml_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "act.xml"
    path.write_text("<ACT><TITLE><TI>no end")
    with raises_code(FileFailed, FileCode.XML_INVALID):
        read(path)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("folder", "recitals"), [("original", 173), ("consolidated", 0)])
def test_whole_gdpr(shared_data: Path, folder: str, language: str, recitals: int) -> None:
    name = {
        "original": f"L_2016119{language.upper()}.01000101.xml",
        "consolidated": f"gdpr-consolidated-{language}.xml",
    }[folder]
    document = read(shared_data / "raw" / "gdpr-formex" / folder / name)
    kinds = Counter(p.kind for p in document.provisions)
    assert (kinds["article"], kinds["recital"]) == (99, recitals)
    assert (kinds["chapter"], kinds["section"]) == (11, 15)
    assert (document.work, document.language) == ("32016R0679", language)


def test_term_list_uses_stated_separator() -> None:
    """Annex II of MiFID II: the size of large undertakings."""
    document = act(
        '<ARTICLE IDENTIFIER="001"><TI.ART>Article 1</TI.ART><ALINEA><P><DLIST SEPARATOR=":"><DLIST.ITEM>'
        "<PREFIX>—</PREFIX><TERM>own funds</TERM><DEFINITION>EUR 2 000 000</DEFINITION></DLIST.ITEM></DLIST>"
        "</P></ALINEA></ARTICLE>"
    )
    assert span(document, "art_1").endswith("— own funds: EUR 2 000 000")
