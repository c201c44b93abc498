"""JurisBERT (Viegas et al. 2022): whether two headnotes of decisions are about the same.

ementas     headnotes, graded pairs of them, and the split by topic
corpus      what is pre-trained on: paragraphs, without short and repeated ones
siamese     one encoder for both texts, with a cosine loss
table       Tables I and II
"""

from lexdesk_trainer.papers.jurisbert.table import source, tables

__all__ = ["source", "tables"]
