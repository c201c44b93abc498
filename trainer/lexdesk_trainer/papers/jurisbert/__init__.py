"""JurisBERT (Viegas et al. 2022): whether two texts, such as headnotes of decisions, are about the same.

pairs       graded pairs of texts, and their split by topic
ementas     headnotes of a Brazilian court, and pairs of them
statutes    paragraphs of German statutes, and pairs of them by what they cite
corpus      what is pre-trained on: paragraphs, without short and repeated ones
siamese     one encoder for both texts, with a cosine loss
table       Tables I and II
"""

from lexdesk_trainer.papers.jurisbert.table import source, tables

__all__ = ["source", "tables"]
