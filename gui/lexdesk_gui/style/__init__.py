"""Appearance: colours, sizes, typefaces, icons and small controls."""
