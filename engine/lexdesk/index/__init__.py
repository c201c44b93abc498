"""The two derived indexes: lexical (Tantivy) and semantic (vectors), and their updates.

lexical         the lexical index
vector          the semantic index
indexes         both indexes of a library: opened, updated (update), rebuilt
fulltext_variants  the lexical index in memory, for an encrypted library, and through links, for a read-only one
agreement       the lexical index compared with the passages of its library
conditions      the passages that a search may return
protocol        what a search needs of an index
"""
