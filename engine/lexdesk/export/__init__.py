"""A library in formats that other programs read.

source          reads a library one expression at a time
dump            JSON lines
parquet         Parquet files
opensearch      an index, bulk files and a hybrid query for OpenSearch
"""
