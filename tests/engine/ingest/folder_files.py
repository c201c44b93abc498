"""Files in folders for tests."""

import os
from pathlib import Path

LONG_AGO = 1_500_000_000  # seconds since 1970: a time that tells whether a file changed


def write(path: Path, text: str, when: int = LONG_AGO) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    os.utime(path, (when, when))
