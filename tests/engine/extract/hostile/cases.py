"""Shared parts of the hostile files: their form, a sentence of text, and fixtures."""

from pathlib import Path

from lexdesk.errors import FileCode

FIXTURES = Path(__file__).parents[2] / "fixtures"
TEXT = "The tenant shall pay the rent on the first day of each month."
READ: set[FileCode] = set()
"""The expectation of a file of which each document is read."""

Case = tuple[str, bytes, FileCode | set[FileCode] | None]
"""A file name, its content, and what is expected: a code or one of several, or ``READ``.

``None`` where text and failure are both right.
"""
