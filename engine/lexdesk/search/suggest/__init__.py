"""Suggestions: completion, spelling, and relaxed queries.

completion      completion of a query while typing
spelling        corrections, and the words that acronyms stand for
relaxation      relaxed queries
"""
