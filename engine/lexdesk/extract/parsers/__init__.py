"""The text of a format: each reader makes a ``Document`` of the bytes of one file.

pdf, picture                pages; pdf_forms: what is filled in on them
office                      Office formats through kreuzberg; what that leaves out or wrongly keeps: docx, rtf, opendocument
html, epub                  as a browser shows them; html_lists: the numbers of lists
plain_text, markdown        text as it stands

Formats that mark provisions have their readers in ``lexdesk.structure``, mails in ``lexdesk.extract.containers``.
"""
