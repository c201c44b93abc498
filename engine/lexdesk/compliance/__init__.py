"""Comparison of documents with law: impact of amendments, coverage of provisions, similar documents.

    passage_matching    passages of other documents concerned by a text; match: one of them; paragraph_words: their words
    provision_choice    the provisions of an act that a paragraph deals with, rather than with others
    impact      changes between two versions of an act and the documents affected; deleted_wording: repealed wording still in use
    coverage    provisions of an act compared with documents, and the gaps; duties: sentences with a duty
    act_version a version of an act, and the documents compared with it
    doc2doc     documents related to a whole document
    review_subjects     review decisions on provisions
    disambiguation      labels for documents of the same title
    report      reports as files, with a column for review decisions; pdf: as PDF
    paragraphs  of texts without provisions

All of it uses the public ``Library`` API.
"""

from lexdesk.compliance.coverage import Coverage, CoveredProvision, compute_coverage
from lexdesk.compliance.doc2doc.similar import Similar, SimilarDocument, find_similar
from lexdesk.compliance.impact import ChangedProvision, Impact, compute_impact
from lexdesk.compliance.match import Match, Reason

__all__ = [
    "ChangedProvision", "Coverage", "CoveredProvision", "Impact", "Match", "Reason", "Similar",
    "SimilarDocument", "compute_coverage", "compute_impact", "find_similar",
]  # fmt: skip
