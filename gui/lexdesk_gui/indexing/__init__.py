"""Opening a library and adding files: the screen Index, and the welcome page.

The list of works, the screen Library, is ``lexdesk_gui.library``.
"""
