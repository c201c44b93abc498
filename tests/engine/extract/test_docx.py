"""DOCX: text, notes, headers, numbers of lists."""

import re
import zipfile
from pathlib import Path

import docx
import pytest
from tests.archives import zipped
from tests.engine.extract.crafted_documents import FIXTURES, level, word

from lexdesk.extract import read


def test_docx() -> None:
    document = read(FIXTURES / "simple.docx")
    assert document.text.startswith("These are a few of my favorite things:")
    assert (document.language, document.kind) == ("en", "document")


def test_docx_keeps_escaped_characters(tmp_path: Path) -> None:
    """As written by programs, also by those that escape every letter beyond ASCII."""
    document = docx.Document()
    document.add_paragraph("R&D of AT&T, where 1 < 2 > 0")
    document.add_paragraph("M\N{PILCROW SIGN}ller \N{SECTION SIGN}")
    document.add_table(rows=1, cols=1).rows[0].cells[0].text = "P&L"
    path = tmp_path / "policy.docx"
    document.save(str(path))
    with zipfile.ZipFile(path) as packed:
        parts = {member: packed.read(member) for member in packed.namelist()}
    body = parts["word/document.xml"]
    body = body.replace("\N{PILCROW SIGN}".encode(), b"&#252;").replace(
        b"P&amp;L", b"P&#x26;L &quot;&#xD800;"
    )
    parts["word/document.xml"] = body.replace("\N{SECTION SIGN}".encode(), b"&quot;&apos;")
    path.write_bytes(zipped(parts))
    text = read(path).text
    assert "R&D of AT&T, where 1 < 2 > 0" in text
    assert "Müller \"'" in text
    assert 'P&L "' in text, "a reference to no character harms nothing else"


_RUNS = """<w:p><w:r><w:t>1.</w:t></w:r><w:r><w:tab/></w:r><w:r><w:t>Definitions</w:t></w:r></w:p>
<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr><w:r><w:tab/><w:t>indented</w:t></w:r></w:p>
<w:p><w:r><w:t>Name:</w:t><w:tab/><w:tab/><w:t>Date:</w:t>
<w:ptab w:relativeTo="margin" w:alignment="right" w:leader="none"/></w:r></w:p>
<w:p><w:r><w:t>a</w:t></w:r><w:del w:id="5" w:author="a"><w:r><w:delText>b</w:delText><w:tab/></w:r></w:del>
<w:r><w:t>c</w:t></w:r></w:p>
<w:p><w:r><w:t>non</w:t><w:noBreakHyphen/><w:t>compete one</w:t><w:cr/><w:t>line</w:t></w:r></w:p>
<w:p><w:pPr><w:rPr><w:moveFrom w:id="1" w:author="a"/></w:rPr></w:pPr><w:r><w:t>kept</w:t></w:r></w:p>
<w:p><w:moveFromRangeStart w:id="2" w:name="m"/>
<w:moveFrom w:id="3" w:author="a"><w:r><w:t>moved away</w:t></w:r></w:moveFrom>
<w:moveFromRangeEnd w:id="2"/></w:p>
<w:p><w:moveTo w:id="4" w:author="a"><w:r><w:t>moved here</w:t></w:r></w:moveTo></w:p>"""


def test_docx_keeps_symbol_elements(tmp_path: Path) -> None:
    """Tabs, hyphens and line breaks in a run; moved text stands at its new place alone."""
    document = docx.Document()
    document.add_paragraph("BODY")
    document.save(str(path := tmp_path / "contract.docx"))
    with zipfile.ZipFile(path) as packed:
        parts = {member: packed.read(member) for member in packed.namelist()}
    body = parts["word/document.xml"]
    parts["word/document.xml"] = re.sub(
        rb"<w:p>(?:(?!</w:p>).)*BODY.*?</w:p>", _RUNS.encode(), body, flags=re.DOTALL
    )
    path.write_bytes(zipped(parts))
    assert read(path).text.split("\n\n") == [
        "1. Definitions",
        "indented",
        "Name: Date:",
        "ac",
        "non-compete one\nline",
        "kept",
        "moved here",
    ]


STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"


def paragraph(text: str, runs: str = "") -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r>{runs}</w:p>"


def field(code: str, shown: str) -> str:
    begin, separate, end = (
        f'<w:r><w:fldChar w:fldCharType="{item}"/></w:r>' for item in ("begin", "separate", "end")
    )
    code = f"<w:r><w:instrText>{code}</w:instrText></w:r>"
    return f"{begin}{code}{separate}<w:r><w:t>{shown}</w:t></w:r>{end}"


def test_docx_headers_footers_and_comments_follow_text() -> None:
    box = f"<mc:Choice>{paragraph('In a box')}</mc:Choice><mc:Fallback>{paragraph('In a box')}</mc:Fallback>"
    change = "<w:del><w:r><w:t>old</w:t></w:r></w:del><w:r><w:tab/><w:t>AT&amp;T</w:t></w:r>"
    document = word(
        paragraph("The lease."),
        header1=paragraph("Az. 12 O 345/20", change) + f"<w:p><w:r>{box}</w:r></w:p>",
        header2=paragraph("Az. 12 O 345/20", change) + f"<w:p><w:r>{box}</w:r></w:p>",
        header3="<w:p/>",
        header4=paragraph("Strictly")
        .replace("w:", "s:")
        .replace("<s:p>", f'<s:p xmlns:s="{STRICT}">'),
        footer1=paragraph(
            "Seite ", field(" PAGE ", "3") + "<w:r><w:t> von </w:t></w:r>" + field("NUMPAGES", "9")
        ),
        footer2=paragraph(
            "Confidential – Page ",
            '<w:fldSimple w:instr="PAGE"><w:r><w:t>1</w:t></w:r></w:fldSimple><w:r><w:t> of </w:t></w:r>'
            + field("NUMPAGES", "9"),
        ),
        footer3=paragraph("Form of ", field("DATE", "May 2020")),
        comments=f"""<w:comment w:id="0" w:author="A. Reviewer" w:date="2020-01-02T00:00:00Z">
            {paragraph("Too low?")}</w:comment><w:comment w:id="1">{paragraph("Agreed.")}</w:comment>""",
    )
    assert document.text.split("\n\n") == [
        "The lease.",
        "Header: Az. 12 O 345/20 AT&T\nIn a box",
        "Header: Strictly",
        "Footer: Confidential",
        "Footer: Form of May 2020",
        "Comment by A. Reviewer, 2020-01-02: Too low?",
        "Comment: Agreed.",
    ]


def test_damaged_docx_side_parts_are_ignored() -> None:
    assert word(paragraph("The lease."), header1="<w:p>", footer1="").text == "The lease."


def test_docx_side_parts_belong_to_no_clause() -> None:
    clauses = "".join(
        paragraph(
            f"{number}. {name}. The parties agree on the {name.lower()} of the goods that are sold."
        )
        for number, name in enumerate(
            ("Definitions", "Sale", "Price", "Delivery", "Liability", "Term"), 1
        )
    )
    head = paragraph("This Sale Agreement is made on 1 May 2020 between A Ltd and B Ltd.")
    document = word(head + clauses, footer1=paragraph("Draft of counsel"))
    last = document.provisions[-1]
    assert document.text[last.start : last.end].endswith("goods that are sold.")
    assert document.text.endswith("sold.\n\nFooter: Draft of counsel")


def test_docx_notes_keep_printed_numbers() -> None:
    def reference(kind: str, attributes: str) -> str:
        return f"<w:r><w:{kind}Reference {attributes}/></w:r>"

    def note(kind: str, id_: int, text: str) -> str:
        own = f"<w:r><w:{kind}Ref/></w:r><w:r><w:t>{text}</w:t></w:r>"
        return f'<w:{kind} w:id="{id_}"><w:p>{own}</w:p></w:{kind}>'

    star = reference("footnote", 'w:customMarkFollows="1" w:id="5"') + "<w:r><w:t>*</w:t></w:r>"
    gone = "<w:del>" + reference("footnote", 'w:id="9"') + "</w:del>"
    document = word(
        paragraph("One", reference("footnote", 'w:id="2"'))
        + paragraph("Two", gone + star)
        + paragraph("Three", reference("footnote", 'w:id="4"') + reference("endnote", 'w:id="2"')),
        footnotes=note("footnote", 2, " BGH") + note("footnote", 4, " OLG"),
        endnotes=note("endnote", 2, " BVerfG"),
    )
    assert document.text.split("\n\n") == [
        "One[1]", "Two*", "Three[2][i]", "[1] BGH", "[2] OLG", "[i] BVerfG",
    ]  # fmt: skip


BOX = f"""<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><w:txbxContent>{paragraph("Received 3 March 2026")}
    </w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>{paragraph("Received 3 March 2026")}
    </w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>"""


def text_run(text: str, properties: str = "") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t xml:space='preserve'>{text}</w:t></w:r>"


def test_docx_reads_first_note_and_paragraph_around_text_box() -> None:
    document = word(
        paragraph(
            "The claim is barred", '<w:r><w:footnoteReference w:id="1"/></w:r>' + text_run(".")
        )
        + paragraph("The supplier ", BOX + text_run("shall pay.")),
        footnotes=f"""<w:footnote w:type="separator" w:id="0">{paragraph("no note")}</w:footnote>
            <w:footnote w:id="1"><w:p><w:r><w:footnoteRef/></w:r>{text_run(" See Smith.")}</w:p>{paragraph("And Jones.")}
            </w:footnote><w:footnote w:id="2">{paragraph("deleted with its reference")}</w:footnote>""",
    )
    assert document.text.split("\n\n") == [
        "The claim is barred[1].", "The supplier shall pay.", "Received 3 March 2026", "[1] See Smith.", "And Jones.",
    ]  # fmt: skip


def test_docx_superscript_digits_are_raised() -> None:
    raised = '<w:vertAlign w:val="superscript"/>'
    style = f'<w:style w:type="character" w:styleId="Mark"><w:rPr>{raised}</w:rPr></w:style>'
    runs = (
        text_run("1", raised)
        + text_run(" and Article 7")
        + text_run("12", '<w:rStyle w:val="Mark"/>')
    )
    runs += (
        text_run(", the 3")
        + text_run("rd", raised)
        + text_run(" of CO")
        + text_run("2", "<w:vertAlign w:val='subscript'/>")
    )
    document = word(paragraph("Article 6", runs), styles=style)
    assert document.text == "Article 6¹ and Article 7¹², the 3rd of CO2"


def test_docx_form_fields_and_symbols_are_text() -> None:
    def form(data: str) -> str:
        return (
            f'<w:r><w:fldChar w:fldCharType="begin"><w:ffData>{data}</w:ffData></w:fldChar></w:r>'
        )

    entries = '<w:listEntry w:val="Fast track"/><w:listEntry w:val="Small claims"/>'
    runs = (
        form("<w:checkBox><w:default w:val='0'/><w:checked/></w:checkBox>") + text_run(" Yes ")
        + form("<w:checkBox><w:default w:val='0'/></w:checkBox>") + text_run(" No ")
        + form(f'<w:ddList><w:result w:val="1"/>{entries}</w:ddList>') + text_run(" ")
        + form(f'<w:ddList><w:result w:val="9"/>{entries}</w:ddList>')
        + '<w:r><w:sym w:font="Wingdings" w:char="F0FE"/><w:sym w:font="Arial" w:char="00A7"/><w:sym w:char="x"/></w:r>'
    )  # fmt: skip
    assert word(paragraph("Urgent: ", runs)).text == "Urgent: ☒ Yes ☐ No Small claims ☑§"


def test_docx_tables_state_each_cell_once() -> None:
    def cell(content: str, properties: str = "") -> str:
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{content}</w:tc>"

    deleted = "<w:trPr><w:del w:id='1'/></w:trPr>"
    table = f"""<w:tbl><w:tr>{cell(paragraph("Term"), '<w:vMerge w:val="restart"/>')}{cell(paragraph("Meaning"))}</w:tr>
        <w:tr>{cell("<w:p/>", "<w:vMerge/>")}{cell(paragraph("wide"), '<w:gridSpan w:val="2"/>')}</w:tr>
        <w:tr>{deleted}{cell(paragraph("gone"))}</w:tr>
        <w:sdt><w:sdtContent><w:tr>{cell(paragraph("1.") + paragraph("2."))}{cell(paragraph("Price"))}</w:tr>
        </w:sdtContent></w:sdt></w:tbl>"""
    assert word(paragraph("Above") + table).text == "Above\n\nTerm Meaning\nwide\n1.\n2.\nPrice"


def lists(*nums: str) -> str:
    """Two lists: of clauses, whose first level is that of a style, and of §§; ``nums`` are lists of them."""
    clauses = (
        level(0, "%1.", more='<w:pStyle w:val="Clause"/>')
        + level(1, "%1.%2")
        + level(2, "(%3)", "lowerLetter")
    )
    sections = (
        level(0, "§ %1") + level(1, "%1.%2", "decimal", "<w:isLgl/>") + level(2, "●", "bullet")
    )
    return "".join(
        (f'<w:abstractNum w:abstractNumId="0">{clauses}</w:abstractNum>',
         f'<w:abstractNum w:abstractNumId="1">{sections.replace("decimal", "upperRoman", 1)}</w:abstractNum>',
         *nums)
    )  # fmt: skip


def num(id_: int, abstract: int, override: str = "") -> str:
    return f'<w:num w:numId="{id_}"><w:abstractNumId w:val="{abstract}"/>{override}</w:num>'


def numbered(
    text: str, list_: int | None = None, at: int | None = None, style: str = "", more: str = ""
) -> str:
    properties = f'<w:pStyle w:val="{style}"/>' if style else ""
    if list_ is not None or at is not None:
        properties += "<w:numPr>" + (f'<w:ilvl w:val="{at}"/>' if at is not None else "")
        properties += (f'<w:numId w:val="{list_}"/>' if list_ is not None else "") + "</w:numPr>"
    return f"<w:p><w:pPr>{properties}{more}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


STYLES = """<w:style w:type="paragraph" w:styleId="Clause"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
    <w:style w:type="paragraph" w:styleId="Own"><w:basedOn w:val="Clause"/></w:style>
    <w:style w:type="paragraph" w:styleId="Sub"><w:basedOn w:val="Clause"/><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr>
    </w:pPr></w:style>"""


def test_docx_has_list_numbers() -> None:
    again = num(2, 0, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>')
    change = (
        '<w:pPrChange w:id="1"><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:pPrChange>'
    )
    document = word(
        numbered("Definitions", style="Clause")
        + numbered("Terms", style="Sub")
        + numbered("words", 1, 2) + numbered("and deeds", 1, 2)
        + numbered("Signs", 1, 1) + numbered("more", 1, 2)
        + numbered("Purchase and ", 1, 0, more="<w:rPr><w:del/></w:rPr>")
        + numbered("Sale", style="Own", more=change)
        + numbered("no number", 0, style="Clause")
        + numbered("Price", 1, 1)
        + numbered("Annex", 2) + numbered("Next", 1)
        + numbered("Zweck", 3) + numbered("Mittel", 3, 1) + numbered("bullet", 3, 2) + numbered("no list", 9),
        numbering=lists(num(1, 0), again, num(3, 1)),
        styles=STYLES,
    )  # fmt: skip
    assert " ".join(document.text.split()) == (
        "1. Definitions 1.1 Terms (a) words (b) and deeds 1.2 Signs (a) more 2. Purchase and Sale no number 2.1 Price"
        " 5. Annex 6. Next § I Zweck 1.1 Mittel bullet no list"
    )


def test_docx_list_restarts_on_its_own_levels() -> None:
    """A quotation's list, which restarts both levels, begins on the second: the first continues."""
    override = "".join(
        f'<w:lvlOverride w:ilvl="{at}"><w:startOverride w:val="{start}"/></w:lvlOverride>'
        for at, start in ((0, 1), (1, 6))
    )
    body = [numbered("one", 1), numbered("two", 1), numbered("quoted", 2, 1), numbered("more", 2, 1),
            numbered("three", 1), numbered("new", 2), numbered("below", 2, 1), numbered("next", 2)]  # fmt: skip
    document = word("".join(body), numbering=lists(num(1, 0), num(2, 0, override)))
    assert document.text.split("\n\n") == [
        "1. one", "2. two", "2.6 quoted", "2.7 more", "3. three", "1. new", "1.6 below", "2. next",
    ]  # fmt: skip


def test_damaged_docx_numbering_is_omitted() -> None:
    for damaged in ("<w:num>", num(1, 7), '<w:abstractNum w:abstractNumId="0"/>' + num(1, 0)):
        assert word(numbered("Sale", 1), numbering=damaged).text == "Sale"


@pytest.mark.parametrize(
    ("format_", "language", "text", "numbers"),
    [
        ("chineseCounting", "zh-CN", "第%1条", ("第一条", "第十二条")),
        ("ordinalText", "en-GB", "%1 Schedule", ("First Schedule", "Twelfth Schedule")),
        ("ordinalText", "de-AT", "%1 Abteilung", ("Erste Abteilung", "Zwölfte Abteilung")),
        ("cardinalText", "fr-FR", "Article %1", ("Article Un", "Article Douze")),
        ("cardinalText", "xx", "Article %1", ("Article 1", "Article 12")),
        ("ordinal", "en-US", "%1", ("1st", "12th")),
        ("hebrew1", "he-IL", "%1.", ("א.", "יב.")),
        ("decimalEnclosedCircle", "en", "%1", ("①", "⑫")),
        ("decimalZero", "en", "%1)", ("01)", "12)")),
        ("russianLower", "ru-RU", "%1)", ("а)", "м)")),
        ("aFormatToCome", "en", "%1.", ("1.", "12.")),
    ],
)
def test_docx_list_numbers_have_their_format(
    format_: str, language: str, text: str, numbers: tuple[str, str]
) -> None:
    defaults = f'<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="{language}"/></w:rPr></w:rPrDefault></w:docDefaults>'
    definition = f'<w:abstractNum w:abstractNumId="0">{level(0, text, format_)}</w:abstractNum>'
    body = numbered("Sale", 1) * 12
    found = word(body, numbering=definition + num(1, 0), styles=defaults).text.split("\n\n")
    assert (found[0], found[11]) == tuple(f"{number} Sale" for number in numbers)


def test_numbered_docx_clauses_are_clauses() -> None:
    head = paragraph("This Sale Agreement is made on 1 May 2020 between A Ltd and B Ltd.")
    goods = (
        "the parties agree on the {} of the goods that are sold, and on all that follows from it."
    )
    body = "".join(
        numbered(name, 1, 0) + 2 * numbered(f"In this clause {goods.format(name.lower())}", 1, 1)
        for name in ("Definitions", "Sale", "Price", "Delivery", "Liability", "Term")
    )
    document = word(head + body, numbering=lists(num(1, 0)))
    found = {
        provision.label: document.text[provision.start : provision.end]
        for provision in document.provisions
    }
    assert found["Clause 3.1"].startswith("3.1 In this clause the parties agree on the price")


def test_text_around_processing_instructions_and_in_fallbacks_is_read() -> None:
    box = (
        "<w:pict><w:txbxContent><w:p><w:r><w:t>Received</w:t></w:r></w:p></w:txbxContent></w:pict>"
    )
    document = word(
        "<w:p><w:r><w:t>The seller<?a b?> pays</w:t></w:r><w:r><mc:AlternateContent><mc:Choice><w:drawing/></mc:Choice>"
        f"<mc:Fallback>{box}</mc:Fallback></mc:AlternateContent></w:r></w:p>"
    )
    assert document.text == "The seller pays\n\nReceived"


def test_superscripts_of_libreoffice_are_raised() -> None:
    """LibreOffice lifts superscripts of HTML by hand, to 80 % of the usual size of the file."""
    lifted = '<w:r><w:rPr><w:position w:val="8"/><w:sz w:val="{}"/></w:rPr><w:t>2</w:t></w:r>'
    usual = '<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="24"/></w:rPr></w:rPrDefault></w:docDefaults>'
    body = "<w:p><w:r><w:t>5 m</w:t></w:r>{}</w:p>"
    assert word(body.format(lifted.format(19)), styles=usual).text == "5 m²"
    assert word(body.format(lifted.format(24)), styles=usual).text == "5 m2"
    assert (
        read(FIXTURES / "libreoffice-superscript.doc").text
        == "The rent is 5 per m² under Article 6¹."
    )
