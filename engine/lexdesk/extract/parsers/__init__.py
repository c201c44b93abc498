"""Parsers: the text of each format as a ``Document``.

pdf, picture                pages; pdf_forms: filled-in form fields
office                      Office formats through kreuzberg; docx, rtf, opendocument: what it loses or wrongly keeps
html, epub                  as a browser shows them; html_lists: the numbers of lists
plain_text, markdown        plain text

Parsers of formats that mark provisions are in ``lexdesk.structure``, those of mail in ``lexdesk.extract.containers``.
"""
