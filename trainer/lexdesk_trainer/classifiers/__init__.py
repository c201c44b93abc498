"""What tells labels by their neighbours: the articles of an act, EuroVoc concepts, citation contexts."""
