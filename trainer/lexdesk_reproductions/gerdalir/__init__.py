"""GerDaLIR (Wrzalik & Krechel 2021, NLLP): which document a passage of German law refers to.

recipe          section 3: from documents with references to queries and labels
published       the published files
dataset         what both, and the collection at hand, are read into
lexical         TF-IDF and BM25, by passages and by documents, tuned
centroids       WCS: cosine of mean word vectors
votes           labels of the nearest train queries, beside BM25
cross_encoders  neural re-ranking, with two ways of pre-training
embedded        re-ranking by the embedder that ships
beside          the embedder, or the length of a document, beside BM25
table           Table 2
"""

from lexdesk_reproductions.gerdalir.table import source, tables

__all__ = ["source", "tables"]
