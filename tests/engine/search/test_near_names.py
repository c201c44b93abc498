"""Acts and judgments by names that are near to their titles."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.document.model import Document, Provision, Relation

_CASE_LAW = "https://caselaw.nationalarchives.gov.uk/id/"


def _document(work: str, kind: str, title: str, short_title: str, eid: str) -> Document:
    text = f"{title}. A person who appropriates property without consent commits an offence."
    provision = Provision(eid, "section", eid.partition("_")[2], "", "Section 4", None, 0, len(text))  # fmt: skip
    return Document(
        text=text, title=title, short_title=short_title, kind=kind, work=work, language="en",
        provisions=(provision,),
    )  # fmt: skip


def _act(work: str, title: str, eid: str = "sec_4") -> Document:
    return _document(work, "statute", title, title, eid)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder: Path = tmp_path_factory.mktemp("near")
    with Library.open(folder / "library", create=True) as opened:
        documents = [
            _act("IE-2001-act-50", "Criminal Justice (Theft and Fraud Offences) Act 2001"),
            _act("IE-2010-act-31", "Value-Added Tax Consolidation Act 2010"),
            _act("IE-1995-act-10", "Occupiers' Liability Act, 1995"),
            _act("IE-2024-act-35", "Gambling Regulation Act 2024"),
            _act("IE-1990-act-33", "Companies Act, 1990"),
            _act("IE-1998-act-15", "Finance (No. 2) Act 1998"),
            _document(
                f"{_CASE_LAW}ukut/iac/2021/116", "judgment",
                "ABOLAJI OSEFISO – FIRST APPELLANT v THE SECRETARY OF STATE FOR THE HOME DEPARTMENT",
                "[2021] UKUT 116 (IAC)", "para_4",
            ),
            _document(
                "62018CJ0311", "judgment", "Data Protection Commissioner v Facebook Ireland Ltd, Maximillian Schrems",
                "Case C-311/18", "para_4",
            ),
        ]  # fmt: skip
        opened.sources.add_documents(documents, vectors=False)
        yield opened


@pytest.mark.parametrize(
    ("query", "work"),
    [
        ("Criminal Justice (Theft & Fraud) Act 2001 s 4", "IE-2001-act-50"),
        ("CJ (Theft and Fraud Offences) Act 2001, s.4", "IE-2001-act-50"),
        ("CJA 2001 s 4", "IE-2001-act-50"),
        ("Gambling Act 2024 s 4", "IE-2024-act-35"),
        ("VAT Consolidation Act 2010 section 4", "IE-2010-act-31"),
        ("Ocupiers' Liability Act 1995 s 4", "IE-1995-act-10"),
        ("Occupier's Liability Act 1995 s 4", "IE-1995-act-10"),
    ],
)
def test_act_of_near_name_is_found_and_said_to_have_another(
    library: Library, query: str, work: str
) -> None:
    answer = library.search(query, mode="keyword")
    assert (answer.hits[0].work, answer.hits[0].eid, answer.hits[0].named) == (work, "sec_4", True)
    assert "nearest name" in answer.notice


@pytest.mark.parametrize(
    "query",
    [
        "Finance Act 1998 s 4",
        "Theft Act 1968 s 4",
        "Justice Act 2001 s 4",
        "s 4 CA 2006",
        "Companies (Amendment) Act 1990",
        "Companies (No. 2) Act 1990 s 4",
        "Equality Act s 13",
        "TRIPS art 30",
        "EEA Agreement art 53",
    ],
)
def test_another_act_is_said_to_be_missing(library: Library, query: str) -> None:
    answer = library.search(query, mode="keyword")
    assert "is not in this library" in answer.notice
    assert not any(hit.named for hit in answer.hits)


@pytest.mark.parametrize(
    "query",
    ["Irish VAT Consolidation Act 2010 s 4", "Act 31 of 2010 s 4", "No. 31/2010, section 4"],
)
def test_country_or_number_beside_name_counts(library: Library, query: str) -> None:
    first = library.search(query, mode="keyword").hits[0]
    assert (first.work, first.eid) == ("IE-2010-act-31", "sec_4")


def test_act_of_another_country_is_missing(library: Library) -> None:
    answer = library.search("UK Occupiers' Liability Act 1995 s 4", mode="keyword")
    assert "is not in this library" in answer.notice


@pytest.mark.parametrize(
    ("query", "work", "eid"),
    [
        ("DPC v Facebook", "62018CJ0311", None),
        ("Osefiso v SSHD [4]", f"{_CASE_LAW}ukut/iac/2021/116", "para_4"),
        ("Osefiso v Secretary of State for the Home Department", f"{_CASE_LAW}ukut/iac/2021/116", None),
        ("Osefiso v SSHD [2021] UKUT 116", f"{_CASE_LAW}ukut/iac/2021/116", None),
    ],
)  # fmt: skip
def test_judgment_is_found_by_shortened_parties(
    library: Library, query: str, work: str, eid: str | None
) -> None:
    first = library.search(query, mode="keyword").hits[0]
    assert (first.work, first.named) == (work, True)
    assert eid in (None, first.eid)


def test_case_with_a_party_by_unknown_initials_is_not_said_to_be_missing(library: Library) -> None:
    assert library.search("Osefiso v HO", mode="keyword").notice == ""


@pytest.mark.parametrize(
    "query",
    ["Smith v SSHD", "DPC v Facebook transfers", "Schrems v Data Protection Commissioner (No 3)"],
)
def test_judgment_between_others_is_missing(library: Library, query: str) -> None:
    assert not any(hit.named for hit in library.search(query, mode="keyword").hits)


def test_act_is_found_by_the_initials_of_its_brackets(library: Library) -> None:
    first = library.search("CJ(TFO)A 2001 s 4", mode="keyword").hits[0]
    assert (first.work, first.eid) == ("IE-2001-act-50", "sec_4")


@pytest.mark.parametrize(
    "query",
    ["MLR 2017 reg 28", "PD 57AD para 3", "Constitution of Ireland art 40", "CP(XY)A 2001 s 4"],
)
def test_law_of_the_united_kingdom_and_ireland_is_said_to_be_missing(
    library: Library, query: str
) -> None:
    assert "is not in this library" in library.search(query, mode="keyword").notice


def test_letters_of_a_title_here_are_not_said_to_be_missing(library: Library) -> None:
    assert library.search("TFO 2001 s 4", mode="keyword").notice == ""


@pytest.mark.parametrize("query", ["347 U.S. 483 (1954)", "Smith v Jones (1999)"])
def test_year_of_a_judgment_is_no_day_of_the_law(library: Library, query: str) -> None:
    assert "As of" not in library.search(query, mode="keyword").notice


def test_article_of_an_amending_act_is_that_of_the_act_amended(tmp_path: Path) -> None:
    title = "Directive (EU) 2017/828 of 17 May 2017 amending Directive 2007/36/EC"
    amends = (Relation("amends", "", "32007L0036"),)
    own = dataclasses.replace(
        _document("32017L0828", "directive", title, "Directive (EU) 2017/828", "art_1"),
        relations=amends,
    )
    other = dataclasses.replace(
        own, work="32022R2554", title="Regulation of 14 December 2022 on resilience and amending"
    )
    amended = _document("32007L0036", "directive", "Directive 2007/36/EC", "", "art_9a")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([own, other, amended], vectors=False)
        answer = library.search("SRD II art 9a", mode="keyword")
        assert (answer.hits[0].work, answer.hits[0].eid) == ("32007L0036", "art_9a")
        assert "that the cited one amends" in answer.notice
        assert "has no" in library.search("DORA art 9a", mode="keyword").notice
