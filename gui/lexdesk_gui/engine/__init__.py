"""The engine in separate processes, to keep the window responsive.

engine      one process for urgent requests, one in the background; long_work: one for a long task
connection  the window's end; process: the engine's end, with the tasks; thread: waits for a process
publication a published library, with the notes and searches of this account

Python runs one thread of a process at a time: with the engine in a thread, the window waited up to
5 ms at each switch, hundreds of times during the matching of a document.
"""
