"""Provisions for the matter of a query, which their texts name in other words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import lexdesk
from lexdesk import Library
from lexdesk.search.expansion.subject_index import SUBJECTS
from lexdesk.text.tables import listed, read_table

_STATUTE = """---
Title: Strafgesetzbuch
jurabk: StGB
slug: stgb
---

# Strafgesetzbuch (StGB)

##### § 253 Erpressung

Wer einen Menschen durch Drohung nötigt und dadurch dem Vermögen Nachteil zufügt, wird bestraft.

##### § 263 Betrug

Wer das Vermögen eines anderen durch Vorspiegelung falscher Tatsachen beschädigt, wird bestraft.
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("subjects")
    (folder / "stgb.md").write_text(_STATUTE, encoding="utf-8")
    (folder / "letter.txt").write_text(
        "Dear client,\n\nblackmail is a word of the German press. The Enkeltrick fails.\n",
        encoding="utf-8",
    )
    act = Path(lexdesk.__file__).parent / "demo" / "L_2016119EN.01000101.xml"
    with Library.open(folder / "library", create=True) as opened:
        opened.sources.add([folder / "stgb.md", folder / "letter.txt", act], vectors=False)
        yield opened


@pytest.mark.parametrize(
    ("query", "work", "eid"),
    [
        ("Enkeltrick", "DE-stgb", "para_263"),
        ("Opfer eines Enkeltricks", "DE-stgb", "para_263"),
        ("blackmail German Criminal Code", "DE-stgb", "para_253"),
        ("blackmail under German law", "DE-stgb", "para_253"),
        ("Do I have to tell people when their data was leaked?", "32016R0679", "art_34"),
        ("can my employer monitor my computer", "32016R0679", "art_88"),
    ],
)
def test_matter_finds_the_general_provision(
    library: Library, query: str, work: str, eid: str
) -> None:
    first = library.search(query, mode="keyword").hits[0]
    assert (first.work, first.eid.partition("__")[0] if first.eid else "") == (work, eid)


def test_other_language_counts_only_with_its_country(library: Library) -> None:
    hits = library.search("blackmail", mode="keyword").hits
    assert all(hit.work != "DE-stgb" for hit in hits)


def test_required_words_leave_the_order_alone(library: Library) -> None:
    hits = library.search('"Enkeltrick"', mode="keyword").hits
    assert all(hit.work != "DE-stgb" for hit in hits)


def test_rows_are_complete() -> None:
    rows = read_table(SUBJECTS, ("work", "eid", "language", "subjects"))
    for row in rows:
        assert re.fullmatch(r"3\d{4}[RLD]\d{4}|(?:DE|IE)-[\w-]+", row["work"]), row
        assert re.fullmatch(r"(?:art|para|sec|anx)_\d+\w*", row["eid"]), row
        assert row["language"] in ("de", "en", "fr") and list(listed(row["subjects"])), row
    places = [(row["work"], row["eid"], row["language"]) for row in rows]
    assert len(places) == len(set(places))
