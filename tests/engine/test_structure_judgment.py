"""Judgments: paragraphs that count from 1 under the name of a court or a citation."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.document import Document
from lexdesk.structure.judgment import recognise

CJEU = (
    "JUDGMENT OF THE COURT (Grand Chamber)\n16 July 2020\n(Reference for a preliminary ruling)\n"
    "In Case C\u2011311/18,\nECLI:EU:C:2020:559\nData Protection Commissioner v Facebook Ireland Ltd\n"
)
IRISH = "THE SUPREME COURT\n[2019] IESC 40\nGrace v An Bord Pleanála\nJudgment of 24 July 2019\n"
TEXT = "What the court says here goes on for a line."


def paragraphs(style: str, numbers: range | list[int]) -> str:
    return "\n".join(f"{style.format(n=n)} {TEXT}" for n in numbers)


def judgment(text: str) -> Document:
    document = Document(text, "")
    found = recognise(document)
    if found is None:
        return document
    found.validate()
    return found


@pytest.mark.parametrize(
    ("head", "style", "work", "short", "date"),
    [
        (CJEU, "{n}", "ECLI:EU:C:2020:559", "Case C-311/18", datetime.date(2020, 7, 16)),
        (CJEU, "{n}.", "ECLI:EU:C:2020:559", "Case C-311/18", datetime.date(2020, 7, 16)),
        (IRISH, "[{n}]", "[2019] IESC 40", "[2019] IESC 40", datetime.date(2019, 7, 24)),
        (IRISH, "{n}.", "[2019] IESC 40", "[2019] IESC 40", datetime.date(2019, 7, 24)),
    ],
)  # fmt: skip
def test_paragraphs(head: str, style: str, work: str, short: str, date: datetime.date) -> None:
    document = judgment(head + paragraphs(style, range(1, 13)))
    last = document.provisions[-1]
    assert (last.eid, last.kind, last.label, last.number) == (
        "para_12",
        "paragraph",
        "paragraph 12",
        "12",
    )
    assert len(document.provisions) == 12
    assert document.text[last.start : last.end] == f"{style.format(n=12)} {TEXT}"
    assert (document.kind, document.work, document.short_title) == ("judgment", work, short)
    assert document.valid_from == date
    assert " v " in document.title


@pytest.mark.parametrize(
    "text",
    [
        CJEU + paragraphs("{n}", [1, 2, 3]),
        CJEU + paragraphs("{n}", range(4, 20)),
        IRISH + paragraphs("[{n}]", [1, 2, 5, 6, 9, 10, 13, 14]),
        "Minutes of a meeting\n" + paragraphs("{n}.", range(1, 20)),
    ],
)  # fmt: skip
def test_what_does_not_hold_together_stays_text(text: str) -> None:
    assert judgment(text).provisions == ()


def test_numbers_of_quoted_paragraphs_are_passed_over() -> None:
    body = (
        paragraphs("[{n}]", [1, 2, 3])
        + f"\n[5] quoted {TEXT}\n"
        + paragraphs("[{n}]", range(4, 10))
    )
    assert [p.number for p in judgment(IRISH + body).provisions] == [str(n) for n in range(1, 10)]


def test_the_operative_part_is_no_paragraph() -> None:
    document = judgment(
        CJEU + paragraphs("{n}", range(1, 9)) + "\nOn those grounds, the Court rules:\n1. Yes."
    )
    last = document.provisions[-1]
    assert "grounds" not in document.text[last.start : last.end]


def test_headings_and_wrapped_lines_belong_to_the_paragraph_before() -> None:
    document = judgment(IRISH + paragraphs("[{n}]", range(1, 9)).replace("goes on", "goes\non"))
    assert len(document.provisions) == 8


@given(st.text(alphabet="[123]. A\nb“", max_size=300))
def test_any_lines_give_a_valid_structure(lines: str) -> None:
    judgment(IRISH + lines + "\n" + paragraphs("[{n}]", range(1, 8)))
