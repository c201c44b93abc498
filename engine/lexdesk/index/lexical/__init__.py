"""The lexical index: Tantivy, its schema, its queries and its seal.

fulltext            index files (folder), their seal, and Tantivy's errors (tantivy_errors); fields: schema
fulltext_search     runs queries built by fulltext_query: term selection (term_selection), inflected forms
                    (word_forms), exact forms (exact_forms), combined (clauses)
subjects            under which words people look up a provision: they rank its passages
passage_borders     text that continues across the border of two passages
"""
