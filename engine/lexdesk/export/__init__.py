"""A library in forms that other engines take: Parquet files, and what OpenSearch is fed with.

``source`` reads a library one expression at a time, ``parquet`` and ``opensearch`` write it.
"""
