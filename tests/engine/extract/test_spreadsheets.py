"""Cells of workbooks as Excel shows them."""

import io
from pathlib import Path

import pytest
import xlwt
from hypothesis import given
from hypothesis import strategies as st
from tests.archives import zipped

from lexdesk.document.model import Document
from lexdesk.extract import read, read_source
from lexdesk.extract.parsers.number_formats import BUILT_IN, format_number, format_text, plain
from lexdesk.structure import Source

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


@pytest.mark.parametrize(
    ("value", "code", "expected"),
    [
        (0.5, "0.0%", "50.0%"), (1234567.891, "#,##0.00", "1,234,567.89"), (123, "00000", "00123"),
        (3.3000000000000003, "General", "3.3"), (123456789012, "General", "123456789012"), (12, "@", "12"),
        (-1234.5, "#,##0.00;[Red]-#,##0.00", "-1,234.50"), (-1234.5, "#,##0.00_);(#,##0.00)", "(1,234.50)"),
        (1234.5, "#,##0.00 [$€-407]", "1,234.50 €"), (1234.5, '"EUR" #,##0', "EUR 1,235"), (0, '0;-0;"-"', "-"),
        (1234567, '#,##0,"k"', "1,235k"), (1.5e7, '0.0,,"m"', "15.0m"), (12345, "0.00E+00", "1.23E+04"),
        (0.00012, "0.0E+0", "1.2E-4"), (12345, "##0.0E+0", "12.3E+3"), (0.25, "#.##", ".25"), (1.005, "0.00", "1.01"),
        (5551234567, "(###) ###-####", "(555) 123-4567"), (123456789, "000-00-0000", "123-45-6789"), (-7, "0.0", "-7.0"),
        (7, '[<5]"low";[>=5]"high"', "high"), (3, '"No. "0', "No. 3"),
        (0.5, "# ?/?", "1/2"), (2.75, "# ?/8", "2 6/8"), (-1 / 3, "?/?", "-1/3"), (4, "# ?/?", "4"),
        (3, 'General" days"', "3 days"), (1e300, "0", "1E+300"),
        (45365, r"yyyy\-mm\-dd", "2024-03-14"), (45365.5, "m/d/yy h:mm", "3/14/24 12:00"), (1.25, "[h]:mm", "30:00"),
        (45365.75, "dddd, d mmmm yyyy h:mm AM/PM", "Thursday, 14 March 2024 6:00 PM"), (1, "d.m.yyyy", "1.1.1900"),
        (45365, r"[$-407]dddd, d. mmmm yyyy", "Donnerstag, 14. März 2024"), (45365, "[$-fr-FR]d mmmm", "14 mars"),
        (0, "0;-0;", ""), (7, ";;;", ""), (45365.5208, "mm:ss.0", "29:57.1"),
        (45365, "[$-407]dd/mm/yyyy", "14.03.2024"), (-1, "d.m.yyyy", "-1"), (59, BUILT_IN[14], "1900-02-28"),
    ],
)  # fmt: skip
def test_numbers_and_dates_as_excel_shows_them(value: float, code: str, expected: str) -> None:
    assert format_number(value, code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [("@", "a"), ('"No. "@', "No. a"), ('0;-0;0;@" x"', "a x"), (";;;", ""), ("0", "a")],
)
def test_texts_as_excel_shows_them(code: str, expected: str) -> None:
    assert format_text("a", code) == expected


def test_workbook_has_comments_of_all_programs_and_raised_digits() -> None:
    """Those of Excel 365 are in a part of their own, and again with an explanation for older programs."""
    comment = "<authors><author>{}</author></authors>"
    comment += "<commentList><comment authorId='0'><text><t>{}</t></text></comment></commentList>"
    run = "<r><t>2016/679</t></r><r><rPr><vertAlign val='superscript'/></rPr><t>1</t></r>"
    document = workbook(
        f'<row r="1"><c t="inlineStr"><is>{run}</is></c></row>',
        comments__comment1=comment.format("Anna", "Why?"),
        comments2=comment.format("tc={1}", "[Threaded comment] Your version of Excel"),
        persons__person="<person displayName='Bo' id='{1}'/>",
        threadedComments__threadedComment1="<threadedComment personId='{1}'><text>Agreed.</text></threadedComment>",
    )
    assert document.text.split("\n\n") == [
        "Fristen", "2016/679¹", "Comment by Anna: Why?", "Comment by Bo: Agreed.",
    ]  # fmt: skip


def test_dates_count_from_1904_where_a_workbook_does() -> None:
    assert format_number(43903, BUILT_IN[14], from_1904=True) == "2024-03-14"


@given(st.floats(-1e300, 1e300), st.text('0#?.,%E+-/;@"\\[]$hms dyAMP_*<>=1', max_size=40))
def test_any_format_shows_something_or_nothing(value: float, code: str) -> None:
    assert len(format_number(value, code)) < 1000
    assert float(plain(value)) == pytest.approx(value, rel=1e-9)


def workbook(rows: str, **parts: str) -> Document:
    """A workbook of one sheet and other parts, each the content of its root element."""
    files = {
        "[Content_Types].xml": "<Types/>",
        "xl/_rels/workbook.xml.rels": f'<x><Relationship Id="r1" Type="{LINKS}/worksheet" Target="worksheets/a.xml"/></x>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}"><sheets><sheet name="Fristen" r:id="r1"/>'
        '<sheet name="Lost" r:id="r9"/></sheets></workbook>',
        "xl/worksheets/a.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>',
    }
    for name, content in parts.items():
        path = f"xl/{name.replace('__', '/')}.xml"
        files[path] = (
            f'<x xmlns="{MAIN}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">{content}</x>'
        )
    return read_source(Source(Path("a.xlsx"), zipped(files)))


def test_workbook_has_cells_shapes_and_comments() -> None:
    document = workbook(
        """<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" s="1"><v>45365</v></c></row>
        <row r="2"><c t="s"><v>1</v></c><c s="2"><v>0.5</v></c><c s="7"><v>2</v></c></row>
        <row r="5"><c t="inlineStr"><is><t>Paid</t></is></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>
        <row r="6"><c t="s"><v>99</v></c><c t="str"><f>A1</f><v>one&#10;two</v></c></row><row r="7"><c/></row>""",
        sharedStrings="<si><t>Deadline</t></si><si><r><t>rich </t></r><r><t>text</t></r><rPh><t>reading</t></rPh></si>",
        styles='<numFmts><numFmt numFmtId="164" formatCode="0.0%"/></numFmts><cellXfs><xf numFmtId="0"/>'
        '<xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>',
        drawings__drawing1="<a:p><a:r><a:t>In a </a:t></a:r><a:r><a:t>shape</a:t></a:r></a:p><a:p/>",
        comments1="""<authors><author>Ada</author></authors><commentList><comment authorId="0"><text><t>Too low?</t></text>
        </comment></commentList>""",
    )
    assert document.kind == "spreadsheet"
    assert document.text.split("\n") == [
        "Fristen", "", "Deadline 2024-03-14", "rich text 50.0% 2", "", "Paid TRUE #N/A", "one", "two",
        "", "In a shape", "", "Comment by Ada: Too low?",
    ]  # fmt: skip


def test_real_workbook_shows_its_numbers(shared_data: Path) -> None:
    folder = shared_data / "raw" / "office-edge-cases"
    text = read(folder / "2023-half-year-analyses-by-segment.xlsx").text
    assert "Zone NA 12,553 2,713 2,632 (81) (29) (44) (337)" in text
    assert "Vodafone" in read(folder / "vodafone.xlsx").text  # in a shape


def test_old_workbooks_show_numbers_in_their_formats() -> None:
    written = xlwt.Workbook()
    sheet = written.add_sheet("Fees")
    cells = [
        (0.125, "0.0%"),
        (-1234.5, "#,##0.00;(#,##0.00)"),
        (42, "00000"),
        (45415, "dd.mm.yyyy"),
        (True, "General"),
    ]
    for row, (value, code) in enumerate(cells):
        style = xlwt.XFStyle()
        style.num_format_str = code
        sheet.write(row * 2, 1, value, style)
    written.add_sheet("Other").write(0, 0, "aside")
    written.save(data := io.BytesIO())
    text = read_source(Source(Path("old.xls"), data.getvalue())).text
    assert text.split() == [
        "Fees",
        "12.5%",
        "(1,234.50)",
        "00042",
        "03.05.2024",
        "TRUE",
        "Other",
        "aside",
    ]


def test_formula_without_a_result_is_shown_itself() -> None:
    """Programs that write workbooks compute nothing; a result may be an empty text."""
    cells = '<c><f>SUM(B1:B2)</f></c><c><f>1+1</f><v></v></c><c t="str"><f>IF(A1,"","x")</f><v></v></c><c><f>2*2</f><v>4</v></c>'
    data = zipped({
        "[Content_Types].xml": "",
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}"><sheets><sheet name="S" r:id="a"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData><row r="1">{cells}</row></sheetData></worksheet>',
    })  # fmt: skip
    assert read_source(Source(Path("a.xlsx"), data)).text == "S\n\n=SUM(B1:B2) =1+1 4"


def test_escaped_characters_of_strings_are_decoded() -> None:
    cell = "<row r='1'><c r='A1' t='inlineStr'><is><t>Frist_x000D_\nendet_x0009_am _x005F_x0041_</t></is></c></row>"
    assert "Frist endet am _x0041_" in " ".join(workbook(cell).text.split())


def test_titles_of_charts_are_below_the_sheets() -> None:
    title = (
        '<c:chart xmlns:c="c" xmlns:a="a"><a:p><a:r><a:t>Rents by year</a:t></a:r></a:p></c:chart>'
    )
    rows = '<row r="1"><c><v>7</v></c></row>'
    data = zipped({
        "[Content_Types].xml": "",
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}"><sheets><sheet name="S" r:id="a"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>',
        "xl/charts/chart1.xml": title,
    })  # fmt: skip
    assert read_source(Source(Path("a.xlsx"), data)).text == "S\n\n7\n\nRents by year"
