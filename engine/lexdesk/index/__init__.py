"""The two derived indexes: words in Tantivy, meaning in HNSW, and what brings them up to date."""
