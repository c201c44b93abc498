"""Metadata that a text states about itself: its kind, its language and its dates.

kind            document kind: statute, contract, judgment ...
language        language detection
annulment       acts that a judgment annuls
commencement    entry into force, application, repeals and amendments of acts; commencement_patterns: their wordings;
                commencement_clauses: clauses of national law; commencement_orders: orders for its provisions
own_date        the date of a contract, policy or letter
eu_dates        own dates in the other languages of the Union
"""
