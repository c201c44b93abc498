"""Structure: from a file whose format states its provisions to a document that has them.

A format is one module with a function ``read(source) -> Document``. XML formats are found by their
root element; Markdown statutes by their front matter, which the module ``claims``. Formats that mark
nothing (PDF, plain text, Word) become a document first, in whose lines ``recognise`` looks for
provisions.

eu                      acts of the Union: Formex, the pages of EUR-Lex, and the same as text
german                  German statutes in XML and Markdown, and as text what has §§ as they do
irish_act, clml         statutes of Ireland and the United Kingdom
decisions               decisions of courts: as text, and in XML those of Germany's federal courts
contract                contracts with numbered clauses
akoma_ntoso, lex_articles               any law in these formats; lex_register beside the latter

What they share:

outline                 text and provisions under construction, whatever the format
numbers, numbered_levels                what a number is, and which level it is of where nothing else shows it
text_lines              the lines of a text that stands already; quotes: which of them an act quotes
xml_blocks, safe_xml, markdown          what formats in XML and in Markdown have in common
printed_dates, stated_dates             dates in a text, and in a file's metadata; eu_dates: in 24 languages
damage                  what shows that a file was damaged on its way
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from lexdesk.document.model import Document

__all__ = ["MarkdownStatute", "Source", "StructureError", "StructureReader", "TextStructure"]


class StructureError(ValueError):
    """The structure that was read contradicts itself; the text may still be fine."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file's bytes, and the path that they came from: for its name and its siblings; the password that it opens with."""

    path: Path
    data: bytes
    password: str | None = field(default=None, repr=False)


class StructureReader(Protocol):
    """What each format's module offers.

    ``read`` raises ``FileRefused`` where the file cannot be read, ``StructureError`` where
    its structure contradicts itself.
    """

    def read(self, source: Source) -> Document:
        """Make the document of the file."""
        ...


class MarkdownStatute(Protocol):
    """A statute in Markdown, told by its YAML front matter."""

    def claims(self, front_matter: dict[str, str]) -> bool:
        """Say whether the front matter is this format's."""
        ...

    def read_statute(self, front_matter: dict[str, str], body: str) -> Document:
        """Make the document; ``body`` is the text after the front matter."""
        ...


class TextStructure(Protocol):
    """A structure that only the wording and numbering of lines show."""

    def recognise(self, document: Document) -> Document | None:
        """Give the document its provisions; ``None`` where it is not surely of this kind."""
        ...
