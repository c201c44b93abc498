"""Recitals and the provisions they explain, from three distinct sources.

preamble                 the act as adopted, with its recitals
links                    ``text``: references between recitals and articles
mapping                  ``mapping``: a table by people, loaded and exported as CSV
similarity -> proposal      ``model``: links proposed from words, embeddings and order
links -> library_recitals                all of them, in both directions
"""

from lexdesk.recitals.library_recitals import Recitals
from lexdesk.recitals.links import (
    SOURCES,
    ExplainingRecital,
    Link,
    find_explained_provisions,
    find_explaining_recitals,
    find_links,
)
from lexdesk.recitals.preamble import Act, find_adopted_act
from lexdesk.recitals.proposal import Proposal, propose, propose_by_words, propose_new

__all__ = [
    "SOURCES", "Act", "ExplainingRecital", "Link", "Proposal", "Recitals", "find_adopted_act",
    "find_explained_provisions", "find_explaining_recitals", "find_links", "propose", "propose_by_words",
    "propose_new",
]  # fmt: skip
