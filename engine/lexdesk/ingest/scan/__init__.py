"""Folders on disk: eligible files, patterns that ignore others, drives, and changes while watched."""
