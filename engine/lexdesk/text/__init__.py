"""Text as code points: tokens, sentences, encodings, lines, and the analysis of words by language.

tokens          words and their folded forms
sentences       where sentences end
unicode_classes signs by class
encodings       from bytes to characters
line_unwrapping lines broken by printing, joined again
analysis        stems, compounds and stop words
idf             inverse document frequency
"""
