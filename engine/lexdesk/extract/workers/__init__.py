"""Extraction workers: processes that extract files and can be killed.

pool -> reader -> worker        the threads that ask, the process of each, and the code that runs in it
results                         a queue of bounded size for extracted documents
"""
