"""A service for a firm's network: libraries over HTTP, for readers who have a token.

    settings      what is served, to whom, where: a file of TOML
    readers       tokens, and which collections each opens
    collections   libraries, each open in threads of its own
    audit         who asked what, a line of JSON each
    service       all of this, open while it is served
    routes        what may be asked, described by OpenAPI
    problems      what is told when something is wrong
    application   the routes and what is around each request; server: on a socket

Nothing listens before ``lexdesk serve`` is run, and then on this machine alone unless the settings say
otherwise. It needs the extra ``lexdesk[serve]``.
"""
