"""Further item models, checked by Qt's model tester, and their texts."""

from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.failures import damaged, data, needs_password

from lexdesk.errors import FileFailed
from lexdesk.extract import read
from lexdesk.extract.sniff import locked_for_good
from lexdesk.library.library import Library
from lexdesk_gui.file_failures import holds_no_document
from lexdesk_gui.indexing.failed_files_model import FailedFilesModel, ReasonRole
from lexdesk_gui.indexing.index_screen import IndexScreen
from lexdesk_gui.reader.outline_model import EidRole, OutlineModel
from lexdesk_gui.search.result_model import ResultModel, sort_hits
from lexdesk_gui.style.theme import Theme

WARN = QAbstractItemModelTester.FailureReportingMode.Warning


def test_the_outline_of_the_gdpr(qapp: QApplication, gdpr: Path) -> None:
    with Library.open(gdpr) as library:
        provisions = library.law.show("32016R0679").provisions
    model = OutlineModel()
    tester = QAbstractItemModelTester(model, WARN)
    model.put(provisions)
    article = model.index_of("art_7__para_3")
    assert article.data() == "Article 7  Conditions for consent"
    chapter = model.parent(article)
    assert chapter.data(EidRole) == "chp_2"
    assert model.index(article.row(), 0, chapter) == article
    assert model.neighbour("art_7", 1) == "art_8"
    assert model.neighbour("art_7__para_3", -1) == "art_6"
    assert model.neighbour("art_99", 1) is None
    assert not model.index_of("art_700").isValid()
    model.put([])
    assert model.rowCount() == 0
    assert tester.model() is model


STATUTE = """---
Title: Kündigungsschutzgesetz
jurabk: KSchG
slug: kschg
---

# Kündigungsschutzgesetz (KSchG)

## Erster Abschnitt - Allgemeiner Kündigungsschutz

### § 1 Sozial ungerechtfertigte Kündigungen

(1) Die Kündigung ist rechtsunwirksam, wenn sie sozial ungerechtfertigt ist.

(2) Die Kündigung ist auch sozial ungerechtfertigt, wenn

1.  in Betrieben des privaten Rechts

    a)  die Kündigung gegen eine Richtlinie nach § 95 des Betriebsverfassungsgesetzes verstößt.

### § 1a Abfindungsanspruch bei betriebsbedingter Kündigung

(1) Kündigt der Arbeitgeber, hat der Arbeitnehmer Anspruch auf eine Abfindung.

## Zweiter Abschnitt - Kündigungsschutz im Rahmen der Betriebsverfassung

### § 15 Unzulässigkeit der Kündigung

Die Kündigung ist unzulässig

a)  nach der Wahl,

b)  vor der Wahl.
"""


def test_the_outline_of_a_german_statute_has_its_paragraphs(
    qapp: QApplication, tmp_path: Path
) -> None:
    (tmp_path / "kschg").mkdir()
    (tmp_path / "kschg" / "index.md").write_text(STATUTE, "utf-8")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path / "kschg"], vectors=False)
        provisions = library.law.show("KSchG").provisions
    model = OutlineModel()
    model.put(provisions)
    chapters = [model.index(row, 0) for row in range(model.rowCount())]
    assert [chapter.data() for chapter in chapters] == [
        "Erster Abschnitt  Allgemeiner Kündigungsschutz",
        "Zweiter Abschnitt  Kündigungsschutz im Rahmen der Betriebsverfassung",
    ]
    assert [[model.index(row, 0, chapter).data(EidRole) for row in range(model.rowCount(chapter))] for chapter in chapters] == [
        ["para_1", "para_1a"], ["para_15"]
    ]  # fmt: skip
    assert model.neighbour("para_1__abs_2__nr_1", 1) == "para_1a"
    assert model.neighbour("para_1a", 1) == "para_15"


def test_files_that_were_refused(qapp: QApplication) -> None:
    model = FailedFilesModel()
    tester = QAbstractItemModelTester(model, WARN)
    model.put({"/b/two.pdf": damaged("two.pdf"), "/a/one.doc": needs_password("one.doc")})
    assert [model.index(row, 0).data() for row in range(2)] == ["one.doc", "two.pdf"]
    assert (
        model.index(1, 0).data(ReasonRole) == "Is damaged in its archive (no end); copy it again."
    )
    assert model.paths() == [Path("/a/one.doc"), Path("/b/two.pdf")]
    model.put({})
    assert model.rowCount() == 0
    assert tester.model() is model


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("meta.json", b'{"a": 1}', True),
        ("setup.exe", b"MZ" + bytes(200), True),
        ("act.doc.xml", b"<?xml version='1.0'?><DOC><FMX/></DOC>", True),
        ("scan.rar", b"Rar!\x1a\x07" + b"x" * 99, False),
        ("empty.pdf", b"", False),
    ],
)
def test_files_without_document_need_no_attention(
    tmp_path: Path, name: str, content: bytes, expected: bool
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(FileFailed) as error:
        read(tmp_path / name)
    assert holds_no_document(error.value.message) == expected, error.value


def test_failures_come_first_and_same_names_show_folders(qapp: QApplication) -> None:
    model = FailedFilesModel()
    model.put(
        {
            "/law/a/2016/meta.json": data("meta.json"),
            "/law/a/2018/meta.json": data("meta.json"),
            "/office/x.xlsx": locked_for_good("x.xlsx").message,
        }
    )
    names = [model.index(row, 0).data() for row in range(3)]
    assert names == ["x.xlsx", "meta.json\na/2016", "meta.json\na/2018"]
    assert model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == (
        "/office/x.xlsx\nIs protected by a password; save a copy without one and add that."
    )


def test_results_are_extended_and_put_in_order(qapp: QApplication, gdpr: Path) -> None:
    with Library.open(gdpr) as library:
        first = library.search("data", mode="keyword", top=60)
        more = library.search("data", mode="keyword", top=200)
    model = ResultModel()
    tester = QAbstractItemModelTester(model, WARN)
    tester.setUseFetchMore(False)  # it would fetch inside the reset, and then complain of that
    ran_out: list[bool] = []
    model.ran_out.connect(lambda: ran_out.append(True))
    model.put(first)
    model.fetchMore(QModelIndex())
    assert ran_out == [True]
    model.extend(more)
    assert len(model.hits) == 200
    assert model.rowCount() > 60
    assert len({(hit.eid, hit.text) for hit in model.hits}) == 200
    model.sort_by("title")
    assert list(model.hits) == sort_hits(model.hits, "title")
    assert tester.model() is model


def test_attachments_are_named_with_their_mail(
    qtbot: QtBot, theme: Theme, shared_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = shared_data / "raw" / "office-edge-cases" / "eml" / "fake-encrypted.eml"
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([mail], vectors=False)
        failures = library.catalogue.failures()
    screen = IndexScreen(theme)
    qtbot.addWidget(screen)
    screen.show_status(None, failures)
    table, model = screen.failed_card.table, screen.failed_card.model
    assert model.index(0, 0).data() == "attachment-2.bin\neml/fake-encrypted.eml"
    opened: list[Path] = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: opened.append(Path(url.toLocalFile()))
    )
    table.selectRow(0)
    table.show_in_folder.trigger()
    qtbot.waitUntil(lambda: opened == [mail.parent])
