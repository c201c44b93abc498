"""The desktop program of Lexdesk.

app, main_window        the start and the window; window_protocol: its interface; window_state: sizes, tabs and query kept
library_events          updates when a library opens, grows or fails; reader_events: when the reader shows another text
commands, help          menus and shortcuts; the list of keys; undo, file_dialogs, original_file
screens, navigation     screens built on first use; rail, top_bar, status_bar around them
search, reader, compare, match, library, indexing, annotations, review      a screen or pane each; settings_screen, preferences
wording, language       labels of results; translation, names of languages
engine_messages         the engine's messages, translated; error_messages: errors and their remedies; file_failures: of files
engine                  the engine's processes; path_status: whether a path exists
style                   colours, sizes, controls; garbage_collection: in a module of its own, as app loads no Qt
"""
