"""The comparison of two versions of a text."""
