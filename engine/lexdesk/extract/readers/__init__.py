"""The text of a format: each reader makes a ``Document`` of the bytes of one file.

pdf, picture                pages; pdf_forms: what is filled in on them
office, opendocument        through kreuzberg, and what that leaves out or wrongly keeps: docx, rtf_numbers, rtf_deletions
html, epub                  as a browser shows them; html_lists: the numbers of lists
plain_text, markdown        as it stands

Formats that mark provisions have their readers in ``lexdesk.structure``, mails in ``lexdesk.extract.containers``.
"""
