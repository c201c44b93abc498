"""The documents of a library: model, provision identifiers, dates and passages.

model           works, expressions and provisions as plain data
eid             provision identifiers by the Akoma Ntoso naming convention
dates           dates in their stored form
passages        passages: the unit of retrieval
"""
