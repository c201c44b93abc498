"""Appearance: colours, sizes, typefaces, icons and small controls.

tokens                  the colours of all themes, from ``tokens.tsv``; theme: palette, font, text size; look: the current ones
style_sheet             the style sheet; icons: line icons, from ``icons.tsv``
badge, widgets          small controls, tool tips, screens; announcements: to screen readers
rows, model_index        rows of lists; citation_fit: a citation cut to its box
flow_layout             a layout for windows of any size
document_writer         text documents in this design; pagination, print_queue: their pages
"""
