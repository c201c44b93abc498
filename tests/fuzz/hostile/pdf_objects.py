"""PDF files of given objects."""

import zlib
from collections.abc import Mapping

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
