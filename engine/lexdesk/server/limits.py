"""Bounds on the requests and connections of one client, over HTTP and over MCP."""

from pydantic import BaseModel, ConfigDict, Field

LONGEST_QUERY = 2_000
"""Characters of a query."""
LONGEST_WORK = 1_000
"""Characters of a work as people name it."""
LONGEST_EID = 200
LONGEST_LANGUAGE = 20
LONGEST_DAY = 40
LONGEST_TEXT = 200_000
"""Characters of a text whose citations are asked for."""
LONGEST_LIST = 1_000
"""Entries of a list in an answer; the next follow by ``offset``."""
LAST_OFFSET = 1_000_000_000
LARGEST_BODY = 12 * LONGEST_TEXT + 1_000
"""Bytes of a request: JSON may write a character as two escapes of six."""

_SECONDS = "a number of seconds from 0.1 to 3600"


def _seconds(default: float) -> float:
    seconds: float = Field(
        default=default, ge=0.1, le=3_600, allow_inf_nan=False, description=_SECONDS
    )
    return seconds


def _whole_number(default: int, least: int, most: int) -> int:
    expected = f"a whole number from {least} to {most}"
    number: int = Field(default=default, ge=least, le=most, description=expected)
    return number


class Limits(BaseModel):
    """Time, connections and sizes, counted in each process."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    header_seconds: float = _seconds(10)
    body_seconds: float = _seconds(30)
    keep_alive_seconds: float = _seconds(15)
    send_seconds: float = _seconds(30)
    answer_seconds: float = _seconds(60)
    connections: int = _whole_number(400, 1, 100_000)
    connections_per_address: int = _whole_number(50, 1, 100_000)
    header_bytes: int = _whole_number(16_384, 1_024, 1_048_576)
    header_fields: int = _whole_number(100, 8, 10_000)
    body_bytes: int = _whole_number(LARGEST_BODY, 1_024, 100_000_000)
    failures_per_minute: int = _whole_number(20, 1, 1_000_000)
    lockout_seconds: float = _seconds(60)
