"""The reader: provisions, pages and the side panel."""
