"""Regulatory document-to-document retrieval (Chalkidis et al. 2021, EACL): whole acts as queries.

dataset          acts, queries with grades, and dates
act_against_act  EU acts that cite each other, as more of the same
denoising        4.2: removal of common words of acts
prefetch         BM25, centroids of word vectors, and BM25 with an encoder
layers           encoders by [CLS] and mean, at every layer, in one pass
concepts         C-BERT: an encoder trained on EuroVoc descriptors
laboratory       the first stage of one direction, by the shipped embedder too: Table 4, Figures 3 to 6
rerankers        DRMM and PACRR, and their hinge loss
vectors          word vectors of the re-rankers, by word2vec
contextual       the same by C-BERT, not tuned
matches          cosines of a query's terms with the words of an act
folds            cross-validation over queries
tuned            re-rankers with tuned C-BERT
dates            the filter by years, and their differences
second_stage     the re-rankers of one direction: Table 5
scoring          measures of both stages by query
settings         extent of the experiments
table            the rows of both tables and of the figures
"""

from lexdesk_reproductions.regir.table import source, tables

__all__ = ["source", "tables"]
