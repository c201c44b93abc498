"""Plain text, Markdown and tables: foreign numerals, a million digits, growing letters, unclosed openings."""

from collections.abc import Iterator

from tests.fuzz.hostile.packages import FIXTURES

_TEXT = "The tenant shall pay the rent on the first day of each month.\n"
_NUMBERS = {
    "squared": "²", "circled": "⑤", "arabic": "٣", "roman-letter": "Ⅻ", "fraction": "½", "fullwidth": "５", "digits": "9" * 5_000, "million-digits": "1" * 1_000_000, "zero": "0", "roman": "M" * 50_000, "mathematical": "𝟗", "bengali": "৯৯", "kharosthi": "𐩀",
}  # fmt: skip
_PLACES = (
    "Article {n}\n\nlaw\n\nArticle {n}a\n\nlaw of Article {n}(1)({n}) and Article {n}.\n", "§ {n} law\n\n({n}) text of § {n} Abs. {n} Satz {n} BGB\n", "{n}. Clause\n{n}.{n} text\n({n}) text\n", "[{n}] EWHC {n} (Ch)\nJUDGMENT\n\n{n}. The claimant\n",
    "Regulation (EU) {n}/{n} of {n} January {n}\n\nWhereas:\n({n}) law\n", "# {n}\n\n## Article {n}\n\n- {n}) law\n{n}. law\n", "Page {n} of {n}\nlaw\n\fPage {n} of {n}\nlaw\n", "BGH, Urteil vom {n}.{n}.{n} - IX ZR {n}/{n}\n{n} BvR {n}/{n}\nECLI:EU:C:{n}:{n}\nOJ L {n}, {n}.{n}.{n}, p. {n}\n",
)  # fmt: skip


def files() -> Iterator[tuple[str, bytes]]:
    for name, number in _NUMBERS.items():
        for at, place in enumerate(_PLACES):
            text = place.format(n=number) * (20 if len(number) < 100 else 1) + _TEXT
            yield f"number-{name}-{at}.{'md' if '#' in place else 'txt'}", text.encode()
    yield from _letters()
    yield from _repeated()
    yield from _tables()
    yield from _front_matter()


def _letters() -> Iterator[tuple[str, bytes]]:
    for name, letters in {
        "grow-by-18": "\ufdfa" * 200_000,
        "combine": "a" + "\u0300\u0301" * 500_000,
        "lower-to-three": "İ" * 300_000,
        "upper-to-three": "ΐ" * 300_000,
        "ligatures": "ﬃ" * 500_000,
        "separators": "law\u2028law\u2029law\x85law\v" * 100_000,
        "hidden": "\u200b\u200c\u200d\u2060\ufeff\u00ad" * 200_000 + _TEXT,
        "marks-of-direction": "\u202a\u202b\u2066\u2067" * 200_000 + _TEXT,
        "tags": "".join(chr(0xE0020 + n % 90) for n in range(100_000)) + _TEXT,
        "variation": "a\ufe0f\U000e0100" * 100_000,
        "emoji": "👨‍👩‍👧‍👦" * 100_000,
        "hangul": "각" * 200_000,
        "thai": "กำ" * 200_000,
        "chinese": "法" * 1_000_000,
        "one-word": "a" * 20_000_000,
        "one-word-of-joints": "Rechts" * 500_000,
        "hyphens": "-" * 2_000_000 + _TEXT,
        "apostrophes": "a'" * 1_000_000,
        "form-feeds": "law\f" * 200_000,
        "returns": "law\r" * 1_000_000,
        "private": "\ue000\uf8ff" * 200_000 + _TEXT,
        "not-characters": "\ufffe\uffff" * 50_000 + _TEXT * 2_000,
        "noncharacters-between": "l\u0378aw " * 50_000,
    }.items():
        yield f"letters-{name}.txt", letters.encode()
    for charset in (
        "utf-16-le",
        "utf-16-be",
        "utf-32-le",
        "utf-7",
        "cp037",
        "shift_jis",
        "iso2022_jp",
        "hz",
    ):
        yield f"charset-{charset}.txt", (_TEXT * 100).encode(charset)
    yield "surrogates.txt", (_TEXT * 10).encode("utf-16") + b"\x00\xd8" * 50_000


def _repeated() -> Iterator[tuple[str, bytes]]:
    """Openings without an end, and headings without a text, by the thousand."""
    for name, piece in {
        "open-quotes": "„“”‚",
        "open-brackets": "([{",
        "definitions": "“a” means “",
        "sections": "§ 1 a\n",
        "sections-of-one-number": "§ 1 law\nlaw\n",
        "articles-backwards": "Article 9\nlaw\nArticle 1\nlaw\n",
        "contents": "Article 1 ........ 1\n",
        "recitals": "(1) Whereas\n",
        "annexes": "ANNEX I\nANNEX II\n",
        "points": "(a)\n(b)\n(i)\n(ii)\n",
        "tables-of-points": "(a) (b) (c) (d) ",
        "judges": "Lord Justice A: ",
        "paragraphs": "1 law\n2 law\n",
        "dates": "1.1.2020 31.12.2020 2020-01-01 ",
        "citations": "Case C-1/20, EU:C:2020:1, ",
        "acts": "Directive 95/46/EC of the European Parliament and of the Council of ",
        "footnotes": "law 1 2 3 [1] [2] (1)\n",
        "parties": "between A (“B”) and ",
        "schedules": "SCHEDULE 1\nPart 1\nChapter 1\n",
        "signatures": "____________ ",
        "underlines": "law\n===\n",
        "rules": "---\n",
        "pipes": "|" * 50 + "\n",
        "code": "~~~\n```\n",
        "images": "![a](",
        "codes-of-switzerland": "Art. 1 Abs. 1 lit. a ",
        "codes-of-italy": "art. 1, comma 1, lett. a), ",
        "codes-of-france": "article L. 121-1 et ",
        "codes-of-poland": "art. 1 ust. 1 pkt 1 lit. a ",
        "codes-of-america": "See id. at 1; see also 410 U.S. 113, 114-",
        "conjunctions": "§ 1 Abs. 1 i. V. m. ",
        "journals": "OJ L 119, 4.5.2016, p. 1 ",
        "entry-into-force": "Dieses Gesetz tritt am Tag nach der ",
        "amendments": "as last amended by ",
        "initials": "A. B. C. ",
        "deep-numbers": "1.1.1.1.1.",
        "references": "[a]: b\n[a][a]",
        "html": "<div><p><b>",
        "escapes": "\\*\\_\\`",
        "emphasis": "_a*b__c**d",
        "nested-quotes": "> - > 1. ",
        "footnotes-of-markdown": "[^1]: a\n[^1]",
        "entities": "&amp;&lt;&#9999999999;",
    }.items():
        for extension in ("txt", "md"):
            yield (
                f"repeated-{name}.{extension}",
                (piece * (1_000_000 // len(piece)) + _TEXT).encode(),
            )


def _tables() -> Iterator[tuple[str, bytes]]:
    for name, text in {
        "columns": "a;" * 1_000_000,
        "rows": "a,b\n" * 1_000_000,
        "open-quote": '"' + "a,b\n" * 500_000,
        "quotes": 'a,"b""' * 200_000,
        "returns": '"a\r\n\r"' * 200_000,
        "formula": "=cmd|' /C calc'!A0,law\n" * 1_000,
        "uneven": "\n".join("a," * (n % 500) for n in range(5_000)),
        "long-cell": '"' + "law " * 3_000_000 + '"',
        "separators": "sep=\0\na\0b\n" * 1_000,
        "tabs": "\t" * 1_000_000 + "law",
    }.items():
        yield f"table-{name}.csv", text.encode()
        yield f"table-{name}.tsv", text.encode()


def _front_matter() -> Iterator[tuple[str, bytes]]:
    real = (FIXTURES / "stipg.md").read_text()
    for name, matter in {
        "python": "a: !!python/object/apply:os.system ['true']",
        "deep": "a: " + "[" * 50_000,
        "deep-blocks": "\n".join("  " * n + f"a{n}:" for n in range(3_000)),
        "anchors": "a: &a {b: *a}",
        "merge": "a: &a {<<: *a}",
        "fan": "\n".join(
            f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9) if n else 'x'}]" for n in range(12)
        ),
        "binary": "a: !!binary " + "A" * 500_000,
        "dates": "date: 99999-99-99\nentry_into_force: 0000-00-00\nvalid_from: 2024-02-30\nlast_updated: [1]",
        "numbers": "identifier: "
        + "9" * 10_000
        + "\ntitle: 0x"
        + "f" * 10_000
        + "\na: 1:"
        + "59:" * 5_000
        + "1",
        "floats": "title: .nan\nidentifier: .inf\ndate: -.inf",
        "keys": "? [a, b]\n: c\n? {a: b}\n: d\n" * 1_000,
        "same-key": "title: a\n" * 100_000,
        "nul": 'title: "\\0\\x1b\\ud800"\nidentifier: "../../etc/passwd"',
        "tags": "!<tag:x> title: !!set {a, b}\nb: !!omap [a: b]\nc: !!timestamp 2024",
        "documents": "a: b\n...\n---\n" * 50_000,
        "percent": "%YAML 9.9\n%TAG ! tag:x,2000:\n" * 10_000,
        "types": "title: [a]\nidentifier: {a: b}\ncountry: 5\nrank: null\nstatus: true\narticles: x\nlanguage: [[[]]]",
    }.items():
        yield (
            f"matter-{name}.md",
            f"---\n{matter}\n---\n{real.split('---', 2)[-1][:5_000]}".encode(),
        )
    for name, text in {
        "articles": '{"work": "a", "articles": ' + "[" * 100_000,
        "numbers": '{"work": "a", "valid_from": 1e999, "articles": [' + "9" * 10_000 + "]}",
        "same-keys": '{"work": "a", "work": "b", "articles": [], "articles": 5}',
        "surrogates": '{"work": "\\ud800", "title": "\\udfff", "articles": [{"text": "\\ud800"}]}',
    }.items():
        yield f"{name}.json", text.encode()
