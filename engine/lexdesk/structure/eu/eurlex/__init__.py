"""Acts as EUR-Lex publishes them in XHTML and HTML.

reader          which page it is, and what act it holds
page            pages whose elements are marked; plain: those before 2000, which mark nothing
inline          notes and consolidation marks in running text
"""
