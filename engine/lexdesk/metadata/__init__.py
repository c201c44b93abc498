"""What a text states about itself: its kind, its language and its dates.

kind            statute, contract, judgment ...
language        by py3langid
commencement    of law: in force, applicable, what it repeals and amends; commencement_patterns: how acts word it
own_date        of a contract, a policy or a letter: the day it was made
eu_dates        the same in the other languages of the Union; eu_date_patterns: how they word it
"""
