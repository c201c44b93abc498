"""The comparison of two versions of a text.

screen                  the comparison screen: heading, version_choice, version_line, version_labels above the difference
change_bar, changed_outline     the current change, affected documents; an outline with the changed entries
difference              its view; difference_rows: aligned paragraphs; difference_layout: as table or text; print_layout
compare_session         versions and difference; compare_requests: the engine's side, without Qt
"""
