"""Word documents (ECMA-376): their text, read from their own XML.

parser              body, notes, properties, and linked documents, diagrams and charts -> ``Document``
margins             headers, footers and comments
blocks              paragraphs, tables and text boxes of a part
numbers, notes      automatic numbers of paragraphs and notes
fields, styles      what the page shows of field codes; hidden and raised text
"""
