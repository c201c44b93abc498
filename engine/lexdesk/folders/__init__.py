"""Folders on disk: which files in them count, how a library differs from them, and what changes."""

from lexdesk.folders.comparing import Difference, difference
from lexdesk.folders.scan import find_files

__all__ = ["Difference", "difference", "find_files"]
