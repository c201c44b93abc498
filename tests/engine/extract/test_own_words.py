"""Every word that a Word file states is in the extracted text, over all samples."""

from __future__ import annotations

import re
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

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


def words(text: str) -> list[str]:
    return re.findall(r"\w+", unicodedata.normalize("NFKC", text.replace("\xad", "")))


def test_docx_has_each_of_its_own_words(shared_data: Path) -> None:
    files = [
        path for name in SAMPLES for path in sorted((shared_data / "raw" / name).rglob("*.docx"))
    ]
    missing = {path.name: own_words(path) - Counter(words(read(path).text)) for path in files}
    assert len(files) > 25
    assert {name: lost for name, lost in missing.items() if lost} == {}
