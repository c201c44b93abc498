"""Documents against law: what a change of an act touches, what covers its provisions, what is alike.

    neighbours  the passages of other documents that a text concerns, with the reasons
    impact      what changed between two versions of an act, and whom it touches; struck: what still says what is gone
    coverage    the provisions of an act against documents, and the gaps; duties: the sentences that oblige somebody
    within      the version of an act that is asked about, and the documents that it is held against
    doc2doc     the documents that a whole document concerns
    reviewed    what reviewers decided on the law in them
    names       what tells documents apart that are called alike
    report      all of them as files, with a column for the reviewer's decision; pdf: that file on paper
    paragraphs, small_words     of texts without provisions; words that name no subject

All of it is built on ``Library`` as other programs use it.
"""

from lexdesk.compliance.coverage import Coverage, Covered, coverage
from lexdesk.compliance.doc2doc.similar import Similar, SimilarDocument, similar
from lexdesk.compliance.impact import Impact, Touched, impact
from lexdesk.compliance.neighbours import Match, Reason

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
