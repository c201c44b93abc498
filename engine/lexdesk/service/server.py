"""The application on a socket, in one process or in several that share the socket."""

from __future__ import annotations

import functools

import uvicorn
from uvicorn.supervisors import Multiprocess

from lexdesk.service.application import application
from lexdesk.service.collections import open_library
from lexdesk.service.settings import Settings


def require_libraries(settings: Settings, passphrase: str | None) -> None:
    """Open each library once, so that what is wrong is told now. Raises what ``Library.open`` raises."""
    for path in settings.collections.values():
        open_library(path, passphrase).close()


def run(settings: Settings, passphrase: str | None) -> None:
    """Serve until the process is told to end; a process of several that dies is started again."""
    config = uvicorn.Config(
        functools.partial(application, settings, passphrase),
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.processes,
        log_level="warning",
        access_log=False,
        server_header=False,
        ssl_certfile=str(settings.tls.certificate) if settings.tls else None,
        ssl_keyfile=str(settings.tls.key) if settings.tls else None,
    )
    if settings.processes == 1:
        uvicorn.Server(config).run()
    else:
        Multiprocess(config, [config.bind_socket()]).run()
