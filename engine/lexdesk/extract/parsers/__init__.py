"""Parsers: the text of each format as a ``Document``.

pdf, picture                pages; pdf_pages: text across pages; pdf_text, pdf_columns: a page in reading order;
                            pdf_forms: filled-in form fields; pdf_margins: numbers at the margin
                            pdf_bookmarks: its headings; pdf_text_layer: text behind a scanned picture
docx, xlsx, xls, pptx       Word documents, Excel workbooks, presentations; package: their parts;
                            number_formats: numbers and dates of cells;
                            symbol_fonts: characters of fonts with an encoding of their own
flat_office, excel_2003     Office documents in one XML file, also of 2003
word_97                     Word 97-2003 documents
opendocument                texts, spreadsheets and presentations of OpenDocument
rtf                         RTF documents; rtf_groups: groups and paragraphs; rtf_characters: characters and code pages
office                      PPT, XLS, XLSB, and Word before 97 through kreuzberg
asides                      text hidden or struck out, below the text; embedded_pictures: their alternative texts
html, epub                  the text shown by a browser; html_lists: list numbers
divided_words               words that line ends divide
list_numbers                numbers of lists in the formats of Word, OpenDocument and CSS
plain_text, markdown        plain text, transcripts; calendar_text: invitations and contacts

``_PARSERS`` in ``lexdesk.extract.one_document`` names the parser of each format; a new format has an entry there.
Parsers of formats with marked provisions are in ``lexdesk.structure``, those of mail in ``lexdesk.extract.containers``.
"""
