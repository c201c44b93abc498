"""Division of a frozen folder into what every command needs and what the window alone needs (Linux)."""

from __future__ import annotations

from pathlib import Path

from sbom import owner_of, owners_in, site_packages_of
from trim import libraries_of, linked_by

_OF_THE_WINDOW = {"lexdesk-gui", "pyside6-essentials", "shiboken6"}


def move_window(internal: Path, environment: Path, target: Path) -> None:
    """Move what the window alone needs from PyInstaller's folder ``internal`` to ``target``.

    That is its distributions and the libraries of the system that only these link. ``environment`` is the
    installation that was frozen.
    """
    owners, _ = owners_in(site_packages_of(environment))
    moved = {
        path
        for path in internal.rglob("*")
        if path.is_file()
        and owner_of(path.resolve().relative_to(internal.resolve()).as_posix(), owners).name
        in _OF_THE_WINDOW
    }
    moved |= _linked_only_by(moved, internal)
    for path in sorted(moved):
        place = target / path.relative_to(internal)
        place.parent.mkdir(parents=True, exist_ok=True)
        path.rename(place)
    for folder in sorted(internal.rglob("*"), reverse=True):
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


def _linked_only_by(users: set[Path], internal: Path) -> set[Path]:
    """Return the libraries at the top of ``internal`` that ``users`` link and no other library does."""
    named = {path.name: path for path in internal.glob("lib*.so*")}
    staying = [path for path in libraries_of(internal) if path not in users]
    wanted_by_others = _reached([path for path in staying if _is_loaded(path, internal)], named)
    wanted_by_users = _reached(
        [path for path in users if path.is_file() and ".so" in path.name], named
    )
    return wanted_by_users - wanted_by_others


def _is_loaded(library: Path, internal: Path) -> bool:
    """Check whether something else than a library loads it: Python its modules, and the program Python itself."""
    return library.parent != internal or library.name.startswith("libpython")


def _reached(start: list[Path], named: dict[str, Path]) -> set[Path]:
    """Return those of the libraries ``named`` that ``start`` link, by others of these, too."""
    waiting, reached = start, set[Path]()
    while waiting:
        for name in linked_by(waiting.pop()):
            if (library := named.get(name)) and library not in reached:
                reached.add(library)
                waiting.append(library)
    return reached
