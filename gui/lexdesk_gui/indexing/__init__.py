"""The library as it is opened and added to: the screen Index, and the welcome.

The screen Library, with the works that it holds, is ``lexdesk_gui.library``.
"""
