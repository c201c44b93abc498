"""Opening a library and adding files: the screen Index, and the welcome page.

index_screen            the Index screen, of progress_card (with stage_mark, readiness), failed files, folders_card,
                        examples_card; the page without a library
failed_files_table      failed files; failed_files_model; password_field, password_attempts
folders_model           the folders; folder_watch: changes in them; changed_files: those of known files
indexing_session        opening, additions, retries; indexing_requests: the engine's side, without Qt
library_state           state of the open library, and its files on disk; library_writer: the process that writes to it
pending_paths           paths to add, and an interrupted addition
embedding_size          the offer of another size of embeddings
examples                example queries; file_manager: files opened in other programs

The list of works, the screen Library, is ``lexdesk_gui.library``.
"""
