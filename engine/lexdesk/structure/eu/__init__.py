"""Acts of the Union: how they are built, numbered and named, and the formats that publish them.

formex          the XML of the Publications Office
eurlex          the pages of EUR-Lex
text -> act_lines -> printed_lines      the same as plain text or PDF: an act recognised, its parts, what a line is
builder         provisions from what is printed in order, for pages and plain text; quotes: what another act is to say
words, naming   the words of Union law in its languages; how the parts of an act are numbered and named
identity        CELEX number, kind and short title
publication     what the Official Journal's own marks around a text say
"""
