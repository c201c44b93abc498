"""JurisBERT (Viegas et al. 2022): similarity of texts such as headnotes of decisions.

pairs       graded pairs of texts, split by topic; paragraphs for pre-training
ementas     headnotes of a Brazilian court, and pairs of them
statutes    paragraphs of German statutes, and pairs by common citations
versions    articles of EU acts, and pairs: reworded, or only similar
threshold   the near-duplicate threshold of a search
siamese     one encoder for both texts, with a cosine loss
settings    extent of the experiments
table       Tables I and II
"""

from lexdesk_reproductions.jurisbert.table import source, tables

__all__ = ["source", "tables"]
