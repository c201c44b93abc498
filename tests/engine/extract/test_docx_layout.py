"""DOCX: what the page shows of fields, hidden text, signs, notes and other documents inside."""

from pathlib import Path

import pytest
from tests.archives import zipped
from tests.engine.extract.crafted_documents import level, word

from lexdesk.extract import read_source
from lexdesk.structure import Source


def run(text: str, properties: str = "") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t xml:space='preserve'>{text}</w:t></w:r>"


def par(text: str, runs: str = "", properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr>{run(text)}{runs}</w:p>"


def char(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def code(text: str) -> str:
    return f"<w:r><w:instrText>{text}</w:instrText></w:r>"


def field(text: str, result: str) -> str:
    return char("begin") + code(text) + char("separate") + result + char("end")


def sign(font: str, number: str) -> str:
    return f'<w:r><w:sym w:font="{font}" w:char="{number}"/></w:r>'


def note(kind: str, id_: int) -> str:
    return f'<w:{kind} w:id="{id_}">{par(f" N{id_}")}</w:{kind}>'


def reference(kind: str, id_: int) -> str:
    return f'<w:r><w:{kind}Reference w:id="{id_}"/></w:r>'


MATHS = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
SEPARATOR = "<w:rPr><w:vanish/><w:specVanish/></w:rPr>"
HIDDEN_STYLE = '<w:style w:type="character" w:styleId="H"><w:rPr><w:vanish/></w:rPr></w:style>'
HIDDEN_STYLE += '<w:style w:type="character" w:styleId="B"><w:basedOn w:val="H"/></w:style>'
RESTART = '<w:sectPr><w:footnotePr><w:numRestart w:val="eachSect"/></w:footnotePr></w:sectPr>'
LISTNUM = char("begin") + code(" LISTNUM \\l 4 ") + char("end")
BOX = "<w:r><w:pict><v:shape xmlns:v='v'><v:textpath string='DRAFT'/></v:shape></w:pict></w:r>"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (par("EUR ", run("floor 5", "<w:vanish/>") + run("7")), ["EUR 7", "Hidden text: floor 5"]),
        (par("EUR ", run("7", '<w:vanish w:val="0"/>')), ["EUR 7"]),
        (par("A ", run("secret", "<w:rStyle w:val='B'/>") + run("B")), ["A B", "Hidden text: secret"]),
        (par("Term.", properties=SEPARATOR) + par(" It is one year."), ["Term. It is one year."]),
        (
            par("W", properties='<w:framePr w:dropCap="drop" w:lines="3"/>') + par("hereas"),
            ["Whereas"],
        ),
        (
            par("Dear ", char("begin") + code(" IF ") + field(" MERGEFIELD sex ", run("M"))
                + code(' = "M" "Sir" "Madam" ') + char("separate") + run("Sir") + char("end")),
            ["Dear Sir"],
        ),
        (par("A", char("begin") + code("REF x")) + par("stays"), ["A", "stays"]),
        (par("shall ", LISTNUM + run(" pay and ") + LISTNUM + run(" go")), ["shall (1) pay and (2) go"]),
        (par("By ", char("begin") + code("MACROBUTTON NoMacro [your name]") + char("end")), ["By [your name]"]),
        (par("see ", char("begin") + code("SYMBOL 167 \\f Arial") + char("end") + run(" 5")), ["see § 5"]),
        (par("a ", sign("Symbol", "F0A3") + sign("Symbol", "F062")), ["a ≤β"]),
        (
            par("the ", sign("WP TypographicSymbols", "0041") + run("Buyer")
                + sign("WP TypographicSymbols", "0040")),
            ["the “Buyer”"],
        ),
        (par("", run("\uf0fe", '<w:rFonts w:ascii="Wingdings"/>') + run(" yes")), ["☑ yes"]),
        (
            par("Rent × ", f"<m:oMath {MATHS}><m:f><m:num>{run('12')}</m:num><m:den>{run('365')}</m:den></m:f>"
                f"<m:sSup><m:e>{run('x')}</m:e><m:sup>{run('2')}</m:sup></m:sSup></m:oMath>"),
            ["Rent × 12/365x²"],
        ),
        (
            par("Rate ", f"<m:oMath {MATHS}><m:rad><m:e>{run('2')}</m:e></m:rad><m:sSup><m:e>{run('q')}</m:e>"
                f"<m:sup>{run('n')}</m:sup></m:sSup></m:oMath>"),
            ["Rate √(2)q^n"],
        ),
        (par("Article 6", run("1", '<w:position w:val="6"/><w:sz w:val="12"/>')), ["Article 6¹"]),
        (
            "<w:tbl><w:tr><w:tc>" + par("kept") + "</w:tc><w:tc><w:tcPr><w:cellDel w:id='1'/></w:tcPr>"
            + par("gone") + "</w:tc></w:tr></w:tbl>",
            ["kept"],
        ),
        (par("Text", BOX), ["Text", "DRAFT"]),
    ],
)  # fmt: skip
def test_docx_text_is_that_of_the_page(body: str, expected: list[str]) -> None:
    assert word(body, styles=HIDDEN_STYLE).text.split("\n\n") == expected


def test_docx_number_in_cell_of_its_own() -> None:
    numbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
    rows = "".join(
        f"<w:tr><w:tc>{par('', properties=numbered)}</w:tc><w:tc>{par(duty)}</w:tc></w:tr>"
        for duty in ("Deliver", "Pay")
    )
    lists = f'<w:abstractNum w:abstractNumId="0">{level(0, "%1.")}</w:abstractNum>'
    lists += '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    document = word(f"<w:tbl>{rows}</w:tbl>", numbering=lists)
    assert document.text == "1. Deliver\n2. Pay"


@pytest.mark.parametrize(
    ("kind", "settings", "between", "marks"),
    [
        ("footnote", '<w:footnotePr><w:numFmt w:val="lowerLetter"/><w:numStart w:val="3"/></w:footnotePr>', "", "cd"),
        ("footnote", '<w:footnotePr><w:numFmt w:val="chicago"/></w:footnotePr>', "", "*†"),
        ("footnote", "", par("", properties=RESTART) , "11"),
        ("endnote", '<w:endnotePr><w:numFmt w:val="decimal"/></w:endnotePr>', "", "12"),
    ],
)  # fmt: skip
def test_docx_notes_count_as_stated(kind: str, settings: str, between: str, marks: str) -> None:
    notes = {f"{kind}s": note(kind, 1) + note(kind, 2), "settings": settings}
    last = RESTART if between else ""
    body = par("One", reference(kind, 1)) + between + par("Two", reference(kind, 2)) + last
    assert word(body, **notes).text.split("\n\n") == [
        f"One[{marks[0]}]", f"Two[{marks[1]}]", f"[{marks[0]}] N1", f"[{marks[1]}] N2",
    ]  # fmt: skip


def test_docx_documents_and_diagrams_inside_are_text() -> None:
    names = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="r"'
    targets = {"a": "chunk.htm", "b": "c.txt", "d": "diagrams/data1.xml", "z": "missing.xml"}
    links = "".join(f'<Relationship Id="{id_}" Target="{to}"/>' for id_, to in targets.items())
    body = par("Before") + '<w:altChunk r:id="a"/><w:altChunk r:id="b"/><w:altChunk r:id="z"/>'
    body += '<w:p><w:r><w:drawing><dgm:relIds xmlns:dgm="d" r:dm="d"/></w:drawing></w:r></w:p>'
    data = zipped({
        "[Content_Types].xml": "",
        "word/document.xml": f"<w:document {names}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": f"<Relationships>{links}</Relationships>",
        "word/chunk.htm": "<html><body><p>From a page</p></body></html>",
        "word/c.txt": "From a text",
        "word/diagrams/data1.xml": '<?xml version="1.0"?><a:p xmlns:a="a"><a:t>Holding Ltd</a:t></a:p>',
    })  # fmt: skip
    assert read_source(Source(Path("a.docx"), data)).text.split("\n\n") == [
        "Before", "From a page", "From a text", "Holding Ltd",
    ]  # fmt: skip
