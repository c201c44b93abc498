"""The reader: pages, text, and what stands beside them."""
