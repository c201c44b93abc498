"""BERT-PLI (Shao et al. 2020; Althammer et al. 2021): precedents of a case.

cases         cases, queries and labels
paragraphs    cases cut into paragraphs, and windows around citation markers
first_stage   BM25, and the same by windows
pairs         stage 1: pairs of paragraphs, and their encoder
interactions  interactions of the paragraphs of two cases
network       stage 2: interactions, pooled, read by an LSTM or a GRU with attention
settings      extent of the experiments
laboratory    shared inputs of the rows; lexical similarity of all paragraphs
table         Tables 2 and 3
"""

from lexdesk_reproductions.pli.table import source, tables

__all__ = ["source", "tables"]
