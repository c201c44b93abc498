"""Review decisions.

bar                     the decision bar: complies, gap, not relevant, and a note
review_session          lookup, change and undo; review_requests: the engine's side, without Qt
"""
