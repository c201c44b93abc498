"""Cited eids, resolved to the nearest provision."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.citations.statutes import provision

from lexdesk.citations.cited_eids import Eids, list_cited_forms
from lexdesk.citations.references import split_segments
from lexdesk.document.model import Provision

EIDS = Eids(["art_4", "art_4__point_7", "art_6", "art_6__para_1", "art_6__para_1__point_f", "chp_3", "chp_3__sec_2",
        "sec_601", "sec_601__subsec_5", "sec_601__subsec_5__subpara_ii",
        "title_1__chp_1", "title_2__chp_1", "para_383", "para_383__abs_1", "para_383__abs_1__nr_4"])  # fmt: skip
RESOLVED = [
    ("art_6__para_1", "art_6__para_1"),
    ("art_4__para_7", "art_4__point_7"),
    ("art_6__point_1", "art_6__para_1"),
    ("art_6__point_f", "art_6__para_1__point_f"),
    ("art_6__para_9__point_a", "art_6"),
    ("para_383__nr_4", "para_383__abs_1__nr_4"),
    ("sec_2", "chp_3__sec_2"),
    ("sec_601__subsec_5__para_ii", "sec_601__subsec_5__subpara_ii"),
    ("sec_601__subsec_5__para_ii__subpara_a", "sec_601__subsec_5__subpara_ii"),
    ("chp_1", None),
    ("art_7", None),
]


@pytest.mark.parametrize(("target", "expected"), RESOLVED)
def test_target_resolves_to_nearest_provision(target: str, expected: str | None) -> None:
    assert EIDS.resolve(target) == expected


def test_cited_forms_of_provision() -> None:
    assert list_cited_forms("art_4__point_7__point_a") == (
        "art_4__point_7__point_a",
        "art_4__para_7__point_a",
    )
    assert list_cited_forms("title_2__chp_3__sec_2") == (
        "title_2__chp_3__sec_2",
        "chp_3__sec_2",
        "sec_2",
    )
    assert "anx_2__point_1" in list_cited_forms("anx_ii__point_1")
    assert list_cited_forms("anx_iv") == ("anx_iv", "anx_4", "annexe_iv")
    assert list_cited_forms("anx_c") == ("anx_c",), "the letter, and not the hundredth"
    assert list_cited_forms("art_6__para_1__point_f")[0] == "art_6__para_1__point_f"


@given(st.sampled_from(sorted(EIDS)))
def test_every_cited_form_resolves_to_its_provision(eid: str) -> None:
    """Or to none, if others share the form; the whole eid is unique."""
    whole, *shorter = list_cited_forms(eid)
    assert EIDS.resolve(whole) == eid
    for form in shorter:
        assert EIDS.resolve(form) in (eid, None)


@st.composite
def nested(draw: st.DrawFn) -> tuple[str, list[Provision]]:
    """Generate a text with nested and separate provisions."""
    size = draw(st.integers(0, 40))
    provisions: list[Provision] = []

    def fill(start: int, end: int, parent: str | None, depth: int) -> None:
        at = start
        while at < end and depth < 4 and draw(st.booleans()):
            first = draw(st.integers(at, end))
            at = draw(st.integers(first, end))
            eid = f"{parent}__point_{len(provisions)}" if parent else f"art_{len(provisions)}"
            provisions.append(provision(eid, first, at, parent))
            fill(first, at, eid, depth + 1)

    fill(0, size, None, 0)
    return "x" * size, provisions


@given(nested())
def test_segments_tile_the_text_by_innermost_provisions(case: tuple[str, list[Provision]]) -> None:
    text, provisions = case
    segments = split_segments(text, provisions)
    assert [s.start for s in segments] == [0, *(s.end for s in segments[:-1])][: len(segments)]
    assert (segments[-1].end if segments else 0) == len(text)
    for segment in segments:
        around = [p for p in provisions if p.start <= segment.start and segment.end <= p.end]
        innermost = max(around, key=lambda p: p.eid.count("__")).eid if around else ""
        assert segment.eid == innermost
