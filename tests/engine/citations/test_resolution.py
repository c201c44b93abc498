"""Cited names as works, and ranges of numbers."""

import pytest

from lexdesk.citations import find, find_definitions, index_names, resolve_name
from lexdesk.citations.ranges import expand_range


def test_definitions_give_short_names() -> None:
    text = "“Act of 1997” means the Taxes Consolidation Act, 1997; “Principal Act” means the Land Act 1923."
    assert find_definitions(text) == {
        "Act of 1997": "Taxes Consolidation Act 1997",
        "Principal Act": "Land Act 1923",
    }


def test_names_resolve_to_library_works() -> None:
    names = index_names(
        [
            ("IE-2018-act-7", "Data Protection Act 2018"),
            ("DE-kschg", "Kündigungsschutzgesetz (KSchG)"),
            ("IE-1", "Finance Act 1999"),
            ("IE-2", "Finance Act 1999"),
        ]
    )
    texts = [
        "section 2 of the Data Protection Act, 2018",
        "§ 9 des Kündigungsschutzgesetzes",
        "Finance Act 1999",
    ]
    assert [resolve_name(find(text)[0], names).work for text in texts] == [
        "IE-2018-act-7",
        "DE-kschg",
        "",
    ]


def test_ranges() -> None:
    assert expand_range("12", "14") == ("12", "13", "14")
    assert expand_range("a", "c") == ("a", "b", "c")
    assert expand_range("bb", "dd") == ("bb", "cc", "dd")
    assert expand_range("ii", "vi") == ("ii", "iii", "iv", "v", "vi")
    assert expand_range("22", "22b") == ("22", "22a", "22b")
    assert expand_range("24", "26a") == ("24", "25", "26", "26a")
    assert expand_range("18a", "20") == ("18a", "19", "20")
    assert expand_range("a", "ca") == ("a", "b", "c", "ca")
    assert expand_range("c", "db") == ("c", "d", "da", "db")
    assert expand_range("sb", "sd") == ("sb", "sc", "sd")
    assert expand_range("z", "cc") == ("z", "aa", "bb", "cc")
    assert expand_range("I", "IVa") == ("I", "II", "III", "IV", "IVa")
    assert expand_range("369y", "369zb") == ("369y", "369z", "369za", "369zb")
    assert expand_range("8a", "8ac") == ("8a", "8aa", "8ab", "8ac")
    assert expand_range("325y", "325ab") == ("325y", "325z", "325aa", "325ab")
    assert expand_range("c", "cc") == ("c", "cc")
    assert expand_range("1", "99999") == ("1", "99999")


@pytest.mark.parametrize(
    ("text", "work"),
    [
        ("Article 6 GDPR, Article 5 of the Act", ""),
        ("Article 6 GDPR and Article 5 of the Directive", ""),
        ("Article 6 GDPR and Article 5 of the Regulation", "32016R0679"),
        ("Article 5 AI Act and Article 6 of the Act", "32024R1689"),
    ],
)
def test_type_behind_a_place_is_that_of_the_act_named_before(text: str, work: str) -> None:
    assert [citation.work for citation in find(text, "en")][1] == work
