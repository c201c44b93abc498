"""Proximity operators: whether words stand as close as a query asks.

reach                   the connectors of a query, and how far a match may reach
proximity               whether tokens fulfil one
word_tests              the words that a part of a query stands for
neighbourhood, crossing -> tokenized_passage    the text around a passage, and matches across the cut between two
"""
