"""A service for a firm's network: libraries over HTTP, for clients with a token.

    settings      what is served, to whom, where: a TOML file
    readers       tokens, and the collections each opens; failures: wrong tokens and lockouts
    audit         who asked what, a line of JSON each
    service       all of this, open while it is served
    routes        the API, described by OpenAPI
    problems      error responses
    application   the routes and what is around each request
    server        the application on a socket
    listener      connections, bounded; log_throttle: log lines that anybody can cause
    protocol      HTTP/1.1 within bounds; framing: strict reading of request heads

Nothing listens before ``lexdesk serve`` runs, and then on this machine alone unless the settings say
otherwise. It needs the extra ``lexdesk[serve]``.
"""
