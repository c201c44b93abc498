"""JurisBERT (Viegas et al. 2022): whether two texts, such as headnotes of decisions, are about the same.

pairs       graded pairs of texts, and their split by topic
ementas     headnotes of a Brazilian court, and pairs of them
statutes    paragraphs of German statutes, and pairs of them by what they cite
versions    articles of EU acts, and pairs of them: reworded, or only alike
threshold   the cosine from which on passages say nearly the same, for a search
corpus      what is pre-trained on: paragraphs, without short and repeated ones
siamese     one encoder for both texts, with a cosine loss
table       Tables I and II
"""

from lexdesk_reproductions.jurisbert.table import source, tables

__all__ = ["source", "tables"]
