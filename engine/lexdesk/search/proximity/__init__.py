"""Connectors verified: whether words stand as close to each other as a query asks.

reach                   which connectors a query has, and how far a match of one may reach
proximity               whether tokens fulfil one
neighbourhood, crossing -> tokenized_passage    the text around a passage, and connectors whose words lie on both sides
                        of the place where a long text was cut
"""
