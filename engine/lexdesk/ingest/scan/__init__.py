"""Folders on disk: eligible files, differences from a library, and changes."""
