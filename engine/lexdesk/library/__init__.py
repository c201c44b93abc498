"""A library: its Python API, its queries, its status and its backups.

library         a library in a folder
reading         queries of any library, in a folder or published
status          counts and state
backup          checked copies
"""
