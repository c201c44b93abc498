"""Structure: parsers of formats with marked provisions, and recognisers for plain text.

A format is one module with a function ``read(source) -> Document``. XML formats are selected by
their root element, Markdown statutes by the module's ``claims`` on their front matter. Formats
without markup (PDF, plain text, Word) become a document first; ``recognise`` then searches its
lines for provisions.

eu                      acts of the Union: Formex, EUR-Lex pages, and plain text
boe, legi, ris          law of Spain, France and Austria in the XML of its publishers
german                  German statutes in XML and Markdown, and plain text with §§
law_markdown            laws of many countries in Markdown, as repositories in git keep them
law_lines               the lines that begin their articles and divisions
irish_act, clml, irish_uk_text          statutes of Ireland and the United Kingdom: Markdown, XML, plain text
decisions               court decisions: plain text, and the XML of Germany's federal courts
contract                contracts with numbered clauses
headings                documents with marked headings, such as those of Word
numbered_text           policies, guidelines and other texts with numbered headings
akoma_ntoso, lex_articles               any law in these formats; lex_register beside the latter;
                                       flattened_text: its acts in one piece

Shared by them:

outline                 text and provisions under construction, for all formats
numbers, numbered_levels                provision numbers, and the nesting of numbered lists
text_lines              the lines of an existing text, and those quoted in an act
xml_blocks, safe_xml, markdown          helpers for XML and Markdown formats
dates                   dates in a text and in metadata, also those printed in 24 languages
damage                  checks for damaged files
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from lexdesk.document.model import Document

__all__ = ["MarkdownStatute", "Source", "StructureError", "StructureParser", "TextStructure"]


class StructureError(ValueError):
    """The structure contradicts itself; the text may still be sound."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file: its path (for its name and siblings), its bytes, and its password."""

    path: Path
    data: bytes
    password: str | None = field(default=None, repr=False)


class StructureParser(Protocol):
    """The interface of a format's module.

    ``read`` raises ``FileFailed`` if the file cannot be read and ``StructureError`` if its
    structure contradicts itself.
    """

    def read(self, source: Source) -> Document:
        """Read the file into a document."""
        ...


class MarkdownStatute(Protocol):
    """A Markdown format of statutes, identified by its YAML front matter."""

    def claims(self, front_matter: dict[str, str]) -> bool:
        """Return True if the front matter belongs to this format."""
        ...

    def read_statute(self, front_matter: dict[str, str], body: str) -> Document:
        """Build the document; ``body`` is the text after the front matter."""
        ...


class TextStructure(Protocol):
    """A structure visible only in the wording and numbering of lines."""

    def recognise(self, document: Document) -> Document | None:
        """Add provisions to the document; return ``None`` unless it is certainly of this kind."""
        ...
