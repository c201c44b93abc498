"""The result model, checked by Qt's model tester."""

import dataclasses
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

import lexdesk_gui
from lexdesk.law.citation_labels import label_usual_citation
from lexdesk.library.library import Library
from lexdesk.search.results.hits import Answer
from lexdesk_gui.search.result_list import ResultList
from lexdesk_gui.search.result_model import DuplicateRole, HitRole, ResultModel, sort_hits
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import ElidedLabel

FIXED_TOOL_TIPS = {
    "search/year_range.py", "search/search_field.py", "reader/second_reader.py", "compare/version_line.py",
    "compare/change_bar.py", "match/coverage.py", "indexing/folders_card.py",
}  # fmt: skip
"""Modules that show tool tips of their own words alone."""


@pytest.fixture
def answer(gdpr: Path) -> Answer:
    with Library.open(gdpr) as library:
        return library.search("data", mode="keyword", top=120)


def test_parts_without_room_are_left_out(theme: Theme) -> None:
    line = ElidedLabel(separator=" · ")
    line.setText("best 100 shown · 188 ms")
    metrics = line.fontMetrics()
    assert metrics.horizontalAdvance("best 100 shown") < metrics.horizontalAdvance(line.text())
    line.resize(metrics.horizontalAdvance("best 100 shown · 18"), 20)
    assert line.fitting_text == "best 100 shown"
    line.resize(metrics.horizontalAdvance(line.text()) + 1, 20)
    assert line.fitting_text == line.text()
    line.resize(metrics.horizontalAdvance("best 10"), 20)
    assert line.fitting_text.startswith("best") and line.fitting_text.endswith("…")


def test_rows_are_handed_out_as_the_list_needs_them(answer: Answer) -> None:
    model = ResultModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    tester.setUseFetchMore(False)  # it would fetch inside the reset, and then complain of that
    model.put(answer)
    assert model.rowCount() == 50
    model.fetchMore(QModelIndex())
    model.fetchMore(QModelIndex())
    assert model.rowCount() == len(answer.hits) == 120
    assert not model.canFetchMore(QModelIndex())
    model.put(None)
    assert model.rowCount() == 0
    assert tester.model() is model


def test_row_has_title_hit_and_accessible_text(gdpr: Path) -> None:
    with Library.open(gdpr) as library:
        answer = library.search("withdraw consent", mode="keyword", top=3)
    model = ResultModel()
    model.put(answer)
    first = model.index(0)
    assert first.data() == "Article 7(3) GDPR"
    assert first.data(Qt.ItemDataRole.ToolTipRole) == (
        "Article 7(3) GDPR\nArticle 7(3) Regulation (EU) 2016/679"
    )
    assert first.data(HitRole) is answer.hits[0]
    assert first.data(Qt.ItemDataRole.AccessibleTextRole) == (
        "Article 7(3) GDPR, In force, Conditions for consent, "
        f"subject index: withdraw consent, result 1 of {answer.total}"
    )
    assert model.row_of(answer.hits[2]) == 2


def test_picture_named_by_title_is_not_opened(
    qapp: object, answer: Answer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Qt takes a tool tip with tags for HTML; on Windows, a picture of another machine sends it the user's password."""
    tags = f'<img src="{tmp_path / "picture.png"}">'
    monkeypatch.setattr("lexdesk_gui.search.result_model.label_usual_citation", lambda _: tags)
    model = ResultModel()
    model.put(dataclasses.replace(answer, hits=answer.hits[:1]))
    tip = model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    document = QTextDocument()
    document.setHtml(tip)
    assert document.toPlainText().startswith(tags)
    label = ElidedLabel()
    label.setText(tags)
    assert label.textFormat() == Qt.TextFormat.PlainText


def test_tool_tips_with_texts_of_documents_are_escaped() -> None:
    folder = Path(lexdesk_gui.__file__).parent
    raw = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        if re.search(r"\.setToolTip\(|ToolTipRole", text := path.read_text("utf-8"))
        and "escape_tooltip" not in text
    }
    assert raw == FIXED_TOOL_TIPS


def test_row_has_near_duplicate(answer: Answer) -> None:
    hits = [
        dataclasses.replace(hit, near_duplicate_of=1) if hit.rank == 3 else hit
        for hit in answer.hits
    ]
    model = ResultModel()
    model.put(dataclasses.replace(answer, hits=hits[:3]))
    first = label_usual_citation(hits[0])
    assert [model.index(row).data(DuplicateRole) for row in range(3)] == ["", "", first]
    assert model.index(0).data(Qt.ItemDataRole.ToolTipRole) == f"{first}\n{hits[0].citation}"
    sentence = f"{label_usual_citation(hits[2])}\n{hits[2].citation}\nnearly identical to {first}"
    assert model.index(2).data(Qt.ItemDataRole.ToolTipRole) == sentence
    assert f"nearly identical to {first}" in model.index(2).data(Qt.ItemDataRole.AccessibleTextRole)
    # An answer that comes later may number its hits otherwise; what is shown stays as it was told.
    later = [dataclasses.replace(hit, rank=hit.rank + 1) for hit in hits]
    model.extend(dataclasses.replace(answer, hits=[*later[:2], *later[3:]]))
    assert model.index(2).data(DuplicateRole) == first
    assert not model.index(4).data(DuplicateRole)


def test_further_hits_stand_where_the_order_has_them(answer: Answer) -> None:
    model = ResultModel()
    model.put(dataclasses.replace(answer, hits=answer.hits[:60]))
    model.sort_by("title")
    shown = [model.hit(row) for row in range(model.rowCount())]
    model.extend(answer)
    assert list(model.hits) == sort_hits(answer.hits, "title")
    after = [model.hit(row) for row in range(model.rowCount())]
    assert [hit for hit in after if hit in shown] == shown


def test_the_list_tells_as_many_as_it_has(answer: Answer, theme: Theme, qtbot: QtBot) -> None:
    """Semantic results follow once typing pauses, and a screen reader reads each number with the total."""
    found = ResultList(theme)
    qtbot.addWidget(found)
    hits = [dataclasses.replace(hit, copies=hit.rank == 1) for hit in answer.hits]
    answers = [
        dataclasses.replace(answer, mode="hybrid", total=5, hits=hits[:count])
        for count in (20, 100, 120)
    ]
    found.show_answer(answers[0])
    found.reorder(answers[1])
    assert found.count_label.text() == "101 results"
    found.extend(answers[2])
    assert found.count_label.text() == "121 results"
    assert found.note.text().startswith("5 by keyword")
    assert found.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole).endswith("of 121")
