"""Contracts with numbered clauses, in English and German.

recognition -> numbers -> writer   recognition by clause numbers, their parsing, and the provisions
wordings                           the wordings of contracts: parties, titles, endings, list items
"""
