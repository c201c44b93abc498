"""Division of a frozen folder into the parts of all commands and those of the window alone (Linux)."""

from pathlib import Path

from sbom import owner_of, owners_in, site_packages_of
from trim import libraries_of, linked_by

_OF_THE_WINDOW = {"lexdesk-gui", "pyside6-essentials", "shiboken6"}


def move_window(internal: Path, environment: Path, target: Path) -> None:
    """Move the parts of the window alone from PyInstaller's folder ``internal`` to ``target``.

    They are its distributions, and the libraries of the system linked only by these. ``environment`` is the
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
    """Return the libraries at the top of ``internal`` linked by ``users`` alone."""
    named = {path.name: path for path in internal.glob("lib*.so*")}
    staying = [path for path in libraries_of(internal) if path not in users]
    wanted_by_others = _reached([path for path in staying if _is_loaded(path, internal)], named)
    wanted_by_users = _reached(
        [path for path in users if path.is_file() and ".so" in path.name], named
    )
    return wanted_by_users - wanted_by_others


def _is_loaded(library: Path, internal: Path) -> bool:
    """Check whether Python loads it as a module, or the program as Python itself."""
    return library.parent != internal or library.name.startswith("libpython")


def _reached(start: list[Path], named: dict[str, Path]) -> set[Path]:
    """Return the libraries of ``named`` linked by ``start``, directly or through others."""
    waiting, reached = start, set[Path]()
    while waiting:
        for name in linked_by(waiting.pop()):
            if (library := named.get(name)) and library not in reached:
                reached.add(library)
                waiting.append(library)
    return reached
