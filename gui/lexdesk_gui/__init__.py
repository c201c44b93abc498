"""The desktop program of Lexdesk."""
