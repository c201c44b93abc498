"""The semantic index: vectors of passages, searched by inner product.

vectors         the index; clusters: its inverted lists; code_file: its file
"""
