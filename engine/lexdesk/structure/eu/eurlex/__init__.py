"""Acts in the XHTML and HTML of EUR-Lex.

parser          the type of page, the act on it, and pages before 2000, without markup
page            pages with marked elements
inline          notes and consolidation marks in running text
"""
