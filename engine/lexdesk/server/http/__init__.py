"""A service for a firm's network: libraries over HTTP, for clients with a token.

    settings      what is served, to whom, where: a TOML file
    readers       tokens, and the collections each opens
    collections   libraries, each open in threads of its own
    audit         who asked what, a line of JSON each
    service       all of this, open while it is served
    routes        the API, described by OpenAPI
    problems      error responses
    application   the routes and what is around each request; server: on a socket

Nothing listens before ``lexdesk serve`` runs, and then on this machine alone unless the settings say
otherwise. It needs the extra ``lexdesk[serve]``.
"""
