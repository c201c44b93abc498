"""Every word that a Word or OpenDocument file states is in the extracted text, over all samples."""

from __future__ import annotations

import re
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from lxml import etree

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
