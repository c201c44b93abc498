"""Nearest-neighbour classifiers: articles of an act, EuroVoc concepts, citation contexts."""
