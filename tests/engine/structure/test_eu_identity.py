"""Identity of acts of the Union: CELEX numbers, dates and numbers from titles."""

import datetime

import pytest

from lexdesk.structure.dates import find_date, find_numeric_date
from lexdesk.structure.eu.identity import read_title_celex
from lexdesk.structure.eu.numbering import convert_to_title_case, read_article_number


@pytest.mark.parametrize(
    ("title", "celex"),
    [
        ("Regulation (EU) 2016/679 of", "32016R0679"), ("Regulation (EU) No 575/2013 of", "32013R0575"),
        ("Directive 95/46/EC of", "31995L0046"), ("Directive (EU) 2015/849", "32015L0849"),
        ("Verordnung (EG) Nr. 1/2003 des Rates", "32003R0001"), ("Règlement (CE) n° 1/2003", "32003R0001"),
        ("Regulation (EEC) No 1408/71 of", "31971R1408"), ("Directive 2014/65/EU of", "32014L0065"),
        ("Treaty on European Union", ""),
    ],
)  # fmt: skip
def test_celex_numbers_from_titles(title: str, celex: str) -> None:
    kinds = {"R": "regulation", "V": "regulation", "D": "directive", "T": "act"}
    assert read_title_celex(title, kinds[title[0]]) == celex


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("of 27 April 2016", datetime.date(2016, 4, 27)), ("vom 27. April 2016", datetime.date(2016, 4, 27)),
        ("du 1er mars 2003", datetime.date(2003, 3, 1)), ("de 9 de marzo de 2011", datetime.date(2011, 3, 9)),
        ("of 31 February 2016", None), ("of 12 Brumaire 2016", None),
    ],
)  # fmt: skip
def test_dates_in_titles(text: str, date: datetime.date | None) -> None:
    assert find_date(text) == date


def test_impossible_version_date_is_ignored() -> None:
    assert find_numeric_date("32.13.2016") is None
    assert find_numeric_date("04.05.2016") == datetime.date(2016, 5, 4)


@pytest.mark.parametrize(
    ("printed", "number"),
    [("Article 38o", "38o"), ("Artigo 6.o", "6"), ("Article 1º", "1"), ("Article 4 a", "4a"), ("Article 3 bis", "3bis")],
)  # fmt: skip
def test_article_numbers(printed: str, number: str) -> None:
    assert read_article_number(printed) == number


def test_capitals_become_running_text() -> None:
    printed = "REGULATION (EU) No 575/2013 OF THE EUROPEAN PARLIAMENT AND OF THE COUNCIL"
    assert (
        convert_to_title_case(printed)
        == "Regulation (EU) No 575/2013 of the European Parliament and of the Council"
    )
    assert convert_to_title_case("of 27 April 2016") == "of 27 April 2016"
