"""Results: hits, highlights, snippets, explanations, and folding of near-duplicates.

hits            candidates as a person sees them
point           the point of a list that a hit is cited by
highlights      ranges of a text that match; snippet: an excerpt around them
near_identical  hits nearly identical to an earlier one
explanation     how a query was understood
"""
