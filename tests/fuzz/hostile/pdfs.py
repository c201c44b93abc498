"""PDF: recursive objects, fans of references, false sizes."""

from collections.abc import Iterator

from tests.fuzz.hostile.pdf_objects import BOX, CATALOG, TEXT, form, page, pdf, stream


def files() -> Iterator[tuple[str, bytes]]:
    yield from _loops()
    yield from _fans()
    yield from _claims()


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
