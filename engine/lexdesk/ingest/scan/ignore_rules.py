"""Exclusion of files by rules in ``.lexdeskignore``, in the syntax of Git.

Rules apply to the folder of their file and below; rules further down take precedence, and ``!`` includes a file again
(gitignore(5)).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from lexdesk.errors import LibraryCode, LibraryError, UnsafeFile
from lexdesk.ingest.scan.patterns import PatternError, Patterns
from lexdesk.system.paths import BESIDE_DOCUMENTS
from lexdesk.system.regular_files import is_regular, read_bytes
from lexdesk.text.encodings import decode
from lexdesk.text.tokens import nfc

IGNORE_FILE = ".lexdeskignore"

_MOST_BYTES = 256 * 1024  # each character costs some nanoseconds per path; long lists have 10 KB
_MOST_LINES = 10_000
_MOST_CHARACTERS = 1_000  # of a line; a name has up to 255
_MOST_BRACKETS = 1_000  # each is compared with every new character in names
_MOST_BYTES_KEPT = 1024 * 1024  # patterns take some 80 times their bytes in memory


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules for a folder, those of the enclosing folders first."""

    specs: tuple[tuple[Path, Patterns], ...] = ()
    bytes: int = 0
    """Bytes of the files with the rules."""

    @classmethod
    def at(cls, root: Path) -> Rules:
        """Return the rules for ``root``. Raises ``LibraryError`` for a bad pattern."""
        rules = cls(((Path(root.anchor), Patterns(BESIDE_DOCUMENTS)),))
        for folder in (*reversed(root.parents), root):
            rules = rules.inside(folder)
        return rules

    def inside(self, folder: Path) -> Rules:
        """Return the rules for ``folder``, including its own. Raises ``LibraryError`` for a bad pattern, and for too many."""
        own = folder / IGNORE_FILE
        try:
            if not is_regular(own):
                return self
        except UnsafeFile as error:
            raise LibraryError(LibraryCode.IGNORE_RULES_NOT_A_FILE, path=own) from error
        text = _read_rules(own)
        size = self.bytes + len(text)
        if size > _MOST_BYTES:
            raise _too_long(
                own, f"more than {_MOST_BYTES // 1024} KB, with the rules of the folders around it"
            )
        return Rules((*self.specs, (folder, _patterns(own, text))), size)

    def ignores(self, path: Path, *, is_folder: bool) -> bool:
        """Return true if the rules exclude ``path``, a path below all of them."""
        for base, spec in reversed(self.specs):
            name = nfc(path.relative_to(base).as_posix()) + "/" * is_folder  # a Mac may write NFD
            verdict = spec.verdict(name)
            if verdict is not None:
                return verdict
        return False


class Exclusions:
    """The files inside the absolute ``roots`` excluded by rules, except those ``named`` by a person."""

    def __init__(self, roots: Iterable[Path], named: Iterable[Path] = ()):
        self._roots, self._named = list(roots), set(named)
        self._rules: dict[Path, Rules | None] = {}
        self._bytes_kept = 0

    def __call__(self, file: Path) -> bool:
        """Return true if rules exclude ``file``; false below an unreadable folder.

        Raises ``LibraryError`` for unreadable rules.
        """
        around = (root for root in self._roots if file != root and file.is_relative_to(root))
        root = next(around, None)
        if root is None or file in self._named:
            return False
        try:
            rules = self._inside(file.parent, root)
        except OSError:
            return False
        return rules is None or rules.ignores(file, is_folder=False)

    def _inside(self, folder: Path, root: Path) -> Rules | None:
        """Return the rules for ``folder``; ``None`` for an excluded folder."""
        if folder not in self._rules:
            rules = Rules.at(root) if folder == root else self._below(folder, root)
            if self._bytes_kept > _MOST_BYTES_KEPT:
                self._rules.clear()
                self._bytes_kept = 0
            self._rules[folder] = rules
            self._bytes_kept += rules.bytes if rules else 0
        return self._rules[folder]

    def _below(self, folder: Path, root: Path) -> Rules | None:
        around = self._inside(folder.parent, root)
        if around is None or around.ignores(folder, is_folder=True):
            return None
        return around.inside(folder)


def is_excluded(file: Path) -> bool:
    """Return true if rules around the absolute path ``file`` exclude it, or are unreadable and may do so."""
    try:
        return Exclusions([Path(file.anchor)])(file)
    except LibraryError:
        return True


def _read_rules(file: Path) -> bytes:
    try:
        return read_bytes(file, _MOST_BYTES)
    except OSError as error:
        raise LibraryError(LibraryCode.IGNORE_RULES_UNREADABLE, file=file, reason=error) from error
    except UnsafeFile as error:
        raise _too_long(file, f"more than {_MOST_BYTES // 1024} KB") from error


def _patterns(file: Path, text: bytes) -> Patterns:
    """Return the patterns in the ``text`` of a file. Raises ``LibraryError`` if a pattern is not supported."""
    lines = nfc(decode(text)).splitlines()
    if len(lines) > _MOST_LINES:
        raise _too_long(file, f"more than {_MOST_LINES:,} lines")
    if sum(line.count("[") for line in lines) > _MOST_BRACKETS:
        raise _too_long(file, f"more than {_MOST_BRACKETS:,} brackets")
    for number, line in enumerate(lines, 1):
        if len(line) > _MOST_CHARACTERS:
            raise _too_long(file, f"more than {_MOST_CHARACTERS:,} characters in line {number}")
    try:
        return Patterns(lines)
    except PatternError as error:
        raise LibraryError(
            LibraryCode.IGNORE_RULE_INVALID,
            number=error.number,
            file=file,
            lines=lines[error.number - 1],
        ) from error


def _too_long(file: Path, what: str) -> LibraryError:
    return LibraryError(LibraryCode.IGNORE_RULES_TOO_LARGE, file=file, what=what)
