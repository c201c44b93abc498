"""Retrieval of candidates from the lexical and the semantic index.

hybrid          both, with one score
lexical_search  lexical candidates, with verified connectors
scoped_retrieval  candidates in the law that a query names first
mask            a filter as a mask of passages
listing         queries of filters alone
"""
