"""From a query to hits, in this order.

pipeline        the steps of one search
options         the options of one search; moment_notices: notices of the day in a query;
                questions: what cites a provision, what changed in an act
known_item      acts, provisions and judgments that a query names or cites
expansion       what the words of a query stand for: terms of art, definitions, abbreviations
scope           the act or the country that a query names beside its question
filters         what filters let through
retrieval       lexical and semantic candidates
proximity       connectors, verified on positions
ranking         fusion, boosts, re-ranking
results         hits, highlights, snippets, explanations
suggest         completion, spelling, relaxed queries
holdings        the works of a library, listed
library_state   values cached until the library changes
"""
