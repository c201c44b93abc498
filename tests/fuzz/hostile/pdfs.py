"""PDF: recursive objects, fans of references, false sizes."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping

TEXT = "BT /F 12 Tf 20 100 Td (The tenant shall pay the rent) Tj ET"
CATALOG = "<</Type/Catalog/Pages 2 0 R>>"
PAGES = "<</Type/Pages/Kids[3 0 R]/Count 1>>"
FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
BOX = "/MediaBox[0 0 600 800]"


def stream(content: str | bytes, entries: str = "") -> bytes:
    data = content.encode("latin-1") if isinstance(content, str) else content
    return f"<</Length {len(data)}{entries}>>stream\n".encode("latin-1") + data + b"\nendstream"


def packed(content: bytes, entries: str = "") -> bytes:
    return stream(zlib.compress(content, 9), f"/Filter/FlateDecode{entries}")


def pdf(objects: Mapping[int, str | bytes], trailer: str = "/Root 1 0 R") -> bytes:
    """A file with a true table of objects, of those given or of a page of one line."""
    usual: dict[int, str | bytes] = {1: CATALOG, 2: PAGES, 3: page(), 4: stream(TEXT), 5: FONT}
    every = {**usual, **objects}
    data, places = bytearray(b"%PDF-1.7\n"), {}
    for number, item in every.items():
        places[number] = len(data)
        data += f"{number} 0 obj\n".encode()
        data += item.encode("latin-1") if isinstance(item, str) else item
        data += b"\nendobj\n"
    start, size = len(data), max(every) + 1
    rows = [
        b"%010d 00000 n \n" % places[n] if n in places else b"%010d 65535 f \n" % 0
        for n in range(size)
    ]
    data += b"xref\n0 %d\n" % size + b"".join(rows)
    return bytes(data) + f"trailer<</Size {size}{trailer}>>\nstartxref\n{start}\n%%EOF".encode(
        "latin-1"
    )


def page(resources: str = "/Font<</F 5 0 R>>", more: str = "", contents: str = "4 0 R") -> str:
    return f"<</Type/Page/Parent 2 0 R{BOX}/Contents {contents}/Resources<<{resources}>>{more}>>"


def form(content: str, resources: str = "/Font<</F 5 0 R>>", more: str = "") -> bytes:
    return stream(
        content, f"/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<<{resources}>>{more}"
    )


def files() -> Iterator[tuple[str, bytes]]:
    yield from _loops()
    yield from _fans()
    yield from _claims()
    yield from _streams()
    yield from _structure()


def _loops() -> Iterator[tuple[str, bytes]]:
    own = page("/XObject<</X 6 0 R>>/Font<</F 5 0 R>>")
    yield (
        "xobject-of-itself.pdf",
        pdf(
            {
                3: own,
                4: stream("/X Do"),
                6: form(f"{TEXT} /X Do", "/XObject<</X 6 0 R>>/Font<</F 5 0 R>>"),
            }
        ),
    )
    two = {6: form("/Y Do", "/XObject<</Y 7 0 R>>"), 7: form("/X Do", "/XObject<</X 6 0 R>>")}
    yield "xobjects-of-each-other.pdf", pdf({3: own, 4: stream("/X Do"), **two})
    inherited = {
        n: form(f"/X{n + 1} Do", f"/XObject<</X{n + 1} {n + 1} 0 R>>") for n in range(6, 5_000)
    }
    chain = {**inherited, 5_000: form(TEXT)}
    yield "xobject-chain.pdf", pdf({3: page("/XObject<</X 6 0 R>>"), 4: stream("/X Do"), **chain})
    mask = "/ExtGState<</G <</SMask <</S/Alpha/G 6 0 R>>>>>>"
    yield (
        "mask-of-itself.pdf",
        pdf(
            {
                3: page(mask + "/XObject<</X 6 0 R>>"),
                4: stream("/G gs /X Do"),
                6: form("/G gs 0 0 9 9 re f", mask, "/Group<</S/Transparency>>"),
            }
        ),
    )
    pattern = stream(
        "/Pattern cs /P scn 0 0 99 99 re f",
        "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</Pattern<</P 6 0 R>>>>",
    )
    yield (
        "pattern-of-itself.pdf",
        pdf(
            {
                3: page("/Pattern<</P 6 0 R>>"),
                4: stream(f"/Pattern cs /P scn 0 0 500 500 re f {TEXT}"),
                6: pattern,
            }
        ),
    )
    tiny = stream(
        "0 0 1 1 re f",
        "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 1e-9/YStep 1e-9/Resources<<>>",
    )
    yield (
        "pattern-of-tiny-steps.pdf",
        pdf(
            {
                3: page("/Pattern<</P 6 0 R>>"),
                4: stream("/Pattern cs /P scn 0 0 500 500 re f"),
                6: tiny,
            }
        ),
    )
    yield (
        "outline-loop.pdf",
        pdf(
            {
                1: CATALOG[:-2] + "/Outlines 6 0 R>>",
                6: "<</First 7 0 R/Last 7 0 R/Count 9>>",
                7: "<</Title(a)/Next 7 0 R/First 7 0 R/Parent 7 0 R>>",
            }
        ),
    )
    yield (
        "names-loop.pdf",
        pdf(
            {
                1: CATALOG[:-2] + "/Names<</EmbeddedFiles 6 0 R/Dests 6 0 R/JavaScript 6 0 R>>>>",
                6: "<</Kids[6 0 R 6 0 R]>>",
            }
        ),
    )
    yield "labels-loop.pdf", pdf({1: CATALOG[:-2] + "/PageLabels 6 0 R>>", 6: "<</Kids[6 0 R]>>"})
    yield (
        "structure-loop.pdf",
        pdf(
            {
                1: CATALOG[:-2] + "/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R>>",
                6: "<</Type/StructTreeRoot/K 7 0 R/RoleMap<</A/B/B/A>>>>",
                7: "<</S/A/K[7 0 R 7 0 R]/P 7 0 R>>",
            }
        ),
    )
    field = "<</FT/Tx/T(a)/V(law)/Kids[6 0 R]/Parent 6 0 R/Subtype/Widget/Rect[0 0 9 9]/P 3 0 R>>"
    yield (
        "field-of-itself.pdf",
        pdf(
            {
                1: CATALOG[:-2] + "/AcroForm<</Fields[6 0 R]>>>>",
                3: page(more="/Annots[6 0 R]"),
                6: field,
            }
        ),
    )
    fields = {n: f"<</T(a)/Kids[{n + 1} 0 R]/Parent {n - 1} 0 R>>" for n in range(6, 20_000)}
    yield (
        "fields-deep.pdf",
        pdf({1: CATALOG[:-2] + "/AcroForm<</Fields[6 0 R]>>>>", **fields, 20_000: field}),
    )
    yield (
        "annotation-loop.pdf",
        pdf(
            {
                3: page(more="/Annots 6 0 R"),
                6: "[6 0 R 7 0 R]",
                7: "<</Subtype/Popup/Parent 7 0 R/IRT 7 0 R/Rect[0 0 9 9]>>",
            }
        ),
    )
    yield (
        "page-parents-loop.pdf",
        pdf(
            {
                2: "<</Type/Pages/Kids[3 0 R]/Count 1/Parent 6 0 R>>",
                6: "<</Type/Pages/Kids[2 0 R]/Parent 2 0 R>>",
                3: "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>",
            }
        ),
    )
    yield "previous-table-loop.pdf", pdf({}, "/Root 1 0 R/Prev 9")
    same = pdf({})
    at = same.rindex(b"xref\n0")
    yield "previous-table-itself.pdf", pdf({}, f"/Root 1 0 R/Prev {at}/XRefStm {at}")
    yield "reference-to-itself.pdf", pdf({4: "4 0 R", 5: "6 0 R", 6: "5 0 R"})
    references = {n: f"{n + 1} 0 R" for n in range(6, 30_000)}
    yield (
        "references-deep.pdf",
        pdf({3: page(contents="6 0 R"), **references, 30_000: stream(TEXT)}),
    )


def _fans() -> Iterator[tuple[str, bytes]]:
    """Each of some levels names the next ten times: billions in a few kilobytes."""
    forms = {
        n: form(f"/X{n + 1} Do " * 10, f"/XObject<</X{n + 1} {n + 1} 0 R>>") for n in range(6, 16)
    }
    yield (
        "fan-of-xobjects.pdf",
        pdf({3: page("/XObject<</X6 6 0 R>>"), 4: stream("/X6 Do"), **forms, 16: form(TEXT)}),
    )
    kids: dict[int, str | bytes] = {
        n: f"<</Type/Pages/Kids[{f'{n + 1} 0 R ' * 10}]/Count 1000000000>>" for n in range(6, 15)
    }
    yield (
        "fan-of-pages.pdf",
        pdf({2: "<</Type/Pages/Kids[6 0 R]/Count 1000000000>>", **kids, 15: page()}),
    )
    yield (
        "same-page-100000-times.pdf",
        pdf({2: f"<</Type/Pages/Kids[{'3 0 R ' * 100_000}]/Count 100000>>"}),
    )
    deep = {
        n: f"<</Type/Pages/Kids[{n + 1} 0 R]/Count 1/Parent {n - 1} 0 R>>" for n in range(6, 50_000)
    }
    yield "pages-deep.pdf", pdf({2: "<</Type/Pages/Kids[6 0 R]/Count 1>>", **deep, 50_000: page()})
    long = stream((TEXT + "\n") * 2_000)
    yield (
        "same-contents-20000-times.pdf",
        pdf({3: page(contents=f"[{'4 0 R ' * 20_000}]"), 4: long}),
    )
    yield (
        "fan-of-structure.pdf",
        pdf(
            {
                1: CATALOG[:-2] + "/StructTreeRoot 6 0 R>>",
                **{n: f"<</S/P/K[{f'{n + 1} 0 R ' * 10}]>>" for n in range(6, 16)},
                16: "<</S/P>>",
            }
        ),
    )
    attached = stream(b"law " * 200_000, "/Type/EmbeddedFile")
    names = "".join(
        f"(a{n}.txt)<</Type/Filespec/F(a{n}.txt)/EF<</F 6 0 R>>>>" for n in range(20_000)
    )
    yield (
        "one-attachment-20000-times.pdf",
        pdf({1: CATALOG[:-2] + f"/Names<</EmbeddedFiles<</Names[{names}]>>>>>>", 6: attached}),
    )
    notes = "".join(f"<</Subtype/Text/Rect[0 0 9 9]/Contents(law {n})>>" for n in range(100_000))
    yield "notes-100000.pdf", pdf({3: page(more=f"/Annots[{notes}]")})
    empty = dict.fromkeys(range(6, 60006), f"<</Type/Page/Parent 2 0 R{BOX}>>")
    yield (
        "pages-60000.pdf",
        pdf(
            {2: f"<</Type/Pages/Kids[{' '.join(f'{n} 0 R' for n in empty)}]/Count 60000>>", **empty}
        ),
    )


def _claims() -> Iterator[tuple[str, bytes]]:
    for name, count in {"negative": -1, "of-32-bits": 2**31 - 1, "of-64-bits": 2**63}.items():
        yield f"count-{name}.pdf", pdf({2: f"<</Type/Pages/Kids[3 0 R]/Count {count}>>"})
    yield "size-of-32-bits.pdf", pdf({}).replace(b"/Size 6", b"/Size 2147483647")
    yield "table-of-32-bits.pdf", pdf({}).replace(b"xref\n0 6", b"xref\n0 2147483647")
    for name, box in {
        "of-nothing": "0 0 0 0",
        "negative": "-9 -9 -99 -99",
        "endless": "0 0 1e38 1e38",
        "no-numbers": "/a /b /c /d",
        "of-9-digits": "0 0 999999999 999999999",
    }.items():
        yield f"box-{name}.pdf", pdf({3: page().replace("0 0 600 800", box)})
    yield "unit-of-the-page.pdf", pdf({3: page(more="/UserUnit 1e30/Rotate 45")})
    for name, entries in {
        "jbig2": "/Width 2000000000/Height 2000000000/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode",
        "jpx": "/Width 60000/Height 60000/Filter/JPXDecode",
        "dct": "/Width 65535/Height 65535/BitsPerComponent 8/ColorSpace/DeviceCMYK/Filter/DCTDecode",
        "ccitt": "/Width 60000/Height 60000/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 2147483647/Rows 2147483647>>",
        "raw": "/Width 60000/Height 60000/BitsPerComponent 16/ColorSpace/DeviceRGB",
        "indexed": "/Width 60000/Height 60000/BitsPerComponent 8/ColorSpace[/Indexed/DeviceRGB 255 7 0 R]",
    }.items():
        picture = stream(bytes(range(256)) * 8, f"/Type/XObject/Subtype/Image{entries}")
        yield (
            f"picture-{name}.pdf",
            pdf(
                {3: page("/XObject<</X 6 0 R>>"), 4: stream("600 0 0 800 0 0 cm /X Do"), 6: picture}
            ),
        )
    segment = b"\0\0\0\x000\x00\x01\0\0\0\x13" + b"\x7f\xff\xff\xff" * 2 + bytes(11)
    jbig2 = stream(
        segment,
        "/Type/XObject/Subtype/Image/Width 99/Height 99/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode",
    )
    yield (
        "jbig2-page-of-32-bits.pdf",
        pdf({3: page("/XObject<</X 6 0 R>>"), 4: stream("600 0 0 800 0 0 cm /X Do"), 6: jbig2}),
    )
    head = (
        bytes.fromhex("ff4fff51002f0000")
        + b"\x7f\xff\xff\xff" * 2
        + bytes(8)
        + b"\x7f\xff\xff\xff" * 2
        + bytes(8)
        + b"\0\x03"
        + b"\x07\x01\x01" * 3
    )
    jpx = stream(head, "/Type/XObject/Subtype/Image/Width 99/Height 99/Filter/JPXDecode")
    yield (
        "jpx-tiles-of-32-bits.pdf",
        pdf({3: page("/XObject<</X 6 0 R>>"), 4: stream("600 0 0 800 0 0 cm /X Do"), 6: jpx}),
    )
    inline = "q 600 0 0 800 0 0 cm BI /W 50000 /H 50000 /BPC 8 /CS /RGB ID x EI Q "
    yield "inline-pictures.pdf", pdf({4: stream(inline * 2_000 + TEXT)})
    for name, entries in {
        "encryption-of-nothing": "<<>>",
        "encryption-of-no-length": "<</Filter/Standard/V 4/R 4/Length 2147483647/P -1/O()/U()/CF<<>>>>",
        "encryption-r6": f"<</Filter/Standard/V 5/R 6/Length 256/P -1/O({'a' * 48})/U({'a' * 48})/OE({'a' * 32})/UE({'a' * 32})/Perms({'a' * 16})/CF<</StdCF<</CFM/AESV3>>>>/StmF/StdCF>>",
    }.items():
        yield f"{name}.pdf", pdf({6: entries}, "/Root 1 0 R/Encrypt 6 0 R/ID[(a)(b)]")


def _streams() -> Iterator[tuple[str, bytes]]:
    chain = b"law " * 100
    for _ in range(60):
        chain = chain.hex().encode() + b">" if len(chain) < 100_000 else chain
    yield "filters-1000.pdf", pdf({4: stream(chain, f"/Filter[{'/ASCIIHexDecode ' * 1000}]")})
    runs = b"\x81a" * 1_000_000
    yield "run-lengths.pdf", pdf({4: stream(runs, "/Filter/RunLengthDecode")})
    yield (
        "lzw.pdf",
        pdf(
            {
                4: stream(
                    b"\x80" + bytes(range(256)) * 2000,
                    "/Filter/LZWDecode/DecodeParms<</EarlyChange 0/Predictor 15/Columns 2147483647/Colors 2147483647>>",
                )
            }
        ),
    )
    yield "deep-content.pdf", pdf({4: packed(b"q " * 2_000_000 + TEXT.encode())})
    yield "deep-arrays-of-content.pdf", pdf({4: packed(b"[" * 2_000_000)})
    yield "deep-dictionaries-of-content.pdf", pdf({4: packed(b"/a <<" + b"/a<<" * 1_000_000)})
    yield (
        "operators-without-operands.pdf",
        pdf({4: packed(b"Tj TJ ' \" Td Tf cm re l c sh Do gs Tm " * 100_000)}),
    )
    yield (
        "numbers-of-content.pdf",
        pdf(
            {
                4: packed(
                    b"BT /F 1e308 Tf 1e308 -1e308 Td "
                    + b"9" * 100_000
                    + b" Tz (law) Tj NaN Inf Td (law) Tj ET "
                    + TEXT.encode()
                )
            }
        ),
    )
    yield (
        "text-a-million-times.pdf",
        pdf({4: packed(b"BT /F 12 Tf (The tenant shall pay the rent) Tj 0 0 Td ET\n" * 300_000)}),
    )
    yield (
        "letters-on-one-place.pdf",
        pdf({4: packed(b"BT /F 12 Tf " + b"1 0 0 1 50 50 Tm (a) Tj " * 300_000 + b"ET")}),
    )
    yield (
        "letters-everywhere.pdf",
        pdf(
            {
                4: packed(
                    b"BT /F 12 Tf "
                    + b"".join(
                        b"1 0 0 1 %d %d Tm (a) Tj " % (n * 7919 % 600, n * 104_729 % 800)
                        for n in range(200_000)
                    )
                    + b"ET"
                )
            }
        ),
    )
    yield (
        "letters-turned.pdf",
        pdf(
            {
                4: packed(
                    b"BT /F 12 Tf "
                    + b"".join(
                        b"%d 1 -1 %d 50 50 Tm (law) Tj " % (n % 7, n % 5) for n in range(60_000)
                    )
                    + b"ET"
                )
            }
        ),
    )
    yield "clips.pdf", pdf({4: packed(b"0 0 600 800 re W n " * 300_000 + TEXT.encode())})
    yield (
        "curves.pdf",
        pdf({4: packed(b"0 0 m " + b"1 2 3 4 5 6 c " * 1_000_000 + b"f " + TEXT.encode())}),
    )
    yield "marks-deep.pdf", pdf({4: packed(b"/P <</MCID 0>> BDC " * 300_000 + TEXT.encode())})
    shading = "/Shading<</S <</ShadingType 1/ColorSpace/DeviceRGB/Domain[0 1e9 0 1e9]/Function<</FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]/Length 0>>>>>>"
    yield (
        "shading.pdf",
        pdf({3: page(shading + "/Font<</F 5 0 R>>"), 4: stream("/S sh " * 1000 + TEXT)}),
    )
    calculator = stream("{" * 100_000, "/FunctionType 4/Domain[0 1]/Range[0 1]")
    yield (
        "calculator-deep.pdf",
        pdf(
            {
                3: page("/ColorSpace<</C[/Separation/x/DeviceGray 6 0 R]>>/Font<</F 5 0 R>>"),
                4: stream(f"/C cs 1 scn 0 0 99 99 re f {TEXT}"),
                6: calculator,
            }
        ),
    )
    stitched = "<</FunctionType 3/Domain[0 1]/Functions[6 0 R 6 0 R]/Bounds[.5]/Encode[0 1 0 1]>>"
    yield (
        "function-of-itself.pdf",
        pdf(
            {
                3: page("/ColorSpace<</C[/Separation/x/DeviceGray 6 0 R]>>"),
                4: stream(f"/C cs 1 scn 0 0 99 99 re f {TEXT}"),
                6: stitched,
            }
        ),
    )
    yield (
        "colours-of-themselves.pdf",
        pdf(
            {
                3: page("/ColorSpace<</C 6 0 R>>"),
                4: stream(f"/C cs 1 scn {TEXT}"),
                6: "[/Indexed 6 0 R 255 (a)]",
            }
        ),
    )


def _structure() -> Iterator[tuple[str, bytes]]:
    own = packed(b"7 0 8 10 (a)" + b" " * 100, "/Type/ObjStm/N 2/First 8/Extends 6 0 R")
    yield "objects-that-extend-themselves.pdf", pdf({6: own})
    rows = b"\1\0\0\0\0" * 6
    table = packed(
        rows, "/Type/XRef/W[1 4 0]/Size 2147483647/Index[0 2147483647]/Root 1 0 R/Prev 0"
    )
    yield "cross-references-of-32-bits.pdf", pdf({6: table}, "/Root 1 0 R/XRefStm 9")
    wide = packed(rows, "/Type/XRef/W[2147483647 2147483647 2147483647]/Size 6/Root 1 0 R")
    data = pdf({6: wide})
    at = data.index(b"6 0 obj")
    yield (
        "cross-references-of-wide-fields.pdf",
        data[: data.rindex(b"startxref")] + b"startxref\n%d\n%%%%EOF" % at,
    )
    yield "names-of-escapes.pdf", pdf({3: page(more="/" + "#61" * 1_000_000 + " 1")})
    yield "text-string-deep.pdf", pdf({6: "(" * 500_000}, "/Root 1 0 R/Info<</Title 6 0 R>>")
    yield "dictionary-deep.pdf", pdf({3: page(more="/A" + "<</A" * 200_000)})
    yield "dictionary-wide.pdf", pdf({3: page(more="".join(f"/A{n} {n}" for n in range(500_000)))})
    yield (
        "title-of-10-mb.pdf",
        pdf(
            {},
            f"/Root 1 0 R/Info<</Title({'law ' * 2_500_000})/CreationDate(D:99999999999999)/Author({'x' * 1_000_000})>>",
        ),
    )
    yield (
        "title-of-surrogates.pdf",
        pdf({}, "/Root 1 0 R/Info<</Title<FEFFD800D800DC00>/Author<FEFF0000FFFF>>>"),
    )
    metadata = "<x:xmpmeta xmlns:x='adobe:ns:meta/'>" + "<a>" * 100_000
    yield (
        "metadata-deep.pdf",
        pdf(
            {
                1: CATALOG[:-2] + "/Metadata 6 0 R>>",
                6: stream(metadata, "/Type/Metadata/Subtype/XML"),
            }
        ),
    )
    xfa = (
        "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><xdp:xdp xmlns:xdp='http://ns.adobe.com/xdp/'>"
        + "<template>" * 100_000
    )
    yield (
        "form-of-xml.pdf",
        pdf({1: CATALOG[:-2] + "/AcroForm<</Fields[]/XFA 6 0 R>>>>", 6: stream(xfa)}),
    )
    yield "1000-generations.pdf", b"".join(pdf({4: stream(f"{TEXT} % {n}")}) for n in range(1000))
    yield "comments.pdf", pdf({}).replace(b"4 0 obj", b"%" * 10_000_000 + b"\n4 0 obj", 1)
    yield (
        "object-of-every-number.pdf",
        b"%PDF-1.7\n"
        + b"".join(b"%d 0 obj null endobj\n" % n for n in range(0, 8_388_607, 40))
        + b"trailer<</Root 1 0 R>>",
    )
    links = "".join(
        f"<</Subtype/Link/Rect[0 0 9 9]/A<</S/{kind}/F(file:///etc/passwd)/URI(http://192.0.2.1/)>>>>"
        for kind in ("Launch", "GoToR", "URI", "SubmitForm", "ImportData")
    )
    yield (
        "actions.pdf",
        pdf(
            {
                1: CATALOG[:-2] + "/OpenAction<</S/Launch/F(/bin/true)>>>>",
                3: page(more=f"/Annots[{links}]/AA<</O<</S/URI/URI(http://192.0.2.1)>>>>"),
            }
        ),
    )
    yield (
        "stream-of-another-file.pdf",
        pdf(
            {
                4: stream("x", "/F(/etc/passwd)/FFilter/FlateDecode"),
                6: "<</Type/Filespec/F(/etc/passwd)>>",
            }
        ),
    )
