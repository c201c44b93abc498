"""Known-item search: acts, provisions and judgments that a query names or cites.

cited           the citation that a query is
names           the names of works in a library
targets         the works that filters such as ``cites:`` name
points          the point of a list that a hit is cited by
references      what a work cites, and what cites it
"""
