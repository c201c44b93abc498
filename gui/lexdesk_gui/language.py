"""The language of the interface: English as written in the code, German from a Qt translation; names of languages."""

import datetime
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QCoreApplication, QDate, QLibraryInfo, QLocale, QTranslator
from PySide6.QtGui import QKeySequence

Language = Literal["system", "en", "de"]
_TRANSLATED = ("de",)
_TRANSLATIONS = Path(__file__).parent / "translations"

_installed: list[QTranslator] = []


def translate(context: str, text: str) -> str:
    """Return ``text`` in the language of the interface; ``context`` names the part of the window."""
    return QCoreApplication.translate(context, text)


def find_plural(context: str, text: str) -> Callable[[int], str]:
    """Return the plural forms of ``text`` as a function of the number in ``%Ln``."""
    return lambda number: QCoreApplication.translate(context, text, None, number)


def name_language(code: str) -> str:
    """Return the name of a language code known to ``lexdesk.metadata.language``: ``English`` for ``en``."""
    known = {
        "ar": translate("Languages", "Arabic"),
        "bg": translate("Languages", "Bulgarian"),
        "bs": translate("Languages", "Bosnian"),
        "ca": translate("Languages", "Catalan"),
        "cs": translate("Languages", "Czech"),
        "da": translate("Languages", "Danish"),
        "de": translate("Languages", "German"),
        "el": translate("Languages", "Greek"),
        "en": translate("Languages", "English"),
        "es": translate("Languages", "Spanish"),
        "et": translate("Languages", "Estonian"),
        "eu": translate("Languages", "Basque"),
        "fi": translate("Languages", "Finnish"),
        "fr": translate("Languages", "French"),
        "ga": translate("Languages", "Irish"),
        "gl": translate("Languages", "Galician"),
        "he": translate("Languages", "Hebrew"),
        "hr": translate("Languages", "Croatian"),
        "hu": translate("Languages", "Hungarian"),
        "is": translate("Languages", "Icelandic"),
        "it": translate("Languages", "Italian"),
        "ja": translate("Languages", "Japanese"),
        "ko": translate("Languages", "Korean"),
        "lt": translate("Languages", "Lithuanian"),
        "lv": translate("Languages", "Latvian"),
        "mk": translate("Languages", "Macedonian"),
        "mt": translate("Languages", "Maltese"),
        "nl": translate("Languages", "Dutch"),
        "no": translate("Languages", "Norwegian"),
        "pl": translate("Languages", "Polish"),
        "pt": translate("Languages", "Portuguese"),
        "ro": translate("Languages", "Romanian"),
        "ru": translate("Languages", "Russian"),
        "sk": translate("Languages", "Slovak"),
        "sl": translate("Languages", "Slovenian"),
        "sq": translate("Languages", "Albanian"),
        "sr": translate("Languages", "Serbian"),
        "sv": translate("Languages", "Swedish"),
        "tr": translate("Languages", "Turkish"),
        "uk": translate("Languages", "Ukrainian"),
        "zh": translate("Languages", "Chinese"),
    }
    return known.get(code, code)


def format_long_date(iso: str) -> str:
    """Format ``2026-11-21`` as ``21 Nov 2026``, in the language of the interface."""
    day = datetime.date.fromisoformat(iso)
    return QLocale().toString(QDate(day.year, day.month, day.day), _long_format())


def parse_long_date(text: str) -> QDate:
    """Parse a date as ``format_long_date`` formats it; the result is invalid for anything else."""
    return QLocale().toDate(text, _long_format())


def format_typed_date(day: datetime.date) -> str:
    """Format ``day`` for input: ISO in English, since the order of ``03/04`` differs between countries."""
    return f"{day:%d.%m}.{day.year:04}" if _is_german() else day.isoformat()


def _long_format() -> str:
    return "d. MMM yyyy" if _is_german() else "d MMM yyyy"


def _is_german() -> bool:
    return QLocale().language() == QLocale.Language.German


def format_long_day(moment: str) -> str:
    """Format the local date of ``moment`` (ISO, UTC) as in ``format_long_date``."""
    return format_long_date(datetime.datetime.fromisoformat(moment).astimezone().date().isoformat())


def format_keys(keys: QKeySequence) -> str:
    """Format ``Ctrl+K`` as the system's menus do: ``Strg+K``, ``⌘K``."""
    return str(keys.toString(QKeySequence.SequenceFormat.NativeText))


def install(app: QCoreApplication, language: Language) -> str:
    """Install the translators of ``language``, or of the system's language; return the code used."""
    code = _first_spoken(QLocale.system().uiLanguages()) if language == "system" else language
    while _installed:  # findChildren would wrap every child of the application, the style too
        earlier = _installed.pop()
        app.removeTranslator(earlier)
        earlier.deleteLater()
    _say(app, "en")  # plural forms; German has its own
    if code not in _TRANSLATED:
        QLocale.setDefault(QLocale(QLocale.Language.English))
        return "en"
    QLocale.setDefault(QLocale(code))
    qt = QTranslator(app)
    if qt.load(f"qtbase_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        _add(app, qt)
    _say(app, code)
    return code


def _first_spoken(wanted: Iterable[str]) -> str:
    """Return the first supported language of ``wanted`` (BCP 47, best first), else English.

    ``QLocale.name`` may differ: it is the language of dates and numbers.
    """
    codes = (language.partition("-")[0] for language in wanted)
    return next((code for code in codes if code in ("en", *_TRANSLATED)), "en")


def _say(app: QCoreApplication, code: str) -> None:
    ours = QTranslator(app)
    if ours.load(str(_TRANSLATIONS / f"lexdesk_{code}.qm")):
        _add(app, ours)


def _add(app: QCoreApplication, translator: QTranslator) -> None:
    app.installTranslator(translator)
    _installed.append(translator)
