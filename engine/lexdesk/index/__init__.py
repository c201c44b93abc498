"""The two derived indexes: words in Tantivy, meaning in codes of vectors, and what brings them up to date."""
