"""Nearest-neighbour classifiers.

articles            articles of an act; concepts: EuroVoc concepts of a text; calibrate: their probabilities
citation_contexts   passages with the provisions that they cite; context_map: a map that brings those alike together
"""
