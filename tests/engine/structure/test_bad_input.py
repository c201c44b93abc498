"""Invalid input of each format: an error with the reason, or the stated structure.

Real acts are damaged here: entities, broken bytes, a missing end, a provision left out or given
twice, days that no calendar has. Nothing may change what the rest of the file says.
"""

import copy
import hashlib
import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from lexdesk import Library
from lexdesk.document.model import Document
from lexdesk.errors import FileFailed
from lexdesk.extract import read, read_source
from lexdesk.structure import Source
from lexdesk.system.bundled import find_corpus

FIXTURES = Path(__file__).parents[1] / "fixtures"

COURT = (
    "JUDGMENT OF THE COURT (Grand Chamber)\n16 July 2020\n(Reference for a preliminary ruling)\n"
    "In Case C-311/18,\nECLI:EU:C:2020:559\nData Protection Commissioner v Facebook Ireland Ltd\n"
)
PARTIES = (
    "DATA PROCESSING AGREEMENT\nThis Agreement is made between the parties, each a party, hereof.\n"
    "The parties agree on this contract as follows, each party for itself.\n"
)


@cache
def sources() -> dict[str, Source]:
    """A file of each format, by the format's name."""
    files = {
        "formex": "gdpr-excerpt-en.xml", "html": "gdpr-excerpt-consolidated.html",
        "xhtml": "gdpr-excerpt-oj.xhtml", "old html": "31995L0046-excerpt.html",
        "akoma ntoso": "gdpr-article-17.akn.xml", "clml": "hra-1998-section-6.xml",
        "irish": "IE-2018-act-32.md", "german": "stipg.md",
    }  # fmt: skip
    found = {
        name: Source(FIXTURES / file, (FIXTURES / file).read_bytes())
        for name, file in files.items()
    }
    articles = [p for p in gdpr().provisions if p.kind == "article"]
    found["lex"] = Source(
        Path("en.json"), version([(p.eid, span(gdpr(), p.eid)) for p in articles])
    )
    found["text"] = Source(Path("gdpr.txt"), gdpr().text.encode())
    holdings = [f"{n} {words}" for n, words in enumerate(sentences(30), 1)]
    found["judgment"] = Source(Path("judgment.txt"), (COURT + "\n".join(holdings)).encode())
    clauses = [f"{n}. {words}" for n, words in enumerate(sentences(30), 1)]
    found["contract"] = Source(Path("contract.txt"), (PARTIES + "\n".join(clauses)).encode())
    return found


@cache
def gdpr() -> Document:
    return read(next(p for p in find_corpus().glob("*.xml") if ".doc." not in p.name))


def sentences(count: int) -> list[str]:
    """Real sentences of some length, without numbers of their own: definitions of the GDPR."""
    points = [span(gdpr(), p.eid) for p in gdpr().provisions if p.kind == "recital"]
    words = (" ".join(text.split()[1:60]) for text in points)
    return [text for text in words if not re.search(r"\d", text)][:count]


def version(provisions: list[tuple[str, str]], **fields: Any) -> bytes:
    """A dated version in the archive's layout."""
    record = {
        "schema": "lex-articles/1", "lex_id": "eu-eurlex:32016r0679:2016-05-04", "language": "en",
        "title": "Regulation (EU) 2016/679", "valid_from": "2016-05-04", "valid_to": None,
        "provisions": [
            {"anchor": eid, "type": "article", "num": None, "heading": None, "path": [],
             "text_md": text, "text_sha256": hashlib.sha256(text.encode()).hexdigest()}
            for eid, text in provisions
        ], **fields,
    }  # fmt: skip
    return json.dumps(record).encode()


def span(document: Document, eid: str) -> str:
    provision = next(p for p in document.provisions if p.eid == eid)
    return document.text[provision.start : provision.end]


def changed(name: str, change: Callable[[bytes], bytes]) -> Document:
    """Return the document of a format's file after an effective change; it must be sound."""
    source = sources()[name]
    data = change(source.data)
    assert data != source.data
    document = read_source(Source(source.path, data))
    document.validate()
    return document


def failure(name: str, change: Callable[[bytes], bytes]) -> str:
    with pytest.raises(FileFailed) as error:
        changed(name, change)
    reason = str(error.value)
    assert reason.endswith(".") and "\n" not in reason and len(reason) < 300
    return reason


MARKUP = ["formex", "html", "xhtml", "old html", "akoma ntoso", "clml"]
ENTITIES = {
    "external": '<!DOCTYPE {root} [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    "parameter": '<!DOCTYPE {root} [<!ENTITY % x SYSTEM "http://192.0.2.1/x.dtd">]>',
    "laughs": '<!DOCTYPE {root} [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>',
}  # fmt: skip


def declaring(declaration: str, data: bytes) -> bytes:
    """Return the file with a document type with entities, one of them used in its text."""
    text = re.sub(r"<!DOCTYPE[^>]*>|^\s*<\?xml[^>]*\?>", "", data.decode())
    root = re.search(r"<([A-Za-z][\w.:]*)", text)
    assert root is not None
    return (declaration.format(root=root[1]) + text.replace(" of ", " &c; ", 1)).encode()


@pytest.mark.parametrize("name", MARKUP)
@pytest.mark.parametrize("declaration", ENTITIES.values(), ids=ENTITIES)
def test_entities_are_rejected(name: str, declaration: str) -> None:
    assert "declares XML entities" in failure(name, lambda data: declaring(declaration, data))


BROKEN_BYTES = [
    ("formex", "not well-formed XML"), ("akoma ntoso", "not well-formed XML"),
    ("clml", "not well-formed XML"), ("html", "its UTF-8 breaks off"),
    ("xhtml", "its UTF-8 breaks off"), ("irish", "its UTF-8 breaks off"),
    ("german", "its UTF-8 breaks off"), ("lex", "not valid JSON"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "reason"), BROKEN_BYTES)
def test_broken_encodings_are_rejected(name: str, reason: str) -> None:
    def broken(data: bytes) -> bytes:
        return data[: len(data) // 2] + b"\xff\xfe\x80" + data[len(data) // 2 :]

    assert reason in failure(name, broken)


@pytest.mark.parametrize("name", ["html", "xhtml", "irish", "german"])
def test_windows_1252_is_read(name: str) -> None:
    whole = changed(name, lambda data: data + b"\n")
    assert whole.provisions
    document = changed(name, lambda data: data.decode().encode("cp1252", "xmlcharrefreplace"))
    assert [p.eid for p in document.provisions] == [p.eid for p in whole.provisions]


@pytest.mark.parametrize("name", ["html", "xhtml", "old html"])
def test_ascii_declaring_utf_16_is_rejected(name: str) -> None:
    document = changed(name, lambda data: re.sub(rb"(?i)utf-8|iso-8859-1", b"utf-16", data) + b"\n")
    assert document.text == read_source(sources()[name]).text


CUT = [
    ("formex", "not well-formed XML"), ("akoma ntoso", "not well-formed XML"),
    ("clml", "not well-formed XML"), ("html", "ends in the middle"), ("xhtml", "ends in the middle"),
    ("old html", "ends in the middle"), ("lex", "not valid JSON"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "reason"), CUT)
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_truncated_file_is_rejected(name: str, reason: str, share: float) -> None:
    assert reason in failure(name, lambda data: data[: int(share * len(data))])


@pytest.mark.parametrize("name", ["irish", "german", "text", "judgment", "contract"])
def test_file_without_end_mark_is_read(name: str) -> None:
    whole = read_source(sources()[name])
    document = changed(name, lambda data: data[: data.rindex(b" ", 0, int(0.6 * len(data)))])
    assert document.provisions
    at = {p.eid: (p.kind, p.start) for p in whole.provisions}
    assert all(at[p.eid] == (p.kind, p.start) for p in document.provisions)


# By format: how the source marks a provision that others follow, and its eid.
XPATH = {
    "formex": ("//ARTICLE[@IDENTIFIER='006']", "art_6"),
    "html": ("//*[@id='art_6']", "art_6"),
    "xhtml": ("//*[@id='art_6']", "art_6"),
    "akoma ntoso": ("//*[@eId='art_17__para_1']", "art_17__para_1"),
    "clml": ("//*[@id='section-6-2']", "sec_6__subsec_2"),
}
PATTERN = {
    "irish": (r"\n##### 3\.\. .*?(?=\n##### 4\.\. )", "sec_3"),
    "german": (r"\n## § 5 .*?(?=\n## § 6 )", "para_5"),
    "text": (r"\nArticle 18\n.*?(?=\n+Article 19\n)", "art_18"),
}


def with_provision(name: str, times: int, data: bytes) -> bytes:
    """The file with a provision left out (0 times) or given twice."""
    if name == "lex":
        record = json.loads(data)
        record["provisions"][5:6] *= times
        return json.dumps(record).encode()
    if name in PATTERN:
        return re.sub(
            PATTERN[name][0], lambda m: m[0] * times, data.decode(), flags=re.DOTALL
        ).encode()
    html = name == "html"
    root: Any = etree.fromstring(data, etree.HTMLParser(encoding="utf-8") if html else None)
    (element,) = root.xpath(XPATH[name][0])
    parent = element.getparent()
    if times == 2:
        parent.insert(parent.index(element), copy.deepcopy(element))
    else:
        parent.remove(element)
    return bytes(etree.tostring(root, encoding="utf-8", method="html" if html else "xml"))


def around(document: Document, eid: str) -> set[str]:
    parents = {p.eid: p.parent for p in document.provisions}
    found, here = set(), parents[eid]
    while here:
        found.add(here)
        here = parents[here]
    return found


def others(document: Document, eid: str, left_out: set[str]) -> dict[str, str]:
    """Return the provisions outside of this one, with their text."""
    inside = re.compile(rf"{eid}(?:_2)?(?:__|$)")
    return {
        p.eid: span(document, p.eid)
        for p in document.provisions
        if p.eid not in left_out and not inside.match(p.eid)
    }


@pytest.mark.parametrize("name", [*XPATH, *PATTERN, "lex"])
def test_missing_provision_leaves_others_unchanged(name: str) -> None:
    eid = {**XPATH, **PATTERN}.get(name, ("", "art_6"))[1]
    whole = read_source(sources()[name])
    document = changed(name, lambda data: with_provision(name, 0, data))
    assert eid in {p.eid for p in whole.provisions}
    assert eid not in {p.eid for p in document.provisions}
    holders = around(whole, eid)
    assert others(document, eid, holders) == others(whole, eid, holders)


@pytest.mark.parametrize("name", [*XPATH, "irish", "german"])
def test_repeated_number_gets_distinct_eids(name: str) -> None:
    eid = {**XPATH, **PATTERN}[name][1]
    whole = read_source(sources()[name])
    document = changed(name, lambda data: with_provision(name, 2, data))
    both = [p.eid for p in document.provisions if re.fullmatch(rf"{eid}(?:_2)?", p.eid)]
    assert both == [eid, f"{eid}_2"]
    assert span(document, eid) == span(document, f"{eid}_2") == span(whole, eid)
    holders = around(whole, eid)
    assert others(document, eid, holders) == others(whole, eid, holders)


def test_missing_heading_leaves_divisions_unchanged() -> None:
    whole = read_source(sources()["text"])
    document = changed(
        "text", lambda data: re.sub(rb"\nSection 4\nRight to object[^\n]*", b"", data)
    )
    eids = [p.eid for p in whole.provisions if p.eid != "chp_3__sec_4"]
    assert [p.eid for p in document.provisions] == eids
    assert span(document, "chp_3__sec_5") == span(whole, "chp_3__sec_5")


def test_repeated_anchor_is_rejected() -> None:
    assert "'art_6' twice" in failure("lex", lambda data: with_provision("lex", 2, data))


DATES = [
    ("formex", rb'DATE ISO="20160427"', b'DATE ISO="20160231"', "'20160231', which does not exist"),
    ("html", rb"02016R0679 . EN . 04.05.2016".replace(b" . ", " — ".encode()), "02016R0679 — EN — 31.04.2016".encode(),
     "'31.04.2016', which does not exist"),
    ("akoma ntoso", rb'date="2016-05-04"', b'date="2016-13-04"', "'2016-13-04', which does not exist"),
    ("clml", rb'RestrictStartDate="[\d-]+"', b'RestrictStartDate="2009-02-30"', "'2009-02-30', which does not exist"),
    ("irish", rb'last_updated: "[\d-]+"', b'last_updated: "2020-02-31"', "'2020-02-31', which does not exist"),
    ("lex", rb'"valid_from": "[\d-]+"', b'"valid_from": "2016-06-31"', "'2016-06-31', which does not exist"),
    ("lex", rb'"valid_to": null', b'"valid_to": "2015-01-01"', "which is backwards"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "stated", "impossible", "reason"), DATES)
def test_impossible_dates_are_rejected(
    name: str, stated: bytes, impossible: bytes, reason: str
) -> None:
    assert reason in failure(name, lambda data: re.sub(stated, impossible, data))


@pytest.mark.parametrize("name", ["xhtml", "text"])
def test_impossible_date_in_title_is_ignored(name: str) -> None:
    document = changed(name, lambda data: re.sub(rb"of 27 April 2016", b"of 31 April 2016", data))
    assert document.valid_from is None
    assert document.provisions == read_source(sources()[name]).provisions or name == "xhtml"


# By format: a change after which nobody can tell the provisions, or that the file is of this format.
UNRECOGNISED: dict[str, Callable[[bytes], bytes]] = {
    "formex": lambda data: re.sub(rb"(</?)ACT\b", rb"\1ACTE", data),
    "html": lambda data: re.sub(rb"class=\"[^\"]*\"", b"", data),
    "akoma ntoso": lambda data: data.replace(b"akomaNtoso", b"akomaNtosa"),
    "clml": lambda data: data.replace(b"Legislation", b"Legislatione"),
    "irish": lambda data: re.sub(rb"#####|country|\d+\.", b"", data),
    "german": lambda data: data.replace(b"jurabk:", b"abk:").replace("§ ".encode(), b"S "),
    "text": lambda data: re.sub(rb"\nArticle \d+\n", b"\n", re.sub(rb"\n\(\d+\)", b"\n", data)),
    "judgment": lambda data: re.sub(rb"\n\d+ (?=[A-Z])", b"\n7 ", data),
    "contract": lambda data: re.sub(rb"\n\d+\. ", b"\n7. ", data),
}


@pytest.mark.parametrize("name", UNRECOGNISED)
def test_unrecognised_text_has_no_structure(name: str) -> None:
    whole = read_source(sources()[name])
    document = changed(name, UNRECOGNISED[name])
    assert whole.provisions and not any(p.label for p in document.provisions)
    words = set(re.findall(r"[^\W\d_]{4,}", whole.text))
    assert len(words & set(re.findall(r"[^\W\d_]{4,}", document.text))) >= 0.95 * len(words)


def test_library_reports_rejected_files(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    court = sources()["judgment"].data
    (folder / "judgment.txt").write_bytes(UNRECOGNISED["judgment"](court))
    (folder / "cut.html").write_bytes(sources()["html"].data[:9000])
    (folder / "act.xml").write_bytes(declaring(ENTITIES["laughs"], sources()["formex"].data))
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([folder], vectors=False)
        failures = {
            Path(path).name: reason for path, reason in library.catalogue.failures().items()
        }
        hits = library.search('"Facebook Ireland"').hits
    assert "declares XML entities" in failures["act.xml"]
    assert "ends in the middle" in failures["cut.html"]
    assert set(failures) == {"act.xml", "cut.html"}
    assert [Path(hit.path or "").name for hit in hits] == ["judgment.txt"]
