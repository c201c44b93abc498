"""Text in pictures: recognised with its confidence, last, and without a network."""

import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pypdfium2
import pytest
from tests.archives import zipped

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.document.model import Document
from lexdesk.errors import NEEDS_RECOGNITION, FileFailed, Message, PhraseCode
from lexdesk.extract import WorkerPool, ocr, read
from lexdesk.extract.ocr import Ocr
from lexdesk.system.extras import BUNDLE_MARK

FIXTURES = Path(__file__).parents[1] / "fixtures"

needs_ocr = pytest.mark.skipif(not ocr.is_available(), reason="needs the extra lexdesk[ocr]")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The upper third of a contract's page as a picture."""
    path = tmp_path_factory.mktemp("page") / "page.png"
    with pypdfium2.PdfDocument(FIXTURES / "three-pages.pdf") as pdf:
        image = pdf[0].render(scale=150 / 72).to_pil()
    image.crop((0, 0, image.width, image.height // 3)).save(path)
    return path


@pytest.fixture(scope="module")
def scan(page: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same as a PDF of one picture."""
    from PIL import Image

    path = tmp_path_factory.mktemp("scan") / "scan.pdf"
    Image.open(page).convert("RGB").save(path)
    return path


def test_frozen_program_does_not_suggest_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    """pip cannot add to it; a program with text recognition reads the file again."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    failed = ocr.scan("deed.pdf", Message(PhraseCode.SCANNED_PAGE))
    assert "pip" not in str(failed)
    assert "the extra ocr" in str(failed)
    assert failed.code in NEEDS_RECOGNITION


def test_bundle_does_not_suggest_pip(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    from_source = str(ocr.scan("deed.pdf", Message(PhraseCode.SCANNED_PAGE)))
    assert "pip install './engine[ocr]'" in from_source
    (tmp_path / BUNDLE_MARK).touch()
    assert "pip" not in str(ocr.scan("deed.pdf", Message(PhraseCode.SCANNED_PAGE)))
    for installer in ("install.sh", "install.ps1"):
        text = (Path(__file__).parents[3] / "packaging" / "installers" / installer).read_text()
        assert BUNDLE_MARK in text


def test_scan_without_ocr_names_package_to_install(scan: Path, page: Path) -> None:
    for path, what in ((scan, "a scan of 1 page"), (page, "a picture")):
        with pytest.raises(FileFailed, match=what) as error:
            read(path)
        assert "pip install './engine[ocr]'" in str(error.value)


@pytest.mark.slow
@needs_ocr
@pytest.mark.usefixtures("own_workers")
def test_scanned_pages_are_reported_and_read_after_ocr_is_installed(
    scan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_recognition() -> subprocess.Popen[bytes]:
        program = "import sys; sys.modules['rapidocr'] = None; from lexdesk.extract.workers.worker import main; main()"
        pipe = subprocess.PIPE
        return subprocess.Popen([sys.executable, "-P", "-c", program], stdin=pipe, stdout=pipe)

    path = tmp_path / "mixed.pdf"
    with (
        pypdfium2.PdfDocument(FIXTURES / "three-pages.pdf") as pdf,
        pypdfium2.PdfDocument(scan) as one,
    ):
        pdf.import_pages(one)
        pdf.save(path)
    with Library.open(tmp_path / "library", create=True) as library:
        with monkeypatch.context() as lacks:
            lacks.setattr("lexdesk.extract.workers.supervisor.start_worker", without_recognition)
            lacks.setattr(ocr, "is_available", lambda: False)
            for _ in range(2):
                report = library.sources.add([path], vectors=False)
                ((failed, reason),) = report.failed.items()
                assert failed == str(path)
                assert reason.code in NEEDS_RECOGNITION
            assert (report.unchanged, library.admin.status().files) == (1, 1)
        assert library.sources.add([path], vectors=False).failed == {}
        assert library.catalogue.failures() == {}
        document = library.law.show(str(path))
        assert document.text.count("JOINT FILING AGREEMENT") >= 2


def test_picture_on_text_page_makes_no_scan(shared_data: Path) -> None:
    """On its last page, of one line, a logo of 950 by 1,278 points lies above the upper edge."""
    (path,) = (shared_data / "raw" / "cuad-pdf-sample").glob("TELKOMSALTD*")
    assert {page.confidence for page in read(path).pages} == {None}


@needs_ocr
@pytest.mark.slow
def test_scans_and_pictures_have_ocr_confidence(scan: Path, page: Path) -> None:
    recogniser = Ocr()
    for path in (scan, page):
        document = read(path, ocr=recogniser)
        assert document.text.startswith("EXHIBIT 99.1\nJOINT FILING AGREEMENT\n")
        assert "jointly" in document.text or "undersigned" in document.text
        (only,) = document.pages
        assert only.confidence is not None
        assert only.confidence > 0.9
        assert document.language == "en"


@needs_ocr
@pytest.mark.slow
def test_library_stores_line_positions_of_scan(scan: Path, tmp_path: Path) -> None:
    """Also on an upside-down page, whose picture is shown unrotated."""
    turned = tmp_path / "turned.pdf"
    with pypdfium2.PdfDocument(scan) as pdf:
        pdf[0].set_rotation(180)
        pdf.save(turned)
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([scan, turned, FIXTURES / "three-pages.pdf"], vectors=False)
        (first, *others), (last, *_) = (
            library.catalogue.scanned_lines(path)[1] for path in (scan, turned)
        )
        assert first[0] == last[0] == "EXHIBIT 99.1"
        assert 0 < first[1].top < first[1].bottom < others[0][1].top < 10_000
        (left, top, right, bottom), box = first[1], last[1]
        corners = zip(
            (10_000 - right, 10_000 - bottom, 10_000 - left, 10_000 - top), box, strict=True
        )
        assert all(abs(expected - found) < 100 for expected, found in corners)
        assert library.catalogue.scanned_lines(FIXTURES / "three-pages.pdf") == {}
        assert library.catalogue.scanned_lines(tmp_path / "none.pdf") == {}
        document = read(scan, ocr=Ocr())
        assert Document.from_json(document.to_json()) == document
        assert [box for _, box in (first, *others)] == list(document.pages[0].boxes)
        library.sources.remove([scan])
        assert library.catalogue.scanned_lines(scan) == {}


@needs_ocr
@pytest.mark.slow
def test_scan_is_classified(scan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["classify", str(scan), "--only", "concepts"]) in (0, 1)
    captured = capsys.readouterr()
    assert "Concepts of EuroVoc" in captured.out
    assert captured.err == ""


@needs_ocr
@pytest.mark.slow
def test_upside_down_page_is_read(page: Path, tmp_path: Path) -> None:
    from PIL import Image

    turned = tmp_path / "turned.png"
    Image.open(page).rotate(180).save(turned)
    document = read(turned, ocr=Ocr())
    assert document.text.startswith("EXHIBIT 99.1\nJOINT FILING AGREEMENT\n")
    assert (document.pages[0].confidence or 0) > 0.9


@needs_ocr
@pytest.mark.slow
def test_lines_of_typewriting_are_not_turned_over(shared_data: Path, tmp_path: Path) -> None:
    """The classifier of rapidocr held three of these lines to stand upside down."""
    (path,) = (shared_data / "raw" / "cuad-pdf-sample").glob("AudibleInc_20001113*.pdf")
    with pypdfium2.PdfDocument(path) as pdf:
        image = pdf[1].render(scale=200 / 72).to_pil()
    lines = tmp_path / "lines.png"
    image.crop((0, int(0.26 * image.height), image.width, int(0.36 * image.height))).save(lines)
    text = read(lines, ocr=Ocr()).text
    assert '"look and feel," Trademarks and other items posted thereon' in text


@needs_ocr
@pytest.mark.slow
def test_pictures_are_read_last_and_mail_first(scan: Path, page: Path, tmp_path: Path) -> None:
    bundle = tmp_path / "a.zip"
    beside = "The text of a file beside it."
    bundle.write_bytes(zipped({"page.png": page.read_bytes(), "b.txt": beside}))
    plain = tmp_path / "z.txt"
    plain.write_text("The last of the files, which waits for no picture.")
    with WorkerPool(1) as pool:
        found = [(r.path.name, r.member, r.last) for r in pool.read_all([scan, bundle, plain])]
    assert found == [
        ("a.zip", "b.txt", False),
        ("z.txt", "", True),
        ("scan.pdf", "", True),
        ("a.zip", "page.png", False),
        ("a.zip", "", True),
    ]


@needs_ocr
@pytest.mark.slow
def test_text_page_is_available_before_scanned_page(scan: Path, tmp_path: Path) -> None:
    mixed = tmp_path / "mixed.pdf"
    with (
        pypdfium2.PdfDocument.new() as joined,
        pypdfium2.PdfDocument(FIXTURES / "joint-filing-agreement.pdf") as text,
        pypdfium2.PdfDocument(scan) as picture,
    ):
        joined.import_pages(text)
        joined.import_pages(picture)
        joined.save(mixed)
    with WorkerPool(1) as pool:
        first, second = (r.outcome for r in pool.read_all([mixed]))
    assert isinstance(first, Document)
    assert isinstance(second, Document)
    assert [page.confidence for page in first.pages] == [None, 0.0]
    assert second.pages[0].confidence is None
    assert (second.pages[1].confidence or 0) > 0.9
    assert second.text.startswith(first.text.rstrip())


@needs_ocr
def test_line_fragments_are_joined_left_to_right() -> None:
    texts = ("second line", "beside", "first", " ")
    boxes = [
        ocr.UprightBox(0, 20, 50, 30),
        ocr.UprightBox(60, 2, 90, 11),
        ocr.UprightBox(0, 0, 50, 10),
    ]
    assert ocr.group_lines([*boxes, ocr.UprightBox(0, 40, 50, 50)], texts) == [[2, 1], [0]]


def test_lines_of_rotated_page_stay_separate() -> None:
    """Two lines, one below the other, in two pieces each; the right ends lie 20 points lower."""
    pieces = [(0, 0), (500, 10), (0, 20), (500, 30)]
    corners: list[list[list[float]]] = [
        [[x, y], [x + 490, y + 9.8], [x + 490, y + 25.8], [x, y + 16]] for x, y in pieces
    ]
    assert ocr.group_lines(ocr.correct_slope(corners), ["said"] * 4) == [[0, 1], [2, 3]]


@needs_ocr
@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("strace") is None, reason="needs strace, which this machine does not have"
)
def test_ocr_uses_no_network(page: Path, tmp_path: Path) -> None:
    """rapidocr can download models: that part is made to fail, and calls are traced.

    Outside of CI, where onnxruntime would report its use.
    """
    script = """
import sys
from pathlib import Path
import lexdesk
from rapidocr.utils.download_file import DownloadFile
def reached(*args): raise SystemExit("the download was reached")
DownloadFile.run = reached
from lexdesk.extract import read
from lexdesk.extract.ocr import Ocr
from lexdesk.system.extras import BUNDLE_MARK
print(read(Path(sys.argv[1]), ocr=Ocr()).text)
"""
    trace = tmp_path / "trace"
    done = subprocess.run(
        ["strace", "-f", "-e", "trace=connect,sendto,sendmsg", "-o", str(trace),
         sys.executable, "-c", script, str(page)],
        env={k: v for k, v in os.environ.items() if k not in ("CI", "ORT_DISABLE_TELEMETRY")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "JOINT FILING AGREEMENT" in done.stdout
    assert done.stderr == ""
    assert [line for line in trace.read_text().splitlines() if "AF_INET" in line] == []


def test_picture_is_decoded_upright_and_on_white() -> None:
    from PIL import Image

    from lexdesk.extract.parsers.picture import read_frames

    image = Image.new("RGBA", (40, 20), (0, 0, 0, 0))
    packed = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6
    image.save(packed, "PNG", exif=exif)
    (frame,) = read_frames(Image.open(packed), "x.png")
    assert frame.shape == (40, 20, 3)
    assert frame.min() == 255


@pytest.mark.parametrize(
    ("format_", "pages"), [("TIFF", 3), ("GIF", 1), ("WEBP", 1), ("PNG", 1), ("MPO", 1)]
)
def test_tiff_frames_are_pages_and_animation_frames_are_not(format_: str, pages: int) -> None:
    """Nor are a telephone's additions to a photograph (MPO), such as a brightness map."""
    from PIL import Image

    from lexdesk.extract.parsers.picture import read_frames

    first, *others = (Image.new("RGB", (40, 20), (shade, 0, 0)) for shade in (0, 90, 180))
    packed = io.BytesIO()
    first.save(packed, format_, save_all=True, append_images=others)
    assert len(list(read_frames(Image.open(packed), "x"))) == pages
