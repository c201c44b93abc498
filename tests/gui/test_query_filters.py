"""Filters of a query: read from it, added and removed."""

import pytest
from PySide6.QtWidgets import QApplication

from lexdesk_gui.language import Language, install
from lexdesk_gui.search.counting_session import narrow_query
from lexdesk_gui.search.query_filters import (
    QueryFilter,
    filter_label,
    list_filters,
    only_filters,
    with_filter,
    with_value,
    without_filter,
    without_value,
)


def test_one_filter_of_a_name() -> None:
    assert with_filter("consent", "kind", "statute") == "consent kind:statute"
    assert with_filter("consent kind:email", "kind", "statute") == "consent kind:statute"
    assert with_filter("", "date", "2001..2004") == "date:2001..2004"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("consent OR child", "consent OR child lang:en"),  # not child in English, or consent
        ("(consent OR child) lang:de", "(consent OR child) lang:en"),
        ("kind:email OR kind:contract", "(kind:email OR kind:contract) lang:en"),
        ('consent AND "child', 'consent AND "child lang:en'),  # a mistake stays what it is
    ],
)
def test_a_choice_narrows_all_that_or_joins(query: str, expected: str) -> None:
    assert with_filter(query, "lang", "en") == expected


@pytest.mark.parametrize(
    ("query", "remaining"),
    [
        ("consent AND kind:email", "consent"),
        ("kind:email AND consent", "consent"),
        ("consent AND kind:email AND child", "consent AND child"),
        ("consent AND kind:email child", "consent AND child"),
        ("consent AND (kind:email)", "consent"),
        ("LAND kind:email", "LAND"),
        ("Miete UND kind:email UND Pacht", "Miete UND Pacht"),
        ("kind:email UND Miete", "Miete"),
        ("FREUND kind:email", "FREUND"),
        ("a  kind:email  b", "a b"),
    ],
)
def test_a_filter_goes_with_the_and_that_joined_it(query: str, remaining: str) -> None:
    (item,) = list_filters(query)
    assert without_filter(query, item) == remaining


def test_filters_between_wide_spaces_are_removed() -> None:
    assert narrow_query("a  kind:email lang:en", "lang", "de") == "(a) AND kind:email AND lang:de"


@pytest.mark.parametrize(
    "query",
    [
        "consent NOT kind:email",
        "kind:email OR child",
        "kind:email OR lang:en",
        "child (a kind:email OR b)",
    ],
)
def test_a_filter_that_not_every_hit_fulfils_is_no_choice(query: str) -> None:
    assert list_filters(query) == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("withdraw consent", "(withdraw consent) AND kind:statute"),
        ("consent lang:en", "(consent) AND lang:en AND kind:statute"),
        ("kind:email", "kind:statute"),
    ],
)
def test_a_count_is_of_results_that_hold_the_words(query: str, expected: str) -> None:
    assert narrow_query(query, "kind", "statute") == expected


@pytest.mark.parametrize(
    ("query", "value", "expected"),
    [
        ("consent", "en", "consent lang:en"),
        ("consent lang:en", "de", "consent (lang:en OR lang:de)"),
        ("consent AND (lang:en OR lang:de)", "fr", "consent (lang:en OR lang:de OR lang:fr)"),
        ("consent OR child", "en", "consent OR child lang:en"),
        ("lang:en", "de", "(lang:en OR lang:de)"),
        ("lang:en OR lang:de", "fr", "(lang:en OR lang:de OR lang:fr)"),
        ("lang:en consent", "en", "consent lang:en"),
    ],
)
def test_value_is_added_to_filter(query: str, value: str, expected: str) -> None:
    found = with_value(query, "lang", value)
    assert found == expected
    (demand,) = list_filters(found)
    assert demand.has(value.upper())


@pytest.mark.parametrize(
    ("query", "remaining"),
    [
        ("consent lang:en", "consent"),
        ("consent (lang:en OR lang:de)", "consent lang:de"),
        ("(lang:de OR lang:en) AND consent", "consent lang:de"),
        ("consent (lang:en OR lang:de OR lang:fr)", "consent (lang:de OR lang:fr)"),
        ("consent lang:de", "consent lang:de"),
    ],
)
def test_a_value_goes_and_the_others_stay(query: str, remaining: str) -> None:
    assert without_value(query, "lang", "EN") == remaining


def test_of_days_and_acts_one_takes_the_place_of_the_other() -> None:
    query = "consent in-force:2018-03-01"
    assert with_value(query, "in-force", "2020-01-01") == "consent in-force:2020-01-01"
    assert with_value("consent work:GDPR", "work", "DSA") == "consent work:DSA"


def test_filters_without_words_are_a_query() -> None:
    query = "consent (kind:email OR kind:contract) AND lang:en"
    assert only_filters(query) == "(kind:email OR kind:contract) AND lang:en"
    assert list_filters(only_filters(query)) == [
        QueryFilter("kind", ("email", "contract")),
        QueryFilter("lang", ("en",)),
    ]
    assert narrow_query(query, "kind", "statute") == "(consent) AND lang:en AND kind:statute"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "query", "expected"),
    [
        ("en", "in-force:2018-03-01 controller", "In force: 1 Mar 2018"),
        ("de", "in-force:2018-03-01 controller", "In Kraft: 1. März 2018"),
        ("en", "date:2016-05-04..2018 x", "Date: 4 May 2016 to 2018"),
        ("en", "date:2016.. x", "Date: from 2016"),
        ("de", "date:..2016 x", "Datum: bis 2016"),
        ("en", "date:2016 x", "Date: 2016"),
        ("en", "after:2018 x", "After: 2018"),
        ("en", "folder:2018-03-01 x", "Folder: 2018-03-01"),
        ("en", "x (lang:en OR lang:de)", "Language: English, German"),
        ("de", "x AND (kind:contract OR kind:email)", "Art: Vertrag, E-Mail"),
    ],
)
def test_chips_write_days_as_all_of_the_window_does(
    qapp: QApplication, language: Language, query: str, expected: str
) -> None:
    install(qapp, language)
    try:
        assert [filter_label(filter) for filter in list_filters(query)] == [expected]
    finally:
        install(qapp, "en")
