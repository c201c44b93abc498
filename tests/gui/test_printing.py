"""Printing, checked on a PDF."""

import datetime
import re
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QPageRanges, QPdfWriter
from PySide6.QtPrintSupport import QPrintDialog, QPrinterInfo
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, WITHDRAW, OpenWindow, appending_to, search
from tests.gui.crafted_readings import make_two_versions
from tests.gui.test_exporting import answers, printed

from lexdesk.annotations.excerpt_export import Excerpt
from lexdesk.law.citation_styles import STYLES, Place
from lexdesk.library.library import Library
from lexdesk_gui.annotations.export import pdf_of
from lexdesk_gui.main_window import MainWindow
from lexdesk_gui.reader.print_layout import make_sections
from lexdesk_gui.reader.readings import read_provision
from lexdesk_gui.reader.side_panel import NOTES, RECITALS
from lexdesk_gui.style.document_writer import DocumentWriter
from lexdesk_gui.style.look import LIGHT
from lexdesk_gui.style.pagination import PrinterError, paint, pdf

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def written(window: MainWindow, target: Path, qtbot: QtBot, *, whole: bool = False) -> list[str]:
    """Return the text of each page once it is written to ``target``."""
    window.printing.write(target, whole=whole)
    sentence = f"Written to {target.name}"
    qtbot.waitUntil(lambda: window.status_line.news.text() == sentence, timeout=PATIENCE)
    return printed(target)


def test_bug_while_printing_is_not_reported_as_success(open_window: OpenWindow, gdpr: Path) -> None:
    window = open_window(gdpr)

    def faulty() -> Iterator[None]:
        yield from ()
        raise ValueError("impossible")

    window.print_queue.begin(faulty(), "Written to nowhere.pdf")
    with pytest.raises(ValueError, match="impossible"):
        window.print_queue._step()
    assert not window.print_queue.is_busy  # nor begun again, which would find nothing left to do
    assert not window.status_line.news.text()


def colours_on(page: pypdfium2.PdfPage) -> set[tuple[int, ...]]:
    drawn = page.render(scale=1.5).to_pil().convert("RGB").getcolors(1 << 20)
    return {colour for _, colour in drawn or ()}


def test_provision_is_printed_with_citation_and_visible_recitals(
    open_window: OpenWindow, gdpr: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    window = open_window(gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    side = window.view.reader_pane.side
    qtbot.waitUntil(lambda: "Recital 42" in side.recitals.visible_text, timeout=PATIENCE)
    side.tabs.setCurrentIndex(RECITALS)
    target = tmp_path / "article.pdf"
    answers(monkeypatch, (str(target), "PDF (*.pdf)"))
    qtbot.keyClick(window, Qt.Key.Key_S, CONTROL | SHIFT)
    qtbot.waitUntil(target.exists, timeout=PATIENCE)
    pages = printed(target)
    text = " ".join("\n".join(pages).split())
    for expected in (
        "on the protection of natural persons with regard to the processing of personal data",
        "Article 7 Conditions for consent",
        "Article 7 Regulation (EU) 2016/679",
        "Text from 27 Apr 2016 on",
        "applies since 25 May 2018",
        f"As of {datetime.date.today().day} ",
        "It shall be as easy to withdraw as to give consent.",
        "Related recitals",
        "Recital 42",
    ):
        assert expected in text
    assert pages[0].split()[-3:] == ["1", "/", str(len(pages))]
    with pypdfium2.PdfDocument(target) as document:
        hit = LIGHT.hit.ground.lstrip("#")
        assert tuple(bytes.fromhex(hit)) in colours_on(document[0]), "hits are marked"
    side.tabs.setCurrentIndex(NOTES)
    assert "Recital 42" not in "".join(written(window, tmp_path / "alone.pdf", qtbot))


@pytest.mark.parametrize(
    ("eid", "head"),
    [
        ("art_6", "Article 6 Lawfulness of processing Regulation (EU) 2016/679 Text from"),
        ("rec_42", "Recital 42 Regulation (EU) 2016/679 Text from"),
        ("chp_1", "Chapter I Regulation (EU) 2016/679 General provisions Text from"),
    ],
)
def test_heading_is_printed_once(
    qapp: QApplication, gdpr: Path, tmp_path: Path, eid: str, head: str
) -> None:
    with Library.open(gdpr) as library:
        reading = read_provision(library, "32016R0679", eid)
    day, target = datetime.date.today(), tmp_path / "one.pdf"
    for _ in pdf(make_sections(reading, (), day, "plain"), target, "Inter"):
        pass
    text = " ".join(printed(target)[0].split())
    assert head in text
    assert "General provisions" not in text.partition(head)[2]


def test_the_title_of_the_act_is_printed_once_where_the_citation_has_it(
    qapp: QApplication, gdpr: Path, tmp_path: Path
) -> None:
    with Library.open(gdpr) as library:
        reading = read_provision(library, "32016R0679", "art_6")
    assert reading.place is not None
    for style in STYLES:
        target = tmp_path / f"{style}.pdf"
        for _ in pdf(make_sections(reading, (), datetime.date.today(), style), target, "Inter"):
            pass
        text = "".join(printed(target)[0].split())
        assert text.count("".join(reading.place.title.split())) == 1, style


@pytest.mark.slow
def test_the_whole_act_is_printed_and_no_heading_ends_a_page(
    open_window: OpenWindow, gdpr: Path, tmp_path: Path, qtbot: QtBot, watchdog: type
) -> None:
    window = open_window(gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    written(window, tmp_path / "one.pdf", qtbot)  # fonts and modules are loaded now
    busy = watchdog()
    pages = [page.splitlines() for page in written(window, tmp_path / "all.pdf", qtbot, whole=True)]
    assert busy.stop() < 100
    assert len(pages) > 50
    assert not [
        page[-2]
        for page in pages
        if re.fullmatch(r"(Article|CHAPTER|Section) [\dIVX]+", page[-2].strip())
    ]
    lines = [line.strip() for page in pages for line in page]
    for expected in ("Article 1", "Article 7", "Conditions for consent", "Article 99"):
        assert expected in lines
    assert "Regulation (EU) 2016/679" in pages[5][-1], "each page says what it is of"


def test_version_of_other_day_is_printed_with_its_dates(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    make_two_versions(tmp_path / "library")
    window = open_window(tmp_path / "library")
    window.bar.dated.emit(datetime.date(2015, 1, 1))
    window.view.set_query("firms comply")
    qtbot.waitUntil(lambda: window.reading.reading is not None, timeout=PATIENCE)
    for whole in (False, True):
        text = " ".join(written(window, tmp_path / f"{whole}.pdf", qtbot, whole=whole)[0].split())
        assert "by 2016." in text
        assert "Text from 15 May 2014 to 30 Jun 2016" in text
        assert "As of 1 Jan 2015" in text


@pytest.mark.slow
def test_the_printer_gets_the_pages_that_were_chosen(
    open_window: OpenWindow, gdpr: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    window = open_window(gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    target = tmp_path / "printed.pdf"

    def choose(dialog: QPrintDialog) -> int:
        printer = dialog.printer()
        printer.setOutputFileName(str(target))
        printer.setPageRanges(QPageRanges.fromString("2-3"))
        return QDialog.DialogCode.Accepted.value

    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", lambda: ["Office"])
    monkeypatch.setattr(QPrintDialog, "exec", choose)
    actions = {action.text(): action for action in window.commands.actions()}
    actions["Print the &whole text…"].trigger()
    sentence = "Regulation (EU) 2016/679 was sent to the printer."
    qtbot.waitUntil(lambda: window.status_line.news.text() == sentence, timeout=PATIENCE)
    assert [page.split()[-3] for page in printed(target)] == ["2", "3"]


def test_printing_nothing_states_reason(
    open_window: OpenWindow, gdpr: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    window = open_window(gdpr)
    news = window.status_line.news
    for key, modifiers in ((Qt.Key.Key_P, CONTROL), (Qt.Key.Key_S, CONTROL | SHIFT)):
        window.say("")
        qtbot.keyClick(window, key, modifiers)
        assert news.text() == "Nothing is open in the reader; open a provision first."
    search(window, qtbot, "withdraw consent", WITHDRAW)
    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", list)
    qtbot.keyClick(window, Qt.Key.Key_P, CONTROL)
    assert news.text() == "This computer has no printer; File > Save as PDF writes a file instead."
    target = tmp_path / "none" / "article.pdf"
    window.printing.write(target)
    sentence = f"{target} cannot be read or written: No such file or directory."
    qtbot.waitUntil(lambda: news.text() == sentence, timeout=PATIENCE)


@pytest.mark.qt_log_ignore("QPainter::begin")
def test_failing_printer_is_reported(qapp: QApplication, tmp_path: Path) -> None:
    def set_line(writer: DocumentWriter) -> list[int]:
        writer.block(20, 4)
        writer.write("A line.", writer.style())
        return []

    nowhere = QPdfWriter(str(tmp_path / "none" / "printed.pdf"))
    with pytest.raises(PrinterError):
        list(paint([set_line], nowhere, "Inter"))


def test_of_pages_the_file_itself_is_copied_or_opened(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    from tests.gui.reader.pdfs import CLAUSE, write_pdf

    lease = tmp_path / "lease.pdf"
    write_pdf(lease, [["A lease."] * 3, [CLAUSE]])
    with Library.open(own_gdpr) as library:
        library.sources.add([lease], vectors=False)
    window = open_window(own_gdpr)
    window.view.set_query("repaint orangery")
    pane = window.view.reader_pane
    qtbot.waitUntil(lambda: pane.shows_pages, timeout=PATIENCE)
    with monkeypatch.context() as patched:  # a slow drive does not hold up the window
        patched.delattr(Path, "read_bytes")
        window.printing.write(tmp_path / "copy.pdf")
        news = window.status_line.news
        qtbot.waitUntil(lambda: news.text() == "Written to copy.pdf", timeout=PATIENCE)
    assert (tmp_path / "copy.pdf").read_bytes() == lease.read_bytes()
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", appending_to(opened))
    qtbot.keyClick(window, Qt.Key.Key_P, CONTROL)
    qtbot.waitUntil(lambda: [url.toLocalFile() for url in opened] == [str(lease)])
    pane.commands.as_text.trigger()
    assert CLAUSE in " ".join(written(window, tmp_path / "text.pdf", qtbot)[0].split())


def test_long_file_without_provisions_is_printed_in_part_or_whole(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    letter = tmp_path / "letter.txt"
    filling = "\n\n".join(["Nothing of note happened on that day at the house by the sea."] * 300)
    letter.write_text(f"It begins here.\n\n{filling}\n\nThe orangery was repainted.")
    with Library.open(own_gdpr) as library:
        library.sources.add([letter], vectors=False)
    window = open_window(own_gdpr)
    search(window, qtbot, "orangery repainted", "letter.txt")
    window.say("")
    part = "".join(written(window, tmp_path / "{part}.pdf", qtbot))
    whole = "".join(written(window, tmp_path / "all.pdf", qtbot, whole=True))
    assert "orangery" in part
    assert "orangery" in whole
    assert "It begins here" not in part
    assert "It begins here" in whole


@pytest.mark.slow
def test_requested_pdf_is_written_when_window_closes(
    open_window: OpenWindow, gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    window.printing.write(tmp_path / "all.pdf", whole=True)
    window.close()
    assert "Article 99" in "".join(printed(tmp_path / "all.pdf"))


def test_hits_are_marked_in_a_list_where_they_stand(qapp: QApplication, tmp_path: Path) -> None:
    text = "The controller  shall\nnotify the breach."
    at = text.index("breach")
    place = Place("32016R0679", "art_33", "Article 33 Regulation (EU) 2016/679", "GDPR")
    hit = tuple(bytes.fromhex(LIGHT.hit.ground.lstrip("#")))
    for name, highlights in (("with", ((at, at + 6),)), ("without", ())):
        target = tmp_path / f"{name}.pdf"
        list(pdf_of([Excerpt(place, "", text, highlights=highlights)], target, "plain", "Inter"))
        with pypdfium2.PdfDocument(target) as document:
            assert (hit in colours_on(document[0])) == bool(highlights)
        assert "The controller shall" in printed(target)[0]
        assert "notify the breach." in printed(target)[0]
