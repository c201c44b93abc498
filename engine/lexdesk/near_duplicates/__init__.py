"""Near-duplicates: copies and drafts of one document, detected by the signatures of their texts (``lexdesk.text.minhash``).

groups          groups of near-duplicate documents
drafts          copies and drafts among the documents of one result list
folding         near-duplicate passages of a result list, folded into one hit
"""
