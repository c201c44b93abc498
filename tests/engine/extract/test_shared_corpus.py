"""Every file of the shared raw data, through the worker pool in one run."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.archives import extract

from lexdesk.document.model import Document, Provision
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract import WorkerPool, ocr

pytestmark = pytest.mark.slow

Results = list[tuple[Path, Document | FileFailed]]

EXPECTED = {
    FileCode.PUBLICATION_RECORD, FileCode.VERSION_REGISTER, FileCode.NO_DOCUMENT, FileCode.KIND_UNREADABLE, FileCode.NO_TEXT,
    FileCode.EMPTY, FileCode.PASSWORD_NEEDED, FileCode.ENCRYPTED_FOR_KEY, FileCode.TEXT_IN_PICTURES,
    FileCode.PICTURE_WITHOUT_TEXT, FileCode.PICTURE_DAMAGED,
}  # fmt: skip
WITHOUT_TEXT = {
    "empty.pdf", "empty.eml", "empty.xlsx", "fake-text-all-whitespace.txt",
    "picture.pptx", "test-image-jpg-mime.pptx",  # slides of pictures alone
    "password_protected.xlsx", "word-perfect.wpd", "sample-3s.mp3",
    "attachment-2.bin",  # the encrypted body of fake-encrypted.eml
}  # fmt: skip
SCANS = {"image-pdf.pdf", "image-pdf-2.pdf", "vector-pdf.pdf"}
PRINTED = {
    "recital": r"\(?{n}\)?",
    "paragraph": r"\(?{n}[.)]?(?!\d)",
    "point": r"{n}[.)]|\({n}\)|{n}\s|\d+\.{n}\.",
    "subsection": r"\({n}\)|{n}(?!\d)",
    "subparagraph": r"\({n}\)",
    "clause": r"\({n}\)|{n}(?!\d)",
}


@pytest.fixture(scope="module")
def results(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Results:
    unpacked = tmp_path_factory.mktemp("raw")
    raw = shared_data / "raw"
    for archive in sorted(raw.glob("*.tar.gz")):
        extract(archive, unpacked)
    with WorkerPool() as pool:
        readings = list(pool.read_all(files(raw, unpacked)))
    last = {
        reading.path / reading.member: reading.outcome for reading in readings
    }  # with its pictures, if any
    return [(path, item) for path, item in last.items() if isinstance(item, Document | FileFailed)]


def files(*folders: Path) -> Iterator[Path]:
    for folder in folders:
        found = (p for p in sorted(folder.rglob("*")) if p.is_file())
        yield from (p for p in found if not p.name.endswith(".tar.gz"))  # unpacked beside them


def documents(results: Results) -> Iterator[tuple[Path, Document]]:
    for path, result in results:
        if isinstance(result, Document):
            yield path, result


def test_every_failure_has_expected_code(results: Results) -> None:
    failures = [r for _, r in results if isinstance(r, FileFailed)]
    assert [str(failure) for failure in failures if failure.code not in EXPECTED] == []
    assert len(results) > 700
    assert len(failures) < 100


def test_only_known_files_have_no_text(results: Results) -> None:
    """Of the court papers and of the difficult office files; pictures in mails may hold none."""
    sets = ("court-files", "office-edge-cases")
    failed = {
        path.name
        for path, result in results
        if isinstance(result, FileFailed)
        and any(name in path.parts for name in sets)
        and path.suffix not in (".png", ".jpg", ".gif", ".json")
    }
    needs_ocr = set() if ocr.is_available() else SCANS
    assert failed - needs_ocr == WITHOUT_TEXT


def test_every_document_is_valid_and_has_text_and_title(results: Results) -> None:
    for path, document in documents(results):
        document.validate()
        assert document.text.strip(), path
        assert document.title, path
        document.to_json()


def test_every_provision_starts_with_its_printed_number(results: Results) -> None:
    wrong = [
        (path.name, p.eid, document.text[p.start : p.start + 30])
        for path, document in documents(results)
        for p in document.provisions
        if not starts_with_its_number(document, p)
    ]
    assert wrong == []


def starts_with_its_number(document: Document, provision: Provision) -> bool:
    if not provision.number:
        return True
    text = document.text[provision.start : provision.end]
    if text.lower().startswith(provision.label.lower()):  # Article 6, Erster Abschnitt, Chapter I
        return True
    pattern = PRINTED.get(provision.kind, r"[^\n]*?\b{n}")
    number = re.escape(provision.number).replace(r"\.", r"\.\s?")  # some print "2. 3. 1."
    return re.match(pattern.format(n=number), text) is not None


def test_statutes_and_acts_have_structure(results: Results) -> None:
    kinds = Counter(document.kind for _, document in documents(results) if document.provisions)
    assert kinds["regulation"] == 28
    assert kinds["directive"] == 11
    assert kinds["contract"] == 35
    assert kinds["statute"] >= 250 + 130


OF_MODEL_STATUTES = {"ao_1977": 5}  # in Annex 1, Mustersatzung: §§ that are none of the act
"""Sections that are printed in a file and are text of its annex."""


def test_sections_match_files(results: Results) -> None:
    for path, document in documents(results):
        if not document.work.startswith(("IE-", "DE-")):
            continue
        pattern = r"^#{4,6} \d" if document.work.startswith("IE-") else r"^#+ (?:§ \d|Art [\dIVX])"
        printed = len(re.findall(pattern, path.read_text(), re.MULTILINE))
        found = sum(p.kind in ("section", "article") for p in document.provisions)
        assert found == printed - OF_MODEL_STATUTES.get(path.parent.name, 0), path
