"""Proximity operators: whether words stand as close as a query asks.

connectors              the connectors of a query, and how far a match may reach
proximity               whether tokens fulfil one
effort                  the limits of what verifying them may cost
word_matchers           words matched by a part of a query
neighbourhood, cross_passage -> tokenized_passage    the text around a passage, and matches across the cut between two
"""
