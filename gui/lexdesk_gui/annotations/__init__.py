"""A user's annotations: saved searches, tags, notes, decisions, and their export."""
