"""A library in formats for other programs.

source          reads a library one expression at a time
dump            JSON lines
parquet         Parquet files
opensearch      an index, bulk files and a hybrid query for OpenSearch
"""
