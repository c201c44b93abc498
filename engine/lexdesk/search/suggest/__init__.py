"""Suggestions: completion, spelling, and relaxed queries.

advice          all of these for one library
completion      of a query being typed
spelling        corrections; acronyms: words that letters stand for
relaxation      relaxed queries
inflected_forms  other forms of the words of a query
"""
