"""GDPR article retrieval (Simeri & Tagarelli 2023, LIRAI): the articles that concern a text.

regulation   the prepared units of the 99 articles, and the recitals linked to them
pairs        Related Sentence Prediction and Multiple Choice Answering: examples
grid         the 18 models: instances of each article, heads, losses and training
queries      QA, QpA, QR, QpR, QC, QCs; QpA and QpR are paraphrases
measures     F-micro, F-macro, Rec@3 and MRR as the paper defines them
rivals       baselines: BM25, cosines, and the order of recitals
settings     extent of the experiments
table        the tables
"""

from lexdesk_reproductions.gdpr.table import source, tables

__all__ = ["source", "tables"]
