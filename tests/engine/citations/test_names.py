"""The tables of names of acts, and queries by usual name."""

import json
import re
from pathlib import Path

import pytest

import lexdesk
from lexdesk import Library
from lexdesk.citations import find
from lexdesk.citations.query_citations import parse_query_citation
from lexdesk.citations.work_lookup import (
    find_by_short_name,
    find_namesakes,
    normalize_name,
    statute_identifiers,
    with_foreign_names,
)
from lexdesk.text.tables import read_table

DATA = Path(lexdesk.__file__).parent / "citations" / "data"
UNION = read_table(DATA / "union_acts.tsv", ("work", "use", "names", "source"))
GERMAN = read_table(DATA / "german_acts.tsv", ("work", "use", "abbreviations", "names", "source"))


def test_act_of_a_shared_name_is_the_one_that_the_library_has(tmp_path: Path) -> None:
    assert find_by_short_name("Payment Services Directive") == "32015L2366"
    assert find_namesakes("Payment Services Directive") == ("32007L0064",)
    former = tmp_path / "works" / "32007l0064" / "versions" / "2007-12-05" / "en.json"
    former.parent.mkdir(parents=True)
    provision = {
        "anchor": "art_52",
        "provision_id": "eu-eurlex:32007l0064:2007-12-05#art_52",
        "type": "article",
        "path": [],
        "text_md": "Article 52 Charges applicable\n\nThe payment service provider shall not charge the user.",
    }
    text = {
        "schema": "lex-articles/1",
        "lex_id": "eu-eurlex:32007l0064:2007-12-05",
        "language": "en",
        "title": "Directive 2007/64/EC on payment services in the internal market",
        "valid_from": "2007-12-05",
        "provisions": [provision],
    }
    former.write_text(json.dumps(text), encoding="utf-8")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([former], vectors=False)
        answer = library.search("Article 52 Payment Services Directive", mode="keyword")
    assert [(hit.work, hit.eid) for hit in answer.hits if hit.named] == [("32007L0064", "art_52")]


def test_rows_are_complete() -> None:
    for row in UNION:
        assert re.fullmatch(r"3\d{4}[RLDF]\d{4}|12016[EMP]|UK-2016-eur-679", row["work"]), row
        assert row["use"] in ("text", "capitals", "place") and row["source"] in (
            "title",
            "practice",
        )
    for row in GERMAN:
        assert re.fullmatch(r"DE-[a-z0-9_-]+", row["work"]) and row["abbreviations"], row
        assert row["use"] in ("text", "abbreviation", "library")
        assert row["source"] in ("juris", "practice")


@pytest.mark.parametrize(
    ("query", "work", "eids"),
    [
        ("Solvency 2", "32009L0138", ()),
        ("Brüssel I bis", "32012R1215", ()),
        ("emir", "32012R0648", ()),
        ("Art. 101 CRR", "32013R0575", ("art_101",)),
        ("UCPD art 6(1)", "32005L0029", ("art_6__para_1",)),
        ("Article 3 of the Late Payment Directive", "32011L0007", ("art_3",)),
        ("Art. 4 Abs. 1 lit. b Rom I-VO", "32008R0593", ("art_4__para_1__point_b",)),
        ("article 5 de la directive clauses abusives", "31993L0013", ("art_5",)),
        ("§ 37 WaffG", "DE-waffg_2002", ("para_37",)),
        ("§ 10 WEG", "DE-woeigg", ("para_10",)),
        ("Wertpapierhandelsgesetz", "DE-wphg", ()),
        ("German Commercial Code", "DE-hgb", ()),
        ("EMIR-VO Art. 11", "32012R0648", ("art_11",)),
        ("Batterie-VO Art. 10", "32023R1542", ("art_10",)),
        ("Enforcement-RL Art. 8", "32004L0048", ("art_8",)),
        ("Gender-RL Art. 14", "32006L0054", ("art_14",)),
        ("Regulation 1008/2008", "32008R1008", ()),
    ],
)
def test_usual_names_cite_in_queries(query: str, work: str, eids: tuple[str, ...]) -> None:
    found = parse_query_citation(query)
    assert found is not None and (found.work, found.eids) == (work, eids)


@pytest.mark.parametrize(
    "word", ["mar", "led", "red", "remit", "taxonomy", "act", "directive", "cra-vo"]
)
def test_words_are_no_names(word: str) -> None:
    assert find_by_short_name(word) == ""


@pytest.mark.parametrize(
    ("text", "language", "cited"),
    [
        ("under Article 92(1) CRR the ratio", "en", [("32013R0575", ("art_92__para_1",))]),
        ("nach Art. 7 Nr. 2 EuGVVO zuständig", "de", [("32012R1215", ("art_7__point_2",))]),
        ("in MAR and in Rome I we stayed", "en", []),
        ("gemäß § 24 OWiG", "de", [("DE-owig", ("para_24",))]),
        ("see Rome I, art 4(1)(b).", "en", [("32008R0593", ("art_4__para_1__point_b",))]),
    ],
)
def test_usual_names_cite_in_texts(
    text: str, language: str, cited: list[tuple[str, tuple[str, ...]]]
) -> None:
    assert [(c.work, c.eids) for c in find(text, language)] == cited


def test_statute_is_found_by_its_abbreviation_without_year(tmp_path: Path) -> None:
    file = tmp_path / "xyzg.md"
    file.write_text(
        "---\nTitle: Gesetz über Beispiele\njurabk: XyzG 2011\nslug: xyzg_2011\n---\n\n# Gesetz über Beispiele (XyzG 2011)\n\n"
        "##### § 4 Muster\n\nMuster sind zu kennzeichnen.\n",
        encoding="utf-8",
    )
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([file], vectors=False)
        answer = library.search("§ 4 XyzG", mode="keyword")
    assert (answer.hits[0].work, answer.hits[0].eid, answer.notice) == (
        "DE-xyzg_2011",
        "para_4",
        "",
    )


def test_identifiers_of_one_statute_are_tied() -> None:
    assert "DE-asylvfg_1992" in statute_identifiers("DE-asylg")
    assert {"DE-owig", "DE-owig_1968"} <= set(statute_identifiers("DE-owig_1968"))
    assert statute_identifiers("DE-bgb") == ("DE-bgb",)


def test_dated_statute_is_cited_by_its_abbreviation(tmp_path: Path) -> None:
    statute, letter = tmp_path / "owig.md", tmp_path / "letter.txt"
    statute.write_text(
        "---\nTitle: Gesetz über Ordnungswidrigkeiten\njurabk: OWiG 1968\nslug: owig_1968\n---\n\n"
        "# Gesetz über Ordnungswidrigkeiten (OWiG 1968)\n\n##### § 24 Grundsatz\n\nEin Bußgeld ist möglich.\n",
        encoding="utf-8",
    )
    letter.write_text(
        "Sehr geehrte Damen und Herren,\n\nnach § 24 OWiG gilt das nicht.\n", encoding="utf-8"
    )
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([statute, letter], vectors=False)
        cited_by = library.law.references("DE-owig_1968", "para_24").cited_by
    assert [citation.text for citation in cited_by] == ["§ 24 OWiG"]


def test_shared_abbreviations_identify_no_foreign_code() -> None:
    german = with_foreign_names({normalize_name("StGB"): "DE-stgb"})
    assert normalize_name("Schweizerisches Strafgesetzbuch") not in german
    spanish = with_foreign_names({normalize_name("Código Civil"): "BOE-A-1889-4763"})
    assert normalize_name("Código Civil (Portugal ou Brasil)") not in spanish
    swiss = with_foreign_names({normalize_name("OR"): "eli/cc/27/317_321_377"})
    assert swiss[normalize_name("Code des obligations")] == "eli/cc/27/317_321_377"
