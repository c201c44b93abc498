"""The two lines of a row: always cut at words, never more than two, with their hits."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication

from lexdesk_gui.look.theme import Theme
from lexdesk_gui.search.result_delegate import set_head, set_text
from lexdesk_gui.wording import Badge

ARTICLE = (
    "3. The data subject shall have the right to withdraw his or her consent at any time. The"
    " withdrawal of consent shall not affect the lawfulness of processing based on consent before"
    " its withdrawal. Prior to giving consent, the data subject shall be informed thereof."
)


@pytest.mark.parametrize("width", [120, 240, 360, 900])
@pytest.mark.parametrize(
    "text", [ARTICLE, "consent", "", "Donaudampfschifffahrtsgesellschaft" * 9, "𝔉ür 𝔡ie " * 60]
)
@pytest.mark.parametrize("most", [1, 2])
def test_fits_its_lines(theme: Theme, qapp: QApplication, width: int, text: str, most: int) -> None:
    made = set_text(theme.look, text, [], width, most)
    assert made.layout.lineCount() <= most
    shown = made.layout.text().replace("…", "").split()
    assert set(shown) <= set(text.split()) or " " not in text


def test_fills_both_lines_around_the_hits(theme: Theme, qapp: QApplication) -> None:
    start = ARTICLE.index("consent")
    made = set_text(theme.look, ARTICLE, [(start, start + 7)], 360)
    text = made.layout.text()
    assert [text[a:b] for a, b in made.marks] == ["consent"]
    assert made.layout.lineAt(1).naturalTextWidth() > 0.6 * 360


@pytest.mark.parametrize("width", [240, 320, 360, 700])
@pytest.mark.parametrize(
    "badge", [None, Badge("Not in force", "bad"), Badge("PDF", "kind")], ids=["none", "bad", "kind"]
)
@pytest.mark.parametrize(
    "citation",
    [
        "Article 7(3) GDPR",
        "Article 13(2)(c) Regulation (EU) 2016/679",
        "Article 58(2)(h) Commission Delegated Regulation (EU) 2016/679",
        "Confidential_Treatment_Request_10-K_Exhibit_10.12_Amended_Lease_2019.pdf, p. 33",
    ],
)
def test_a_citation_is_whole_and_nothing_stands_on_it(
    theme: Theme, qapp: QApplication, citation: str, badge: Badge | None, width: int
) -> None:
    inner = QRect(16, 8, width, 80)
    head = set_head(theme.look, citation, badge, inner)
    drawn = QFontMetrics(head.font).boundingRect(head.citation, head.flags, citation)
    assert head.citation.contains(drawn.adjusted(0, 2, 0, -2))
    assert inner.contains(head.citation)
    if head.badge_box is not None:
        assert not head.badge_box.intersects(drawn.adjusted(0, 2, 0, -2))
    if head.heading is not None:
        assert not head.heading.intersects(head.citation)
    if badge is not None and badge.tone == "bad":
        assert head.badge is badge
