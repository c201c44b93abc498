"""Metadata of a wheel: name, version, licence, requirements, and licence texts.

https://packaging.python.org/specifications/core-metadata/
"""

import email
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

_IS_NOTICE = re.compile(
    r"(^|[^a-z])(licen[cs]es?|copying|(third-?party)?notices?|copyright|authors|ofl)([^a-z]|$)",
    re.IGNORECASE,
)
_NO_TEXT = (".py", ".pyi", ".pyc", ".so", ".h")


@dataclass(frozen=True, slots=True)
class Distribution:
    """One wheel. ``licence`` is its own statement; ``needs`` are names as on PyPI."""

    wheel: Path
    name: str
    version: str
    licence: str
    needs: frozenset[str]
    notices: tuple[str, ...]

    def texts(self) -> dict[str, bytes]:
        """Return the licence texts by their path in the wheel."""
        with zipfile.ZipFile(self.wheel) as archive:
            return {name: archive.read(name) for name in self.notices}


def read(wheel: Path) -> Distribution:
    """Describe a wheel, or the folder ``NAME.dist-info`` of an installed one, by its own metadata."""
    if wheel.is_dir():
        return _describe(wheel, [], (wheel / "METADATA").read_bytes())
    with zipfile.ZipFile(wheel) as archive:
        names = sorted(name for name in archive.namelist() if not name.endswith("/"))
        (metadata,) = (name for name in names if re.fullmatch(r"[^/]+\.dist-info/METADATA", name))
        return _describe(wheel, names, archive.read(metadata))


def _describe(source: Path, names: list[str], metadata: bytes) -> Distribution:
    headers = email.message_from_bytes(metadata)
    return Distribution(
        wheel=source,
        name=normal(headers["Name"]),
        version=headers["Version"],
        licence=_licence(headers),
        needs=frozenset(
            normal(re.split(r"[ ;<>=!~\[(]", requirement)[0])
            for requirement in headers.get_all("Requires-Dist", [])
        ),
        notices=tuple(name for name in names if _is_notice(PurePosixPath(name))),
    )


def normal(name: str) -> str:
    """Normalize a name for an index (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _is_notice(path: PurePosixPath) -> bool:
    if path.suffix in _NO_TEXT:
        return False
    in_licences = {"licenses", "license_files"} & {part.lower() for part in path.parts[:-1]}
    return bool(in_licences) or _IS_NOTICE.search(path.name) is not None


def _licence(metadata: email.message.Message) -> str:
    stated = (
        metadata["License-Expression"] or (metadata["License"] or "").strip().partition("\n")[0]
    )
    if stated and len(stated) < 100:
        return str(stated)
    classifiers = [str(classifier) for classifier in metadata.get_all("Classifier", [])]
    names = [
        classifier.rpartition("::")[2].strip()
        for classifier in classifiers
        if classifier.startswith("License ::")
    ]
    return ", ".join(names)
