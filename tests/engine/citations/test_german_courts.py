"""Decisions of German courts, cited by court, day and docket, and found in a library by them."""

from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.citations import find

DECISION = Path(__file__).parents[1] / "fixtures" / "bgh-ix-zb-72-08.xml"


def cited(text: str) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(c.text, c.name, c.eids) for c in find(text, "de") if c.kind == "court"]


@pytest.mark.parametrize(
    ("text", "name", "eids"),
    [
        ("BGH, Urteil vom 6. Mai 2021 – IX ZR 72/20", "BGH vom 06.05.2021, IX ZR 72/20", ()),
        ("BGH, Urteil vom 6. Mai 2021 - IX ZR 72/20, ZIP 2021, 1447 Rn. 12",
         "BGH vom 06.05.2021, IX ZR 72/20", ("para_12",)),
        ("BGH, Beschl. v. 14.1.2010 - IX ZB 72/08, juris Rn. 1", "BGH vom 14.01.2010, IX ZB 72/08", ("para_1",)),
        ("BGH Beschluss vom 1. Februar 2021 - AnwZ (Brfg) 2/21", "BGH vom 01.02.2021, AnwZ (Brfg) 2/21", ()),
        ("BVerfG, Beschluß v. 2. 3. 2010, 1 BvR 256/08", "BVerfG vom 02.03.2010, 1 BvR 256/08", ()),
        ("BVerwG, Urteil vom 9. Februar 2005 - 9 C 1.04", "BVerwG vom 09.02.2005, 9 C 1.04", ()),
        ("BAG 20.5.2021 – 2 AZR 457/20", "BAG vom 20.05.2021, 2 AZR 457/20", ()),
        ("BGH hat mit Urteil vom 12.11.2014 (Az. VIII ZR 42/14", "BGH vom 12.11.2014, VIII ZR 42/14", ()),
        ("BSG, Urteil vom 28.11.2018, B 8 SO 6/24 R", "BSG vom 28.11.2018, B 8 SO 6/24 R", ()),
        ("BAG, Urteil vom\n20. Februar 2020 - 2 AZR 12/20", "BAG vom 20.02.2020, 2 AZR 12/20", ()),
        ("OLG Köln, Urt. v. 3.4.2019, Az. 6 U 10/18", "OLG Köln vom 03.04.2019, 6 U 10/18", ()),
    ],
)  # fmt: skip
def test_decisions_are_named_by_court_day_and_docket(
    text: str, name: str, eids: tuple[str, ...]
) -> None:
    assert cited(f"So schon {text}.") == [(text, name, eids)]


def test_listed_decisions_share_court() -> None:
    text = "BGH, Urteile vom 12. Januar 2012 - IX ZR 95/11, WM 2012, 331 Rn. 9 und vom 3. März 2005 – I ZR 1/04; ..."
    assert [(name, eids) for _, name, eids in cited(text)] == [
        ("BGH vom 12.01.2012, IX ZR 95/11", ("para_9",)),
        ("BGH vom 03.03.2005, I ZR 1/04", ()),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "BGH, Urteil vom 31. Februar 2021 – IX ZR 72/20",
        "NJW 2010, 12 und 13",
        "Siemens AG vom 6. Mai 2021",
        "BGBl. I S. 72 vom 6. Mai 2021",
    ],
)
def test_incomplete_decision_is_not_cited(text: str) -> None:
    assert cited(text) == []


def test_library_resolves_decision(tmp_path: Path) -> None:
    brief = tmp_path / "schriftsatz.txt"
    brief.write_text(
        "In dem Rechtsstreit der Parteien ist der Antrag des Schuldners abzulehnen, weil das Ruhen des Verfahrens "
        "nicht angeordnet werden kann (BGH, Beschluss vom 14. Januar 2010 - IX ZB 72/08, juris Rn. 1)."
    )
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([DECISION, brief], vectors=False)
        references = library.law.references("BGH, Beschluss vom 14.01.2010, IX ZB 72/08", "para_1")
        assert [reference.title for reference in references.cited_by] == ["schriftsatz"]


def test_pages_of_collections_and_journals_are_cited() -> None:
    text = "vgl. BGHZ 163, 234; BGH NJW 2005, 2848, 2850; BVerwGE 120, 82 Rn. 5"
    found = [(c.work, c.eids) for c in find(text, "de")]
    assert found == [
        ("BGHZ 163, 234", ()),
        ("NJW 2005, 2848", ()),
        ("BVerwGE 120, 82", ("para_5",)),
    ]


def test_parallel_page_is_part_of_its_decision() -> None:
    text = "BGH, Urteil vom 8. Juli 2015 – XII ZB 586/14, BGHZ 206, 177 = NJW 2015, 3033."
    assert [c.name for c in find(text, "de")] == ["BGH vom 08.07.2015, XII ZB 586/14"]
