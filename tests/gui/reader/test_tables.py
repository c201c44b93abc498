"""Tables of statutes: rows of cells in the text become tables in the reader and on paper."""

import pytest
from PySide6.QtGui import QTextDocument, QTextTable

from lexdesk_gui.reader.paragraphs import find_longest_cells, make_paragraphs, read_tables
from lexdesk_gui.reader.reading_writer import write_reading
from lexdesk_gui.reader.readings import Reading
from lexdesk_gui.style.document_writer import DocumentWriter
from lexdesk_gui.style.theme import Theme

ARTICLE_122 = (
    "1. Exposures shall be assigned a risk weight in accordance with Table 6.\nTable 6\n"
    "Credit quality step | 1 | 2\n(a) | 20 % | | \nRisk weight | 20 % | 50 %\n| 100 % |\n"
    "2. Other exposures | shall be assigned 100 %."
)


def test_lines_with_as_many_cells_are_rows() -> None:
    found = list(read_tables(make_paragraphs(ARTICLE_122, [], (0, 0))))
    assert [(columns, [row.number for row in rows]) for columns, rows in found] == [
        (0, ["1."]), (0, [""]), (0, [""]), (0, ["(a)"]), (3, ["", ""]), (0, ["2."]),
    ]  # fmt: skip
    (rows,) = (rows for columns, rows in found if columns)
    assert find_longest_cells(rows) == ["Risk weight", "100 %", "50 %"]


def test_long_tables_stay_lines() -> None:
    text = "\n".join("Article 1 | Article 2" for _ in range(601))
    found = list(read_tables(make_paragraphs(text, [], (0, 0))))
    assert [columns for columns, _ in found] == [0] * 601
    assert found[0][1][0].text == "Article 1 · Article 2"


def test_hits_in_cells_are_marked_where_they_stand(theme: Theme) -> None:
    text = "Table 6\nCredit quality step | 1\nRisk weight | 20 %\nApplies."
    spans = [(text.index(word), text.index(word) + len(word)) for word in ("quality", "20")]
    paragraphs = tuple(make_paragraphs(text, spans, (0, len(text))))
    document = QTextDocument()
    written = write_reading(
        Reading("", "", "", paragraphs), DocumentWriter(document, theme.look), theme.look
    )
    plain = document.toPlainText()
    assert [plain[a:b] for a, b in written.marks] == ["quality", "20"]
    assert plain.split("\n") == [
        "Table 6",
        "Credit quality step",
        "1",
        "Risk weight",
        "20 %",
        "Applies.",
    ]
    (table,) = (frame for frame in document.rootFrame().childFrames())
    assert isinstance(table, QTextTable)
    assert (table.rows(), table.columns()) == (2, 2)


@pytest.mark.parametrize("width", [300, 800])
def test_tables_fit_the_width_at_hand(theme: Theme, width: int) -> None:
    text = "Credit quality step of the central government | 1 | 2 | 3\nRisk weight | 20 % | 50 % | 150 %"
    document = QTextDocument()
    document.setTextWidth(width)
    reading = Reading("", "", "", tuple(make_paragraphs(text, [], (0, 0))))
    write_reading(reading, DocumentWriter(document, theme.look), theme.look)
    assert document.size().width() <= width
    rows = [document.findBlockByNumber(n) for n in range(document.blockCount())]
    right = max(
        document.documentLayout().blockBoundingRect(block).right()
        for block in rows
        if block.text() in ("3", "150 %")
    )
    assert right <= width
