"""Documents against law: what an amendment affects, what covers its provisions, what is similar.

    passage_matching    passages of other documents that concern a text, with the reasons
    impact      changes between two versions of an act and the documents affected; deleted_wording: repealed wording still in use
    coverage    provisions of an act against documents, and the gaps; duties: sentences that oblige an addressee
    act_version the version of an act in question, and the documents compared with it
    doc2doc     documents that concern a whole document
    review_subjects     review decisions on provisions
    disambiguation      labels for documents of the same title
    report      reports as files, with a column for review decisions; pdf: as PDF
    paragraphs, stop_words      of texts without provisions; uninformative words

All of it builds on ``Library`` as other programs use it.
"""

from lexdesk.compliance.coverage import Coverage, Covered, coverage
from lexdesk.compliance.doc2doc.similar import Similar, SimilarDocument, similar
from lexdesk.compliance.impact import Impact, Touched, impact
from lexdesk.compliance.passage_matching import Match, Reason

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
