"""Every word of a file is in the extracted text, counted over all samples without Lexdesk's parsers."""

import contextlib
import email
import email.policy
import re
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pypdfium2
import pytest
from lxml import etree

from lexdesk.document.model import Document
from lexdesk.errors import FileFailed
from lexdesk.extract import read

WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
PARTS = re.compile(r"word/(document|footnotes|endnotes|comments|header|footer)\d*\.xml")
BREAKS = {f"{WORD}{name}" for name in ("p", "tab", "br", "cr", "tc")}
COPY = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
GONE = {f"{WORD}del", f"{WORD}moveFrom", COPY}
PARSER = etree.XMLParser(resolve_entities=False, remove_comments=True, remove_pis=True)
SAMPLES = ("court-files", "forms-docx", "office-edge-cases")


def own_words(path: Path) -> Counter[str]:
    """Count the words of all ``w:t`` elements, without deletions of tracked changes and copies for old programs.

    Of the margins, the text of several pages counts once, and their page numbers do not.
    """
    own: Counter[str] = Counter()
    beside: Counter[str] = Counter()
    with zipfile.ZipFile(path) as packed:
        for name in sorted(packed.namelist()):
            if part := PARTS.fullmatch(name):
                root = etree.fromstring(packed.read(name), PARSER)
                found = Counter(words("".join(pieces(root))))
                if part[1] in ("header", "footer"):
                    beside |= Counter({word: n for word, n in found.items() if not word.isdigit()})
                else:
                    own += found
    return own + beside


def pieces(element: etree._Element) -> Iterator[str]:
    if element.tag in GONE:
        return
    if element.tag == f"{WORD}t":
        yield element.text or ""
    elif element.tag == f"{WORD}noBreakHyphen":
        yield "-"
    elif element.tag in BREAKS:
        yield "\n"
    for child in element:
        yield from pieces(child)
    if element.tag == f"{WORD}p":
        yield "\n"


def open_document_words(path: Path) -> Counter[str]:
    """Count the words of all paragraphs of the body."""
    with zipfile.ZipFile(path) as packed:
        root = etree.fromstring(packed.read("content.xml"), PARSER)
    texts = root.iterfind(".//{*}body//{*}p"), root.iterfind(".//{*}body//{*}h")
    return Counter(
        words("\n".join("".join(map(str, e.itertext())) for found in texts for e in found))
    )


def words(text: str) -> list[str]:
    return re.findall(r"\w+", unicodedata.normalize("NFKC", text.replace("\xad", "")))


@pytest.mark.parametrize(
    ("pattern", "least", "count_own"),
    [("*.docx", 25, own_words), ("*.odt", 3, open_document_words)],
)
def test_document_has_each_of_its_own_words(
    shared_data: Path, pattern: str, least: int, count_own: Callable[[Path], Counter[str]]
) -> None:
    folders = [shared_data / "raw" / name for name in SAMPLES]
    files = sorted(path for folder in folders for path in folder.rglob(pattern))
    missing = {path.name: count_own(path) - Counter(words(read(path).text)) for path in files}
    assert len(files) >= least
    assert {name: lost for name, lost in missing.items() if lost} == {}


def slide_words(path: Path) -> Counter[str]:
    """Count the words of slides and their notes."""
    found: Counter[str] = Counter()
    with zipfile.ZipFile(path) as packed:
        for name in packed.namelist():
            if re.fullmatch(r"ppt/(slides|notesSlides)/\w+\.xml", name):
                for paragraph in etree.fromstring(packed.read(name), PARSER).iterfind(".//{*}p"):
                    pieces = (t.text or "\n" for t in paragraph.iter("{*}t", "{*}br"))
                    found.update(words("".join(pieces)))
    return found


def cell_words(path: Path) -> Counter[str]:
    """Count the words of the cells with a shared text."""
    with zipfile.ZipFile(path) as packed:
        names = packed.namelist()
        if "xl/sharedStrings.xml" not in names:
            return Counter()
        items = etree.fromstring(packed.read("xl/sharedStrings.xml"), PARSER).iterfind("{*}si")
        shared = ["".join(t.text or "" for t in item.iter("{*}t")) for item in items]
        sheets = [name for name in names if re.fullmatch(r"xl/worksheets/\w+\.xml", name)]
        cells = (c for n in sheets for c in etree.fromstring(packed.read(n), PARSER).iter("{*}c"))
        places = (int(c.findtext("{*}v", "0")) for c in cells if c.get("t") == "s")
        return Counter(word for place in places for word in words(shared[place]))


def body_words(path: Path) -> Counter[str]:
    """Count the words of the plain body of a mail."""
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    body = message.get_body(("plain",))
    return Counter(words(body.get_content()) if body else [])


def page_letters(path: Path) -> Counter[str]:
    """Count the letters of PDF pages as pdfium returns them: words that lines divide are joined in the document.

    Lines on several pages, such as running titles, count once.
    """
    with pypdfium2.PdfDocument(path) as pdf:
        texts = [page.get_textpage().get_text_range() for page in pdf]
    lines = (re.sub(r"\d+", "0", line).strip() for text in texts for line in text.split("\n"))
    counted = Counter(lines).items()
    return letters("".join(line * (1 if count > 2 else count) for line, count in counted))


def letters(text: str) -> Counter[str]:
    return Counter(re.findall(r"[^\W\d_]", unicodedata.normalize("NFKC", text)))


def readable(folder: Path, pattern: str) -> Iterator[tuple[Path, str]]:
    """Yield the samples with text, and their text."""
    for path in sorted(folder.rglob(pattern)):
        with contextlib.suppress(FileFailed):  # empty, encrypted or of pictures alone
            found = read(path)
            yield path, found.text if isinstance(found, Document) else ""


@pytest.mark.parametrize(
    ("pattern", "least", "count_own"),
    [("*.pptx", 6, slide_words), ("*.xlsx", 5, cell_words), ("*.eml", 26, body_words)],
)
def test_slides_sheets_and_mails_have_each_of_their_own_words(
    shared_data: Path, pattern: str, least: int, count_own: Callable[[Path], Counter[str]]
) -> None:
    """Compare all but mails in UTF-16, whose headers Python does not read."""
    found = [
        pair for pair in readable(shared_data / "raw", pattern) if "utf-16" not in pair[0].name
    ]
    missing = {path.name: count_own(path) - Counter(words(text)) for path, text in found}
    assert len(found) >= least
    assert {name: lost for name, lost in missing.items() if lost} == {}


@pytest.mark.slow
def test_pages_of_pdf_have_their_letters(shared_data: Path) -> None:
    found = [*readable(shared_data / "raw", "*.pdf"), *readable(shared_data / "raw", "*.PDF")]
    assert len(found) > 60
    for path, text in found:
        own = page_letters(path)
        lost = (own - letters(text)).total()
        assert lost <= 0.01 * own.total(), (path.name, lost, own.total())
