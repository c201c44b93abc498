"""A user's annotations: saved searches, tags, notes, decisions, and their export.

annotations_session     tags and notes with undo, saved searches; annotations_requests: the engine's side, without Qt
saved_screen            the Saved screen; saved_items: its content; saved_delegates: its lists
decisions               review decisions on a document and on a pair of paragraphs
export                  export of results, passages, decisions and pages
"""
