"""German statutes, and other texts with §§.

gii_norm, gii_markdown -> writer        federal statutes in XML and in Markdown, and their common writer
recognition -> sections, section_writer plain text: the first lines of sections, and the provisions
vocabulary      the names of statutes, divisions and annexes
"""
