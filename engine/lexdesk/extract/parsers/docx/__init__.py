"""Word documents (ECMA-376): their text, read from their own XML.

parser              body, notes and properties -> ``Document``
margins             headers, footers and comments
blocks              paragraphs, tables and text boxes of a part
numbers, notes      automatic numbers of paragraphs and notes
"""
