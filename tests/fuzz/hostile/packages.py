"""Office packages: real files with other parts."""

import zipfile
from collections.abc import Mapping
from pathlib import Path

from tests.archives import zipped

FIXTURES = Path(__file__).parents[2] / "engine" / "fixtures"
NUMBERS = (
    "",
    "-1",
    "0",
    "2147483647",
    "9" * 5_000,
    "1e308",
    "NaN",
    "²",
    "٣",
    " 7 ",
    "0x10",
    "1" + "0" * 18,
)
"""Values where a number is expected: of other scripts, of too many digits, and none."""


def changed(fixture: str, parts: Mapping[str, str | bytes]) -> bytes:
    """A real file with some of its parts replaced or added."""
    with zipfile.ZipFile(FIXTURES / fixture) as packed:
        real = {name: packed.read(name) for name in packed.namelist()}
    return zipped({**real, **parts})
