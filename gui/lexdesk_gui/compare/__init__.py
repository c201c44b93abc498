"""The comparison of two versions of a text.

screen                  the comparison screen: heading with the choice of versions, version_line, version_labels
change_bar              the current change, and affected documents
difference              its view; difference_rows: aligned paragraphs; difference_layout: as table or text; print_layout
compare_session         versions and difference; compare_requests: the engine's side, without Qt
"""
