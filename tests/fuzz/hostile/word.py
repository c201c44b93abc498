"""Word: parts of other files, false numbers, lists and styles that multiply."""

from collections.abc import Iterator

from tests.archives import zipped
from tests.fuzz.hostile.packages import NUMBERS, changed

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TEXT = "<w:p><w:r><w:t>The tenant shall pay the rent.</w:t></w:r></w:p>"


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
    yield from _bodies()
    yield from numbering_part()
    yield from _relations()


def _bodies() -> Iterator[tuple[str, bytes]]:
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
