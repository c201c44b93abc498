"""A person's own work: what was saved, noted and exported."""
