"""Names of the languages of documents."""

from __future__ import annotations

from lexdesk_gui.language import translate


def language_name(code: str) -> str:
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
