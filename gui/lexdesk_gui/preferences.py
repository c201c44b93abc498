"""Settings kept between two starts: window, libraries, choices."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, cast

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

from lexdesk.law.citation_styles import STYLES, Style
from lexdesk.system import shared_settings
from lexdesk.system.paths import decode_path, encode_path, make_absolute
from lexdesk_gui.language import Language
from lexdesk_gui.style.theme import Choice

_LIBRARIES = 12
_NAMED = 1_000
_TABS = 100
_QUERY = 10_000  # characters


class StoredTab(NamedTuple):
    """The content of a reader tab, as stored."""

    work: str
    eid: str
    language: str
    called: str


class Preferences:
    """The settings in the file ``path``, or in the platform's place for them, and those of ``administrator``."""

    def __init__(self, path: Path | None = None, administrator: str = shared_settings.PLACE):
        place = QStandardPaths.StandardLocation.AppConfigLocation
        folder = Path(QStandardPaths.writableLocation(place))
        ini = QSettings.Format.IniFormat
        self._settings = QSettings(str(path or folder / "desktop.ini"), ini)
        native = administrator.startswith("HKEY_")
        self._of_all = QSettings(administrator, QSettings.Format.NativeFormat if native else ini)

    def is_locked(self, name: str) -> bool:
        """Return True if an administrator has set ``name`` for all users."""
        return self._of_all.contains(f"locked/{name}")

    def _value(self, name: str, default: object) -> object:
        """Return the locked value of ``name``, else the user's, else that for all users, else ``default``."""
        if self.is_locked(name):
            return self._of_all.value(f"locked/{name}")
        return self._settings.value(name, self._of_all.value(f"defaults/{name}", default))

    def _choose(self, name: str, value: object) -> None:
        if not self.is_locked(name):
            self._settings.setValue(name, value)

    def save(self) -> None:
        """Write the settings to disk."""
        self._settings.sync()

    # Choices.

    @property
    def colours(self) -> Choice:
        """Return the colour scheme."""
        return cast(Choice, self._one_of("colours", shared_settings.COLOURS))

    @colours.setter
    def colours(self, choice: Choice) -> None:
        self._choose("colours", choice)

    @property
    def language(self) -> Language:
        """Return the language of the interface."""
        return cast(Language, self._one_of("language", shared_settings.LANGUAGES))

    @language.setter
    def language(self, language: Language) -> None:
        self._choose("language", language)

    @property
    def style(self) -> Style:
        """Return the citation style."""
        return cast(Style, self._one_of("citation_style", STYLES))

    @style.setter
    def style(self, style: Style) -> None:
        self._choose("citation_style", style)

    @property
    def zoom(self) -> float:
        """Return the text size; 1.0 is the system's."""
        try:
            return float(str(self._value("zoom", 1.0)))
        except ValueError:
            return 1.0

    @zoom.setter
    def zoom(self, zoom: float) -> None:
        self._choose("zoom", zoom)

    @property
    def reranks(self) -> bool:
        """Return True if searches re-rank the top results."""
        return str(self._value("rerank", "true")) == "true"

    @reranks.setter
    def reranks(self, reranks: bool) -> None:
        self._choose("rerank", "true" if reranks else "false")

    @property
    def keeps_searches(self) -> bool:
        """Return True if searches are stored."""
        return str(self._value("keeps_searches", "true")) == "true"

    @keeps_searches.setter
    def keeps_searches(self, keeps: bool) -> None:
        self._choose("keeps_searches", "true" if keeps else "false")

    # Libraries, the one used last first.

    @property
    def libraries(self) -> list[Path]:
        """Return the folders of recent libraries, the latest first, and then those of all users."""
        found = [
            self._settings.value("libraries", []),
            self._of_all.value("defaults/libraries", []),
        ]
        names = [name for stored in found for name in _names(stored)]
        return [Path(name) for name in dict.fromkeys(names)]

    def used(self, library: Path) -> None:
        """Put ``library`` first."""
        others = [folder for folder in self.libraries if folder != library]
        names = [str(other) for other in (library, *others)]
        self._settings.setValue("libraries", names[:_LIBRARIES])

    def to_add(self, library: Path) -> tuple[list[Path], list[Path]]:
        """Return the pending paths of ``library``: those to add and those to retry."""
        stored = self._settings.value(f"to_add/{_key(library)}", [])
        new, again = (
            [decode_path(path[1:]) for path in _names(stored) if path[0] == sign] for sign in "+~"
        )
        return new, again

    def keep_to_add(self, library: Path, new: Iterable[Path], again: Iterable[Path]) -> None:
        """Store the pending paths of ``library`` on disk at once; remove the entry if both are empty."""
        named = [
            f"{sign}{encode_path(path)}"
            for sign, paths in (("+", new), ("~", again))
            for path in paths
        ]
        if named:
            self._settings.setValue(f"to_add/{_key(library)}", named)
        else:
            self._settings.remove(f"to_add/{_key(library)}")
        self._settings.sync()

    def name(self, library: Path, paths: Iterable[Path]) -> None:
        """Record by hash that the user added ``paths`` to ``library``: names may be confidential."""
        known = self._named(library)
        known.update(dict.fromkeys(self._hash(library, path) for path in paths))
        self._settings.setValue(f"named/{_key(library)}", [*known][-_NAMED:])
        self._settings.sync()

    def has_named(self, library: Path, path: Path) -> bool:
        """Return True if the user added ``path`` to ``library`` in this program."""
        return self._hash(library, path) in self._named(library)

    def _named(self, library: Path) -> dict[str, None]:
        stored = self._settings.value(f"named/{_key(library)}", [])
        return dict.fromkeys(_names(stored))

    def _hash(self, library: Path, path: Path) -> str:
        import hashlib  # the start needs neither
        import secrets

        if not (salt := str(self._settings.value("salt", ""))):
            self._settings.setValue("salt", salt := secrets.token_hex(16))
        text = "\n".join((salt, encode_path(library), encode_path(make_absolute(path))))
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    # The window.

    def state(self, name: str) -> QByteArray | None:
        """Return the stored Qt state of a widget."""
        stored = self._settings.value(f"state/{name}")
        return stored if isinstance(stored, QByteArray) else None

    def keep_state(self, name: str, state: QByteArray) -> None:
        """Store the Qt state of a widget."""
        self._settings.setValue(f"state/{name}", state)

    def last_query(self, library: Path) -> tuple[str, str]:
        """Return the last query in ``library`` and its mode."""
        stored = self._settings.value(f"query/{_key(library)}", ["", "hybrid"])
        match stored:
            case [str(query), ("keyword" | "semantic" | "hybrid") as mode]:
                return query[:_QUERY], str(mode)
        return "", "hybrid"

    def keep_query(self, library: Path, query: str, mode: str) -> None:
        """Store the last query."""
        self._settings.setValue(f"query/{_key(library)}", [query, mode])

    def tabs(self, library: Path) -> list[StoredTab]:
        """Return the stored reader tabs of ``library``."""
        stored = self._settings.value(f"tabs/{_key(library)}", [])
        flat = [str(entry) for entry in stored[: 4 * _TABS]] if isinstance(stored, list) else []
        return [StoredTab(*flat[at : at + 4]) for at in range(0, len(flat) - 3, 4)]

    def keep_tabs(self, library: Path, tabs: Sequence[StoredTab]) -> None:
        """Store the reader tabs."""
        self._settings.setValue(f"tabs/{_key(library)}", [field for tab in tabs for field in tab])

    def forget_queries(self) -> None:
        """Delete the last queries and tabs of all libraries."""
        self._settings.remove("query")
        self._settings.remove("tabs")

    def _one_of(self, name: str, known: Sequence[str]) -> str:
        stored = str(self._value(name, known[0]))
        return stored if stored in known else known[0]


def _names(stored: object) -> list[str]:
    """Return the texts of a stored list, which Qt reads as a string if it has one entry; none of a damaged one."""
    entries = stored if isinstance(stored, list) else [stored]
    return [entry for entry in entries if isinstance(entry, str) and entry]


def _key(library: Path) -> str:
    return str(library).replace("/", "|").replace("\\", "|")
