"""The search screen: field, filters and results."""
