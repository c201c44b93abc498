"""The search screen: field, filters and results.

search_view             the screen; search_field: the field with its modes
notice_line             the line under the field: interpretation of the query, offers of other queries
facets                  filters of the query, and those offered; query_filters: filters in the text; year_range
result_list             the results; result_model; result_delegate: painting of a row
explanation_line        why the selected result has its rank
search_session          from typing to the answer; counting_session: counts, relaxed queries and spelling after it
search_requests         the engine's side, without Qt
"""
