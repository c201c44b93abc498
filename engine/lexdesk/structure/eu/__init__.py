"""Acts of the Union: their structure, numbering and names, and their formats of publication.

formex          the XML of the Publications Office
eurlex          the pages of EUR-Lex
recognition -> act_parser -> line_types plain text and PDF: recognition, provisions, types of lines
builder         provisions in printed order, for pages and plain text
part_names      eid, number, heading and label of a part, for every format
quoted_amendments                       quoted provisions of other acts
vocabulary, numbering                   the vocabulary of Union law in its languages; numbers and names of an act's parts
identity        CELEX number, kind and short title
publication     publication date and amending acts, from the Official Journal's marks
"""
