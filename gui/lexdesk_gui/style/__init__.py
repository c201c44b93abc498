"""Appearance: colours, sizes, typefaces, icons and small controls.

theme                   palette, font, text size; look: the current ones, with the colours of all from ``tokens.tsv``
style_sheet             the style sheet; icons: line icons, from ``icons.tsv``
widgets                 small controls, tool tips, screens; announcements: to screen readers
rows                    rows of lists, their badges and citations
flow_layout             a layout for windows of any size
document_writer         text documents in this design; pagination, print_queue: their pages
"""
