"""References as links: each opens its target, whatever its name."""

from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, OpenWindow, search, wait_for_reading

from lexdesk.law.cross_references import CitedBy, Cites, References
from lexdesk.library.library import Library
from lexdesk_gui.reader.links import link_to, read_place
from lexdesk_gui.reader.paragraphs import Paragraph
from lexdesk_gui.reader.readings import Enclosed, Reading, read_provision
from lexdesk_gui.reader.side_content import SideContent
from lexdesk_gui.reader.side_panel import SidePanel
from lexdesk_gui.reader.text_view import Reader
from lexdesk_gui.style.theme import Theme

WORKS = ["32016R0679", "ECLI:EU:C:2020:559", "our lease/2 #3", "50% of it?", "§ 7 Größe"]


@given(st.text(), st.text())
def test_link_round_trip(work: str, eid: str) -> None:
    assert read_place(QUrl(link_to(work, eid))) == (work, eid)


@pytest.mark.parametrize("work", WORKS)
def test_clicks_in_text_and_margin_open_their_targets(
    theme: Theme, qtbot: QtBot, work: str
) -> None:
    reader, side = Reader(theme), SidePanel(theme)
    for item in (reader, side):
        qtbot.addWidget(item)
    reader.show_reading(Reading("", "", "", (Paragraph("", "See there.", 0, (), False),)))
    reader.set_links([Cites(0, 3, "See", "cites", work, "", "para_1", "", True)])
    cursor = QTextCursor(reader.document())
    cursor.setPosition(1)
    with qtbot.waitSignal(reader.linked) as linked:
        reader.anchorClicked.emit(QUrl(cursor.charFormat().anchorHref()))
    assert linked.args == [work, "para_1"]
    with qtbot.waitSignal(reader.pointed) as pointed:
        reader.highlighted.emit(QUrl(cursor.charFormat().anchorHref()))
    assert pointed.args == [work, "para_1"]

    citing = CitedBy(work, "para_1", "Para 1", "", "cites", "as in it", "art_1")
    references = References(work, "para_1", "", [], [citing])
    side.show_side_content(SideContent((), (), (), None, None, None, references, (), ()), "art_1")
    cursor = QTextCursor(side.cited_by.document())
    cursor.setPosition(1)
    href = cursor.charFormat().anchorHref()
    with qtbot.waitSignal(side.linked) as opened:
        side.cited_by.anchorClicked.emit(QUrl(href))
    assert opened.args == [work, "para_1"]


def test_words_that_cite_several_provisions_are_one_link_where_they_stand(
    theme: Theme, gdpr: Path, qtbot: QtBot
) -> None:
    """Article 12 says "Articles 13 and 14" three times: each second target was linked at the next of them."""
    reader = Reader(theme)
    qtbot.addWidget(reader)
    with Library.open(gdpr) as library:
        reader.show_reading(read_provision(library, "32016R0679", "art_12"))
        cites = library.law.references("32016R0679", "art_12").cites
    reader.set_links(cites)
    places = {cite.start: (cite.text, cite.eid) for cite in reversed(cites)}
    expected = [(text, link_to("32016R0679", eid)) for _, (text, eid) in sorted(places.items())]
    assert links(reader) == expected
    assert [text for text, _ in expected].count("Articles 13 and 14") == 3


def test_a_preview_is_not_shown_once_the_pointer_left(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    reader, reading = window.view.reader, window.reading
    with qtbot.waitSignal(reading.previewed, timeout=PATIENCE):
        reader.highlighted.emit(QUrl(link_to("32016R0679", "art_8")))
    with qtbot.assertNotEmitted(reading.previewed, wait=300):
        reader.highlighted.emit(QUrl(link_to("32016R0679", "art_9")))
        reader.highlighted.emit(QUrl())


def test_mail_and_attachment_open_each_other(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    path, message = tmp_path / "offer.eml", EmailMessage()
    message["Subject"] = "The lease"
    message.set_content("What the orangery costs is attached.")
    for name in ("terms.txt", "rent.txt"):
        message.add_attachment(f"Of the greenhouse: {name}.", filename=name)
    path.write_bytes(bytes(message))
    with Library.open(own_gdpr) as library:
        library.sources.add([path], vectors=False)
    window = open_window(own_gdpr)
    reader = window.view.reader
    search(window, qtbot, "orangery", "offer.eml")
    found = {text: href for text, href in links(reader) if text}
    assert list(found) == ["rent.txt", "terms.txt"]
    reader.anchorClicked.emit(QUrl(found["terms.txt"]))
    wait_for_reading(window, qtbot, "terms.txt")
    assert "Attached to: The lease · offer.eml" in reader.toPlainText()
    ((text, href),) = links(reader)
    assert text == "The lease · offer.eml"
    reader.anchorClicked.emit(QUrl(href))
    wait_for_reading(window, qtbot, "offer.eml")


def test_a_mail_with_a_large_archive_names_some_of_it(theme: Theme, qtbot: QtBot) -> None:
    reader = Reader(theme)
    qtbot.addWidget(reader)
    attached = tuple(Enclosed(f"work-{n}", f"all.zip/{n}.txt") for n in range(1_200))
    reader.show_reading(Reading("m.eml", "", "m.eml", (), attached=attached))
    assert len(links(reader)) == 40
    assert reader.toPlainText().endswith("all.zip/39.txt · +1,160")


def links(reader: Reader) -> list[tuple[str, str]]:
    """The words of each link in the text, and its target."""
    block, found = reader.document().begin(), list[tuple[str, str]]()
    while block.isValid():
        fragments: Any = block
        for at in fragments:
            format_ = at.fragment().charFormat()
            found += [(at.fragment().text(), format_.anchorHref())] * format_.isAnchor()
        block = block.next()
    return found
