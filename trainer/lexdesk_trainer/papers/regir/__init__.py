"""Regulatory document-to-document retrieval (Chalkidis et al. 2021, EACL): whole acts as queries.

dataset          acts, queries with grades, and dates; the published files too
act_against_act  EU acts that cite each other, as more of the same
denoising        4.2: which words are left of an act
prefetch         BM25, centroids of word vectors, encoders, and BM25 with an encoder
concepts         C-BERT: an encoder that learned EuroVoc descriptors
rerankers        DRMM and PACRR, and their hinge loss
dates            the filter by years, and their differences
table            Tables 4 and 5, and what Figures 3 to 6 show
"""

from lexdesk_trainer.papers.regir.table import source, tables

__all__ = ["source", "tables"]
