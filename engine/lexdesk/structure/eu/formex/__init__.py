"""Formex 4, the XML in which the Publications Office publishes the law of the Union.

reader -> writer    the file, and its elements as lines and provisions; inline: the text of elements
deleted             removal of deleted provisions from consolidated texts
"""
