"""The two lines of a result row: cut at words, with their highlights."""

import dataclasses
from pathlib import Path

import pytest
from lxml import etree
from PySide6.QtCore import QBuffer, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem
from tests.gui.test_wording import HIT

from lexdesk.law.citation_labels import label_usual_citation
from lexdesk.library.library import Library
from lexdesk_gui.search.result_delegate import ResultDelegate, find_body, layout_head, layout_text
from lexdesk_gui.search.result_model import ResultModel
from lexdesk_gui.style.theme import Theme
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
    widget = layout_text(theme.look, text, [], width, most)
    assert widget.layout.lineCount() <= most
    shown = widget.layout.text().replace("…", "").split()
    assert set(shown) <= set(text.split()) or " " not in text


def test_fills_both_lines_around_the_hits(theme: Theme, qapp: QApplication) -> None:
    start = ARTICLE.index("consent")
    widget = layout_text(theme.look, ARTICLE, [(start, start + 7)], 360)
    text = widget.layout.text()
    assert [text[a:b] for a, b in widget.marks] == ["consent"]
    assert widget.layout.lineAt(1).naturalTextWidth() > 0.6 * 360


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
    head = layout_head(theme.look, citation, badge, inner)
    drawn = QFontMetrics(head.font).boundingRect(head.citation, head.flags, citation)
    assert head.citation.contains(drawn.adjusted(0, 2, 0, -2))
    assert inner.contains(head.citation)
    if head.badge_box is not None:
        assert not head.badge_box.intersects(drawn.adjusted(0, 2, 0, -2))
    if head.heading is not None:
        assert not head.heading.intersects(head.citation)
    if badge is not None and badge.tone == "bad":
        assert head.badge is badge


def test_a_long_name_breaks_between_its_words(theme: Theme, qapp: QApplication) -> None:
    name = "Communications Regulation and Digital Hub Development Agency (Amendment) Act 2023"
    look = theme.look
    for width in (look.px(200), look.px(360)):  # beside a score, and of a result
        head = layout_head(look, name, None, QRect(0, 0, width, look.px(80)))
        assert head.flags & Qt.TextFlag.TextWordWrap


def test_badge_gives_way_to_the_citation_of_an_act(theme: Theme, qapp: QApplication) -> None:
    look = theme.look
    citation = "Section 27(7) Criminal Justice (Forensic Evidence and DNA Database System) Act 2014"
    inner = QRect(0, 0, look.px(360), look.px(86))
    head = layout_head(look, citation, Badge("Commencement unknown", "notice"), inner)
    assert head.font == look.interface(13, QFont.Weight.DemiBold)
    assert head.badge_box is not None
    assert head.badge_box.top() > head.citation.bottom()
    assert inner.contains(head.badge_box)


def test_citation_of_three_lines_keeps_its_type(theme: Theme, qapp: QApplication) -> None:
    look = theme.look
    citation = (
        "Section 27(7) Criminal Justice (Forensic Evidence and DNA Database System) (Amendment)"
        " (No 2) Act 2014"
    )
    inner = QRect(0, 0, look.px(360), look.px(86))
    head = layout_head(look, citation, Badge("In force", "good"), inner, spare=look.px(18))
    drawn = QFontMetrics(head.font).boundingRect(head.citation, head.flags, citation)
    assert head.font == look.interface(13, QFont.Weight.DemiBold)
    assert head.citation.height() > look.px(36)
    assert head.citation.contains(drawn.adjusted(0, 2, 0, -2))
    assert head.badge_box is not None
    assert not head.badge_box.intersects(drawn.adjusted(0, 2, 0, -2))


def test_row_does_not_repeat_label_and_heading() -> None:
    text = "Article 16\nOrganisational requirements\n\n1. The home Member State"
    hit = dataclasses.replace(
        HIT, citation="Article 16 MiFID II", heading="Organisational requirements", text=text
    )
    at = text.index("home")
    opening, marks = find_body(dataclasses.replace(hit, highlights=[(0, 7), (at, at + 4)]))
    assert opening.strip() == "1. The home Member State"
    assert [opening[a:b] for a, b in marks] == ["home"]
    assert find_body(dataclasses.replace(hit, highlights=[(0, 7)])) == (text, [(0, 7)])
    other = dataclasses.replace(hit, heading="Scope")
    assert find_body(other) == (text, other.highlights)


@pytest.mark.parametrize("width", [200, 335, 700])
def test_file_name_gives_way_in_type_of_one_size(
    theme: Theme, qapp: QApplication, width: int
) -> None:
    file = "KIROMICBIOPHARMA,INC_04_08_2020-EX-10.28-JOINT VENTURE AGREEMENT.PDF"
    inner = QRect(0, 0, width, theme.look.px(80))
    head = layout_head(theme.look, f"Clause 9 {file}, p. 8", None, inner, file)
    assert head.font == theme.look.interface(13, QFont.Weight.DemiBold)
    assert head.text.startswith("Clause 9 KIROMIC")
    assert head.text.endswith(".PDF, p. 8")
    drawn = QFontMetrics(head.font).boundingRect(head.citation, head.flags, head.text)
    assert head.citation.contains(drawn.adjusted(0, 2, 0, -2))


def test_near_duplicate_is_named_below_snippet(
    theme: Theme, qapp: QApplication, gdpr: Path
) -> None:
    with Library.open(gdpr) as library:
        answer = library.search("withdraw consent", mode="keyword", top=2)
    model = ResultModel()
    model.put(answer)
    plain = _drawn(theme, model, 1)
    model.put(
        dataclasses.replace(
            answer, hits=[answer.hits[0], dataclasses.replace(answer.hits[1], near_duplicate_of=1)]
        )
    )
    result = _drawn(theme, model, 1)
    assert result[-1] == f"nearly identical to {label_usual_citation(answer.hits[0])}"
    assert not any("nearly identical" in item for item in plain)
    assert result[0] == plain[0] == label_usual_citation(answer.hits[1])
    assert len(" ".join(result[:-1])) < len(" ".join(plain))


def _drawn(theme: Theme, model: ResultModel, row: int) -> list[str]:
    """Return the texts drawn in a row of 480 pixels, from above."""
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, 480, theme.look.px(94))
    page = QSvgGenerator()
    buffer = QBuffer()
    page.setOutputDevice(buffer)
    page.setViewBox(option.rect)
    painter = QPainter(page)
    ResultDelegate(theme).paint(painter, option, model.index(row))
    painter.end()
    found = etree.fromstring(bytes(buffer.data().data()))
    return ["".join(map(str, element.itertext())).strip() for element in found.iter("{*}text")]
