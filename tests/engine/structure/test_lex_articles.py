"""The archive of dated versions: exact texts, provisions, and rejected files."""

import datetime
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from tests.archives import extract
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.document.model import Document, Relation
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract import read
from lexdesk.structure.flattened_text import find_points
from lexdesk.system.bundled import find_corpus


def provision(anchor: str, text: str, **fields: Any) -> dict[str, Any]:
    return {
        "anchor": anchor, "type": "article", "num": None, "heading": None, "path": [],
        "text_md": text, "text_sha256": hashlib.sha256(text.encode()).hexdigest(), **fields,
    }  # fmt: skip


def version(folder: Path, *provisions: dict[str, Any], **fields: Any) -> Path:
    """A version in the archive's layout."""
    path = folder / "works" / "32014l0065" / "versions" / "2014-09-17" / "en.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    record = {
        "schema": "lex-articles/1", "lex_id": "eu-eurlex:32014l0065:2014-09-17", "language": "en",
        "title": "MiFID II — Directive 2014/65/EU", "valid_from": "2014-09-17",
        "valid_to": "2021-06-25", "provisions": list(provisions), **fields,
    }  # fmt: skip
    path.write_text(json.dumps(record))
    return path


def spans(document: Document) -> dict[str, str]:
    return {p.eid: document.text[p.start : p.end] for p in document.provisions}


def test_version_is_expression(tmp_path: Path) -> None:
    text = "1. Firms comply.\n\n2. They keep:\n\n(a) records;\n\n(b) orders."
    path = version(
        tmp_path,
        provision("art_16", text, num="Article 16", heading="Organisational requirements",
                  path=["TITLE II — AUTHORISATION", "*CHAPTER I*", "***Conditions***"]),
        provision("anx_iv", "Table", type="annex"),
    )  # fmt: skip
    document = read(path)
    assert document.work == "32014L0065"
    assert (document.kind, document.short_title) == ("directive", "Directive 2014/65/EU")
    assert document.valid_from == datetime.date(2014, 9, 17)
    assert document.valid_to == datetime.date(2021, 6, 25)
    found = {p.eid: (p.kind, p.number, p.label, p.heading, p.parent) for p in document.provisions}
    assert found == {
        "title_2": ("title", "II", "Title II", "AUTHORISATION", None),
        "title_2__chp_1": ("chapter", "I", "Chapter I", "Conditions", "title_2"),
        "art_16": ("article", "16", "Article 16", "Organisational requirements", "title_2__chp_1"),
        "art_16__para_1": ("paragraph", "1", "Article 16(1)", "", "art_16"),
        "art_16__para_2": ("paragraph", "2", "Article 16(2)", "", "art_16"),
        "art_16__para_2__point_a": ("point", "a", "Article 16(2)(a)", "", "art_16__para_2"),
        "art_16__para_2__point_b": ("point", "b", "Article 16(2)(b)", "", "art_16__para_2"),
        "anx_iv": ("annex", "IV", "Annex IV", "", None),
    }
    assert spans(document)["art_16"] == text
    assert spans(document)["art_16__para_1"] == "1. Firms comply."
    assert "CHAPTER I\nConditions\nArticle 16\nOrganisational requirements\n1." in document.text


def test_annex_is_found_by_citation(tmp_path: Path) -> None:
    """The archive names annexes as printed, ``anx_iv``; citations count them."""
    version(
        tmp_path,
        provision("art_3", "Stocks are calculated as in Annex IV."),
        provision("anx_iv", "1. Imports.\n\n2. Consumption.", type="annex"),
    )
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path / "works"], vectors=False)
        for expected in ("anx_4", "anx_iv", "anx_4__para_2"):
            shown = library.law.show("32014L0065", expected)
            assert shown.eid in ("anx_iv", "anx_iv__para_2")
        assert shown.citation.startswith("Annex IV, point 2 ")
        assert [
            reference.eid for reference in library.law.references("32014L0065", "anx_4").cited_by
        ] == ["art_3"]


@pytest.mark.parametrize(
    ("text", "paragraphs"),
    [
        ("**1.** One.\n\n**1a.** Inserted.\n\n**2.** Two.", ["1", "1a", "2"]),
        ("Article 16\n\n1. One.\n\n2. Two.", ["1", "2"]),
        ("1. Alone.", []),
        ("1. One.\n\n3. Three.", []),  # out of turn
        ("1. One.\n\n2. Two.\n\n4. Four.", ["1", "2", "4"]),  # the third is deleted
        ("1. Article 5 is replaced:\n\n1. Quoted.\n\n2. Other.", []),
        ("1. Is replaced by:\n\n‘2. Quoted.’\n\n2. Two.", []),  # an act that amends another
        ("Without numbers.", []),
    ],
)
def test_paragraphs_require_unambiguous_numbers(
    tmp_path: Path, text: str, paragraphs: list[str]
) -> None:
    document = read(version(tmp_path, provision("art_1", text)))
    assert [p.number for p in document.provisions if p.kind == "paragraph"] == paragraphs
    assert spans(document)["art_1"] == text


@pytest.mark.parametrize(
    ("text", "points"),
    [
        (
            "These definitions apply:\n\n| (1) | ‘a’ means:(a)one;(b)two; |\n| --- | --- |\n| (a) | one; |\n\n"
            "| (2) | ‘b’ means two. |\n| --- | --- |",
            ["1", "1__point_a", "1__point_b", "2"],
        ),
        (
            "Definitions:\n\n(1) ‘bank’ means: (a) one; or (b) two of points (a) and (b); (c) three;\n\n"
            "(2) ‘host’ means a bank in point (a), (b) or\n(3) of Article 4.",
            ["1", "1__point_a", "1__point_b", "1__point_c", "2"],
        ),
        ("Where: (1) ‘a’ is one;(2) ‘b’ is two;(3) ‘c’ is three.", ["1", "2", "3"]),
        ("They:\n\n(a) inform: (i) first; (ii) second;\n\n(b) act.", ["a", "a__point_i", "a__point_ii", "b"]),
        ("(g) no series. Both:\n\n(a) one;\n\n(b) two.\n\nThese also:\n\n(a) three;\n\n(b) four;\n\n(c) five.", ["a", "b"]),
        ("Article 4 is amended:(1) it is replaced by:‘(1) ‘one’;(2) ‘two’’;(2) deleted.", []),
    ],
)  # fmt: skip
def test_points_lie_inside_points(tmp_path: Path, text: str, points: list[str]) -> None:
    document = read(version(tmp_path, provision("art_4", text)))
    found = [p.eid.partition("__point_")[2] for p in document.provisions if p.kind == "point"]
    assert found == points
    assert not any("These also" in spans(document)[f"art_4__point_{eid}"] for eid in points)


@pytest.mark.parametrize(
    ("anchor", "fields", "label", "number"),
    [
        ("art_16a", {}, "Article 16a", "16a"),
        ("art_16a", {"num": "Article 16a"}, "Article 16a", "16a"),
        ("clanek_5", {"num": "Článek 5"}, "Článek 5", "5"),
        ("annex", {"type": "annex"}, "Annex", ""),
        ("document", {"type": "document"}, "", ""),
        ("mapping_tables", {"type": "annex"}, "Annex", ""),
    ],
)
def test_labels(
    tmp_path: Path, anchor: str, fields: dict[str, Any], label: str, number: str
) -> None:
    (found,) = read(version(tmp_path, provision(anchor, "Text.", **fields))).provisions
    assert (found.eid, found.label, found.number) == (anchor, label, number)


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("Article 12 Effects of withdrawal\n\nThe exercise ends it.", "Effects of withdrawal"),
        (
            "Article 12\n\n**Effects of withdrawal**\n\n1. It ends.\n\n2. So.",
            "Effects of withdrawal",
        ),
        ("Article 12\n\nArticle 12\n\n1. It ends.\n\n2. So.", ""),
        ("Article 12\n\nThe exercise ends it.", ""),
        ("Article 12\n\nDirective 2004/18/EC is amended as follows:\n\n| (1) | in Article 7 |", ""),
        ("Article 121 Repeal\n\nIt is repealed.", ""),
    ],
)
def test_heading_in_the_text_is_the_heading(tmp_path: Path, text: str, heading: str) -> None:
    document = read(version(tmp_path, provision("art_12", text)))
    assert document.provisions[0].heading == heading
    assert spans(document)["art_12"] == text


def test_greek_ano_teleia_is_kept(tmp_path: Path) -> None:
    text = "Ελλάδα\u0387 e\u0301tat"
    document = read(version(tmp_path, provision("art_1", text)))
    assert spans(document)["art_1"] == "Ελλάδα\u0387 état"  # all else is composed


@pytest.mark.parametrize(
    ("provisions", "fields", "reason"),
    [
        ([provision("art_1", "Text.", text_sha256="0" * 64)], {}, "SHA-256"),
        ([provision("art_1", "A."), provision("art_1", "B.")], {}, "twice"),
        ([{"anchor": "art_1"}], {}, "art_1"),
        (["text"], {}, "no list of provisions"),
        ([], {}, "no text"),
        ([provision("art_1", "A.")], {"schema": "lex-articles/9"}, "lex-articles/9"),
        ([provision("art_1", "A.")], {"lex_id": "32014l0065"}, "lex_id"),
        ([provision("art_1", "A.")], {"language": None}, "no language"),
        ([provision("art_1", "A.")], {"valid_from": "2014-02-30"}, "2014-02-30"),
        ([provision("art_1", "A.")], {"valid_to": "2001-01-01"}, "backwards"),
    ],
)
def test_invalid_versions_are_rejected(
    tmp_path: Path, provisions: list[dict[str, Any]], fields: dict[str, Any], reason: str
) -> None:
    with pytest.raises(FileFailed, match=reason):
        read(version(tmp_path, *provisions, **fields))


def test_truncated_version_is_rejected(tmp_path: Path) -> None:
    path = version(tmp_path, provision("art_1", "Text."))
    path.write_bytes(path.read_bytes()[:-40])
    with raises_code(FileFailed, FileCode.JSON_INVALID):
        read(path)


@pytest.mark.parametrize("name", ["work.json", "history.json"])
def test_register_is_rejected(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text('{"lex_work_id": "eu-eurlex:32014l0065", "anchors": []}')
    with raises_code(FileFailed, FileCode.VERSION_REGISTER, name=name):
        read(tmp_path / name)


def test_relations_come_from_register(tmp_path: Path) -> None:
    path = version(tmp_path, provision("art_1", "Text."))
    register = path.parents[2] / "work.json"
    relations = {
        "amended_by": ["eu-eurlex:32016l1034", {"lex_work_id": "eu-eurlex:32019l2034", "date": "2019-12-25"}],
        "repeals": [{"celex": "32004L0039", "date": "no date"}], "cited_by": ["32010R1093"],
    }  # fmt: skip
    register.write_text(json.dumps({"lex_work_id": "eu-eurlex:32014l0065", "relations": relations}))
    assert read(path).relations == (
        Relation("amends", "32016L1034", ""),
        Relation("amends", "32019L2034", "", datetime.date(2019, 12, 25)),
        Relation("repeals", "", "32004L0039"),
    )
    for spoilt in ('{"lex_work_id": "eu-eurlex:32010r1093", "relations": {"repeals": ["32004L0039"]}}',
                   "[" * 5000, "{", '{"lex_work_id": "eu-eurlex:32014l0065", "relations": []}'):  # fmt: skip
        register.write_text(spoilt)
        assert read(path).relations == ()


@pytest.mark.slow
def test_archive_texts_match_exactly(shared_data: Path, tmp_path: Path) -> None:
    extract(shared_data / "asof" / "history.tar.xz", tmp_path)
    count = 0
    for path in sorted(tmp_path.glob("works/*/versions/*/*.json")):
        found = spans(read(path))
        for stated in json.loads(path.read_bytes())["provisions"]:
            text = found[stated["anchor"]]
            assert hashlib.sha256(text.encode()).hexdigest() == stated["text_sha256"]
            count += 1
    assert count == 24_549


FLATTENED = (
    "Avis juridique important | Directive 97/7/EC Whereas, in accordance with Article 1 of the Treaty, all is well; HAVE "
    "ADOPTED THIS DIRECTIVE:CHAPTER IGENERAL PROVISIONSArticle 1Object and scope1. This Directive applies to:(a) shops;(b) "
    "orders referred to in Article 2 below.2. It is without prejudice to Article 3 The rest follows.Article 2States shall act."
    "Article 3This Directive shall enter into force.Done at Brussels, 20 May 1997.For the Parliament"
)


def test_act_in_one_piece_has_articles(tmp_path: Path) -> None:
    document = read(version(tmp_path, provision("document", FLATTENED, type="document")))
    found = spans(document)
    assert found["document"] == FLATTENED
    assert found["art_1__para_1__point_a"] == "(a) shops;"
    assert found["art_1__para_2"] == "2. It is without prejudice to Article 3 The rest follows."
    assert found["art_2"] == "Article 2States shall act."
    assert found["art_3"] == "Article 3This Directive shall enter into force."
    labels = {p.eid: (p.label, p.heading) for p in document.provisions}
    assert labels["art_1"] == ("Article 1", "Object and scope")
    assert labels["art_1__para_1__point_b"][0] == "Article 1(1)(b)"


FURNITURE_PAGE = (
    "&times; Skip to main content //<![CDATA[ Log in //]]>// My EUR-Lex Cookies policy "
    + "Menu EU law " * 40
)


def test_page_without_the_act_is_no_version(tmp_path: Path) -> None:
    first = {"lex_id": "eu-eurlex:32014l0065:2014-09-17"}
    version(
        tmp_path, provision("document", FLATTENED, type="document"), **first, valid_to="2021-06-25"
    )
    page = tmp_path / "works" / "32014l0065" / "versions" / "2021-06-26" / "en.json"
    page.parent.mkdir()
    version(tmp_path / "other", provision("document", FURNITURE_PAGE, type="document"),
            lex_id="eu-eurlex:32014l0065:2021-06-26", valid_from="2021-06-26", valid_to=None).rename(page)  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path / "works"], vectors=False)
        assert library.search("cookies policy", mode="keyword").hits == []
        assert [
            stage.known_until for stage in library.law.history("32014L0065", "art_2").stages
        ] == ["2021-06-25"]
        shown = library.law.show("32014L0065", "art_2", as_of="2022-01-01")
        assert "the text of 1 January 2022 is not in the library" in shown.notice
        assert library.law.show("32014L0065", "document", as_of="2022-01-01").text == FURNITURE_PAGE
        assert (
            library.search("states shall act", mode="keyword", as_of="2022-01-01").hits[0].status
            == "text not known"
        )


FRENCH = (
    "Le présent règlement établit des règles concernant la fourniture de services intermédiaires dans le marché intérieur et "
    "les obligations de diligence des fournisseurs de plateformes en ligne."
)  # fmt: skip


def test_version_has_the_language_of_its_text(tmp_path: Path) -> None:
    """Not that stated by its file: a comparison with English would be useless."""
    document = read(version(tmp_path, provision("art_1", f"**1.** {FRENCH}\n\n**2.** {FRENCH}")))
    assert document.language == "fr"


def test_text_of_the_day_in_another_language_comes_before_an_earlier_one(tmp_path: Path) -> None:
    english = " ".join(
        ["Each provider of intermediary services shall act with due diligence in the market."] * 4
    )
    version(tmp_path, provision("art_1", english), valid_to="2014-12-31")
    later = tmp_path / "works" / "32014l0065" / "versions" / "2015-01-01" / "en.json"
    later.parent.mkdir()
    version(tmp_path / "other", provision("art_1", FRENCH), lex_id="eu-eurlex:32014l0065:2015-01-01",
            valid_from="2015-01-01", valid_to=None).rename(later)  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path / "works"], vectors=False)
        assert library.law.show("32014L0065", "art_1", as_of="2016-01-01").language == "fr"
        assert len(library.law.history("32014L0065", language="en").stages) == 1
        shown = library.law.show("32014L0065", "art_1", language="en", as_of="2016-01-01")
        assert shown.known_until == "2014-12-31"


def test_points_without_a_space_before_them_are_points() -> None:
    text = "provided that:(a) they know; and(b) report under point (a);▼M2(c) the address;(d) more."
    parts = find_points(text, 0, len(text))
    assert [(part.number, text[part.start]) for part in parts] == [(n, "(") for n in "abcd"]


@pytest.mark.parametrize("first", ["archive", "journal"])
def test_text_with_the_lines_of_the_act_is_shown(tmp_path: Path, first: str) -> None:
    """The archive lacks the lines of Article 7 GDPR; both files are of one day."""
    with Library.open(tmp_path / "of the journal", create=True) as library:
        library.sources.add([find_corpus()], vectors=False)
        article = library.law.show("32016R0679", "art_7").text
    record = {
        "schema": "lex-articles/1", "lex_id": "eu-eurlex:32016r0679:2016-04-27", "language": "en",
        "title": "Regulation (EU) 2016/679", "valid_from": "2016-04-27", "valid_to": None,
        "provisions": [provision("art_7", " ".join(article.split()), num="Article 7")],
    }  # fmt: skip
    archive = tmp_path / "works" / "32016r0679" / "versions" / "2016-04-27" / "en.json"
    archive.parent.mkdir(parents=True)
    archive.write_text(json.dumps(record))
    files = [archive, find_corpus()]
    with Library.open(tmp_path / "library", create=True) as library:
        for file in files if first == "archive" else reversed(files):
            library.sources.add([file], vectors=False)
        cited = library.search("Article 7 GDPR", mode="keyword").hits[0]
        worded = library.search("conditions for consent", mode="keyword").hits[0]
    assert all((hit.eid or "").startswith("art_7") for hit in (cited, worded))
    assert all((hit.path or "").endswith(".xml") for hit in (cited, worded))
