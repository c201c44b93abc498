"""Results: hits, highlights, snippets, explanations, and folding of near-duplicates.

hits            hits for display; copies folded
point           the point of a list to cite a hit by
highlights      matched ranges of a text; snippet: an excerpt around them
near_identical  hits nearly identical to an earlier one; unrelated_hits: removal of hits that match nothing
query_explanation   the reading of a query (``--explain``)
"""
