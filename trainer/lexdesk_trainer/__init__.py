"""Training and export of the models of Lexdesk."""
