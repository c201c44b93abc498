"""Many files read in processes that can be killed.

pool -> reader -> worker        the threads that ask, each one's process, and what runs in it
results                         what was read and not yet fetched, of bounded size
"""
