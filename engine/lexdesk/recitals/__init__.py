"""Recitals and the provisions that they explain, from three sources that are told apart.

preamble                 the act as adopted, which has the recitals
stated                   ``text``: what recitals and articles say of each other
mapping                  ``mapping``: a table made by people, loaded and exported as CSV
likeness -> alignment -> proposal        ``model``: what words, meaning and order suggest
links -> of_library      all of them, read in both directions
"""

from lexdesk.recitals.links import SOURCES, ExplainingRecital, Link, explained_by, explains, links
from lexdesk.recitals.of_library import Recitals
from lexdesk.recitals.preamble import Act, adopted
from lexdesk.recitals.proposal import Proposal, propose, propose_by_words, propose_new

__all__ = [
    "SOURCES",
    "Act",
    "ExplainingRecital",
    "Link",
    "Proposal",
    "Recitals",
    "adopted",
    "explained_by",
    "explains",
    "links",
    "propose",
    "propose_by_words",
    "propose_new",
]
