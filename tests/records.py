"""Changed copies of records."""

import dataclasses
from typing import Any

import msgspec


def replace(record: Any, **changes: Any) -> Any:
    """Return a copy of a dataclass or of a ``msgspec.Struct`` with other values."""
    if isinstance(record, msgspec.Struct):
        return msgspec.structs.replace(record, **changes)
    return dataclasses.replace(record, **changes)
