"""The search screen: field, filters, results."""
