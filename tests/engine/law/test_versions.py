"""Versions on a day, successive states of a provision, and its status."""

from __future__ import annotations

import datetime
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.law.revision import compare_units
from lexdesk.law.versions import (
    ProvisionText,
    Repeal,
    Times,
    Version,
    build_states,
    build_versions,
    decide_status_on,
    derive_times,
    find_renumbered,
    find_version_on,
    is_valid_on,
)
from lexdesk.storage.schema import ExpressionRow

_ids = itertools.count(1)


def day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


def row(valid_from: str | None, valid_to: str | None = None, **times: str) -> ExpressionRow:
    return ExpressionRow(
        id=next(_ids), work="32000R0001", title="", short_title="", kind="regulation", language="en",
        valid_from=valid_from, valid_to=valid_to, in_force_from=times.get("in_force_from"),
        in_force_to=times.get("in_force_to"), applies_from=times.get("applies_from"), path=None,
    )  # fmt: skip


def spans(versions: list[Version]) -> list[tuple[str | None, str | None]]:
    return [tuple(d and d.isoformat() for d in (v.valid_from, v.valid_to)) for v in versions]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        ([], []),
        ([(None, None)], [(None, None)]),
        (
            [("2018-01-01", None), ("2016-01-01", "2017-12-31")],
            [("2016-01-01", "2017-12-31"), ("2018-01-01", None)],
        ),
        (  # an act as adopted has no end of its own
            [("2016-04-27", None), ("2016-05-04", None)],
            [("2016-04-27", "2016-05-03"), ("2016-05-04", None)],
        ),
        (  # where two overlap, the later one holds
            [("2016-01-01", "2019-01-01"), ("2018-01-01", "2018-06-30")],
            [("2016-01-01", "2017-12-31"), ("2018-01-01", "2018-06-30")],
        ),
        (  # several files of one version: it ends where the first of them says
            [("2016-01-01", None), ("2016-01-01", "2017-12-31")],
            [("2016-01-01", "2017-12-31")],
        ),
        ([("2016-01-01", None), (None, None)], [("2016-01-01", None)]),  # a date is worth more
    ],
)
def test_versions(
    dates: list[tuple[str | None, str | None]], expected: list[tuple[str | None, str | None]]
) -> None:
    assert spans(build_versions(row(*date) for date in dates)) == expected


def test_last_read_file_comes_first() -> None:
    first, second = row("2016-01-01"), row("2016-01-01")
    assert build_versions([first, second])[0].expressions == (second, first)


@pytest.mark.parametrize(
    ("on", "expected"),
    [
        ("2015-12-31", None), ("2016-01-01", "2016-01-01"), ("2017-12-31", "2016-01-01"),
        ("2018-01-01", None), ("2018-02-01", "2018-02-01"), ("2999-01-01", "2018-02-01"),
    ],
)  # fmt: skip
def test_version_on_day(on: str, expected: str | None) -> None:
    versions = build_versions([row("2016-01-01", "2017-12-31"), row("2018-02-01")])
    found = find_version_on(versions, day(on))
    assert (found and found.valid_from and found.valid_from.isoformat()) == expected


def test_undated_version_is_valid_on_every_day() -> None:
    assert find_version_on(build_versions([row(None)]), day("1804-03-21")) is not None


ranges = st.tuples(
    st.dates(datetime.date(2000, 1, 1), datetime.date(2030, 1, 1)), st.none() | st.integers(0, 3000)
)


@given(st.lists(ranges, max_size=8), st.dates(datetime.date(1999, 1, 1), datetime.date(2040, 1, 1)))
def test_at_most_one_version_is_valid(
    drawn: list[tuple[datetime.date, int | None]], on: datetime.date
) -> None:
    rows = [
        row(a.isoformat(), None if n is None else (a + datetime.timedelta(n)).isoformat())
        for a, n in drawn
    ]
    versions = build_versions(rows)
    holding = [v for v in versions if is_valid_on(v, on)]
    assert len(holding) <= 1
    begun = [v.valid_from for v in versions if v.valid_from and v.valid_from <= on]
    if holding:
        assert holding[0].valid_from == max(begun)


def states(
    texts: dict[str, str | None], *dates: tuple[str, str | None]
) -> list[tuple[object, ...]]:
    """The states of a provision with these texts by ``valid_from``, as (from, to, text)."""

    def text_in(version: Version) -> ProvisionText | None:
        text = texts[str(version.valid_from)]
        return None if text is None else ProvisionText(version.expressions[0], "art_1", text)

    found = build_states(build_versions(row(*date) for date in dates), text_in)
    return [(str(s.valid_from), s.valid_to and str(s.valid_to), s.found.text) for s in found]


A, B, C = ("2016-01-01", "2016-12-31"), ("2017-01-01", "2017-12-31"), ("2018-01-01", None)


@pytest.mark.parametrize(
    ("texts", "dates", "expected"),
    [
        ("xxx", (A, B, C), [(A[0], None, "x")]),
        ("xxy", (A, B, C), [(A[0], B[1], "x"), (C[0], None, "y")]),
        ("xyx", (A, B, C), [(A[0], A[1], "x"), (B[0], B[1], "y"), (C[0], None, "x")]),
        ("x-x", (A, B, C), [(A[0], A[1], "x"), (C[0], None, "x")]),  # missing in between
        ("-xx", (A, B, C), [(B[0], None, "x")]),
        ("xx-", (A, B, C), [(A[0], B[1], "x")]),
        ("xx", (A, C), [(A[0], A[1], "x"), (C[0], None, "x")]),  # a gap in time
    ],
)
def test_states(
    texts: str, dates: tuple[tuple[str, str | None], ...], expected: list[tuple[object, ...]]
) -> None:
    by_day = {d[0]: None if t == "-" else t for d, t in zip(dates, texts, strict=True)}
    assert states(by_day, *dates) == expected


GDPR = Times(day("2016-05-24"), None, day("2018-05-25"))


@pytest.mark.parametrize(
    ("times", "on", "name", "sentence"),
    [
        (GDPR, "2016-05-23", "not yet in force",
         "will be in force from 24 May 2016, will apply from 25 May 2018"),
        (GDPR, "2016-05-24", "not yet applicable",
         "in force since 24 May 2016 (no repeal in the library), applies from 25 May 2018"),
        (GDPR, "2018-05-24", "not yet applicable",
         "in force since 24 May 2016 (no repeal in the library), applies from 25 May 2018"),
        (GDPR, "2018-05-25", "applies", "in force since 24 May 2016 (no repeal in the library), applies since 25 May 2018"),
        (Times(day("2000-01-01")), "2001-01-01", "in force", "in force since 1 January 2000 (no repeal in the library)"),
        (Times(day("2000-01-01"), day("2000-12-31")), "2001-01-01", "no longer in force",
         "was in force from 1 January 2000 to 31 December 2000"),
        (Times(None, day("2018-05-24")), "2018-05-25", "no longer in force",
         "was in force to 24 May 2018"),
        (Times(None, day("2018-05-24")), "2018-05-24", "in force", "in force to 24 May 2018"),
        (Times(None, None, day("2018-01-03")), "2017-01-01", "not yet applicable",
         "applies from 3 January 2018"),
    ],
)  # fmt: skip
def test_status(times: Times, on: str, name: str, sentence: str) -> None:
    status = decide_status_on(times, day(on))
    assert status is not None
    assert (status.name, status.sentence) == (name, sentence)


def test_work_without_dates_has_no_status() -> None:
    assert decide_status_on(Times(), day("2020-01-01")) is None


def test_times_come_from_chosen_or_nearest_version() -> None:
    adopted = row("2014-05-15", in_force_from="2014-07-02", applies_from="2017-01-03")
    consolidated = row("2016-07-01", applies_from="2018-01-03")
    both = [adopted, consolidated]
    early = datetime.date(2015, 1, 1)
    assert derive_times(both, consolidated, early) == Times(
        day("2014-07-02"), None, day("2018-01-03")
    )
    assert derive_times(both, adopted, early).applies_from == day("2017-01-03")
    assert derive_times(
        both, adopted, early, Repeal("other", day("2020-01-01"))
    ).in_force_to == day("2019-12-31")


@pytest.mark.parametrize(
    ("on", "applies"),
    [("2016-12-31", "2017-01-03"), ("2017-01-03", "2018-01-03"), ("2019-05-01", "2018-01-03")],
)
def test_moved_day_of_application_is_taken_from_later_text(on: str, applies: str) -> None:
    """MiFID II as adopted and as of 2026, without the text of 2016 that moved the day."""
    adopted = row("2014-05-15", applies_from="2017-01-03")
    today = row("2026-06-06", applies_from="2018-01-03")
    times = derive_times([adopted, today], adopted, datetime.date.fromisoformat(on))
    assert times.applies_from == day(applies)


def test_same_text_under_another_eid_is_renumbered() -> None:
    before = {"art_16_bis": "Waivers.", "art_17": "Trading.", "art_18": "Same.", "art_19": "Same."}
    after = {"art_16a": "Waivers.", "art_17": "Trading.", "art_20": "Same."}
    assert find_renumbered(before, after) == {"art_16_bis": "art_16a"}


@pytest.mark.parametrize(
    ("before", "after", "moved", "changes"),
    [
        pytest.param(
            {"art_2a": "Article 2a\nRepairs are free.", "art_3": "Article 3\nThis enters into force."},
            {"art_3": "Article 3\nRepairs are free.", "art_4": "Article 4\nThis enters into force."},
            {"art_2a": "art_3", "art_3": "art_4"}, ([], [], []), id="number taken over",
        ),
        pytest.param(
            {"para_3": "§ 3 Tinte ist blau."}, {"para_3": "§ 3 Stifte sind rot.", "para_4": "§ 4 Tinte ist blau."},
            {"para_3": "para_4"}, ([], ["para_3"], []), id="new text under the old number",
        ),
        pytest.param(
            {"art_1": "Article 1 Old.", "art_2": "Article 2 Kept."}, {"art_1": "Article 1 Kept."},
            {"art_2": "art_1"}, ([], [], ["art_1"]), id="number of a removed one",
        ),
        pytest.param(
            {"art_1": "Article 1 One.", "art_2": "Article 2 Two."}, {"art_1": "Article 1 Uno.", "art_2": "Article 2 Two."},
            {}, (["art_1"], [], []), id="amended",
        ),
        pytest.param(
            {"art_1": "Article 1 (deleted)", "art_2": "Article 2 (deleted)"}, {"art_3": "Article 3 (deleted)"},
            {}, ([], ["art_3"], ["art_1", "art_2"]), id="ambiguous",
        ),
    ],
)  # fmt: skip
def test_number_in_the_text_does_not_hide_a_renumbered_provision(
    before: dict[str, str],
    after: dict[str, str],
    moved: dict[str, str],
    changes: tuple[list[str], list[str], list[str]],
) -> None:
    assert find_renumbered(before, after) == moved
    found = compare_units(before, after)
    assert (found.amended, found.inserted, found.removed) == changes
