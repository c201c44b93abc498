"""Documents against law: what a change of an act touches, what covers its provisions, what is alike.

    neighbours  the passages of other documents that a text concerns, with the reasons
    impact      what changed between two versions of an act, and whom it touches
    coverage    the provisions of an act against documents, and the gaps
    duties      the sentences that oblige somebody
    unmet       those of a law that a document leaves open where it touches that law
    similar     the documents that a whole document concerns; its docstring names the stages
    reviewed    what reviewers decided on the law in them
    names       what tells documents apart that are called alike
    report      all of them as files, with a column for the reviewer's decision

All of it is built on ``Library`` as other programs use it.
"""

from lexdesk.matching.coverage import Coverage, Covered, coverage
from lexdesk.matching.impact import Impact, Touched, impact
from lexdesk.matching.neighbours import Match, Reason
from lexdesk.matching.similar import Similar, SimilarDocument, similar

__all__ = [
    "Coverage",
    "Covered",
    "Impact",
    "Match",
    "Reason",
    "Similar",
    "SimilarDocument",
    "Touched",
    "coverage",
    "impact",
    "similar",
]
