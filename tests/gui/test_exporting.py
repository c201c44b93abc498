"""Exports: all results as of the date, in the format of the file's name."""

import datetime
import json
from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot
from tests.gui.conftest import EXCERPTS, PATIENCE, WITHDRAW, OpenWindow, search, wait_for_engine
from tests.gui.crafted_readings import make_two_versions

from lexdesk.annotations.excerpt_export import Excerpt
from lexdesk.law.citation_styles import Place
from lexdesk.library.library import Library
from lexdesk.search.options import Mode
from lexdesk_gui.annotations.annotations_requests import export_all
from lexdesk_gui.annotations.annotations_session import describe_export
from lexdesk_gui.annotations.export import pdf_of
from lexdesk_gui.file_dialogs import choose_export_path


def answers(monkeypatch: pytest.MonkeyPatch, *chosen: tuple[str, str]) -> list[str]:
    """Choose these files and formats in the dialogs; record their proposals."""
    left, proposed = list(chosen), list[str]()

    def choose(_parent: object, _title: str, name: str, _kinds: str) -> tuple[str, str]:
        proposed.append(name)
        return left.pop(0)

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    return proposed


@pytest.mark.slow
def test_results_of_another_day_are_exported_as_they_stood(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_two_versions(tmp_path / "library")
    window = open_window(tmp_path / "library")
    window.bar.dated.emit(datetime.date(2015, 1, 1))
    window.view.set_query("firms comply")
    qtbot.waitUntil(lambda: window.searching.answer is not None, timeout=PATIENCE)

    answers(monkeypatch, (str(tmp_path / "of 2015"), "JSON (*.json)"))
    window.export_results()
    written = tmp_path / "of 2015.json"
    qtbot.waitUntil(written.exists, timeout=PATIENCE)
    (row,) = json.loads(written.read_text())
    assert row["text"].endswith("Firms comply by 2016.")

    window.view.set_query('firms "comply')  # a mistake: the last good results stay, also here
    qtbot.waitUntil(window.view.line.offer.isVisible, timeout=PATIENCE)
    written.unlink()
    answers(monkeypatch, (str(written), ""))
    window.export_results()
    qtbot.waitUntil(written.exists, timeout=PATIENCE)


@pytest.mark.slow
def test_listed_semantic_neighbours_are_exported(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([EXCERPTS / "gdpr-excerpt-en.xml"])
        result = library.search("erasure", mode="keyword", top=100).hits
        every = library.search("erasure", mode="hybrid", top=100).hits
        assert len(result) + 5 < len(every)
        target = tmp_path / "results.json"
        expected_by_mode: dict[Mode, set[str | None]] = {
            "hybrid": {*(h.eid for h in result), *(h.eid for h in every[:5])},
            "semantic": {h.eid for h in library.search("erasure", mode="semantic", top=5).hits},
        }
        for mode, expected in expected_by_mode.items():
            count, _ = export_all(
                library, query="erasure", mode=mode, as_of=None, listed=5, target=target, style="plain"
            )  # fmt: skip
            rows = json.loads(target.read_text())
            assert {row["eid"] for row in rows} == expected
            assert count == len(rows)
            target.unlink()


def test_a_file_that_is_there_is_replaced_only_where_the_dialog_asked(
    open_window: OpenWindow, gdpr: Path, tmp_path: Path, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    window = open_window(gdpr)
    window.view.set_query("lighthouse")
    qtbot.waitUntil(lambda: window.searching.answer is not None, timeout=PATIENCE)
    existing = tmp_path / "results.csv"
    existing.write_text("mine")
    stem = str(tmp_path / "results")
    proposed = answers(monkeypatch, (stem, "CSV (*.csv)"), ("", ""))
    window.export_results()
    assert proposed[1] == str(existing)
    wait_for_engine(window, qtbot)
    assert existing.read_text() == "mine"


def test_full_disk_is_reported_and_keeps_earlier_pdf(qapp: QApplication, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    target = tmp_path / "results.pdf"
    target.write_bytes(b"%PDF of yesterday")
    article = Place("32016R0679", "art_7", "Article 7 Regulation (EU) 2016/679", "GDPR")
    found = [Excerpt(article, "Conditions for consent", "It shall be as easy to withdraw.")]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, before[1]))  # bytes that fit into a file
    try:
        with pytest.raises(OSError, match=r"\w"):
            list(pdf_of(found, target, "plain", "Inter"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"%PDF of yesterday"]


def printed(target: Path) -> list[str]:
    """The text of each page of a PDF."""
    with pypdfium2.PdfDocument(target) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def test_pages_are_numbered_end_with_no_heading_and_can_be_searched(
    qapp: QApplication, tmp_path: Path
) -> None:
    line = (
        "The notification of a conflict is made to the supervisory authority without undue delay."
    )
    found = [
        Excerpt(
            Place("32016R0679", f"art_{n}", f"Article {n} Regulation (EU) 2016/679", "GDPR"),
            f"Heading of {n}",
            "\n".join([line] * (n % 9 + 1)),
        )
        for n in range(1, 200)
    ]
    list(pdf_of(found, tmp_path / "results.pdf", "plain", "Inter"))
    pages = [page.splitlines() for page in printed(tmp_path / "results.pdf")]
    numbers = [page[-1].replace(" ", "") for page in pages]
    assert numbers == [f"{n}/{len(pages)}" for n in range(1, len(pages) + 1)]
    last = [page[-2].strip() for page in pages]
    assert set(last) == {line}, "and not a heading"
    lines = [line.strip() for page in pages for line in page[:-1]]
    assert "Article 7 Regulation (EU) 2016/679" in lines
    assert len(lines) == sum(2 + len(passage.text.splitlines()) for passage in found), "each once"


def test_failed_pdf_export_states_reason(
    open_window: OpenWindow, gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    target = tmp_path / "none" / "results.pdf"
    window.exporting.write_results(target)
    sentence = f"{target} cannot be read or written: No such file or directory."
    qtbot.waitUntil(lambda: window.status_line.news.text() == sentence, timeout=PATIENCE)


@pytest.mark.slow
def test_the_window_goes_on_while_a_pdf_is_made_and_it_is_finished_at_the_end(
    open_window: OpenWindow, gdpr: Path, tmp_path: Path, qtbot: QtBot, watchdog: type
) -> None:
    window = open_window(gdpr)
    article = Place("32016R0679", "art_7", "Article 7 Regulation (EU) 2016/679", "GDPR")
    line = "It shall be as easy to withdraw as to give consent. " * 12
    found = [Excerpt(article, "Conditions for consent", line)] * 600
    window.exporting._print(found[:3], tmp_path / "few.pdf")  # fonts are loaded then
    few, many = ("3 places written to few.pdf", "600 places written to many.pdf")
    qtbot.waitUntil(lambda: window.status_line.news.text() == few, timeout=PATIENCE)
    busy = watchdog()
    window.exporting._print(found, tmp_path / "many.pdf")
    qtbot.waitUntil(lambda: window.status_line.news.text() == many, timeout=PATIENCE)
    assert busy.stop() < 100
    window.exporting._print(found, tmp_path / "last.pdf")
    window.close()
    assert len(printed(tmp_path / "last.pdf")) == len(printed(tmp_path / "many.pdf")) > 50


def test_a_pdf_that_was_asked_for_is_written_when_the_window_is_closed(
    open_window: OpenWindow, gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    window.exporting.write_results(tmp_path / "results.pdf")
    window.close()
    assert "withdraw" in printed(tmp_path / "results.pdf")[0]


def test_export_is_named_after_its_query(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposed, parent = answers(monkeypatch, ("", "")), QWidget()
    assert choose_export_path(parent, "Export", "Word (*.docx)", 'Art. 7 "a/b" kind:x') is None
    [path] = map(Path, proposed)
    assert path.name == "Art 7 a b kind x"
    assert path.parent.is_absolute()


def test_numbers_of_an_export_are_explained() -> None:
    target = Path("results.docx")
    assert describe_export(363, target) == "363 places written to results.docx"
    assert describe_export(363, target, 134).endswith(
        "; 134 copies with the same text are left out"
    )
    assert describe_export(100, target, results=497).endswith("those of the list, of 497 results")
