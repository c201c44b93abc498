"""Near-duplicates: copies and drafts of one document, detected by their shared word sequences.

signature       MinHash signatures of texts
groups          groups of near-duplicate documents
drafts          copies and drafts among the documents of one result list
folding         near-duplicate passages of a result list, folded into one hit
"""
