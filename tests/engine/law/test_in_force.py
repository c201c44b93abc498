"""``in-force:`` finds a work on a day if and only if its status says so."""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.engine.law.dated_acts import DAY, act, found

from lexdesk import Document, Library
from lexdesk.document.model import Relation

LAW = {"in force", "applies"}
NO_LAW = {"not yet in force", "no longer in force"}
DAYS = [datetime.date(year, month, 1) for year in range(2000, 2007) for month in (1, 5)]


def repealing(work: str, by: str, day: str, **stated: str) -> Document:
    return act(by, relations=(Relation("repeals", by, work, DAY(day)),), **stated)


@pytest.mark.parametrize(
    ("documents", "in_force", "not_in_force"),
    [
        pytest.param(
            [
                act("old", in_force_from="1993-07-14"),
                repealing("old", "new", "2020-05-26", valid_from="2017-05-05"),
                repealing("old", "new", "2021-05-26", valid_from="2020-04-24"),
            ],
            ["1993-07-14", "2020-05-26", "2021-05-25"],
            ["1993-07-13", "2021-05-26"],
            id="the act that repeals it was amended to do so later",
        ),
        pytest.param(
            [
                act("old", enacted="1995-03-01", valid_from="2019-06-01"),
                repealing("old", "new", "2020-01-01"),
            ],
            ["1995-03-01", "2019-05-31", "2019-12-31"],
            ["1995-02-28", "2020-01-01"],
            id="a revised Act was law before the day to which it is revised",
        ),
        pytest.param(
            [
                act("old", valid_from="2010-01-01", in_force_to="2020-02-29"),
                act("old", valid_from="2015-01-01", in_force_to="2018-12-31"),
            ],
            ["2010-01-01", "2018-12-31"],
            ["2009-12-31", "2019-01-01"],
            id="its end was moved forward",
        ),
        pytest.param(
            [
                act(
                    "old",
                    valid_from="2014-06-17",
                    in_force_from="2014-07-01",
                    in_force_to="2020-12-31",
                ),
                act(
                    "old",
                    valid_from="2023-07-01",
                    in_force_from="2014-07-01",
                    in_force_to="2026-12-31",
                ),
            ],
            ["2014-07-01", "2020-12-31", "2021-01-01", "2026-12-31"],
            ["2014-06-30", "2027-01-01"],
            id="its end was put off by a text that is not there, as that of Regulation (EU) No 651/2014",
        ),
        pytest.param(
            [act("old", in_force_to="2020-02-29")],
            ["1990-01-01", "2020-02-29"],
            ["2020-03-01"],
            id="nothing but its end is known",
        ),
        pytest.param(
            [
                act(
                    "old",
                    in_force_from="2000-01-01",
                    relations=(Relation("repeals", "old", "old", DAY("2001-01-01")),),
                )
            ],
            ["2000-01-01", "2005-01-01"],
            ["1999-12-31"],
            id="no act repeals itself",
        ),
    ],
)
def test_work_is_in_force_as_stated_by_itself_and_repealing_acts(
    documents: list[Document], in_force: list[str], not_in_force: list[str], tmp_path: Path
) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(documents, vectors=False)
        days = [*in_force, *not_in_force]
        days_in_force = [d for d in days if "old" in found(library, f"data in-force:{d}", DAY(d))]
    assert days_in_force == in_force


def test_repeal_on_an_unknown_day_is_named(tmp_path: Path) -> None:
    new = act("new", valid_from="2019-01-01", relations=(Relation("repeals", "new", "old"),))
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([act("old", in_force_from="1993-07-14"), new], vectors=False)
        assert found(library, "data", DAY("2018-12-31"))["old"] == "in force"
        assert found(library, "data", DAY("2020-01-01"))["old"] == "repealed, day unknown"
        shown = library.law.show("old")
    assert (
        "repealed in whole or in part by new" in shown.status_sentence
        and shown.in_force_to is None
        and "no repeal" not in shown.status_sentence
    )


@pytest.fixture(scope="module")
def acts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Draw acts of up to three versions with random days, or without."""
    chance = random.Random(7)
    documents = []

    def perhaps(share: float, *after: str) -> str:
        later = [
            day.isoformat() for day in DAYS if not any(day.isoformat() < a for a in after if a)
        ]
        return chance.choice(later) if later and chance.random() < share else ""

    for number in range(250):
        work = f"3{chance.choice(DAYS).year}R{number:04}"
        enacted = perhaps(0.2)
        for _ in range(chance.randint(1, 3)):
            stated = {"valid_from": perhaps(0.7), "in_force_from": perhaps(0.5)}
            stated["enacted"] = enacted if stated["valid_from"] else ""
            stated["valid_to"] = perhaps(0.2, stated["valid_from"])
            stated["in_force_to"] = perhaps(0.3, stated["in_force_from"])
            stated["applies_from"] = perhaps(0.2)
            of = f"3{chance.choice(DAYS).year}R{chance.randrange(250):04}"
            repeals = (Relation("repeals", work, of, chance.choice([*DAYS, None])),)
            dates = {name: value for name, value in stated.items() if value}
            documents.append(act(work, relations=repeals, **dates))
    with Library.open(tmp_path_factory.mktemp("acts") / "library", create=True) as library:
        library.sources.add_documents(documents, vectors=False)
        yield library


@pytest.mark.parametrize("day", [*DAYS, DAY("1999-12-31"), DAY("2004-02-29"), DAY("2030-01-01")])
def test_in_force_filter_matches_status(acts: Library, day: datetime.date) -> None:
    every = found(acts, "data", day)
    chosen = found(acts, f"data in-force:{day}", day)
    assert chosen.keys() <= every.keys()
    assert {work for work, status in chosen.items() if status in NO_LAW} == set()
    assert {work for work, status in every.items() if status in LAW} - chosen.keys() == set()
    assert len(every) > 200
