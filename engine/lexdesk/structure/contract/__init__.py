"""Contracts with numbered clauses, in English and German.

text -> numbers -> writer       recognition by clause numbers, their parsing, and the provisions
annexes                         exhibits, schedules and annexes after the clauses
words                           the wordings of contracts: parties, titles, endings, list items
"""
