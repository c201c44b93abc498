"""The engine in separate processes, to keep the window responsive.

Python runs one thread of a process at a time: with the engine in a thread, the window waited up to
5 ms at each switch, hundreds of times during the matching of a document.
"""
