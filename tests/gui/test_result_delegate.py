"""The two lines of a row: always cut at words, never more than two, with their hits."""

import pytest
from PySide6.QtWidgets import QApplication

from lexdesk_gui.result_delegate import set_text
from lexdesk_gui.theme import Theme

ARTICLE = (
    "3. The data subject shall have the right to withdraw his or her consent at any time. The"
    " withdrawal of consent shall not affect the lawfulness of processing based on consent before"
    " its withdrawal. Prior to giving consent, the data subject shall be informed thereof."
)


@pytest.mark.parametrize("width", [120, 240, 360, 900])
@pytest.mark.parametrize(
    "text", [ARTICLE, "consent", "", "Donaudampfschifffahrtsgesellschaft" * 9, "𝔉ür 𝔡ie " * 60]
)
def test_fits_two_lines(theme: Theme, qapp: QApplication, width: int, text: str) -> None:
    made = set_text(theme.look, text, [], width)
    assert made.layout.lineCount() <= 2
    shown = made.layout.text().replace("…", "").split()
    assert set(shown) <= set(text.split()) or " " not in text


def test_fills_both_lines_around_the_hits(theme: Theme, qapp: QApplication) -> None:
    start = ARTICLE.index("consent")
    made = set_text(theme.look, ARTICLE, [(start, start + 7)], 360)
    text = made.layout.text()
    assert [text[a:b] for a, b in made.marks] == ["consent"]
    assert made.layout.lineAt(1).naturalTextWidth() > 0.6 * 360
