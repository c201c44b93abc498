"""PDF: streams that expand, structures of a document that repeat or name themselves."""

from collections.abc import Iterator

from tests.fuzz.hostile.pdf_objects import CATALOG, TEXT, packed, page, pdf, stream


def files() -> Iterator[tuple[str, bytes]]:
    yield from _streams()
    yield from _structure()


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
