"""A document against the library: what it touches, paragraph against paragraph."""
