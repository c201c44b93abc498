"""OpenDocument files (OpenDocument 1.3, part 3): texts, spreadsheets and presentations.

documents           body, notes, properties and margins -> ``Document``
blocks              paragraphs, tables and shapes
lists               automatic numbers of list items and headings
styles              styles that raise or hide text
"""
