"""The application on a socket, in one process or in several with a shared socket."""

import functools
import socket
import ssl
import sys
from collections.abc import Callable
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from lexdesk.errors import ServiceCode, ServiceError
from lexdesk.server.collections import open_library
from lexdesk.server.http.application import build_application
from lexdesk.server.http.audit import AuditLog
from lexdesk.server.http.listener import Loop
from lexdesk.server.http.protocol import BoundedProtocol
from lexdesk.server.http.settings import Settings
from lexdesk.system.log_file import start_service_log

_SECONDS_TO_START = 60
"""Before a silent process counts as dead: with uvicorn's 5, those of a busy machine were ended while they began."""

_SECONDS_TO_END = 30
"""For requests in progress at the end of the service."""


def require_files(settings: Settings, passphrase: str | None) -> None:
    """Open each library and the log once, to report errors now, and not in each process.

    Raises as ``Library.open``, and ``OSError`` for the log.
    """
    for path in settings.collections.values():
        open_library(path, passphrase).close()
    AuditLog(settings.audit).close()


def run(settings: Settings, passphrase: str | None, listening: Callable[[], None]) -> None:
    """Serve until the process is terminated; restart a worker process that dies.

    ``listening`` is called once requests are accepted; they wait until the processes have started.
    Raises ``ServiceError`` if the address or the port is unavailable.
    """
    config = _config(settings, passphrase)
    with _bind_socket(settings.host, settings.port) as bound:
        bound.listen(config.backlog)
        listening()
        if settings.processes == 1:
            uvicorn.Server(config).run([bound])
        else:
            Multiprocess(config, [bound]).run()


def _config(settings: Settings, passphrase: str | None) -> uvicorn.Config:
    limits = settings.limits
    proxies = settings.proxies if settings.behind_proxy else ()
    protocol: Any = functools.partial(BoundedProtocol, limits)
    loop: Any = functools.partial(Loop, limits, proxies)
    return uvicorn.Config(
        functools.partial(_build_logged_application, settings, passphrase),
        factory=True,
        host=settings.host,
        port=settings.port,
        loop=loop,
        http=protocol,
        ws="none",
        workers=settings.processes,
        timeout_keep_alive=limits.keep_alive_seconds,  # type: ignore[arg-type]  # asyncio takes parts
        timeout_graceful_shutdown=_SECONDS_TO_END,
        timeout_worker_healthcheck=_SECONDS_TO_START,
        h11_max_incomplete_event_size=limits.header_bytes,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        ssl_certfile=str(settings.tls.certificate) if settings.tls else None,
        ssl_keyfile=str(settings.tls.key) if settings.tls else None,
        ssl_context_factory=_tls_context if settings.tls else None,
    )


def _build_logged_application(settings: Settings, passphrase: str | None) -> FastAPI:
    """Start the log of this process, and build the application."""
    start_service_log()
    return build_application(settings, passphrase)


def _tls_context(_: uvicorn.Config, default: Callable[[], ssl.SSLContext]) -> ssl.SSLContext:
    """Require TLS 1.2, whatever the system's OpenSSL would allow."""
    context = default()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION | ssl.OP_NO_COMPRESSION
    return context


def _reserve_port(listener: socket.socket) -> None:
    """Reserve the port of ``listener`` for this process, and allow binding a port just released.

    The POSIX option for the second lets any program on Windows bind a port in use.
    """
    if sys.platform == "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def _bind_socket(host: str, port: int) -> socket.socket:
    """Return a socket of the protocol TCP by name: only of such does asyncio send small answers at once."""
    listener: socket.socket | None = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP
        )[0]
        listener = socket.socket(family, kind, protocol)
        _reserve_port(listener)
        listener.bind(address)
    except OSError as problem:
        if listener is not None:
            listener.close()
        raise ServiceError(
            ServiceCode.ADDRESS_UNUSABLE, host=host, port=port, reason=problem
        ) from None
    listener.set_inheritable(True)
    return listener
