"""Contracts with numbered clauses, in English and German.

text -> numbers -> writer       a contract recognised by the numbers of its clauses, and from them its provisions
annexes                         exhibits, schedules and annexes behind them
words                           those by which contracts are known, and those that name and end their parts
"""
