"""Fonts and CMaps of PDF: endless programs, tables with false sizes."""

import struct
from collections.abc import Iterator

from tests.fuzz.hostile.pdf_objects import page, pdf, stream

_TEXT = "BT /F 12 Tf 20 100 Td <004100420043> Tj (law of the land) Tj ET"


def files() -> Iterator[tuple[str, bytes]]:
    yield from _maps()
    yield from _programs()
    own = page("/Font<</F 5 0 R>>")
    glyph = stream("500 0 0 0 500 500 d1 BT /F 12 Tf (a) Tj ET")
    three = "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<</a 6 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[500]/Resources<</Font<</F 5 0 R>>>>>>"
    yield (
        "glyph-of-its-own-font.pdf",
        pdf({3: own, 4: stream("BT /F 12 Tf (aaaa) Tj ET"), 5: three, 6: glyph}),
    )
    many = (
        "<</Type/Font/Subtype/TrueType/BaseFont/A/FirstChar 0/LastChar 2147483647/Widths[1e30 -1e30]/Encoding<</Differences["
        + "".join(f"{n % 256}/g{n}" for n in range(200_000))
        + "]>>>>"
    )
    yield "widths-and-differences.pdf", pdf({4: stream(_TEXT), 5: many})
    cid = "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/W[0 2147483647 1]/DW 1e30>>]>>"
    yield "widths-of-a-range.pdf", pdf({4: stream(_TEXT), 5: cid})
    yield (
        "font-descends-from-itself.pdf",
        pdf(
            {
                4: stream(_TEXT),
                5: "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[5 0 R]>>",
            }
        ),
    )
    for number, name in enumerate(("", "/" * 300, "../../../etc/passwd", "A" * 100_000)):
        yield (
            f"name-{number}.pdf",
            pdf(
                {
                    4: stream(_TEXT),
                    5: f"<</Type/Font/Subtype/TrueType/BaseFont/{name.replace('/', '#2f')}>>",
                }
            ),
        )
    fonts = "".join(f"/F{n} 5 0 R" for n in range(50_000))
    yield (
        "fonts-50000.pdf",
        pdf(
            {
                3: page(f"/Font<<{fonts}>>"),
                4: stream("".join(f"BT /F{n} 9 Tf (a) Tj ET " for n in range(50_000))),
            }
        ),
    )


def _maps() -> Iterator[tuple[str, bytes]]:
    head = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def 1 begincodespacerange <0000><FFFF> endcodespacerange "
    long = "0041" * 250
    for name, body in {
        "fan": "".join(
            f"100 beginbfchar {''.join(f'<{n * 100 + k:04X}><{long}>' for k in range(100))} endbfchar "
            for n in range(600)
        ),
        "range": "1 beginbfrange <00000000><FFFFFFFF><0041> endbfrange",
        "backwards": "1 beginbfrange <FFFF><0000><0041> endbfrange",
        "surrogates": "1 beginbfrange <0000><FFFF><D800> endbfrange",
        "many-ranges": "100 beginbfrange <0000><FFFF><0000> endbfrange " * 3_000,
        "list": f"1 beginbfrange <0000><FFFF>[{'<0041>' * 65_536}] endbfrange",
        "deep": "[" * 500_000,
        "names-itself": "/A usecmap " * 10_000,
        "controls": "1 beginbfrange <0000><00FF><0000> endbfrange",
        "never-ends": "1 beginbfchar " + "<41><41>" * 100_000,
    }.items():
        font = "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>"
        yield f"map-{name}.pdf", pdf({4: stream(_TEXT * 50), 5: font, 6: stream(head + body)})
    own = stream(
        head + "6 0 R usecmap 1 begincidrange <0000><FFFF> 0 endcidrange",
        "/Type/CMap/CMapName/A/UseCMap 6 0 R/CIDSystemInfo<<>>",
    )
    yield (
        "encoding-uses-itself.pdf",
        pdf(
            {
                4: stream(_TEXT),
                5: "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding 6 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/A>>]>>",
                6: own,
            }
        ),
    )


def _programs() -> Iterator[tuple[str, bytes]]:
    """Font files in the place of the program of a font."""
    tables = {
        "no-tables": b"",
        "many-tables": b"glyf" + b"\xff" * 12,
        "far": b"cmap" + struct.pack(">III", 0, 2**32 - 1, 2**32 - 1),
        "all-one": b"head" + struct.pack(">III", 0, 12, 2**31),
    }
    for name, table in tables.items():
        program = b"\0\1\0\0" + struct.pack(">H", 65_535 if table else 0) + bytes(6) + table * 100
        yield f"truetype-{name}.pdf", _with(program, "/FontFile2 7 0 R", "TrueType")
    composite = struct.pack(">hhhhh", -1, 0, 0, 9, 9) + struct.pack(">HHbb", 0x20, 0, 0, 0) * 2_000
    yield (
        "truetype-glyph-of-itself.pdf",
        _with(_true_type(composite), "/FontFile2 7 0 R", "TrueType"),
    )
    endless = (
        struct.pack(">hhhhh", 1, 0, 0, 9, 9)
        + struct.pack(">HH", 0, 6)
        + b"\x4f\xb0\0\x1c"
        + b"\xb8\xff\xfc\x1c\0\0"
    )
    yield (
        "truetype-program-without-end.pdf",
        _with(_true_type(endless), "/FontFile2 7 0 R", "TrueType"),
    )
    one = (
        b"%!PS-AdobeFont-1.0: A\n"
        + b"/FontMatrix [1e30 0 0 1e30 0 0] def "
        + b"/Subrs 2147483647 array "
        + b"dup 0 4 RD abcd NP " * 10_000
        + b"/CharStrings 2147483647 dict dup begin "
        + b"{" * 100_000
    )
    yield "type1-claims.pdf", _with(one, "/FontFile 7 0 R", "Type1")
    for name, program in {
        "counts": b"\1\0\4\4" + b"\xff\xff\4" + b"\xff" * 2000,
        "deep-calls": b"\1\0\4\1\0\1\1\1\2a\0\1\1\1\5\x1d\0\0\0\x11\x11\0\0"
        + b"\0\1\1\1\3\x8b\n" * 500,
    }.items():
        yield f"compact-{name}.pdf", _with(program, "/FontFile3 7 0 R", "Type1", "/Subtype/Type1C")


def _with(program: bytes, entry: str, kind: str, more: str = "") -> bytes:
    font = f"<</Type/Font/Subtype/{kind}/BaseFont/A/FirstChar 0/LastChar 255/FontDescriptor 6 0 R>>"
    descriptor = f"<</Type/FontDescriptor/FontName/A/Flags 4/FontBBox[0 0 9 9]{entry}>>"
    return pdf(
        {
            4: stream(_TEXT),
            5: font,
            6: descriptor,
            7: stream(program, f"{more}/Length1 {len(program)}"),
        }
    )


def _true_type(glyph: bytes) -> bytes:
    head = struct.pack(
        ">IIIIHHQQhhhhHHhhh", 0x10000, 0, 0, 0x5F0F3CF5, 0, 1000, 0, 0, 0, 0, 9, 9, 0, 8, 2, 1, 0
    )
    tables = {
        b"cmap": struct.pack(">HHHHI", 0, 1, 1, 0, 12)
        + struct.pack(">HHH", 0, 262, 0)
        + bytes(256),
        b"glyf": glyph,
        b"head": head,
        b"hhea": struct.pack(">IhhhHhhhhhhQhH", 0x10000, 9, 0, 0, 9, 0, 0, 9, 1, 0, 0, 0, 0, 1),
        b"hmtx": struct.pack(">Hh", 500, 0),
        b"loca": struct.pack(">II", 0, len(glyph)),
        b"maxp": struct.pack(">IH", 0x10000, 1) + b"\xff" * 26,
    }
    data, at = b"", 12 + 16 * len(tables)
    rows = b""
    for name, table in tables.items():
        rows += name + struct.pack(">III", 0, at + len(data), len(table))
        data += table + bytes(-len(table) % 4)
    return struct.pack(">IHHHH", 0x10000, len(tables), 0, 0, 0) + rows + data
