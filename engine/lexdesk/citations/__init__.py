"""Citations: found in a text, normalised to work and provision, resolved where the text stands.

courts, us                        judgments, by pattern
eu, irish_uk, german -> acts      works named or pointed at
grammar -> places                 provisions, with lists and ranges
find -> resolve -> eids           what belongs together, and what it means here
"""

from lexdesk.citations.citation import KINDS, Citation, Context
from lexdesk.citations.find import find
from lexdesk.citations.irish_uk import definitions
from lexdesk.citations.lookup import name_key, names_of_works, with_work

__all__ = [
    "KINDS",
    "Citation",
    "Context",
    "definitions",
    "find",
    "name_key",
    "names_of_works",
    "with_work",
]
