"""GerDaLIR (Wrzalik & Krechel 2021, NLLP): the documents cited by a passage of German law.

lexical         TF-IDF and BM25, by passages and by documents, tuned
centroids       WCS: cosine of mean word vectors
votes           labels of the nearest train queries, beside BM25
cross_encoders  neural re-ranking, with two ways of pre-training; replaced: the second one
evidence        BM25 combined with the shipped embedder, re-ranked by it, or combined with document length
settings        extent of the experiments
table           Table 2: measures over queries and over cited statutes
"""

from lexdesk_reproductions.gerdalir.table import source, tables

__all__ = ["source", "tables"]
