"""Documents that are copies or drafts of each other, told by the word sequences that they share."""
