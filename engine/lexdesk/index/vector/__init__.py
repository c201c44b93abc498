"""The semantic index: vectors of passages, searched by inner product.

base            the part that all indexes share, and the stored vectors, kept in memory; code_scan: scan of binary codes
hnsw            the index: a graph (graph) over flat codes (flat)
ivf             the compact index: inverted lists around centroids
index_file      files, their manifest and its signature
choice          which of both a library uses
"""
