"""Word 97-2003 documents ([MS-DOC]), rewritten as the package of a Word document, whose parser then reads them.

streams       characters by their place, and the properties of characters and paragraphs
styles        styles, lists and fonts
stories       main text, notes, headers, comments and text boxes, states of form fields
package       all of them as parts of a package
"""
