"""Word, Excel, PowerPoint, RTF and EPUB: external parts, false counts, multiplying texts."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.archives import zipped

FIXTURES = Path(__file__).parents[2] / "engine" / "fixtures"
NUMBERS = (
    "",
    "-1",
    "0",
    "2147483647",
    "9" * 5_000,
    "1e308",
    "NaN",
    "²",
    "٣",
    " 7 ",
    "0x10",
    "1" + "0" * 18,
)
"""Values where a number is expected: of other scripts, of too many digits, and none."""
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
_S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TEXT = "<w:p><w:r><w:t>The tenant shall pay the rent.</w:t></w:r></w:p>"


def changed(fixture: str, parts: Mapping[str, str | bytes]) -> bytes:
    """A real file with some of its parts replaced or added."""
    with zipfile.ZipFile(FIXTURES / fixture) as packed:
        real = {name: packed.read(name) for name in packed.namelist()}
    return zipped({**real, **parts})


def word(body: str, **parts: str) -> bytes:
    """The real Word file with another body, and other parts, each with the root of its name."""
    roots = {
        "numbering": "numbering",
        "styles": "styles",
        "footnotes": "footnotes",
        "comments": "comments",
    }
    files = {
        f"word/{name}.xml": f"<w:{roots[name]} {_W}>{content}</w:{roots[name]}>"
        for name, content in parts.items()
    }
    related = "".join(
        f'<Relationship Id="rX{name}" Type="{_REL}/{name}" Target="{name}.xml"/>' for name in parts
    )
    relations = {
        "word/_rels/document.xml.rels": f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{related}</Relationships>'
    }
    return changed(
        "simple.docx",
        {
            "word/document.xml": f"<w:document {_W}><w:body>{body}</w:body></w:document>",
            **relations,
            **files,
        },
    )


def files() -> Iterator[tuple[str, bytes]]:
    yield from _word()
    yield from numbering_part()
    yield from _relations()
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


def _word() -> Iterator[tuple[str, bytes]]:
    bodies = {
        "attributes": f"<w:p {' '.join(f'a{n}={chr(34)}b{chr(34)}' for n in range(100_000))}/>{_TEXT}",
        "namespaces": f"<w:p {' '.join(f'xmlns:a{n}={chr(34)}b{n}{chr(34)}' for n in range(50_000))}/>{_TEXT}",
        "nested-tables": "<w:tbl><w:tr><w:tc>" * 60 + _TEXT + "</w:tc></w:tr></w:tbl>" * 60,
        "nested-tables-wide": ("<w:tbl><w:tr>" + f"<w:tc>{_TEXT}</w:tc>" * 500 + "</w:tr></w:tbl>")
        * 100,
        "spans": f'<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2147483647"/><w:vMerge/></w:tcPr>{_TEXT}</w:tc></w:tr></w:tbl>',
        "alternates": f"<w:p><w:r>{'<mc:AlternateContent><mc:Choice Requires=chr>'.replace('chr', chr(34) + 'wps' + chr(34)) * 80}<w:t>law</w:t>{'</mc:Choice><mc:Fallback><w:t>x</w:t></mc:Fallback></mc:AlternateContent>' * 80}</w:r></w:p>",
        "alternates-wide": "<w:p>"
        + "<w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:t>a</w:t></mc:Choice><mc:Fallback><w:t>b</w:t></mc:Fallback></mc:AlternateContent></w:r>"
        * 100_000
        + "</w:p>",
        "text-boxes": "<w:p><w:r><w:pict><w:txbxContent>" * 50
        + _TEXT
        + "</w:txbxContent></w:pict></w:r></w:p>" * 50,
        "controls": "<w:sdt><w:sdtContent>" * 120 + _TEXT + "</w:sdtContent></w:sdt>" * 120,
        "insertions": "<w:p>"
        + "<w:ins>" * 200
        + "<w:r><w:t>law</w:t></w:r>"
        + "</w:ins>" * 200
        + "</w:p>",
        "runs": "<w:p>" + "<w:r><w:t>a</w:t></w:r>" * 1_000_000 + "</w:p>",
        "tabs": "<w:p><w:r>" + "<w:tab/><w:br/><w:cr/>" * 500_000 + "<w:t>law</w:t></w:r></w:p>",
        "symbols": "<w:p><w:r>"
        + "".join(
            f'<w:sym w:font="Symbol" w:char="{c}"/>'
            for c in ("", "D800", "110000", "FFFFFFFFFFFF", "zz", "F0" * 100)
        )
        + "<w:t>law</w:t></w:r></w:p>",
        "fields": "<w:p><w:r>"
        + "<w:fldChar w:fldCharType='begin'/><w:instrText>INCLUDETEXT &quot;/etc/passwd&quot; </w:instrText>"
        * 20_000
        + "<w:t>law</w:t></w:r></w:p>"
        + _TEXT,
        "simple-fields": "<w:p>"
        + "<w:fldSimple w:instr='INCLUDETEXT /etc/passwd'>" * 100
        + "<w:r><w:t>law</w:t></w:r>"
        + "</w:fldSimple>" * 100
        + "</w:p>",
        "ends-only": "<w:p><w:r>"
        + "<w:fldChar w:fldCharType='end'/>" * 100_000
        + "<w:t>law</w:t></w:r></w:p>",
        "foot-references": "<w:p>"
        + '<w:r><w:footnoteReference w:id="2"/></w:r>' * 100_000
        + "</w:p>",
        "other-chunk": '<w:altChunk r:id="rX1"/><w:subDoc r:id="rX1"/>' + _TEXT,
        "foreign-root": "<x/>" * 10,
        "right-to-left": f"<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:t>{chr(0x202E) * 100_000}law</w:t></w:r></w:p>",
    }
    for name, body in bodies.items():
        notes = f'<w:footnote w:id="2">{_TEXT * 50}</w:footnote><w:footnote w:id="2"/>'
        yield f"{name}.docx", word(body, footnotes=notes) if "foot" in name else word(body)
    loop = '<w:footnote w:id="2"><w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p></w:footnote>'
    yield (
        "footnote-of-itself.docx",
        word('<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>' + _TEXT, footnotes=loop),
    )
    yield (
        "default-attributes.docx",
        changed(
            "simple.docx",
            {
                "word/document.xml": f'<!DOCTYPE w:document [<!ATTLIST w:p w:x CDATA "{"a" * 500_000}">]><w:document {_W}><w:body>{_TEXT * 20_000}</w:body></w:document>'
            },
        ),
    )
    yield (
        "utf-16.docx",
        changed(
            "simple.docx",
            {
                "word/document.xml": f'<?xml version="1.0" encoding="utf-16"?><!DOCTYPE a [<!ENTITY b "law">]><w:document {_W}><w:body>{_TEXT}&b;</w:body></w:document>'.encode(
                    "utf-16"
                )
            },
        ),
    )
    yield (
        "utf-7.docx",
        changed(
            "simple.docx", {"word/document.xml": b'<?xml version="1.0" encoding="utf-7"?>+ADw-'}
        ),
    )
    yield (
        "twice-the-same-part.docx",
        zipped(
            {
                "[Content_Types].xml": "<Types/>",
                "word/document.xml": f"<w:document {_W}><w:body>{_TEXT}</w:body></w:document>",
                "word\\document.xml": "x",
                "WORD/document.xml": "x",
            }
        ),
    )


def numbering_part() -> Iterator[tuple[str, bytes]]:
    """Yield lists, levels and starts with invalid numbers, or with numbers of megabytes."""
    item = '<w:p><w:pPr><w:numPr><w:ilvl w:val="{}"/><w:numId w:val="{}"/></w:numPr></w:pPr><w:r><w:t>law</w:t></w:r></w:p>'
    level = '<w:abstractNum w:abstractNumId="{}"><w:lvl w:ilvl="{}"><w:start w:val="{}"/><w:numFmt w:val="{}"/><w:lvlText w:val="{}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="{}"/></w:num>'
    for at, number in enumerate(NUMBERS):
        yield (
            f"list-start-{at}.docx",
            word(item.format(0, 1), numbering=level.format(0, 0, number, "decimal", "%1.", 0)),
        )
        yield (
            f"list-level-{at}.docx",
            word(
                item.format(number, 1),
                numbering=level.format(0, number, 1, "decimal", f"%{number[:50]}.", 0),
            ),
        )
        yield (
            f"list-number-{at}.docx",
            word(
                item.format(0, number),
                numbering=level.format(number, 0, 1, "decimal", "%1.", number),
            ),
        )
    for format_ in (
        "lowerLetter",
        "upperRoman",
        "chicago",
        "ordinalText",
        "cardinalText",
        "decimalZero",
        "japaneseCounting",
        "hex",
        "none",
        "x" * 100_000,
    ):
        yield (
            f"list-of-{format_[:20]}.docx",
            word(
                item.format(0, 1) * 20,
                numbering=level.format(0, 0, 2_000_000_000, format_, "%1%1%1%1." * 100, 0),
            ),
        )
    yield (
        "list-text-of-1-mb.docx",
        word(
            item.format(0, 1) * 2_000,
            numbering=level.format(0, 0, 1, "decimal", "x%1" * 300_000, 0),
        ),
    )
    style = '<w:style w:type="paragraph" w:styleId="a"><w:basedOn w:val="b"/><w:link w:val="b"/></w:style><w:style w:type="paragraph" w:styleId="b"><w:basedOn w:val="a"/><w:next w:val="a"/></w:style>'
    yield (
        "styles-of-each-other.docx",
        word(
            '<w:p><w:pPr><w:pStyle w:val="a"/></w:pPr><w:r><w:t>law</w:t></w:r></w:p>', styles=style
        ),
    )
    chain = "".join(
        f'<w:style w:type="paragraph" w:styleId="s{n}"><w:basedOn w:val="s{n + 1}"/></w:style>'
        for n in range(50_000)
    )
    yield (
        "styles-deep.docx",
        word(
            '<w:p><w:pPr><w:pStyle w:val="s0"/></w:pPr><w:r><w:t>law</w:t></w:r></w:p>' * 100,
            styles=chain,
        ),
    )
    linked = '<w:abstractNum w:abstractNumId="0"><w:numStyleLink w:val="a"/></w:abstractNum><w:abstractNum w:abstractNumId="1"><w:styleLink w:val="a"/><w:numStyleLink w:val="a"/></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    yield "lists-of-each-other.docx", word(item.format(0, 1), numbering=linked)


def _relations() -> Iterator[tuple[str, bytes]]:
    targets = {
        "outside": 'Target="../../../../etc/passwd"',
        "absolute": 'Target="/etc/passwd"',
        "file": 'Target="file:///etc/passwd" TargetMode="External"',
        "network": 'Target="http://192.0.2.1/x.xml" TargetMode="External"',
        "share": 'Target="\\\\192.0.2.1\\x\\y.docx" TargetMode="External"',
        "itself": 'Target="document.xml"',
        "relations": 'Target="_rels/document.xml.rels"',
        "long": f'Target="{"../" * 50_000}a.xml"',
        "escaped": 'Target="%2e%2e/%2e%2e/etc/passwd%00"',
    }
    for name, target in targets.items():
        every = "".join(
            f'<Relationship Id="rX{n}" Type="{_REL}/{kind}" {target}/>'
            for n, kind in enumerate(
                (
                    "footnotes",
                    "aFChunk",
                    "numbering",
                    "styles",
                    "header",
                    "image",
                    "oleObject",
                    "attachedTemplate",
                    "comments",
                )
            )
        )
        relations = f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{every}</Relationships>'
        yield (
            f"relations-{name}.docx",
            changed(
                "simple.docx",
                {
                    "word/_rels/document.xml.rels": relations,
                    "word/_rels/settings.xml.rels": relations,
                },
            ),
        )
        main = f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="{_REL}/officeDocument" {target}/></Relationships>'
        for fixture in ("simple.docx", "two-sheets.xlsx", "simple.pptx"):
            yield f"main-part-{name}-{fixture}", changed(fixture, {"_rels/.rels": main})
    many = "".join(
        f'<Relationship Id="r{n}" Type="{_REL}/footnotes" Target="footnotes.xml"/>'
        for n in range(100_000)
    )
    notes = f"<w:footnotes {_W}><w:footnote w:id='2'>{_TEXT * 100}</w:footnote></w:footnotes>"
    yield (
        "relations-100000.docx",
        changed(
            "simple.docx",
            {
                "word/_rels/document.xml.rels": f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{many}</Relationships>',
                "word/footnotes.xml": notes,
            },
        ),
    )
    inner = word(_TEXT)
    for _ in range(12):
        inner = changed("simple.docx", {"word/embeddings/a.docx": inner})
    yield "packages-in-packages.docx", inner
    yield (
        "macros.docx",
        changed(
            "simple.docx",
            {"word/vbaProject.bin": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000)},
        ),
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
