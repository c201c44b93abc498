"""An act of one recital and one article, and the links in a library."""

from lexdesk import Document, Library
from lexdesk.citations import Context, find
from lexdesk.document.model import Provision, Reference
from lexdesk.recitals import Link

GDPR = "32016R0679"


def act(recital: str, article: str = "It applies.") -> Document:
    """Make an act of one recital and articles 5 to 7; the last has the text ``article``."""
    text = ""
    provisions: list[Provision] = []

    for eid, kind, words in (
        ("rec_1", "recital", f"(1) {recital}\n"),
        ("art_5", "article", "It is lawful.\n"),
        ("art_6", "article", "It is fair.\n"),
        ("art_7", "article", f"{article}\n"),
    ):
        number, end = eid[4:], len(text) + len(words)
        label = f"{kind.capitalize()} {number}"
        provisions.append(Provision(eid, kind, number, "", label, None, len(text), end))
        text += words
    references = tuple(
        Reference(p.start + c.start, p.start + c.end, p.eid, "cites", c.work, c.name, eid)
        for p in provisions
        for c in find(text[p.start : p.end], "en", Context(GDPR, p.eid))
        for eid in c.eids
    )
    return Document(
        text, "Act", work=GDPR, language="en", provisions=tuple(provisions), references=references
    )


def links_of(library: Library, source: str) -> list[Link]:
    """Return the links of one provision of the GDPR."""
    return [link for link in library.law.recitals.links(GDPR) if link.source == source]
