"""HTML, and every vocabulary of XML: default attributes, name spaces, numbers and depth."""

import re
from collections.abc import Iterator

from tests.fuzz.hostile.packages import FIXTURES, NUMBERS

_TEXT = "<p>The tenant shall pay the rent.</p>"
_XML = (
    "gdpr-excerpt-en.xml", "gdpr-article-17.akn.xml", "hra-1998-section-6.xml", "kschg-excerpt.xml", "bgh-ix-zb-72-08.xml",
    "egvv-excerpt.xml", "L_2016119EN.01000101.doc.xml",
)  # fmt: skip
_PAGES = ("gdpr-excerpt-oj.xhtml", "gdpr-excerpt-consolidated.html", "31995L0046-excerpt.html")
_OTHER_ROOTS = (
    "<uscDoc xmlns='http://schemas.gpo.gov/xml/uslm'>{}</uscDoc>", "<documento><metadatos><identificador>BOE-A-1</identificador></metadatos><texto>{}</texto></documento>",
    "<ARTICLE><META><META_ARTICLE/></META>{}</ARTICLE>", "<risdok>{}</risdok>", "<akomaNtoso><act><body>{}</body></act></akomaNtoso>", "<dokumente><norm>{}</norm></dokumente>",
    "<dokument><doknr>1</doknr><gertyp>BGH</gertyp>{}</dokument>", "<Legislation xmlns='http://www.legislation.gov.uk/namespaces/legislation'>{}</Legislation>",
    "<ACT>{}</ACT>", "<DOC>{}</DOC>", "<response><legislacion-consolidada><bloque>{}</bloque></legislacion-consolidada></response>",
)  # fmt: skip
_NUMBER = re.compile(rb'(?<==")\d+(?=")|(?<=>)\d+(?=<)')


def files() -> Iterator[tuple[str, bytes]]:
    yield from _html()
    for fixture in _XML:
        yield from _vocabulary(fixture, (FIXTURES / fixture).read_bytes())
    for fixture in (*_XML, *_PAGES):
        data = (FIXTURES / fixture).read_bytes()
        for at, number in enumerate(NUMBERS):
            yield f"numbers-{at}-{fixture}", _NUMBER.sub(number.encode(), data)
    pieces = {
        "levels": "<section><num>1</num><content>" * 120 + "law" + "</content></section>" * 120,
        "siblings": "<section><num>1</num><heading>a</heading><content>law</content></section>"
        * 60_000,
        "text": "law " * 2_000_000,
        "marks": "<i>" + "<b>a</b>" * 500_000 + "</i>",
        "table": "<table><tr><td colspan='2147483647' rowspan='2147483647'>law</td></tr></table>"
        * 100,
        "nothing": "",
        "instructions": "<?x y?>law" * 300_000,
    }
    for at, root in enumerate(_OTHER_ROOTS):
        for name, piece in pieces.items():
            yield f"root-{at}-{name}.xml", root.format(piece).encode()


def _vocabulary(fixture: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """A real file with declarations before its root, or parts of it many times."""
    root = re.search(rb"<([A-Za-z][\w.:-]*)", data)
    assert root
    declared = data.partition(root[0])[0]
    body = data[len(declared) :]
    child = sorted(re.findall(rb"<([A-Za-z][\w.:-]*)", body), key=body.count)[-1]
    name = root[1].decode()
    for kind, subset in {
        "default-attributes": f"<!ATTLIST {child.decode()} x{'y' * 50} CDATA '{'a' * 1_000_000}'>",
        "many-defaults": "".join(
            f"<!ATTLIST {child.decode()} a{n} CDATA 'b'>" for n in range(5_000)
        ),
        "parameter": "<!ENTITY % a SYSTEM 'file:///etc/passwd'> %a;",
        "conditional": "<![INCLUDE[<!ELEMENT a ANY>]]>",
        "notation": "<!NOTATION a SYSTEM 'file:///etc/passwd'>" * 20_000,
        "deep-model": f"<!ELEMENT a {'(' * 50_000}b{')' * 50_000}>",
    }.items():
        yield (
            f"{kind}-{fixture}",
            b"<!DOCTYPE " + name.encode() + b" [" + subset.encode() + b"]>" + body,
        )
    yield (
        f"include-{fixture}",
        body.replace(
            b">",
            b" xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='file:///etc/passwd' parse='text'/>",
            1,
        ),
    )
    yield (
        f"style-{fixture}",
        b"<?xml-stylesheet href='http://192.0.2.1/a.xsl' type='text/xsl'?>" + body,
    )
    yield (
        f"attributes-{fixture}",
        body.replace(root[0], root[0] + b"".join(b" a%d='b'" % n for n in range(100_000)), 1),
    )
    yield (
        f"spaces-{fixture}",
        body.replace(
            root[0], root[0] + b"".join(b" xmlns:a%d='b%d'" % (n, n) for n in range(30_000)), 1
        ),
    )
    yield (
        f"utf-16-entity-{fixture}",
        (
            "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>"
            + body.decode("utf-8", "replace")
        ).encode("utf-16"),
    )
    yield (
        f"ebcdic-{fixture}",
        (
            "<?xml version='1.0' encoding='cp037'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>"
            + body.decode("utf-8", "replace")
        ).encode("cp037", "replace"),
    )
    inner = body[body.index(b">") + 1 : body.rindex(b"</")]
    yield f"many-times-{fixture}", body.replace(inner, inner * (3_000_000 // len(inner) + 1), 1)
    yield f"in-itself-{fixture}", body.replace(inner, body * 5 + inner, 1)
    yield (
        f"deep-{fixture}",
        body.replace(inner, b"<%b>" % child * 250 + inner + b"</%b>" % child * 250, 1),
    )
    yield f"words-{fixture}", re.sub(rb">[^<]{3,}<", b">" + b"law " * 2_000 + b"<", body)
    yield (
        f"marks-{fixture}",
        re.sub(rb">[^<]{3,}<", ">\u202e\u0301\ufdfa\u0131\u00b2\u0660<".encode(), body),
    )


def _html() -> Iterator[tuple[str, bytes]]:
    for name, text in {
        "spans": "<table><tr>" + "<td colspan=2147483647 rowspan=2147483647>law</td>" * 2_000,
        "spans-of-1000": "<table>" + "<tr><td colspan=1000 rowspan=65534>law</td></tr>" * 1_000,
        "lists": "".join(
            f"<ol type={kind} start={number}><li value={number}>law</ol>"
            for kind in "1aAiI"
            for number in NUMBERS
            if number
        ),
        "list-of-100000": "<ol type=I>" + "<li>law" * 100_000,
        "spans-deep": "<span>" * 500_000 + "law",
        "fonts": "<font>" * 100_000 + "law" + "</font>" * 100_000,
        "inline-deep": ("<b><i><u>" * 30_000) + "law",
        "foreign": "<svg><foreignObject><math><annotation-xml encoding='text/html'>" * 1_000
        + "law",
        "style": "<style>" + "a{" * 500_000 + "</style>" + _TEXT,
        "style-imports": "<style>@import url(http://192.0.2.1/);@import url(file:///etc/passwd)</style><link rel=stylesheet href=http://192.0.2.1/>"
        + _TEXT,
        "styles": f"<p style='{'a:b;' * 500_000}'>law of the land",
        "base": "<base href=file:///etc/><iframe src=passwd></iframe><object data=passwd></object><embed src=passwd>"
        + _TEXT,
        "refresh": "<meta http-equiv=refresh content='0;url=file:///etc/passwd'>" + _TEXT,
        "data": f"<img src='data:image/png;base64,{'A' * 5_000_000}'>" + _TEXT,
        "references": "&#x10FFFFFF;&#xD800;&#0;&#99999999999999999999;&unknown;" * 20_000 + _TEXT,
        "ampersands": "&" * 1_000_000 + _TEXT,
        "comments": "<!--" * 200_000 + _TEXT,
        "cdata": "<![CDATA[" * 200_000 + _TEXT,
        "markup-only": "<" * 500_000 + _TEXT,
        "attributes-of-an-element": "<p "
        + " ".join(f"a{n}=b" for n in range(200_000))
        + ">law of the land",
        "long-attribute": "<p a='" + "x" * 20_000_000 + "'>law of the land",
        "templates": "<template>" * 5_000 + "law",
        "selects": "<select>" + "<option>law" * 100_000,
        "tables-deep": "<table>" * 20_000 + "law",
        "cells-outside": "<td>law</td></tr></table>" * 50_000,
        "forms": "<form>" * 20_000 + "law",
        "plaintext": "<plaintext>" + "</plaintext>" * 100_000,
        "textarea": "<textarea>" + "<p>law" * 100_000,
        "noscript": "<noscript>" * 5_000 + "law of the land",
        "frames": "<frameset>" * 2_000 + "<noframes>law of the land",
        "headings": "".join(f"<h{n % 6 + 1}>Article {n}</h{n % 6 + 1}>" for n in range(50_000)),
        "breaks": "<br>" * 1_000_000 + _TEXT,
        "pre": "<pre>" + "\n" * 2_000_000 + "law",
        "blank": "&nbsp;" * 2_000_000 + _TEXT,
        "identities": "".join(f"<a id=a><a name=a href=#a>{n}</a>" for n in range(50_000)),
        "hidden": "<p hidden><p style=display:none>" * 50_000 + "law",
    }.items():
        yield f"{name}.html", f"<html><body>{text}".encode()
    for charset in (
        "utf-7",
        "utf-16",
        "utf-32",
        "idna",
        "punycode",
        "unicode_escape",
        "raw_unicode_escape",
        "base64",
        "zlib",
        "bz2",
        "hex",
        "rot13",
        "uu",
        "quopri",
        "mbcs",
        "undefined",
        "cp037",
        "x" * 100_000,
        "\0",
        "../x",
    ):
        yield (
            f"charset-{charset[:20].replace('/', '_').replace(chr(0), 'nul')}.html",
            f"<html><head><meta charset='{charset}'></head><body>{_TEXT}</body></html>".encode(),
        )
        yield (
            f"charset-{charset[:20].replace('/', '_').replace(chr(0), 'nul')}.xml",
            f"<?xml version='1.0' encoding='{charset}'?><x>law of the land</x>".encode(),
        )
