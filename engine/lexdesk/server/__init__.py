"""Servers of a library: HTTP for readers on a network, MCP for assistants on this machine.

limits        bounds of what one client may send, hold open and ask
collections   libraries, each open in threads of its own
http, mcp     the servers
"""
