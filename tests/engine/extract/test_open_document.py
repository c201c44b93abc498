"""ODF, RTF, EPUB and presentations."""

from pathlib import Path

import pytest
from tests.archives import zipped
from tests.codes import raises_code

from lexdesk.document.model import Document, Property
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract import read, read_source
from lexdesk.extract.parsers.office import FIELD_CODE
from lexdesk.structure import Source

OPEN_DOCUMENT = 'xmlns:office="o" xmlns:text="t" xmlns:style="s" xmlns:draw="d" xmlns:dc="c" xmlns:presentation="p"'


def open_document(kind: str, **parts: str) -> Document:
    """An OpenDocument file of parts, each the content of its root element."""
    mime = f"application/vnd.oasis.opendocument.{kind}"
    files = {
        f"{n}.xml": f"<office:x {OPEN_DOCUMENT}>{item}</office:x>" for n, item in parts.items()
    }
    return read_source(Source(Path("a.odf"), zipped({"mimetype": mime, **files})))


def test_odt_keeps_spaces_notes_headers_and_comments() -> None:
    note = """<text:note text:id="n{0}" text:note-class="footnote"><text:note-citation>{0}</text:note-citation>
        <text:note-body><text:p text:style-name="N">{1}</text:p></text:note-body></text:note>"""
    comment = """<office:annotation><dc:creator>Ada</dc:creator><dc:date>2024-03-01T00:00:00</dc:date>
        <text:p>Too low?</text:p></office:annotation>"""
    number = "<text:page-number>3</text:page-number>"
    document = open_document(
        "text",
        content=f"""<office:body><office:text><text:tracked-changes><text:changed-region text:id="c">
            <text:deletion><text:p>gone{note.format(9, "gone too")}</text:p></text:deletion>
            </text:changed-region></text:tracked-changes>
            <text:p>Art.<text:s/>6<text:s text:c="2"/>DSGVO<text:change text:change-id="c"/></text:p>
            <text:p>The <text:change-start text:change-id="d"/>rent{note.format(1, "BGH")}<text:change-end
            text:change-id="d"/> is due{comment}.{note.format("*", "OLG")}</text:p></office:text></office:body>""",
        styles=f"""<office:master-styles><style:header-style/><style:master-page>
            <style:header><text:p>Az. 12 O 345/20<text:tab/>Seite {number}</text:p></style:header>
            <style:header-left><text:p>Az. 12 O 345/20</text:p></style:header-left>
            <style:footer><text:p>{number}</text:p></style:footer></style:master-page></office:master-styles>""",
    )
    assert document.text.split("\n\n") == [
        "Art. 6 DSGVO",
        "The rent[1] is due.[*]",
        "[1] BGH",
        "[*] OLG",
        "Header: Az. 12 O 345/20",
        "Comment by Ada, 2024-03-01: Too low?",
    ]


def test_odt_lists_headings_and_shapes_are_read() -> None:
    """Lists continue by their name or their neighbour; levels show those above, as LibreOffice prints them."""

    def level(at: int, format_: str, more: str = "") -> str:
        kind = "bullet" if format_ == "bullet" else "number"
        return (
            f'<text:list-level-style-{kind} text:level="{at}" style:num-format="{format_}" {more}/>'
        )

    def items(attributes: str, *texts: str) -> str:
        inner = "".join(f"<text:list-item>{text}</text:list-item>" for text in texts)
        return f"<text:list {attributes}>{inner}</text:list>"

    def p(text: str) -> str:
        return f"<text:p>{text}</text:p>"

    dot = 'style:num-suffix="."'
    styles = f"""<office:automatic-styles><text:list-style style:name="L1">{level(1, "1", dot)}
        {level(2, "1", 'text:display-levels="2"')}{level(3, "a", 'style:num-prefix="(" style:num-suffix=")"')}
        </text:list-style><text:list-style style:name="L2">{level(1, "bullet")}</text:list-style>
        <style:style style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style>
        </office:automatic-styles>"""
    frame = f"<draw:frame><draw:text-box>{p('Received 3 March')}</draw:text-box></draw:frame>"
    body = (
        items('text:style-name="L1" text:id="a"', p("Sale") + items("", p("Price") + p("more")))
        + p(f"Prose {frame}of Article 6<text:span text:style-name='T1'>1</text:span>")
        + items('text:style-name="L2"', p("bullet"))
        + items('text:style-name="L1" text:continue-list="a"', items("", p("Delay"), items("", p("words"))), p("Term"))
        + items('text:style-name="L1" text:continue-numbering="true"', p("Law"))
        + items('text:style-name="L1"', p("new"))
        + '<text:h text:outline-level="1">Facts</text:h><text:h text:outline-level="2">Claim</text:h>'
        + '<text:h text:outline-level="1" text:is-list-header="true">Annex</text:h>'
    )  # fmt: skip
    outline = f"""<text:outline-style><text:outline-level-style text:level="1" style:num-format="I" {dot}/>
        <text:outline-level-style text:level="2" style:num-format=""/></text:outline-style>"""
    document = open_document(
        "text",
        content=f"{styles}<office:body><office:text>{body}</office:text></office:body>",
        styles=outline,
    )
    assert document.text.split("\n\n") == [
        "1. Sale", "1.1 Price", "more", "Prose of Article 6¹", "Received 3 March", "bullet", "1.2 Delay", "(a) words",
        "2. Term", "3. Law", "1. new", "I. Facts", "Claim", "Annex",
    ]  # fmt: skip


def test_ods_shows_cells_sheet_by_sheet() -> None:
    cells = "".join(
        f"<table:table-cell><text:p>{text}</text:p></table:table-cell>"
        for text in ("Rate", "50,0 %")
    )
    row = f"<table:table-row>{cells}<table:table-cell table:number-columns-repeated='1000'/></table:table-row>"
    sheet = f"<table:table table:name='Fristen'>{row}<table:table-rows>{row}</table:table-rows></table:table>"
    sheets = f"<office:spreadsheet>{sheet}<table:table table:name='Empty'/></office:spreadsheet>"
    document = open_document(
        "spreadsheet", content=f"<office:body xmlns:table='x'>{sheets}</office:body>"
    )
    assert (document.text, document.kind) == ("Fristen\n\nRate 50,0 %\nRate 50,0 %", "spreadsheet")


def test_office_template_is_read() -> None:
    document = open_document(
        "text-template",
        content="<office:body><office:text><text:p>The<text:s/>lease.</text:p></office:text></office:body>",
    )
    assert document.text == "The lease."


def test_odp_has_slides_and_notes() -> None:
    page = """<draw:page><draw:frame><draw:text-box>{}</draw:text-box></draw:frame>
        <presentation:notes><text:p>{}</text:p></presentation:notes></draw:page>"""
    slides = page.format(
        "<text:p>The <text:span>rent</text:span></text:p>", "Say more"
    ) + page.format(
        "<text:list><text:list-item><text:p>is<text:line-break/>due</text:p></text:list-item></text:list>",
        "",
    )
    document = open_document(
        "presentation",
        content=f"<office:body><office:presentation>{slides}</office:presentation></office:body>",
        meta="<office:meta><dc:title>Lease law</dc:title><dc:creator>Ada</dc:creator></office:meta>",
    )
    assert document.text == "The rent\nSay more\n\nis\ndue"
    assert (document.title, document.kind) == ("Lease law", "presentation")
    assert document.properties == (Property("author", "Ada"),)


def test_presentation_without_slides_is_rejected() -> None:
    with raises_code(FileFailed, FileCode.OPENDOCUMENT_DAMAGED):
        open_document("presentation", content="")


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ('HYPERLINK "http://a.eu/x"A link', "A link"),
        ('HYPERLINK \\l "_Toc1" 1. RentPAGEREF _Toc1 \\h 3', "1. Rent3"),
        ('TOC \\o "1-3" \\h \\z \\u Contents', "Contents"),
        ("the TOC of HYPERLINK Ltd.", "the TOC of HYPERLINK Ltd."),
    ],
)
def test_field_codes_are_not_text(code: str, shown: str) -> None:
    assert FIELD_CODE.sub("", code) == shown


def test_link_text_in_table_is_kept(shared_data: Path) -> None:
    text = read(shared_data / "raw" / "office-edge-cases" / "docx-tables.docx").text
    assert "Lorem ipsum A link example\n" in text
    old = read(shared_data / "raw" / "office-edge-cases" / "fake-doc-emphasized-text.doc").text
    assert "example A Link example\n" in old


def test_rtf_keeps_control_symbols(tmp_path: Path) -> None:
    path = tmp_path / "letter.rtf"
    path.write_bytes(
        rb"{\rtf1\ansi Art.\~5 of a non\_compete, C:\\~x\\_y, op\-tional,\i\~7\i0\_8\par}"
    )
    assert read(path).text == "Art. 5 of a non-compete, C:\\~x\\_y, optional, 7-8"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (rb"Keep {\deleted gone} this.", "Keep this."),
        (rb"Keep \deleted gone\deleted0  this.", "Keep this."),
        (rb"Keep {\b\deleted\revauthdel1\revdttmdel12 go{\i n}e}{\revised this}{\*\revtbl {A;}}.", "Keep this."),
        (rb"Keep {\deleted g\'fc\{\}\u252?\par\emdash x}this {\deleted a\plain  too}.", "Keep this too."),
        (rb"A path C:\\deleted is text.", "A path C:\\deleted is text."),
    ],
)  # fmt: skip
def test_rtf_omits_tracked_deletions(body: bytes, text: str) -> None:
    data = rb"{\rtf1\ansi\deff0{\fonttbl{\f0 Times;}}\pard " + body + rb"\par The end.}"
    found = read_source(Source(Path("a.rtf"), data)).text
    assert " ".join(found.split()) == f"{text} The end."


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (rb"{\listtext\pard\plain\hich\af1\loch\f1 \'a7 1\tab}\pard\ql\ls1 {\fs20 Rent}", "§ 1 Rent"),
        (b"{\\listtext\\pard\\plain 1.1.\\tab}\\ls1\\ilvl1\r\nRent", "1.1. Rent"),
        (rb"{\pntext\f0 (\u97?)\tab}\emdash  Rent", "(a) — Rent"),
        (rb"{\listtext\pard\f3 \'b7\tab}\ls1 Rent", "Rent"),
        (rb"{\listtext\deleted 1.\tab}\pard {\deleted old}Rent", "Rent"),
    ],
)  # fmt: skip
def test_rtf_keeps_paragraph_numbers(body: bytes, text: str) -> None:
    data = rb"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Times;}}\pard " + body + rb"\par The end.}"
    found = read_source(Source(Path("a.rtf"), data)).text
    assert found.split("\n")[0] == text


@pytest.mark.parametrize(
    ("href", "name"),
    [("a.xhtml", "a.xhtml"), ("a%20b%26c.xhtml", "a b&c.xhtml"), ("%C3%BC.xhtml", "ü.xhtml"), ("a%20b.xhtml", "a%20b.xhtml")],
)  # fmt: skip
def test_epub_manifest_paths_are_urls(href: str, name: str) -> None:
    assert book({name: "<p>The text of it.</p>"}, [href]).text == "The text of it."


def book(pages: dict[str, str], hrefs: list[str], metadata: str = "", **files: str) -> Document:
    """An EPUB of pages, each the content of its body, read in the order of ``hrefs``."""
    container = (
        '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile '
        'full-path="OEBPS/c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    manifest = (
        '<?xml version="1.0" encoding="utf-8"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">'
        f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">{metadata}</metadata><manifest>'
        + "".join(
            f'<item id="i{n}" href="{item}" media-type="application/xhtml+xml"/>'
            for n, item in enumerate(hrefs)
        )
        + "</manifest><spine>"
        + "".join(f'<itemref idref="i{n}"/>' for n in range(len(hrefs)))
        + "</spine></package>"
    )
    begin = "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>of a page</title></head><body>"
    files = {
        "mimetype": "application/epub+zip", "META-INF/container.xml": container, "OEBPS/c.opf": manifest, **files,
        **{f"OEBPS/{name}": f"{begin}{page}</body></html>" for name, page in pages.items()},
    }  # fmt: skip
    return read_source(Source(Path("a.epub"), zipped(files)))


def test_epub_is_read_in_spine_order() -> None:
    numbers = "<p>Kinder sind</p><dl><dt>1.</dt><dd>eheliche,</dd><dt>2.</dt><dd>andere.</dd></dl>"
    document = book(
        {"b.xhtml": numbers, "a.xhtml": "<nav>Inhalt</nav><ol><li>First</li></ol><div>Last</div>"},
        ["b.xhtml", "a.xhtml"],
        "<dc:title>Law &amp; more</dc:title><dc:creator>Ada</dc:creator><dc:creator>Bo</dc:creator>"
        '<meta property="dcterms:modified">2024-01-02T00:00:00Z</meta>',
    )
    assert document.text == "Kinder sind\n\n1.\neheliche,\n2.\nandere.\n\n1. First\n\nLast"
    assert document.title == "Law & more"
    assert {property.name: property.value for property in document.properties} == {
        "author": "Ada, Bo", "modified": "2024-01-02T00:00:00Z",
    }  # fmt: skip


def test_drm_protected_epub_is_rejected() -> None:
    def encrypted(name: str) -> str:
        return f'<encryption><x><CipherReference URI="OEBPS/{name}"/></x></encryption>'

    fonts = {"META-INF/encryption.xml": encrypted("a.otf")}
    assert book({"a.xhtml": "<p>The text.</p>"}, ["a.xhtml"], **fonts).text == "The text."
    with raises_code(FileFailed, FileCode.DRM):
        book({"a.xhtml": "x"}, ["a.xhtml"], **{"META-INF/encryption.xml": encrypted("a.xhtml")})
    with raises_code(FileFailed, FileCode.EPUB_DAMAGED):
        read_source(Source(Path("a.epub"), zipped({"mimetype": "application/epub+zip"})))


def test_odt_styles_hide_raise_and_number_text() -> None:
    styles = """<office:automatic-styles>
        <style:style style:name="U"><style:text-properties style:text-position="super 58%"/></style:style>
        <style:style style:name="V" style:parent-style-name="U"/>
        <style:style style:name="H"><style:text-properties text:display="none"/></style:style>
        <style:style style:name="S"><style:text-properties style:font-name="Symbol"/></style:style>
        <style:style style:name="Clause" style:list-style-name="L"/>
        <text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1"
        style:num-suffix="."/></text:list-style></office:automatic-styles>"""

    def span(style: str, text: str) -> str:
        return f'<text:span text:style-name="{style}">{text}</text:span>'

    sign = span("S", "\uf0a3")
    item = '<text:list><text:list-item><text:p text:style-name="Clause">Sale</text:p></text:list-item></text:list>'
    document = open_document(
        "text",
        content=f"""{styles}<office:body><office:text><text:p>Article 6{span("V", "1")}, EUR {span("H", "floor ")}7
            {sign}</text:p>{item}<text:section text:display="none"><text:p>draft</text:p></text:section>
            <text:p>See page <text:page-number>3</text:page-number>.</text:p></office:text></office:body>""",
        styles="",
    )
    assert document.text.split("\n\n") == [
        "Article 6¹, EUR 7 ≤", "1. Sale", "See page .", "Hidden text: floor draft",
    ]  # fmt: skip


def test_equal_cells_and_rows_are_stored_once_and_read_as_often_as_shown() -> None:
    """Part 1, 19.675 and 19.677; a value without its text counts, and an endless repetition ends."""
    names = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "text", "table")
    )
    rows = (
        '<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="3"><text:p>9</text:p>'
        '</table:table-cell></table:table-row><table:table-row><table:table-cell office:value="5"/></table:table-row>'
        '<table:table-row table:number-rows-repeated="99999999"><table:table-cell table:number-columns-repeated="99999999">'
        "<text:p>z</text:p></table:table-cell></table:table-row>"
    )
    content = (
        f'<office:document-content {names}><office:body><office:spreadsheet><table:table table:name="S">{rows}'
        "</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    data = zipped({
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "content.xml": content,
    })  # fmt: skip
    text = read_source(Source(Path("a.ods"), data)).text
    assert text.startswith("S\n\n9 9 9\n9 9 9\n5\nz z z")
    assert len(text) < 3_000_000


def test_comments_of_slides_follow(tmp_path: Path) -> None:
    content = (
        '<o:c xmlns:o="office" xmlns:t="text" xmlns:d="draw" xmlns:dc="dc"><o:body><o:presentation><d:page>'
        "<d:frame><d:text-box><t:p>Rent</t:p></d:text-box></d:frame><o:annotation><dc:creator>Ann</dc:creator>"
        "<t:p>Which?</t:p></o:annotation></d:page></o:presentation></o:body></o:c>"
    )
    kind = "application/vnd.oasis.opendocument.presentation"
    (tmp_path / "a.odp").write_bytes(zipped({"mimetype": kind, "content.xml": content}))
    assert read(tmp_path / "a.odp").text == "Rent\n\nComment by Ann: Which?"
