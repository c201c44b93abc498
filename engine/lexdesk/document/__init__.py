"""The documents of a library: model, provision identifiers, dates and passages.

model           works, expressions, provisions as plain data
eid             provision identifiers by the Akoma Ntoso naming convention
dates           dates as stored
passages        documents cut into passages
"""
