"""A realistic office folder: papers, scans of them, mails and archives with them, and some law.

All files come from the raw documents of the shared data. Repeated files are hard links, so that a small
disk holds gigabytes of them; each is read as a file of its own.
"""

import itertools
import os
import shutil
import tarfile
import zipfile
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pypdfium2

from benchmarks import data

PAPERS = ("court-files", "cuad-pdf-sample", "forms-docx", "office-edge-cases")
LAW = ("eu-formex.tar.gz", "german-statutes.tar.gz", "irish-acts.tar.gz")
DOTS = 200  # of a scan, an inch
PAGES = 8  # of a scanned file
MAILED = 3  # papers with a mail
BUNDLES_EVERY = 4  # rounds: mails and an archive of all papers
LAW_EVERY = 16  # rounds: it takes much longer to read than its size tells


def make(folder: Path, wanted: float) -> float:
    """Fill ``folder`` up to ``wanted`` megabytes; return the actual size. The originals lie beside it."""
    papers = _papers(folder.parent / "papers")
    scans = list(_scans(folder.parent / "scans"))
    bundles = [*_mails(folder.parent / "mails", papers), _archive(folder.parent, papers)]
    law = _law(folder.parent / "law")
    size = 0.0
    for round_ in itertools.count():
        chosen = [*papers, *scans]
        chosen += bundles if round_ % BUNDLES_EVERY == 0 else []
        chosen += law if round_ % LAW_EVERY == 0 else []
        for file in chosen:
            target = folder / str(round_) / file.relative_to(folder.parent)
            target.parent.mkdir(parents=True, exist_ok=True)
            os.link(file, target)
            size += file.stat().st_size / 1e6
            if size >= wanted:
                return size
    raise AssertionError("rounds never end")


def _files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


def _papers(folder: Path) -> list[Path]:
    for name in PAPERS:
        shutil.copytree(data.shared_data() / "raw" / name, folder / name)
    return _files(folder)


def _law(folder: Path) -> list[Path]:
    for name in LAW:
        with tarfile.open(data.shared_data() / "raw" / name) as packed:
            packed.extractall(folder / name.partition(".")[0], filter="data")
    shutil.copytree(data.shared_data() / "raw" / "gdpr-formex", folder / "gdpr-formex")
    return _files(folder)


def _contracts() -> list[Path]:
    return sorted((data.shared_data() / "raw" / "cuad-pdf-sample").glob("*.[pP][dD][fF]"))


def _scans(folder: Path) -> Iterator[Path]:
    """Yield the first pages of each contract as pictures in a PDF, as from a scanner without OCR."""
    folder.mkdir()
    for path in _contracts():
        with pypdfium2.PdfDocument(path) as contract:
            pages = [contract[at] for at in range(min(PAGES, len(contract)))]
            first, *rest = (page.render(scale=DOTS / 72).to_pil().convert("L") for page in pages)
        target = folder / f"{path.stem}.pdf"
        first.save(target, resolution=DOTS, save_all=True, append_images=rest, quality=75)
        yield target


def _mails(folder: Path, papers: list[Path]) -> Iterator[Path]:
    """Yield mails with some papers each."""
    folder.mkdir()
    for number, some in enumerate(_batched(papers, MAILED)):
        mail = EmailMessage()
        mail["Subject"], mail["From"], mail["To"] = (
            f"Papers {number}",
            "a@example.org",
            "b@example.org",
        )
        mail.set_content("Please find attached what we spoke of.")
        for path in some:
            mail.add_attachment(
                path.read_bytes(), maintype="application", subtype="octet-stream", filename=path.name
            )  # fmt: skip
        target = folder / f"{number}.eml"
        target.write_bytes(mail.as_bytes())
        yield target


def _batched(papers: list[Path], size: int) -> Iterator[list[Path]]:
    yield from (papers[at : at + size] for at in range(0, len(papers), size))


def _archive(folder: Path, papers: list[Path]) -> Path:
    target = folder / "papers.zip"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in papers:
            archive.write(path, path.relative_to(folder))
    return target
