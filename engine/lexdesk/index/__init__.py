"""The two derived indexes: lexical (Tantivy) and semantic (vectors), and their updates.

lexical         the lexical index
vector          the semantic index
indexes         both indexes of a library: opened, updated (update), rebuilt; in_memory for encrypted libraries,
                through links where the library is read-only (read_only)
agreement       the lexical index compared with the passages of its library
conditions      the passages that a search may return
protocol        what a search needs of an index
"""
