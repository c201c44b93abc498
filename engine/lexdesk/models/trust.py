"""Trust in models: those that come with Lexdesk, and those that this user has approved or exported.

Trust refers to the digest of a manifest, and so to every byte of the model: a trusted folder may be copied and moved,
and a changed one is no longer trusted. The digests of the models that come with Lexdesk are in ``shipped.json``. Each
other one is a private file in the user's state folder, where the sender of a model cannot write.
"""

import contextlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec.structs import asdict

from lexdesk.errors import ModelCode, ModelError, ModelUntrusted, UnsafeFile
from lexdesk.system.json_values import Record, parse
from lexdesk.system.machine_key import find_state_path, is_private, write_private
from lexdesk.system.paths import quote_for_shell
from lexdesk.system.regular_files import is_regular, read_bytes

_MOST_BYTES = 64 << 10


class TrustedModel(Record, frozen=True):
    """An approved model, and the folder it was in then."""

    name: str
    task: str
    folder: str
    digest: str


@cache
def read_shipped_digests() -> dict[str, str]:
    """Return the digests of the models that come with Lexdesk, by the names of their folders."""
    stored = Path(__file__).with_name("shipped.json").read_bytes()
    digests: dict[str, str] = parse(stored, dict[str, str])
    return digests


def is_shipped(digest: str) -> bool:
    """Return whether the model came with Lexdesk."""
    return digest in read_shipped_digests().values()


def is_trusted(digest: str) -> bool:
    """Return whether the model came with Lexdesk, or the user has approved it."""
    return is_shipped(digest) or _is_recorded(digest)


def require(folder: Path, name: str, digest: str) -> None:
    """Raise ``ModelUntrusted`` for a model that is not trusted."""
    if not is_trusted(digest):
        raise ModelUntrusted(
            ModelCode.UNTRUSTED, name=name, folder=folder, argument=quote_for_shell(str(folder))
        )


def record(model: TrustedModel) -> None:
    """Trust a model from now on. Raise ``ModelError`` if that cannot be stored."""
    path = _path(model.digest)
    try:
        write_private(path, json.dumps(asdict(model)).encode())
    except OSError as problem:
        raise ModelError(
            ModelCode.TRUST_NOT_STORED, name=model.name, path=path.parent, reason=problem
        ) from problem


def forget(digest: str) -> bool:
    """End the trust in a model; return whether it was trusted. Raise ``OSError``."""
    was_trusted = _is_recorded(digest)
    _path(digest).unlink(missing_ok=True)
    return was_trusted


def list_approved_models() -> Iterator[TrustedModel]:
    """Yield the models that the user has approved, sorted by digest."""
    for path in sorted(_folder().glob("*.json")):
        if _is_recorded(path.stem):
            with contextlib.suppress(OSError, ValueError, UnsafeFile):
                yield parse(read_bytes(path, _MOST_BYTES), TrustedModel)


def _is_recorded(digest: str) -> bool:
    path = _path(digest)
    with contextlib.suppress(OSError, UnsafeFile):
        return is_regular(path, _MOST_BYTES) and is_private(path)
    return False


def _path(digest: str) -> Path:
    return _folder() / f"{digest}.json"


def _folder() -> Path:
    return find_state_path() / "trusted-models"
