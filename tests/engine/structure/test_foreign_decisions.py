"""Decisions of French and Swiss courts and of the Court of Human Rights as plain text."""

import datetime
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.structure.decisions.foreign import parse_foreign_decision

_DAY = datetime.date
_CASSATION = (
    "CIV. 1\n\nCOUR DE CASSATION\n\nAudience publique du 17 mai 2018\n\nPourvoi n° S 17-12.345\n\n"
    "LA COUR DE CASSATION, PREMIÈRE CHAMBRE CIVILE, a rendu l'arrêt suivant :\n\n"
)


@pytest.mark.parametrize(
    ("text", "work", "name", "day"),
    [
        (_CASSATION, "Cass., 17-12.345", "Cass., 17-12.345", _DAY(2018, 5, 17)),
        ("Conseil d'État\n\nN° 393099\nECLI:FR:CEASS:2021:393099.20210421\n\nLecture du mercredi 21 avril 2021\n",
         "ECLI:FR:CEASS:2021:393099.20210421", "CE, 393099", _DAY(2021, 4, 21)),
        ("CONSEIL CONSTITUTIONNEL\n\nDécision n° 2020-800 DC du 11 mai 2020\n",
         "Cons. const., 2020-800 DC", "Cons. const., 2020-800 DC", _DAY(2020, 5, 11)),
        ("COUR D'APPEL DE PARIS\n\nARRET DU 12 MARS 2019\n\nN° RG 17/01234\n", "CA, 17/01234", "CA, 17/01234",
         _DAY(2019, 3, 12)),
        ("Bundesgericht\nTribunal fédéral\n\n4A_466/2012\n\nUrteil vom 5. Februar 2013\n",
         "4A_466/2012", "4A_466/2012", _DAY(2013, 2, 5)),
        ("Gericht\nOGH\n\nEntscheidungsdatum\n23.05.2019\n\nGeschäftszahl\n3Ob233/18g\n\nECLI:AT:OGH0002:2019:0030OB00233.18G.0523.000\n",
         "ECLI:AT:OGH0002:2019:0030OB00233.18G.0523.000", "OGH, 3 Ob 233/18g", _DAY(2019, 5, 23)),
        ("Gericht\nVerwaltungsgerichtshof\n\nEntscheidungsdatum\n22.10.2015\n\nGeschäftszahl\nRa 2015/10/0078\n",
         "VwGH, Ra 2015/10/0078", "VwGH, Ra 2015/10/0078", _DAY(2015, 10, 22)),
        ("FOURTH SECTION\n\nCASE OF SMITH AND OTHERS v. THE UNITED KINGDOM\n\n(Application no. 12345/09)\n\nJUDGMENT\n\n"
         "STRASBOURG\n\n5 May 2015\n", "ECHR-12345/09", "SMITH AND OTHERS v. THE UNITED KINGDOM", _DAY(2015, 5, 5)),
    ],
)  # fmt: skip
def test_heading_identifies_the_decision(
    text: str, work: str, name: str, day: datetime.date
) -> None:
    assert parse_foreign_decision(text) == (work, name, day)


def test_text_about_a_decision_is_none() -> None:
    letter = "Chère cliente,\n\nLa Cour de cassation a jugé (pourvoi n° 17-12.345), que le contrat est nul."
    assert parse_foreign_decision(letter) is None


def test_decision_is_found_by_its_citation(tmp_path: Path) -> None:
    paragraphs = (
        f"{n}. Selon l'arrêt attaqué, le moyen numéro {n} est fondé." for n in range(1, 8)
    )
    (tmp_path / "arret.txt").write_text(_CASSATION + "\n\n".join(paragraphs), encoding="utf-8")
    (tmp_path / "note.txt").write_text(
        "Note sur Cass. civ. 1re, 17 mai 2018, n° 17-12.345.\n",  # too short to tell its language
        encoding="utf-8",
    )
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path], language="fr", vectors=False)
        first = library.search("Cass. civ. 1re, 17 mai 2018, n° 17-12.345", mode="keyword").hits[0]
        assert first.work == "Cass., 17-12.345" and first.named
        assert library.law.show(first.work, "para_3").citation == "Cass., 17-12.345, paragraph 3"
        (cited,) = library.law.references("Cass., 17-12.345").cited_by
        assert cited.title == "note"
