"""Statutes read from Markdown of a few lines."""

from lexdesk.document.model import Document
from lexdesk.structure import irish_act
from lexdesk.structure.german import gii_markdown as german_statute


def irish(body: str) -> Document:
    document = irish_act.read_statute({"identifier": "IE-2000-act-1", "title": "An Act"}, body)
    document.validate()
    return document


def german(body: str) -> Document:
    document = german_statute.read_statute({"jurabk": "XG", "slug": "xg", "Title": "X"}, body)
    document.validate()
    return document


def eids(document: Document) -> list[str]:
    return [p.eid for p in document.provisions]
