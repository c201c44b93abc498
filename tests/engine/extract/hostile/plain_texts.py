"""Hostile plain texts, Markdown, tables, HTML and XML."""

import random
from collections.abc import Iterator

from tests.engine.extract.hostile.cases import READ, TEXT, Case

from lexdesk.errors import FileCode


def texts() -> Iterator[Case]:
    line = TEXT + " "
    yield "empty.txt", b"", FileCode.EMPTY
    yield "blank.txt", b" \t\r\n" * 1000, FileCode.NO_TEXT
    yield "only-nul.txt", bytes(5000), FileCode.KIND_UNKNOWN
    yield "some-nul.txt", (line + "\0").encode() * 50, READ
    yield "one-line-of-10-mb.txt", (line * 170_000).encode(), READ
    yield "a-million-lines.txt", b"x\n" * 1_000_000, READ
    yield "random.bin", random.Random(1).randbytes(100_000), FileCode.KIND_UNKNOWN
    yield "random.txt", random.Random(2).randbytes(10_000), FileCode.KIND_UNKNOWN
    yield "bidi.txt", "\u202edrow\u202c \u2066law\u2069 ".encode() * 100, READ
    yield "combining.txt", ("a" + "\u0301" * 5000).encode() * 20, READ
    yield "unassigned.txt", "\U000e0001\ufdd0\U0010ffff law ".encode() * 50, READ
    yield "utf-7.txt", b"+ADw-script+AD4- is the law of the land", READ
    yield "half-utf-16.txt", TEXT.encode("utf-16")[:-1], READ
    yield "utf-32-cut.txt", TEXT.encode("utf-32")[:-3], READ
    yield "overlong.txt", b"law \xc0\xaf\xe0\x80\xaf law " * 10, READ
    yield "surrogates.txt", b"law \xed\xa0\x80 law " * 10, READ
    yield "only-marks.txt", b"\xef\xbb\xbf", FileCode.NO_TEXT
    yield "front-matter.md", b"---\n" + b"a: &a [*a]\n" * 5 + b"---\n" + line.encode(), READ
    yield "yaml-bomb.md", yaml_bomb(), READ
    yield "deep-list.md", b"\n".join(b"  " * i + b"- x" for i in range(2000)), READ
    yield "many-hashes.md", b"#" * 100_000 + b" Title\n", READ
    yield "wide.csv", b"a," * 500_000, READ
    yield "quotes.csv", b'"' * 200_001, READ
    yield "deep.json", b"[" * 100_000, FileCode.NO_DOCUMENT
    yield "numbered.txt", b"".join(b"%d. Clause\n" % i for i in range(50_000)), READ
    yield "backtracking.txt", b"1." * 100_000, READ
    yield "section-signs.txt", "§".encode() * 200_000, READ


def yaml_bomb() -> bytes:
    lines = ["---", 'a: &a ["law","law"]']
    for letter, before in zip("bcdefghi", "abcdefgh", strict=True):
        lines.append(f"{letter}: &{letter} [{','.join(['*' + before] * 9)}]")
    return "\n".join([*lines, "---", TEXT]).encode()


def markup() -> Iterator[Case]:
    laughs = '<!ENTITY a "law">' + "".join(
        f'<!ENTITY {name} "{f"&{before};" * 10}">'
        for name, before in zip("bcdefghij", "abcdefghi", strict=True)
    )
    declared = {
        "billion-laughs": f"<!DOCTYPE x [{laughs}]><x>&j;</x>",
        "xxe": '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>law &e;</x>',
        "xxe-network": '<!DOCTYPE x [<!ENTITY e SYSTEM "http://192.0.2.1/">]><x>law &e;</x>',
        "parameter-entity": '<!DOCTYPE x [<!ENTITY % e SYSTEM "file:///etc/passwd"> %e;]><x>law</x>',
        "external-dtd": '<!DOCTYPE x SYSTEM "http://192.0.2.1/x.dtd"><x>law</x>',
        "quadratic": f'<!DOCTYPE x [<!ENTITY e "{"a" * 50_000}">]><x>{"&e;" * 5000}</x>',
        "entity-loop": '<!DOCTYPE x [<!ENTITY a "&b;"><!ENTITY b "&a;">]><x>&a;</x>',
    }
    for name, text in declared.items():
        yield f"{name}.xml", f'<?xml version="1.0"?>{text}'.encode(), None
        act = (
            text.replace("<x>", "<ACT>")
            .replace("</x>", "</ACT>")
            .replace("DOCTYPE x", "DOCTYPE ACT")
        )
        yield f"{name}-formex.xml", f'<?xml version="1.0"?>{act}'.encode(), None
    deep = 200_000
    yield "deep.xml", b"<a>" * deep + b"law" + b"</a>" * deep, None
    yield "deep.html", b"<html>" + b"<div>" * deep + b"law", None
    yield "deep-table.html", b"<table><tr><td>" * 5000 + b"law", None
    yield "attributes.html", b"<html " + b"a='b' " * 100_000 + b">law</html>", None
    yield "unclosed.html", b"<html><body><p>law <b <i <u", None
    yield "script.html", b"<html><script>while(1){}</script><body>law of the land", READ
    yield "image.html", b"<html><img src='http://192.0.2.1/x.png'>law of the land", READ
    yield "wrong-charset.html", b"<meta charset='rot13'><p>law of the land", READ
    yield "nul.html", b"<html>\0<body>\0law of the land\0", None
    yield "wrong-encoding.xml", b'<?xml version="1.0" encoding="utf-16"?><x>law</x>', None
    yield "unknown-encoding.xml", b'<?xml version="1.0" encoding="x-law"?><x>law</x>', None
    yield "invalid-formex.xml", b"<ACT><ARTICLE><PARAG><ARTICLE/></PARAG></ARTICLE>law</ACT>", None
    yield "many-articles.xml", b"<ACT>" + b"<ARTICLE>law</ARTICLE>" * 30_000 + b"</ACT>", None


PIECES = {
    "absatz": "(1) ", "article": "Article 1\n\nlaw\n\n", "section": "§ 1 law\n", "dots": ". . . ", "stars": "* ", "bracket": "[",
    "link": "[a](", "strong": "*a **b ", "code": "```\n", "quote": "> " * 50 + "\n", "table": "|a|b|\n|-|-|\n", "blank": " " * 80,
    "break": "\n", "tab": "\t", "letters": "a) b) c) ", "decimal": "1.1.1.1.1.1.1.1 ", "whereas": "Whereas: (1) ",
    "chapter": "CHAPTER I\n", "date": "1 January 2020 ", "parties": "A v B v ", "ecli": "ECLI:EU:C:", "sections": "§§ 1, 2, 3, ",
    "page": "Page 1 of 9\n",
    "hyphen": "exam-\nple ", "definition": "“Term” means ", "passive": "§ 1 BGB wird durch die x durch die ",
    "clause": "1. DEFINITIONS\n1.1 In this Agreement\n(a) x\n(i) y\n",
}  # fmt: skip


def repeated() -> Iterator[Case]:
    """Yield short pieces repeated, to reveal steps of more than linear time."""
    for name, piece in PIECES.items():
        text = piece * (200_000 // len(piece)) + TEXT
        yield f"repeated-{name}.txt", text.encode(), None
    for name in ("strong", "link", "code", "quote", "table"):
        text = PIECES[name] * (200_000 // len(PIECES[name])) + TEXT
        yield f"repeated-{name}.md", f"# Title\n\n{text}".encode(), None
    card = f"BEGIN:VCARD\nFN:{TEXT}\nA;{'QUOTED-PRINTABLE' * 100_000}\n"
    yield "repeated-encoding.vcf", card.encode(), None
    transcript = f"WEBVTT\n\n00:01.000 --> 00:02.000\n{TEXT}\n" + "00:01.000 --> a\nb\n\n" * 100_000
    yield "repeated-cue.vtt", transcript.encode(), None
