"""The lexical index: Tantivy, its schema, its queries and its seal.

fulltext        the index files (folder), and whether they are as written (seal, trouble); their fields: schema
fulltext_search runs queries built by fulltext_query: term selection (telling), inflected forms (word_forms),
                exact forms (written), combined (clauses)
divisions       headings above a provision, indexed with its passages
cuts            text that continues across the cut between two passages
"""
