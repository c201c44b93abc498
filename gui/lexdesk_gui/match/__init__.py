"""Document-to-document matching: paragraphs of a document against the library.

screen                  the Match screen; results_pane: its start page, progress and list
document_list           the ranked documents; reasons: why each matches; pair_view: two paragraphs side by side
heat_view               the heat map; heat_model: its cells; paragraph_names: its heads; coverage: marks below it
match_session           start, cancel, repeat, report; match_requests: the engine's side, without Qt
"""
