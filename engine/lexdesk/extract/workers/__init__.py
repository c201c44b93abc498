"""Extraction workers: processes that extract files and can be killed.

pool -> supervisor -> worker    the pool, the supervisor of one process, and the code of that process
sandbox                         no network, and no file changed, where Linux can do that
results                         a size-bounded queue for extracted documents
"""
