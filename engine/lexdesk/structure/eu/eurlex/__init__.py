"""Acts in the XHTML and HTML of EUR-Lex.

reader          the type of page, and the act on it
page            pages with marked elements; plain: pages before 2000, without markup
inline          notes and consolidation marks in running text
"""
