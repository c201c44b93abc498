"""Headings marked in Word, OpenDocument, RTF, HTML and Markdown, and bookmarks of PDF, become sections."""

import io
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas
from tests.archives import zipped
from tests.engine.extract.crafted_documents import level, word

from lexdesk import Library
from lexdesk.document.model import Document
from lexdesk.extract import read_source
from lexdesk.structure import Source

TEXT = "The supplier keeps records of all services for six years and shows them to the customer."
Sections = list[tuple[str, str, str, str]]
HANDBOOK: Sections = [
    ("heading_1", "", "Holiday", f"Holiday\n\nScope\n\n{TEXT}"),
    ("heading_1__heading_1", "", "Scope", f"Scope\n\n{TEXT}"),
    ("heading_2", "", "Working time", f"Working time\n\n{TEXT}"),
]


def sections(document: Document) -> Sections:
    return [
        (p.eid, p.label, p.heading, document.text[p.start : p.end]) for p in document.provisions
    ]


def read(name: str, data: bytes | str) -> Document:
    return read_source(Source(Path(name), data.encode() if isinstance(data, str) else data))


def paragraph(text: str, style: str = "", more: str = "") -> str:
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{more}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def style(id_: str, name: str, more: str = "", base: str = "") -> str:
    based = f'<w:basedOn w:val="{base}"/>' if base else ""
    return f'<w:style w:type="paragraph" w:styleId="{id_}"><w:name w:val="{name}"/>{based}<w:pPr>{more}</w:pPr></w:style>'


STYLES = (
    style("berschrift1", "heading 1")  # as Word in German
    + style("Titre2", "heading 2", '<w:outlineLvl w:val="1"/>')
    + style("Firma", "Firma 1", base="berschrift1")
    + style("Text", "Text", '<w:outlineLvl w:val="9"/>', base="berschrift1")
)


def test_word() -> None:
    body = (
        paragraph("Holiday", "berschrift1")
        + paragraph("Scope", "Titre2")
        + paragraph(TEXT, "Text")
        + paragraph("Working time", "Firma")
        + paragraph(TEXT)
        + paragraph("Without text", "", '<w:outlineLvl w:val="0"/>')
        + paragraph("Also without", "Heading1")  # of no stated style
    )
    assert sections(word(body, styles=STYLES)) == HANDBOOK


def test_word_title_is_no_section() -> None:
    title = paragraph("Staff handbook", "berschrift1")
    inner = paragraph("Leave", "Titre2") + paragraph(TEXT) + paragraph("Hours", "Titre2")
    found = sections(word(title + paragraph("2026") + inner + paragraph(TEXT), styles=STYLES))
    assert [heading for _, _, heading, _ in found] == ["Leave", "Hours"]


def test_word_notes_are_below_the_sections() -> None:
    note = '<w:r><w:footnoteReference w:id="1"/></w:r></w:p>'
    body = paragraph("A", "Heading1") + paragraph(TEXT) + paragraph("B", "Heading1")
    body += paragraph(TEXT).replace("</w:p>", note)
    noted = '<w:footnote w:id="1"><w:p><w:r><w:t>See Smith.</w:t></w:r></w:p></w:footnote>'
    document = word(body, footnotes=noted)
    assert document.text.endswith("\n\n[1] See Smith.")
    assert [text for *_, text in sections(document)] == [f"A\n\n{TEXT}", f"B\n\n{TEXT}[1]"]


def test_word_automatic_numbers() -> None:
    """As law firms number clauses: also whole paragraphs have the style of a heading."""
    levels = level(0, "%1.") + level(1, "%1.%2") + level(2, "(%3)", "lowerLetter")
    numbering = f'<w:abstractNum w:abstractNumId="1">{levels}</w:abstractNum>'
    numbering += '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
    styles = "".join(
        style(
            f"H{at}",
            f"heading {at}",
            f'<w:numPr><w:ilvl w:val="{at - 1}"/><w:numId w:val="1"/></w:numPr>',
        )
        for at in (1, 2, 3)
    )
    body = paragraph("Scope", "H1") + paragraph(TEXT) + paragraph("Records", "H1")
    body += paragraph(f"{TEXT} {TEXT}", "H2") + paragraph("Exceptions", "H3") + paragraph(TEXT)
    found = sections(word(body, styles=styles, numbering=numbering))
    assert [(eid, label, heading) for eid, label, heading, _ in found] == [
        ("sec_1", "Section 1", "Scope"),
        ("sec_2", "Section 2", "Records"),
        ("sec_2__subsec_1", "Section 2.1", ""),
        ("sec_2__subsec_1__list_a", "Section 2.1(a)", "Exceptions"),
    ]
    assert found[2][3].startswith(f"2.1 {TEXT}")


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("2.1 Scope", ("sec_2-1", "Section 2.1", "Scope")),
        ("Article IV – Scope", ("art_4", "Article IV", "Scope")),
        ("§ 5 Scope", ("sec_5", "§ 5", "Scope")),
        ("Annex B: Periods", ("annex_b", "Annex B", "Periods")),
        ("B. Periods", ("sec_b", "Section B", "Periods")),
        ("A plan", ("heading_1", "", "A plan")),
        ("2024 results", ("heading_1", "", "2024 results")),
        ("Article 6 GDPR", ("heading_1", "", "Article 6 GDPR")),
        ("Article 6 of the Directive", ("heading_1", "", "Article 6 of the Directive")),
    ],
)
def test_typed_numbers(title: str, expected: tuple[str, str, str]) -> None:
    found = sections(read("a.html", f"<h1>{title}</h1>{TEXT}<h1>Last</h1>{TEXT}"))
    assert found[0][:3] == expected


def test_open_document() -> None:
    spaces = "urn:oasis:names:tc:opendocument:xmlns"
    names = f'xmlns:office="{spaces}:office:1.0" xmlns:text="{spaces}:text:1.0"'
    heads = ["Holiday", "Scope", TEXT, "Working time", TEXT]
    lines = "".join(
        f'<text:h text:outline-level="{at}">{line}</text:h>' if at else f"<text:p>{line}</text:p>"
        for line, at in zip(heads, (1, 2, 0, 1, 0), strict=True)
    )
    body = f"<office:body><office:text>{lines}</office:text></office:body>"
    content = f"<office:document-content {names}>{body}</office:document-content>"
    mime = b"application/vnd.oasis.opendocument.text"
    assert (
        sections(read("a.odt", zipped({"mimetype": mime, "content.xml": content.encode()})))
        == HANDBOOK
    )


def test_rtf() -> None:
    """As Word writes it, with levels, and as LibreOffice does, with styles alone."""
    head = r"{\rtf1\ansi{\stylesheet{\s0 Normal;}{\s1\b\outlinelevel0 Kopf;}{\s2\fs28 heading 2;}}"
    body = rf"\pard\s1 Holiday\par\pard\s2 Scope\par\pard\s0 {TEXT}\par\pard\outlinelevel0 Working time\par\pard {TEXT}\par}}"
    assert sections(read("a.rtf", head + body)) == HANDBOOK


def test_html() -> None:
    body = f"<nav><h2>Menu</h2></nav><h1><b>Holi</b>day</h1><h2>Scope </h2><p>{TEXT}<h1>Working<br>time</h1><div>{TEXT}</div>"
    found = sections(read("a.html", f"<html><body>{body}<h1>Empty</h1></body></html>"))
    assert found == [*HANDBOOK[:2], (*HANDBOOK[2][:3], f"Working\ntime\n\n{TEXT}")]


def test_markdown() -> None:
    text = (
        f"# Holiday\n\n## Scope\n\n{TEXT}\n\n```\n# comment\n```\n\nWorking *time*\n===\n\n{TEXT}\n"
    )
    found = sections(read("a.md", text))
    assert [s[:3] for s in found] == [s[:3] for s in HANDBOOK]
    assert found[2][3] == HANDBOOK[2][3]


def test_numbered_sections_that_leave_out_a_heading_yield() -> None:
    numbered = "".join(f"<h2>{n}. Part {n}</h2><p>{TEXT}</p>" for n in range(1, 5))
    assert len(read("a.html", numbered).provisions) == 4
    more = read("a.html", f"{numbered}<h2>Appeals</h2><p>{TEXT}</p>")
    assert [p.heading for p in more.provisions][-1] == "Appeals"


def test_law_keeps_its_provisions() -> None:
    act = "<h1>Gesetz über die Förderung (FördG)</h1>" + "".join(
        f"<h2>§ {n} Abschnitt {n}</h2><p>(1) Die Förderung wird auf Antrag gewährt.</p>"
        "<p>(2) Sie endet mit Ablauf des Jahres.</p>"
        for n in range(1, 6)
    )
    found = read("a.html", f"{act}<h2>Anlagen</h2><p>Weitere Angaben zu den Anträgen.</p>")
    assert "para_5__abs_2" in {p.eid for p in found.provisions}


def test_marks_in_a_file_are_harmless() -> None:
    """Noncharacters of Unicode, which parsers use as marks, in a file that has them itself."""
    found = read(
        "a.md", "e\ufdd1\u0301 \ufddb\n\ufdd2\ufddax\ufddb\ufddc\n# A\n\ntext\n\n\ufdd3\ufddb b"
    )
    assert not {chr(code) for code in range(0xFDD0, 0xFDDD)} & set(found.text)


def bookmarked(pages: list[list[str]], bookmarks: list[tuple[str, int, int]]) -> Document:
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    for at, lines in enumerate(pages):
        for title, page, depth in bookmarks:
            if page == at:
                canvas.bookmarkPage(title)
                canvas.addOutlineEntry(title, title, depth)
        for y, line in enumerate(lines):
            canvas.drawString(60, 780 - 20 * y, line)
        canvas.showPage()
    canvas.save()
    return read_source(Source(Path("a.pdf"), buffer.getvalue()))


def test_bookmarks_of_a_pdf() -> None:
    """Those with their title on lines of their page; another one takes those below it with it."""
    pages = [
        ["Handbook", "1. Holiday", "1.1 Scope", "Every year.", "Scan", "(a) Lost"],
        ["Working", "time", TEXT],
    ]
    marks = [
        ("Holiday", 0, 0),
        ("1.1 Scope", 0, 1),
        ("scan.tif", 0, 1),
        ("(a) Lost", 0, 2),
        ("Working time", 1, 0),
    ]
    assert [found[:3] for found in sections(bookmarked(pages, marks))] == [
        ("sec_1", "Section 1", "Holiday"),
        ("sec_1__subsec_1", "Section 1.1", "Scope"),
        ("heading_1", "", "Working time"),
    ]


def test_page_of_eur_lex_without_its_act_has_no_passages(tmp_path: Path) -> None:
    menus = "×  Skip to main content\n\nLog in My EUR-Lex\n\n# Need help?\n\nHelp pages and cookies policy."
    page = tmp_path / "C-312-23.md"
    page.write_text(f"EUR-Lex - CELEX:62023CO0312 - EN - EUR-Lex var pageUrl = '';\n\n{menus}")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([page], vectors=False)
        assert library.search("cookies policy", mode="keyword").hits == []
    found = read_source(Source(page, page.read_bytes()))
    assert found.title == "EUR-Lex - CELEX:62023CO0312"
