"""Facets: their counts, and the effect of a choice on the query."""

import datetime
from pathlib import Path

from PySide6.QtCore import QFile, Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, OpenWindow
from tests.gui.crafted_readings import version

from lexdesk.library.library import Library
from lexdesk_gui.language import install
from lexdesk_gui.reader.reader_pane import ReaderPane
from lexdesk_gui.reader.side_panel import OUTLINE
from lexdesk_gui.search.facets import Chips, Facets
from lexdesk_gui.style.look import CONTRAST, DARK, LIGHT
from lexdesk_gui.style.style_sheet import make_style_sheet
from lexdesk_gui.style.theme import Theme


def test_a_choice_narrows_and_clear_takes_it_back(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    facets = window.view.facets
    qtbot.waitUntil(lambda: ("kind", "regulation") in facets.boxes, timeout=PATIENCE)
    window.view.set_query("consent")
    qtbot.waitUntil(lambda: facets.counts["kind", "regulation"].text().isdigit(), timeout=PATIENCE)
    assert window.searching.answer is not None
    assert facets.counts["kind", "regulation"].text() == str(window.searching.answer.total)
    assert facets.boxes["kind", "regulation"].accessibleName().startswith("Regulation, ")

    facets.boxes["kind", "regulation"].click()
    assert window.bar.field.query == "consent kind:regulation"
    qtbot.waitUntil(facets.clear.isEnabled, timeout=PATIENCE)
    assert facets.boxes["kind", "regulation"].isChecked()
    facets.clear.click()
    assert window.bar.field.query == "consent"


def test_several_values_of_one_facet_are_one_chip(theme: Theme, qtbot: QtBot) -> None:
    facets, chips = Facets(theme), Chips(theme)
    for item in (facets, chips):
        qtbot.addWidget(item)
        item.changed.connect(facets.show_query)
        item.changed.connect(chips.show_query)
    facets.set_values({"lang": {"en": 5, "de": 3}})
    facets.show_query("consent")
    english, german = facets.boxes["lang", "en"], facets.boxes["lang", "de"]
    english.click()
    with qtbot.waitSignal(facets.changed) as changed:
        german.click()
    assert changed.args == ["consent (lang:en OR lang:de)"]
    assert english.isChecked()
    assert german.isChecked()
    (chip,) = chips.chips
    assert chip.text() == "Language: English, German  ✕"
    with qtbot.waitSignal(facets.changed) as changed:
        english.click()
    assert changed.args == ["consent lang:de"]
    german.click()
    english.click()
    german.click()
    with qtbot.waitSignal(chips.changed) as changed:
        chips.chips[0].click()
    assert changed.args == ["consent"]
    assert not english.isChecked()


def test_the_years_of_one_library_do_not_stay_in_the_next(
    open_window: OpenWindow, own_gdpr: Path, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    facets = window.view.facets
    facets.extend_years(["1215-06-15"])
    assert (facets.years.since.minimum(), facets.years.since.value()) == (1215, 1215)
    with qtbot.waitSignal(window.library.opened, timeout=PATIENCE):
        window.library.open(gdpr)
    assert (facets.years.since.minimum(), facets.years.since.value()) == (1990, 1990)
    facets.extend_years(["2099-01-01"])
    assert (facets.years.until.maximum(), facets.years.until.value()) == (2099, 2099)


def test_counts_belong_to_shown_query(open_window: OpenWindow, gdpr: Path, qtbot: QtBot) -> None:
    window = open_window(gdpr)
    facets = window.view.facets
    regulation = ("kind", "regulation")
    qtbot.waitUntil(lambda: regulation in facets.boxes, timeout=PATIENCE)
    window.view.set_query("consent")
    qtbot.waitUntil(lambda: not facets.uncounted, timeout=PATIENCE)
    counted = facets.counts[regulation].text()
    counts: list[list[str]] = []
    window.searching.answered.connect(
        lambda _: counts.append([count.text() for count in facets.counts.values()])
    )
    window.view.set_query("supervisory authority")
    qtbot.waitUntil(lambda: bool(counts), timeout=PATIENCE)
    assert set(counts[0]) == {""}
    assert facets.boxes[regulation].accessibleName() == "Regulation"
    qtbot.waitUntil(lambda: not facets.uncounted, timeout=PATIENCE)
    assert window.searching.answer is not None
    assert facets.counts[regulation].text() == f"{window.searching.answer.total:,}" != counted
    window.view.set_query("Article 7 GDPR")  # and what cites it
    qtbot.waitUntil(lambda: len(counts) > 1 and not facets.uncounted, timeout=PATIENCE)
    assert window.searching.answer.lists_citing
    assert facets.counts[regulation].text() == f"{window.searching.answer.total:,}"


def test_hidden_facets_are_counted_when_shown(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    facets = window.view.facets
    qtbot.waitUntil(lambda: ("kind", "regulation") in facets.boxes, timeout=PATIENCE)
    window.view.set_query("consent")
    qtbot.waitUntil(lambda: not facets.uncounted, timeout=PATIENCE)
    window.navigation.show_screen("settings")
    window.view.set_query("supervisory authority")
    answered = "supervisory authority"
    qtbot.waitUntil(lambda: window.searching.answer.query == answered, timeout=PATIENCE)  # type: ignore[union-attr]
    assert facets.uncounted == facets.choices
    window.navigation.show_screen("search")
    qtbot.waitUntil(lambda: not facets.uncounted, timeout=PATIENCE)
    assert window.searching.answer is not None
    total = f"{window.searching.answer.total:,}"
    assert facets.counts["kind", "regulation"].text() == total


def test_years_to_come_are_reached(open_window: OpenWindow, tmp_path: Path, qtbot: QtBot) -> None:
    coming = datetime.date.today().year + 2
    with Library.open(tmp_path / "library", create=True) as library:
        text = "Article 1\nFirms comply."
        library.sources.add_documents([version(f"{coming}-05-15", None, text)], vectors=False)
    window = open_window(tmp_path / "library")
    facets = window.view.facets
    window.view.set_query(f"comply date:{coming + 2}..{coming + 3}")
    qtbot.waitUntil(
        lambda: (
            (facets.years.since.value(), facets.years.until.value()) == (coming + 2, coming + 3)
        ),
        timeout=PATIENCE,
    )
    window.view.set_query("comply")
    qtbot.waitUntil(lambda: facets.years.until.value() == coming, timeout=PATIENCE)
    facets.years.since.setValue(2020)  # which bounds nothing at the other end
    assert window.bar.field.query == "comply date:2020.."
    facets.years.until.setValue(coming - 1)
    assert window.bar.field.query == f"comply date:2020..{coming - 1}"
    facets.years.since.setValue(facets.years.since.minimum())
    assert window.bar.field.query == f"comply date:..{coming - 1}"
    assert facets.years.since.value() == facets.years.since.minimum()


def test_years_are_a_span_of_dates(open_window: OpenWindow, gdpr: Path, qtbot: QtBot) -> None:
    window = open_window(gdpr)
    facets = window.view.facets
    window.view.set_query("consent")
    qtbot.waitUntil(lambda: window.searching.answer is not None, timeout=PATIENCE)
    facets.years.since.setFocus()
    facets.years.since.setValue(2015)
    this_year = datetime.date.today().year
    answered = "consent date:2015.."
    assert window.bar.field.query == answered
    assert facets.years.span_text == f"2015 to {this_year}"
    qtbot.waitUntil(lambda: window.searching.answer.query == answered, timeout=PATIENCE)  # type: ignore[union-attr]
    qtbot.keyClick(facets.years.since, Qt.Key.Key_Home)
    assert window.bar.field.query == "consent"


def test_facets_and_modes_follow_the_width(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    assert window.view.facets.isVisible()
    assert not window.bar.field.compact.isVisible()
    window.resize(round(900 * window.theme.look.scale), 700)
    qtbot.waitUntil(lambda: not window.view.facets.isVisible())
    window.bar.field.set_narrow(True)
    assert window.bar.field.compact.isVisible()
    assert window.bar.field.compact.text() == "Hybrid"
    window.view.set_mode("keyword")
    assert window.bar.field.compact.text() == "Keyword"

    window.navigation.show_screen("settings")
    window.resize(1440, 900)
    window.theme.step_zoom(0)
    window.navigation.show_screen("search")
    assert window.view.facets.isVisible()


def test_the_outline_has_a_column_of_its_own_where_there_is_room(
    theme: Theme, qtbot: QtBot
) -> None:
    pane = ReaderPane(theme)
    qtbot.addWidget(pane)
    pane.resize(1000, 500)
    pane.show()
    side = pane.side
    side.tabs.setCurrentIndex(OUTLINE)
    assert side.outline.isVisible()
    pane.sides.allow_outline_column(True)
    assert side.outline.isVisible()
    assert not side.isAncestorOf(side.outline)
    assert side.tabs.currentIndex() != OUTLINE
    assert pane.timeline.nextInFocusChain() is side.outline
    pane.sides.show_side_panel(False)
    assert not side.outline.isVisible()
    pane.sides.show_side_panel(True)
    pane.sides.allow_outline_column(False)
    assert side.isAncestorOf(side.outline)
    side.tabs.setCurrentIndex(OUTLINE)
    assert side.outline.isVisible()


def test_the_head_of_the_facets_has_room_for_its_words_in_german(
    theme: Theme, qapp: QApplication, qtbot: QtBot
) -> None:
    install(qapp, "de")
    try:
        facets = Facets(theme)
    finally:
        install(qapp, "en")
    qtbot.addWidget(facets)
    facets.setStyleSheet(make_style_sheet(theme.look))
    facets.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    facets.resize(facets.width(), 400)
    facets.show()
    (head,) = (widget for widget in facets.findChildren(QLabel) if widget.text() == "Eingrenzen")
    assert head.width() >= head.sizeHint().width()
    assert facets.clear.width() >= facets.clear.sizeHint().width()


def test_law_in_force_is_offered_as_of_the_day(theme: Theme, qtbot: QtBot) -> None:
    facets = Facets(theme)
    qtbot.addWidget(facets)
    facets.show()
    today = datetime.date.today()
    assert facets.boxes["in-force", today.isoformat()].text() == "In force today"
    facets.show_day(datetime.date(2025, 6, 1))
    facets.set_values({"lang": {"en": 5}})
    assert facets.boxes["in-force", "2025-06-01"].toolTip() == "In force 1 Jun 2025"
    assert ("in-force", today.isoformat()) not in facets.boxes
    facets.show_count("in-force", "2025-06-01", 21_470)
    assert facets.boxes["in-force", "2025-06-01"].text() == "1 Jun 2025"
    with qtbot.waitSignal(facets.changed) as changed:
        facets.boxes["in-force", "2025-06-01"].click()
    assert changed.args == ["in-force:2025-06-01"]


def test_names_have_the_room_that_the_widest_count_leaves(theme: Theme, qtbot: QtBot) -> None:
    facets = Facets(theme)
    qtbot.addWidget(facets)
    facets.setFixedHeight(200)  # with a scroll bar
    facets.show()
    court = ("authority", "European Parliament and Council")
    facets.set_values({"kind": {"statute": 9}, "authority": {court[1]: 2}})
    facets.show_count("kind", "statute", 1_110_303)
    facets.show_count(*court, 2)
    QApplication.processEvents()
    assert facets.boxes[court].text() == "EP and\nCouncil"
    assert all(box.sizeHint().width() <= box.width() for box in facets.boxes.values())


def test_years_of_results_are_bars(theme: Theme, qtbot: QtBot) -> None:
    facets = Facets(theme)
    qtbot.addWidget(facets)
    facets.show()
    facets.show_years(["2016-05-24", "2016-05-24", "1891-01-01", None, "2020-03-01"])
    bars = facets.years
    assert bars.years == {1891: 1, 2016: 2, 2020: 1}
    assert bars.accessibleName().endswith("1891: 1, 2016: 2, 2020: 1")
    found = bars.bars()
    assert (found[0], sum(found)) == (1, 4)
    assert len(found) < bars.width() / 3  # some years to a bar
    picture = bars.grab().toImage()
    drawn = {
        picture.pixelColor(round(bars.x_of(1891)), y).name().upper() == LIGHT.control
        for y in range(theme.look.px(24))
    }
    assert drawn == {True, False}  # half as high as the highest
    facets.reset_years()
    assert bars.years == {}
    assert not any(bars.bars())


def test_every_theme_has_its_marks(theme: object) -> None:
    for tokens in (LIGHT, DARK, CONTRAST):
        for name in (
            f"down-{tokens.secondary[1:]}",
            f"close-{tokens.secondary[1:]}",
            f"check-{tokens.on_accent[1:]}",
        ):
            assert QFile.exists(f"marks:{name}.svg")


def test_folders_and_authorities_narrow_and_are_chips(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "Customer contracts of the northern branch"
    folder.mkdir()
    (folder / "one.txt").write_text("The customer gives consent to personal data being kept.")
    with Library.open(own_gdpr) as library:
        library.sources.add([folder], vectors=False)
    window = open_window(own_gdpr)
    facets = window.view.facets
    by_folder, by_authority = (
        ("folder", folder.name),
        ("authority", "European Parliament and Council"),
    )
    qtbot.waitUntil(lambda: by_folder in facets.boxes, timeout=PATIENCE)
    window.view.set_query("consent")
    qtbot.waitUntil(lambda: facets.counts[by_folder].text() == "1", timeout=PATIENCE)
    assert facets.boxes[by_authority].toolTip() == "EP and Council"
    assert facets.boxes[by_folder].toolTip() == folder.name
    assert "…" in facets.boxes[by_folder].text()  # cut, not clipped
    room = facets.viewport().width()
    assert all(box.geometry().right() < room for box in facets.boxes.values())

    facets.boxes[by_folder].click()
    assert window.bar.field.query == f'consent folder:"{folder.name}"'
    qtbot.waitUntil(lambda: len(window.view.chips.chips) == 1, timeout=PATIENCE)
    assert window.view.chips.chips[0].text() == f"Folder: {folder.name}  ✕"
    qtbot.waitUntil(facets.boxes[by_folder].isChecked, timeout=PATIENCE)
    hit = window.view.results.hit
    qtbot.waitUntil(lambda: getattr(hit(), "path", "").endswith("one.txt"), timeout=PATIENCE)
    window.view.chips._put(*by_authority)
    qtbot.waitUntil(lambda: len(window.view.chips.chips) == 2, timeout=PATIENCE)
    facets.boxes[by_folder].click()
    label = "Court or authority: EP and Council  ✕"
    qtbot.waitUntil(
        lambda: [chip.text() for chip in window.view.chips.chips] == [label], timeout=PATIENCE
    )


def test_name_without_room_goes_on_in_a_second_line(theme: Theme, qtbot: QtBot) -> None:
    facets = Facets(theme)
    qtbot.addWidget(facets)
    facets.set_values(
        {"authority": {"Amt für Finanzdienstleistungsaufsicht": 2}, "lang": {"en": 5}}
    )
    facets.show()
    QApplication.processEvents()
    ((_, box),) = (
        (choice, box) for choice, box in facets.boxes.items() if choice[0] == "authority"
    )
    first, second = box.text().split("\n")
    assert first == "Amt für"
    assert "…" in second and second.endswith("icht")
    assert "\n" not in facets.boxes["lang", "en"].text()
    line = box.fontMetrics().height()
    assert box.height() >= 2 * line
    assert box.sizeHint().width() <= facets.viewport().width()


def test_first_counts_cut_no_name(theme: Theme, qtbot: QtBot) -> None:
    """Names of all lengths: those that just fit beside the count, too."""
    names = ["Hofgericht" + "n" * length for length in range(6)]
    for name in names:
        facets = Facets(theme)
        qtbot.addWidget(facets)
        facets.set_values({"authority": {name: 2}})
        facets.show()
        facets.show_count("authority", name, 200)
        QApplication.processEvents()
        box = facets.boxes["authority", name]
        assert box.sizeHint().width() <= box.width()
