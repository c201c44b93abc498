"""German statutes, and what has §§ as they do.

gii_norm, statute -> writer             federal statutes in XML and in Markdown, and what they have in common
text -> sections, section_writer        as text: the lines that begin sections, and from them the provisions
words           how statutes, divisions and annexes are named
"""
