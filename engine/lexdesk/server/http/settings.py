"""What is served, to whom and where, as a file of TOML states it."""

from __future__ import annotations

import ipaddress
import ssl
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lexdesk.errors import ServiceError
from lexdesk.server.http.readers import DIGEST_LENGTH, Reader

PORT = 7300


@dataclass(frozen=True, slots=True)
class Tls:
    """The files, in PEM, of the certificate that the service shows, and of its key."""

    certificate: Path
    key: Path


@dataclass(frozen=True, slots=True)
class Settings:
    """``collections`` are library folders by the name that they are served under.

    Each is open in ``threads`` threads of each of ``processes``, which use the cores that one process of
    Python does not. ``requests_per_minute`` counts for each reader, in each process. ``audit`` is the file
    that lines are added to, ``None`` for none.
    """

    collections: Mapping[str, Path]
    readers: tuple[Reader, ...]
    host: str = "127.0.0.1"
    port: int = PORT
    processes: int = 1
    threads: int = 2
    requests_per_minute: int = 600
    audit: Path | None = None
    tls: Tls | None = None
    behind_proxy: bool = False


def read(path: Path) -> Settings:
    """The settings in the file ``path``; other paths in it are relative to its folder.

    Raises ``ServiceError`` with the place of a mistake, ``OSError`` where it cannot be read.
    """
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise ServiceError(f"{path} is not TOML: {problem}") from None
    return _Table(path, "", told).settings()


def require_safe(settings: Settings) -> None:
    """Raise ``ServiceError`` where tokens and texts would cross a network that anyone can listen to."""
    if settings.tls is None and not settings.behind_proxy and not _is_loopback(settings.host):
        raise ServiceError(
            f"the host {settings.host} can be reached by others, and there is no table [tls]; state the"
            " files of a certificate and its key there, or behind_proxy = true where a proxy encrypts"
        )


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class _Table:
    """A table of the file, which knows where it stands."""

    def __init__(self, path: Path, name: str, told: Any):
        self._path, self._name = path, name
        if not isinstance(told, dict):
            raise self._wrong("must be a table")
        self._told: dict[str, Any] = told

    def settings(self) -> Settings:
        collections = self._inner("collections")
        readers = self._inner("readers")
        names = frozenset(collections._told)
        made = Settings(
            collections={name: collections._file(name) for name in collections._told},
            readers=tuple(readers._inner(name)._reader(name, names) for name in readers._told),
            host=self._take("host", str, "127.0.0.1"),
            port=self._number("port", PORT, 65535),
            processes=self._number("processes", 1, 64),
            threads=self._number("threads", 2, 64),
            requests_per_minute=self._number("requests_per_minute", 600, 1_000_000),
            audit=self._file("audit") if "audit" in self._told else None,
            tls=self._inner("tls")._tls() if "tls" in self._told else None,
            behind_proxy=self._take("behind_proxy", bool, False),
        )
        self._only(
            "collections", "readers", "host", "port", "processes", "threads",
            "requests_per_minute", "audit", "tls", "behind_proxy",
        )  # fmt: skip
        if not made.collections or not made.readers:
            raise self._wrong("needs the tables [collections] and [readers.NAME], neither empty")
        of_token: dict[str, str] = {}
        for reader in made.readers:  # who has a token is one, and may read what that one may
            other = of_token.setdefault(reader.token_sha256, reader.name)
            if other != reader.name:
                raise self._wrong(
                    f"gives {other} and {reader.name} one token; make another with: lexdesk serve --new-token"
                )
        return made

    def _reader(self, name: str, known: frozenset[str]) -> Reader:
        digest = self._take("token_sha256", str)
        opened = self._take("collections", list)
        self._only("token_sha256", "collections")
        if len(digest) != DIGEST_LENGTH or set(digest) - set("0123456789abcdef"):
            raise self._wrong(
                "token_sha256 must have 64 of the signs 0-9 and a-f; make one with: lexdesk serve --new-token"
            )
        for each in opened:
            if each not in known:
                raise self._wrong(
                    f"opens {each!r}, which is none of the collections: {', '.join(sorted(known))}"
                )
        return Reader(name, digest, frozenset(opened))

    def _tls(self) -> Tls:
        self._only("certificate", "key")
        made = Tls(self._file("certificate"), self._file("key"))
        for file in (made.certificate, made.key):
            if not file.is_file():
                raise self._wrong(f"names {file}, which is no file")
        try:
            alone = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            # With a password, so that nobody is asked for one.
            alone.load_cert_chain(made.certificate, made.key, password="")
        except ssl.SSLError:
            raise self._wrong(
                f"needs a certificate and its key in PEM, without a passphrase; {made.certificate} and"
                f" {made.key} are none"
            ) from None
        return made

    def _inner(self, key: str) -> _Table:
        return _Table(self._path, f"{self._name}.{key}".lstrip("."), self._told.get(key, {}))

    def _take(self, key: str, kind: type, default: Any = None) -> Any:
        value = self._told.get(key, default)
        if type(value) is not kind:
            raise self._wrong(f"needs {key} of type {kind.__name__}, not {value!r}")
        return value

    def _number(self, key: str, default: int, most: int) -> int:
        value: int = self._take(key, int, default)
        if not 1 <= value <= most:
            raise self._wrong(f"needs {key} of 1 to {most}, not {value}")
        return value

    def _file(self, key: str) -> Path:
        return self._path.parent / Path(self._take(key, str)).expanduser()

    def _only(self, *known: str) -> None:
        if unknown := sorted(self._told.keys() - set(known)):
            raise self._wrong(f"has the unknown {', '.join(unknown)}; known are {', '.join(known)}")

    def _wrong(self, what: str) -> ServiceError:
        where = f"{self._path}, [{self._name}]" if self._name else str(self._path)
        return ServiceError(f"{where}: {what}")
