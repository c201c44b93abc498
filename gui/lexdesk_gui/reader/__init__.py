"""The reader: provisions, pages and the side panel.

reader_pane             bar, timeline, text or pages, side panel; tabs
reader_session          hits, provisions and dates; places of one tab; readings: content from the engine, without Qt;
                        title_lines: its title apart from its text
reader_bar              location with citation_label, find field, actions shared with the menus
reading_views           a reading as text_view or pdf_view; second_reader: a pinned one
reading_writer          the text of a reading as a Qt document; paragraphs: numbers, indentation, highlights; links: their targets
pdf_process             PDFium, confined; pdf_client: its other end; pdf_pages: rendered pages; scanned_pages: places on scans
side_panel              recitals, citing provisions, outline; side_content: from the engine; side_placement: its place
outline_model           the outline of a work
timeline                the versions of a provision; label_placement: their labels, and how each arose
printing                printing and PDF export; print_layout
"""
