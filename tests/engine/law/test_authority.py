"""The origin of a text, by court or authority and by folder, as filters."""

import shutil
import unicodedata
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.errors import QueryError
from lexdesk.ingest.scan.sources_registry import count_sources, count_works_below
from lexdesk.law.authority import detect_authority, find_authorities_named

EU_2016_679 = (
    "Regulation (EU) 2016/679 of the European Parliament and of the Council of 27 April 2016"
)


@pytest.mark.parametrize(
    ("work", "title", "expected"),
    [
        ("32016R0679", EU_2016_679, "European Parliament and Council"),
        ("32016R0679", "Verordnung (EU) 2016/679 des Europäischen Parlaments und des Rates", "European Parliament and Council"),
        ("32021R0002", "Commission Implementing Regulation (EU) 2021/2 of 5 January 2021", "Commission"),
        ("32017R0565", "Delegierte Verordnung (EU) 2017/565 der Kommission vom 25. April 2016", "Commission"),
        ("31968R1017", "Regulation (EEC) No 1017/68 of the Council of 19 July 1968", "Council"),
        ("31993L0013", "Council Directive 93/13/EEC of 5 April 1993 on unfair terms", "Council"),
        ("32014R0795", "Regulation of the European Central Bank (EU) No 795/2014", "European Central Bank"),
        ("31957R0001", "An act", "European Union"),
        ("62018CJ0311", "Data Protection Commissioner v Facebook Ireland", "Court of Justice"),
        ("62013TJ0079", "Accorinti and Others v ECB", "General Court"),
        ("DE-bgb", "Bürgerliches Gesetzbuch", "Germany"),
        ("IE-2018-act-7", "Data Protection Act 2018", "Ireland"),
        ("/cases/a.pdf", "Lloyd v Google LLC [2021] UKSC 50", "UKSC"),
        ("/hr/policy.docx", "Policy on the council of employees", ""),
    ],
)  # fmt: skip
def test_authority_of_text(work: str, title: str, expected: str) -> None:
    assert detect_authority(work, title) == expected


def test_sources_are_added_folders() -> None:
    paths = ["/law/eu/a/1.xml", "/law/eu/2.xml", "/law/3.xml", "/else/4.pdf", "/law/de/5.xml"]
    assert count_sources(paths, [Path("/law")]) == {"eu": 2, "law": 1, "else": 1, "de": 1}
    assert count_sources(paths[:1], [Path("/law"), Path("/law/eu")]) == {"a": 1}
    assert count_sources([], []) == {}


def test_both_are_filters(gdpr: Path, tmp_path: Path) -> None:
    contracts = tmp_path / "Contracts"
    (contracts / "HR 2024").mkdir(parents=True)
    (contracts / "one.txt").write_text("Personal data is kept.")
    (contracts / "HR 2024" / "two.txt").write_text("Personal data of staff.")
    treaties = tmp_path / unicodedata.normalize("NFD", "Verträge")
    treaties.mkdir()
    (treaties / "three.txt").write_text("Personal data of guests.")
    law = tmp_path / "Law"
    law.mkdir()
    act = Path(shutil.copy(next(gdpr.rglob("*01000101.xml")) if gdpr.is_dir() else gdpr, law))
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([law, contracts, treaties], vectors=False)
        assert library.sources.documents_by_folder() == {
            "Law": 1,
            "Contracts": 1,
            "HR 2024": 1,
            treaties.name: 1,
        }
        assert library.sources.works_by_folder() == {law: 1, contracts: 2, treaties: 1}
        assert library.catalogue.authorities() == {"European Parliament and Council": 1}

        def found(query: str) -> set[str]:
            hits = library.search(query, mode="keyword", top=500).hits
            return {Path(hit.path or "").name for hit in hits}

        assert found("personal data folder:contracts") == {"one.txt", "two.txt"}
        assert found('personal data folder:"contracts/HR 2024"') == {"two.txt"}
        for written in ("Verträge", "VERTRÄGE", "vertrage", treaties.name):
            assert found(f"personal data folder:{written}") == {"three.txt"}
        assert found('personal data authority:"european parliament and council"') == {act.name}
        assert found('personal data NOT folder:"Contracts"') == {act.name, "three.txt"}
        for query, expected in (
            (
                "data folder:HR_2024",
                "no file in a folder of that name.*there are: Contracts, HR 2024",
            ),
            ("data authority:parliament", "European Parliament and Council"),
        ):
            with pytest.raises(QueryError, match=expected):
                library.search(query)


def test_works_are_counted_once_per_source_folder() -> None:
    files = [
        ("/law/2018/act.xml", "act"),
        ("/law/2020/act.xml", "act"),
        ("/law/other.xml", "other"),
        ("/lawless/act.xml", "act"),
        ("/letter.txt", "letter"),
    ]
    assert count_works_below(files, [Path("/law"), Path("/empty")]) == {Path("/law"): 2, None: 2}


@pytest.mark.parametrize(
    ("work", "title", "authority"),
    [
        ("ECLI:DE:BGH:2021:060521UIXZR72.20.0", "", "BGH"),
        ("ECLI:DE:BVerfG:2019:rs20191106.1bvr001613", "", "BVerfG"),
        ("DE-JURE100055033", "BAG, Urteil vom 19.11.2019, 3 AZR 281/18", "BAG"),
        ("https://caselaw.nationalarchives.gov.uk/id/uksc/2021/50", "Lloyd v Google", "UKSC"),
        ("[2019] IEHC 12", "", "IEHC"),
        ("DE-bgb", "Bürgerliches Gesetzbuch", "Germany"),
    ],
)
def test_courts_are_detected(work: str, title: str, authority: str) -> None:
    assert detect_authority(work, title) == authority


def test_courts_have_usual_names() -> None:
    assert "court of justice" in find_authorities_named("eugh") & find_authorities_named("cjeu")
    assert {"uksc", "iesc"} <= find_authorities_named("supreme court")
    assert find_authorities_named("commission") == {"commission"}
