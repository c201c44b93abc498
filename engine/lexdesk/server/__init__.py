"""Servers of a library: HTTP for readers on a network, MCP for assistants on this machine."""
