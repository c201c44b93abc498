"""``SHA256SUMS`` of a folder in the format of ``sha256sum --check``."""

from pathlib import Path

from wheelhouse import sha256

NAME = "SHA256SUMS"


def write_sums(folder: Path) -> Path:
    """Write the hashes of all files in ``folder`` and below; return the file's path."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != NAME)
    lines = [f"{sha256(path)}  {path.relative_to(folder).as_posix()}\n" for path in files]
    target = folder / NAME
    target.write_text("".join(lines), encoding="utf-8", newline="\n")
    return target
