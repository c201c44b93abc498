"""The settings of the service: collections, readers and addresses, from a TOML file.

Each field's description completes the sentence "it must be ...", for the errors of ``read``.
"""

import datetime
import ipaddress
import ssl
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from lexdesk.errors import ServiceCode, ServiceError
from lexdesk.server.http.permissions import DIGEST_LENGTH, Reader, Token
from lexdesk.server.limits import Limits
from lexdesk.system.regular_files import read_named
from lexdesk.system.toml_values import parse

PORT = 7300
_NEW_TOKEN = "make one with: lexdesk serve --new-token"  # noqa: S105 - no password, advice
_LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")


def _in_folder(value: Any, info: ValidationInfo) -> Any:
    """Make a text a path, relative to the folder of the settings."""
    if not isinstance(value, str):
        return value
    folder: Path = (info.context or {}).get("folder", Path())
    try:
        return folder / Path(value).expanduser()
    except RuntimeError:  # the folder of a user whom the system does not know
        raise ValueError(f"is {_shown(value)}; write the path from the root on") from None


def _is_digest(value: Any) -> Any:
    """Reject a malformed SHA-256 without repeating it: it may be the token itself."""
    if not isinstance(value, str):
        raise ValueError(f"has the type {type(value).__name__}; it must be a text; {_NEW_TOKEN}")
    if len(value) != DIGEST_LENGTH or set(value) - set("0123456789abcdef"):
        raise ValueError(
            f"has {len(value)} characters; it must have {DIGEST_LENGTH} of the signs 0-9 and a-f; {_NEW_TOKEN}"
        )
    return value


_File = Annotated[Path, BeforeValidator(_in_folder)]
_Folder = Annotated[Path, BeforeValidator(_in_folder)]
_Digest = Annotated[str, BeforeValidator(_is_digest)]
_LISTED = Field(strict=False)  # TOML has no tuples


class _Table(BaseModel):
    """A table of the file: no unknown keys, and no value of another type than stated."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Tls(_Table):
    """The certificate of the service and its key, as PEM files."""

    certificate: _File = Field(description="the path of a file in PEM")
    key: _File = Field(description="the path of a file in PEM")

    @model_validator(mode="after")
    def _is_a_pair(self) -> Self:
        for name, file in (("certificate", self.certificate), ("key", self.key)):
            if not file.is_file():
                raise ValueError(f"names the {name} {file}, which is no file")
        try:
            alone = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            # An empty password keeps OpenSSL from asking for one.
            alone.load_cert_chain(self.certificate, self.key, password="")
        except ssl.SSLError:
            raise ValueError(
                f"needs a certificate and its key in PEM, without a passphrase; {self.certificate} and"
                f" {self.key} are none"
            ) from None
        return self


class StatedToken(_Table):
    """A token, valid until the end of the day ``expires`` in UTC."""

    sha256: _Digest
    expires: datetime.date | None = Field(
        default=None, description="a date such as 2027-01-31, unquoted"
    )


class StatedReader(_Table):
    """A reader: one ``token_sha256``, or up to two ``tokens`` while one replaces the other."""

    token_sha256: _Digest | None = None
    tokens: list[StatedToken] = Field(
        default=[], max_length=2, description="a list of at most 2 tables such as { sha256 = '…' }"
    )
    collections: Annotated[frozenset[str], _LISTED] = Field(
        description="a list of names out of the table collections"
    )

    @model_validator(mode="after")
    def _has_a_token(self) -> Self:
        if (self.token_sha256 is None) == (not self.tokens):
            raise ValueError(f"needs token_sha256 or tokens, one of the two; {_NEW_TOKEN}")
        return self

    def find_reader(self, name: str) -> Reader:
        """Return the reader under its ``name``."""
        tokens = [Token(token.sha256, token.expires) for token in self.tokens]
        if self.token_sha256 is not None:
            tokens = [Token(self.token_sha256)]
        return Reader(name, tuple(tokens), self.collections)


class Settings(_Table):
    """The settings of ``lexdesk serve``; docs/service.md lists the keys.

    ``threads`` threads of each of ``processes`` have each collection open. Processes use cores beyond the one of a
    single Python process. Rate and connection limits count in each process.
    """

    collections: dict[str, _Folder] = Field(
        default={}, description="a table of paths of libraries by name"
    )
    readers: dict[str, StatedReader] = Field(
        {}, description="a table of tables by the reader's name"
    )
    host: str = Field(
        default="127.0.0.1", min_length=1, description="an address or a name of this machine"
    )
    port: int = Field(default=PORT, ge=1, le=65_535, description="a whole number from 1 to 65535")
    hosts: Annotated[tuple[str, ...], _LISTED] = Field(
        default=(), description='a list of names such as ["search.firm.example"]'
    )
    processes: int = Field(default=1, ge=1, le=64, description="a whole number from 1 to 64")
    threads: int = Field(default=2, ge=1, le=64, description="a whole number from 1 to 64")
    requests_per_minute: int = Field(
        default=600, ge=1, le=1_000_000, description="a whole number from 1 to 1000000"
    )
    audit: _File | None = Field(default=None, description="the path of a file")
    audit_bytes: int = Field(
        default=100_000_000, ge=10_000, le=10**12, description="a whole number from 10000 to 10^12"
    )
    audit_files: int = Field(
        default=10, ge=1, le=1_000, description="a whole number from 1 to 1000"
    )
    tls: Tls | None = Field(default=None, description="a table with certificate and key")
    behind_proxy: bool = Field(default=False, description="true or false")
    proxies: Annotated[tuple[str, ...], _LISTED] = Field(
        default=("127.0.0.1", "::1"), description='a list of addresses such as ["10.1.2.3"]'
    )
    limits: Limits = Field(default=Limits(), description="a table of limits")

    @field_validator("proxies")
    @classmethod
    def _are_addresses(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for address in value:
            try:
                ipaddress.ip_network(address)
            except ValueError:
                raise ValueError(
                    f"has {address!r}; it must be an address or a network such as 10.1.2.0/24"
                ) from None
        return value

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if not self.collections or not self.readers:
            raise ValueError("needs the tables [collections] and [readers.NAME], neither empty")
        for reader in self.known_readers:
            if unknown := sorted(reader.collections - set(self.collections)):
                raise ValueError(
                    f"readers.{reader.name}.collections has {unknown[0]!r}; it must be one of the collections:"
                    f" {', '.join(sorted(self.collections))}"
                )
        self._require_a_token_each()
        if _is_wildcard(self.host) and not self.hosts:
            raise ValueError(
                f"host is {self.host!r}, every address of this machine; state in hosts the names that clients use"
            )
        return self

    def _require_a_token_each(self) -> None:
        """Reject a token shared by two readers: its holder counts as one reader."""
        of_token: dict[str, str] = {}
        for reader in self.known_readers:
            for token in reader.tokens:
                if token.sha256 in of_token:
                    raise ValueError(
                        f"{of_token[token.sha256]} and {reader.name} have one token; {_NEW_TOKEN}"
                    )
                of_token[token.sha256] = reader.name

    @property
    def known_readers(self) -> tuple[Reader, ...]:
        """Return the readers, each under its name."""
        return tuple(stated.find_reader(name) for name, stated in self.readers.items())

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """Return the accepted names in ``Host``, in small letters, without a port."""
        own = f"[{self.host}]" if ":" in self.host else self.host
        stated = self.hosts or (*_LOOPBACK_HOSTS, own)
        return frozenset(host.lower() for host in stated)


def read(path: Path) -> Settings:
    """Read the settings in the file ``path``; other paths in it are relative to its folder.

    Raises ``ServiceError`` with the key, its value and the expected one; ``OSError`` for an unreadable file.
    """
    try:
        values = parse(read_named(path).decode("utf-8-sig"))
    except ValueError as problem:
        raise ServiceError(ServiceCode.SETTINGS_NOT_TOML, path=path, reason=problem) from None
    try:
        return Settings.model_validate(values, context={"folder": path.parent})
    except ValidationError as problem:
        first = problem.errors(include_url=False)[0]
        raise ServiceError(
            ServiceCode.SETTING_INVALID, path=path, sentence=_sentence(first)
        ) from None


def require_safe(settings: Settings) -> None:
    """Raise ``ServiceError`` if tokens and texts would cross a network open to listeners."""
    if settings.tls is None and not settings.behind_proxy and not _is_loopback(settings.host):
        raise ServiceError(ServiceCode.TLS_MISSING, host=settings.host)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_wildcard(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def _sentence(error: Mapping[str, Any]) -> str:
    """Name the key, its value and the expected one."""
    place: tuple[int | str, ...] = error["loc"]
    key = ".".join(map(str, place))
    if error["type"] == "value_error":  # of a validator above, whose message is complete
        return f"{key} {error['ctx']['error']}".lstrip()
    table, wanted = _describe_key(place)
    if error["type"] == "extra_forbidden":
        known = ", ".join(table.model_fields)
        return f"{key} is unknown; it must be one of {known}"
    if error["type"] == "missing":
        return f"{key} is missing; it must be {wanted}"
    return f"{key} is {_shown(error['input'])}; it must be {wanted}"


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}…"


def _describe_key(place: tuple[int | str, ...]) -> tuple[type[BaseModel], str]:
    """Return the table of the key at ``place``, and the description of its value."""
    table: type[BaseModel] = Settings
    wanted = "a table"
    for part in place:
        field = table.model_fields.get(str(part))
        if field is not None:
            wanted = field.description or wanted
            table = _TABLES.get(str(part), table)
    return table, wanted


_LONGEST_SHOWN = 80
_TABLES: Mapping[str, type[BaseModel]] = {
    "limits": Limits,
    "readers": StatedReader,
    "tls": Tls,
    "tokens": StatedToken,
}
