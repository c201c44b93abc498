"""Formex 4, the XML in which the Publications Office publishes the law of the Union.

parser -> writer    the file, and its elements as lines and provisions; inline: the text of elements
"""
