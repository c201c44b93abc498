"""The user's work on a library.

workbook            saved searches, tags, notes, collections; decisions: review decisions on provisions
excerpt_export      results as CSV, JSON, RIS and DOCX; table_export: decisions and lists of works as tables
formats             the format of an exported file, by its suffix
"""
