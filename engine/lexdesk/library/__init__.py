"""A library: its Python API, the questions it answers, its status and its backups.

library         a library in a folder
reading         what any library answers, in a folder or published
status          counts and state
backup          checked copies
"""
