"""Suggestions: completion, spelling, and relaxed queries.

advice          all of these for one library
completion      of a query being typed
spelling        corrections; initials: what letters stand for
relaxation      relaxed queries
forms           the forms in which the words of a query are found
"""
