"""What a person makes of a library: the workbook, and results as files."""
