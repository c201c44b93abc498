"""Proximity operators, verified on the tokens of texts.

connectors              the connectors of a query, and the reach of a match
proximity               matches of a connector in tokens
effort                  the limits of the cost of verification
word_matchers           words matched by a part of a query
neighbourhood, cross_passage    the text around a passage, and matches across a border
"""
