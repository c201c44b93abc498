"""A service for a firm's network: libraries over HTTP, for clients with a token.

    settings      collections, readers and addresses: a TOML file
    permissions   readers, their tokens and collections; lockouts after wrong tokens
    audit         the log of requests, a line of JSON each
    service       the open parts of the above while serving; rate limits
    routes        the API, described by OpenAPI
    problems      error responses, without the folders of the server
    application   the routes and the checks around each request
    server        the application on a socket
    listener      connections, and log lines under the control of clients, bounded
    protocol      HTTP/1.1 within bounds, with a strict reading of request heads

Nothing listens before ``lexdesk serve`` runs, and then on this machine alone unless the settings say
otherwise. It needs the extra ``serve``.
"""
