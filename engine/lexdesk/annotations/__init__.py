"""The user's work on a library: the workbook, and results as files."""
