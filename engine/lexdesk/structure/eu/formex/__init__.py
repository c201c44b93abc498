"""Formex 4, the XML in which the Publications Office publishes the law of the Union.

reader -> writer    the file, and its elements as lines and provisions; inline: what stands in a line
deleted             what a consolidated text still prints although it is no longer law
"""
