"""The engine in processes of its own, so that nothing it does holds up the window.

Python lets one thread of a process run at a time: with the engine in a thread, the window waited for
it up to 5 ms at each turn, hundreds of times while a document was matched.
"""
