"""Suggestions: completion, spelling, and relaxed queries.

completion      completion of a query while typing
spelling        corrections; acronyms: words that letters stand for
relaxation      relaxed queries
"""
