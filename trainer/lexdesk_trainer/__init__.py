"""Makes the models that Lexdesk ships."""
