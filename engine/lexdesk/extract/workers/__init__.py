"""Extraction workers: processes that extract files and can be killed.

pool -> supervisor -> worker    the pool, the supervisor of one process, and the code of that process
answers                         a file to read and the progress of its worker
deadline                        a time limit for a process at work
sandbox                         limited memory, no network, and no file changed, where the system can do that
results                         a size-bounded queue for extracted documents
"""
