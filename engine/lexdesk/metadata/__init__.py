"""The days that a text itself states.

commencement    of law: from when it is in force and applies, what it repeals and amends; commencement_words: how acts
                say so in each language
own_day         of a contract, a policy or a letter: the day that it was made
union_days      the same in the languages of the Union; union_day_words: what they say before it
"""
