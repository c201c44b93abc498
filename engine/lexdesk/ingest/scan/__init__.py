"""Folders on disk: which files in them count, how a library differs from them, and what changes."""
