"""Servers of a library: HTTP for readers on a network, MCP for assistants on this machine.

limits        bounds on the requests and connections of one client
collections   libraries, each open in threads of its own
http, mcp     the servers
"""
