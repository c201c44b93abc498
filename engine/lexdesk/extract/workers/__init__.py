"""Extraction workers: processes that extract files and can be killed.

pool -> supervisor -> worker    the pool, the supervisor of one process, and the code of that process
results                         a size-bounded queue for extracted documents
"""
