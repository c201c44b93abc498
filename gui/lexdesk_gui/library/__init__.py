"""The screen with all that the library holds, work by work: narrowed, sorted, opened, written to a file.

session         asks for the works, off the interface's thread; questions: what is asked of the engine
screen          the screen; view: its table; model: its rows
"""
