"""Known-item search: acts, provisions and judgments that a query names or cites.

known_item      the known item of a query, resolved before retrieval
lookup          citations and places that only a library knows
filtered        words beside filters
names           the names of works in a library
targets         the works that filters such as ``cites:`` name
references      what a work cites, and what cites it
"""
