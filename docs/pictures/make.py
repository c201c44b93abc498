"""Screenshots for the documentation: ``python docs/pictures/make.py [FOLDER_OF_LAW]``.

The window shows a library of the bundled GDPR, a generated contract, and FOLDER_OF_LAW: Directive
2014/65/EU in two versions, from EUR-Lex, for the comparison. Pictures are 1440x900 at 100 %, one 1100x700
with text at 200 %, and one has dark colours. Interface text is set in Inter if installed, as in the
design, else in the system's font.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PIL import Image
from PySide6.QtCore import QDeadlineTimer, QEventLoop, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QImage, QPageSize, QPdfWriter, QTextDocument
from PySide6.QtWidgets import QApplication
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

import lexdesk
from lexdesk.system.bundled import ACT, find_corpus
from lexdesk_gui.language import install
from lexdesk_gui.main_window import MainWindow
from lexdesk_gui.preferences import Preferences
from lexdesk_gui.style.look import list_colours
from lexdesk_gui.style.theme import Choice, Theme

HERE = Path(__file__).parent
GDPR = find_corpus() / ACT
_PATIENCE = 300_000  # ms; a comparison of documents takes long on a busy machine
_COLOURS = 32
_CONTRACT = """<h2>Data processing agreement</h2><p>1. The processor acts on documented instructions
of the controller. It tells the controller without delay where an instruction infringes the law.</p>
<p>2. Where processing is based on consent, the controller keeps a record of that consent. A person
may withdraw consent at any time, as easily as it was given; the processor then stops within two
working days.</p><p>3. The processor assists the controller with requests of data subjects.</p>"""


_COOKIES = """# Cookie policy

We ask for consent before we set cookies that are not needed for the page itself. You can take back your
consent at any time, as easily as you gave it.

We tell you who we are, what the cookies are for, how long they are kept and who receives the data.

You can ask us for a copy of the data that we hold about you.
"""


_POLICY = """# Customer data policy

3.1 Asking for consent

A request for consent is presented in clear and plain language and apart from other matters. We can
show that consent was given.

3.3 Withdrawing consent

A customer may take back consent at any time, in the app or by writing to us. We stop the use that
rested on it within 30 days. What we did with the data before that day stays lawful. We say so on the
consent screen.

4.2 Time to answer

We answer a request of a customer within one month of its receipt; where requests are many and complex
we take two further months and say why.

5.1 Privacy notice

When we collect data from a customer we tell who the controller is, the contact of the data protection
officer, the purposes and the legal basis, and the recipients.

6.1 Access requests

A customer may obtain confirmation as to whether we process their personal data, and access to them
with a copy.

6.3 Erasure

We erase personal data without undue delay where they are no longer necessary for the purposes for
which they were collected.

6.5 Direct marketing

A customer may object at any time to processing for direct marketing, including profiling; we then stop.

7.1 Breaches

We notify a personal data breach to the supervisory authority within 72 hours after we became aware of
it, unless a risk is unlikely.
"""


class Camera:
    """Takes pictures of one window."""

    def __init__(self, app: QApplication, window: MainWindow, theme: Theme, target: Path):
        self._app, self._window, self._theme, self._target = app, window, theme, target

    def until(self, reached: Callable[[], bool]) -> None:
        """Run the event loop until ``reached``."""
        deadline = QDeadlineTimer(_PATIENCE)
        while not reached():
            if deadline.hasExpired():
                raise TimeoutError(f"the window did not get there in {_PATIENCE / 1000:.0f} s")
            self._app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)

    def settle(self) -> None:
        """Wait for pending answers and drawing, facet counts last."""
        done: list[int] = []
        for _ in range(3):  # an answer may ask again
            # One request for each process of the engine.
            engine, path = self._window.engine, attrgetter("path")
            engine.ask("preview", path, done.append, lambda _error: None)
            engine.write(path, done.append, lambda _error: None)
            self.until(lambda: len(done) == 2)
            done.clear()
        facets = self._window.view.facets
        if facets.isVisible() and self._window.searching.answer is not None:
            self.until(lambda: all(count.text() for count in facets.counts.values()))
        pages = self._window.view.reader_pane
        if pages.shows_pages and pages.isVisible():
            self.until(lambda: pages.pages.is_drawn)

    def take(self, name: str, choice: Choice = "light", *, large: bool = False) -> None:
        """Save the view in the theme ``choice`` at 100 % and, with ``large``, at 200 %."""
        sizes = ((1.0, (1440, 900), ""), (2.0, (1100, 700), "-200"))
        self._theme.choose(choice)
        for zoom, size, suffix in sizes if large else sizes[:1]:
            self._theme.set_zoom(zoom)
            for _ in range(4):  # what was too wide at the old size goes step by step
                self._window.resize(*size)
                self._app.processEvents()
            self.settle()
            self.save(f"{name}-{choice}{suffix}")
        self._theme.set_zoom(1.0)
        self._window.resize(1440, 900)
        self.settle()

    def save(self, name: str) -> None:
        """Save the window in its most frequent colours: a fifth of the size."""
        picture = self._window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        counts = Counter(memoryview(picture.bits()).cast("I"))
        tokens = [QColor(colour).rgb() for colour in list_colours(self._theme.look.tokens)]
        frequent = [colour for colour, _ in counts.most_common(_COLOURS)]
        kept = list(dict.fromkeys([*tokens, *frequent]))  # no meaning is lost with a rare colour
        flat = picture.convertToFormat(
            QImage.Format.Format_Indexed8, kept, Qt.ImageConversionFlag.AvoidDither
        )
        plain = flat.convertToFormat(QImage.Format.Format_RGB888)
        size, row = (plain.width(), plain.height()), plain.bytesPerLine()
        image = Image.frombytes("RGB", size, bytes(plain.constBits()), "raw", "RGB", row)
        # Pillow packs best: nothing is lost, and a quarter of the room of PNG.
        image.save(self._target / f"{name}.webp", lossless=True, quality=100, method=6)


def main(target: Path, law: Path | None) -> None:
    """Write all pictures into ``target``."""
    app = QApplication(sys.argv[:1])
    app.setFont(_interface())
    install(app, "en")
    with tempfile.TemporaryDirectory() as folder:
        path = _library(Path(folder), law)
        theme = Theme(app)
        window = MainWindow(theme, path, Preferences(Path(folder) / "desktop.ini"))
        window.resize(1440, 900)
        window.show()
        camera = Camera(app, window, theme, target)
        camera.until(lambda: bool(window.status_line.counts.text()))
        _take_all(camera, window, law)
        window.close()


def _take_all(camera: Camera, window: MainWindow, law: Path | None) -> None:
    view = window.view
    camera.settle()
    view.set_query("withdraw consent")
    camera.until(lambda: "7(3)" in getattr(window.reading.reading, "citation", ""))
    camera.take("search", large=True)
    view.set_query("consent AND (withdraw")
    camera.until(view.line.offer.isVisible)
    camera.take("mistake", "dark")
    view.set_query('"documented instructions of the controller" kind:document')
    camera.until(lambda: view.reader_pane.shows_pages and bool(view.reader_pane.pages.marks))
    camera.take("pdf")
    view.set_query("withdraw consent")
    camera.until(lambda: "7(3)" in getattr(window.reading.reading, "citation", ""))
    view.chips.saving.emit()
    for kind, value in (("tag", "consent"), ("note", "As easy to withdraw as to give.")):
        view.reader_pane.side.noted.emit(kind, value)
    camera.settle()
    window.navigation.show_screen("library")
    camera.until(lambda: bool(window.screens.library.works))
    camera.take("library")
    window.navigation.show_screen("saved")
    camera.settle()
    window.screens.saved.wanted.emit("tag", "consent")
    camera.take("saved")
    _take_suggested(camera, window)
    _take_beside(camera, window)
    _take_match(camera, window)
    window.navigation.show_screen("saved")
    window.screens.saved.decisions.emit("", "All decisions")
    camera.settle()
    camera.take("decisions")
    window.navigation.show_screen("index")
    camera.take("index")
    if law is not None:
        window.navigation.show_screen("search")
        view.reader_pane.side.tabs.setCurrentIndex(0)
        view.set_query("Article 16 Directive 2014/65/EU")
        camera.until(
            lambda: (
                "2014/65" in getattr(window.reading.reading, "citation", "")
                and bool(view.reader_pane.timeline.stages)
            )
        )
        camera.take("versions")
        window.navigation.show_screen("compare")
        camera.settle()
        camera.take("compare")


def _take_suggested(camera: Camera, window: MainWindow) -> None:
    """Show a policy in the tab of the results, with suggested articles, beside a tab of law."""
    view = window.view
    window.navigation.show_screen("search")
    view.set_query("withdraw consent")
    camera.until(lambda: "7(3)" in getattr(window.reading.reading, "citation", ""))
    camera.settle()
    view.open_in_tab()
    camera.settle()
    view.set_query("take back consent folder:Policies")
    side_recitals = view.reader_pane.side.recitals
    camera.until(lambda: "May concern" in side_recitals.visible_text)
    camera.take("suggested")
    view.tabs.close(1)


def _take_beside(camera: Camera, window: MainWindow) -> None:
    """Show a pinned article beside a contract."""
    view = window.view
    window.navigation.show_screen("search")
    view.set_query("withdraw consent")
    camera.until(lambda: "7(3)" in getattr(window.reading.reading, "citation", ""))
    camera.settle()
    view.keep_in_second_reader()
    view.set_query('"documented instructions of the controller" kind:document')
    camera.until(lambda: view.reader_pane.shows_pages and bool(view.reader_pane.pages.marks))
    camera.take("beside")
    view.reader_pane.close_second_reader()
    view.reader_pane.sides.show_side_panel(True)


def _take_match(camera: Camera, window: MainWindow) -> None:
    """Show a policy matched with the library, at the decided cell of withdrawing consent."""
    view, matching = window.view, window.matching
    view.set_query("")
    policy = Path(window.library.path or "").parent / "Customer data policy.md"
    policy.write_text(_POLICY, "utf-8")
    window.match_file(policy)
    camera.until(lambda: matching.answer is not None)
    camera.settle()
    heat = window.screens.match.heat
    cells = heat.model_of_cells
    names = [cells.column_name(column) for column in range(cells.columnCount())]
    rows = [cells.row_name(row) for row in range(cells.rowCount())]
    if "Article 7(3)" in names:
        row = next((at for at, name in enumerate(rows) if name.startswith("3.3")), 0)
        heat.setCurrentIndex(cells.index(row, names.index("Article 7(3)")))
    camera.settle()
    window.screens.match.decision.decided.emit("gap", "Five steps are not as easy as one tick")
    camera.settle()
    window.screens.match.take_focus()
    camera.take("match")
    window.navigation.show_screen("search")
    view.set_query("withdraw consent")
    camera.until(lambda: "7(3)" in getattr(window.reading.reading, "citation", ""))
    camera.settle()
    window.navigation.focus_decision()
    camera.take("decision")


def _library(folder: Path, law: Path | None) -> Path:
    """Create a library in ``folder`` with keyword and semantic index."""
    office = folder / "Office"
    contracts = office / "Contracts"
    contracts.mkdir(parents=True)
    contract = contracts / "Data processing agreement.pdf"
    writer = QPdfWriter(str(contract))
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setResolution(96)
    document = QTextDocument()
    document.setDefaultFont(QFont("DejaVu Serif", 11))
    document.setHtml(_CONTRACT)
    document.setPageSize(QSizeF(writer.pageLayout().paintRectPixels(96).size()))
    document.print_(writer)
    broken = contracts / "Side letter.pdf"
    broken.write_bytes(contract.read_bytes()[:2_000])
    locked = Canvas(str(contracts / "Term sheet signed.pdf"), encrypt=StandardEncryption("2024"))
    locked.drawString(72, 700, "Term sheet")
    locked.save()
    policies = office / "Policies"
    policies.mkdir()
    (policies / "Cookie policy.md").write_text(_COOKIES, "utf-8")
    if law is not None:
        law = shutil.copytree(law, office / "MiFID II")
    path = folder / "Data protection"
    with lexdesk.Library.open(path, create=True) as library:
        library.sources.add([GDPR, contracts, policies, *([law] if law else [])])
    return path


def _interface() -> QFont:
    font = QFont("Inter" if "Inter" in QFontDatabase.families() else QApplication.font().family())
    font.setPixelSize(13)
    return font


if __name__ == "__main__":
    main(HERE, Path(sys.argv[1]) if len(sys.argv) > 1 else None)
