"""The explanation of the rank of the selected result."""

import dataclasses

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot
from tests.gui.test_wording import HIT

from lexdesk.search.results.hits import Answer, Hit
from lexdesk_gui.search.explanation_line import ExplanationLine, Reason, list_parts
from lexdesk_gui.search.result_list import ResultList
from lexdesk_gui.style.theme import Theme


def hit(rank: int = 1, text: str = "one", **why: float | None) -> Hit:
    return dataclasses.replace(HIT, rank=rank, text=text, why={"keyword": None, **why})


@pytest.mark.parametrize(
    ("why", "before", "expected"),
    [
        ({"keyword": 19.0, "semantic": 0.7}, None, [("keyword", 0.5), ("semantic", 1.0)]),
        ({"keyword": 0.0, "semantic": None}, None, [("conditions met", None)]),
        ({"semantic": -0.1}, None, [("conditions met", None)]),
        ({"keyword": 38.0, "rerank": 0.9}, 2, [("keyword", 1.0), ("re-ranked 2 to 1", None)]),
        ({"keyword": 38.0, "rerank": 0.9}, 1, [("keyword", 1.0), ("re-ranked, still 1", None)]),
        ({"keyword": 38.0, "rerank": 0.9}, None, [("keyword", 1.0), ("re-ranked", None)]),
    ],
)
def test_reasons_in_short(
    why: dict[str, float | None], before: int | None, expected: list[tuple[str, float | None]]
) -> None:
    best = hit(2, keyword=38.0, semantic=0.7)
    found = hit(1, "one", **why)
    assert list_parts(found, [found, best], before) == [Reason(*item) for item in expected]


def test_explanation_has_figures_and_bars(theme: Theme, qtbot: QtBot) -> None:
    line = ExplanationLine(theme)
    qtbot.addWidget(line)
    line.resize(theme.look.px(360), theme.look.px(32))
    found, best = hit(2, keyword=19.2, semantic=0.7), hit(keyword=38.5, semantic=0.7)
    line.show_hit(found, [best, found])
    assert line.accessibleName() == "Why no. 2"
    assert line.accessibleDescription() == (
        "Why result 2:  keyword 19.2 (BM25) · semantic 0.70 (cosine)"
    )
    assert line.toolTip().startswith(line.accessibleDescription())
    picture = line.grab().toImage()
    middle = picture.height() // 2
    drawn = [picture.pixelColor(x, middle) for x in range(picture.width())]
    accent, rest = (QColor(token) for token in (theme.look.tokens.accent, theme.look.tokens.line))
    filled, empty = drawn.count(accent), drawn.count(rest)
    assert filled == pytest.approx(1.5 * theme.look.px(28), abs=5)
    assert empty == pytest.approx(0.5 * theme.look.px(28), abs=5)
    line.resize(theme.look.px(90), theme.look.px(32))  # no part of a bar is drawn
    assert not [item for item in _row(line) if item == accent]
    line.show_hit(None)
    assert (line.toolTip(), line.parts) == ("", [])


def _row(line: ExplanationLine) -> list[QColor]:
    picture = line.grab().toImage()
    return [picture.pixelColor(x, picture.height() // 2) for x in range(picture.width())]


def test_rank_before_reranking_is_shown(theme: Theme, qtbot: QtBot) -> None:
    results = ResultList(theme)
    qtbot.addWidget(results)
    one, other = hit(1, "one", keyword=3.0), hit(2, "other", keyword=2.0)
    answer = Answer("cello", "cello", "hybrid", 8.2, 2, 1.0, [one, other], "2026-11-21")
    results.show_answer(answer)
    assert results.explanation_line.parts == [Reason("keyword", 1.0)]
    again = [hit(1, "other", keyword=2.0, rerank=0.9), hit(2, "one", keyword=3.0, rerank=0.1)]
    results.reorder(dataclasses.replace(answer, hits=again))
    assert results.explanation_line.parts[-1] == Reason("re-ranked 2 to 1")
    results.show_answer(dataclasses.replace(answer, query="x"))
    assert results.explanation_line.parts == [Reason("keyword", 1.0)]
