"""Code pages chosen by trial: the one in which a text consists of the letters of its own language.

DOS (437, 737, 850, 852, 855, 857, 866, 1125), old Macs, Windows and ISO 8859 have pages for the same languages. A page
is accepted if the language of the decoded text has nearly all of its letters beyond ASCII, and none are inside words where no
letter of that kind is: a sign, or a capital after a small letter.
"""

from __future__ import annotations

from collections.abc import Iterator

from lexdesk.text.languages import classify

_CYRILLIC = "абвгдежзийклмнопрстуфхцчшщьюя"
_ALPHABETS = {
    "pl": "ąćęłńóśźż", "cs": "áčďéěíňóřšťúůýž", "sk": "áäčďéíĺľňóôŕšťúýž", "hu": "áéíóöőúüű", "hr": "čćđšž", "sl": "čšž",
    "ro": "ăâîșşțţ", "sq": "çë", "de": "äöüß", "fr": "àâæçéèêëîïôœùûüÿ", "es": "áéíñóúü", "it": "àèéìíòóùú",
    "pt": "ãâáàçéêíõóôúü", "nl": "áéëèïíóöúü", "sv": "åäöé", "da": "æøåé", "no": "æøåé", "fi": "äöåé", "is": "áéíóúýþæöð",
    "tr": "çğıi̇öşüâîû", "et": "äõöüšž", "lv": "āčēģīķļņšūž", "lt": "ąčęėįšųūž",
    "ru": _CYRILLIC + "ёъыэ", "uk": _CYRILLIC + "ґєії", "bg": _CYRILLIC + "ъѝ", "mk": _CYRILLIC + "ѓѕјљњќџѐѝ",
    "sr": _CYRILLIC + "ђјљњћџ", "el": "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",
}  # fmt: skip
"""The letters beyond ASCII of languages, in small form; of Greek and Cyrillic the whole alphabet."""
_SIGNS = frozenset("„“”‚‘’«»‹›–—…§°€£©®™²³¹ªº·•†№¼½¾±×\u00a0\u00ad")
_PAGES = (
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1257", "iso8859-2", "iso8859-5", "iso8859-7", "koi8-u",
    "cp852", "cp850", "cp437", "cp866", "cp855", "cp1125", "cp737", "cp857", "mac-roman", "mac-latin2", "mac-croatian",
    "mac-romanian", "mac-cyrillic", "mac-greek", "mac-turkish",
)  # fmt: skip
"""In the order of their use: of equally good pages the first one."""
_SAMPLE = 2048  # bytes
_SHORTEST = 60  # bytes, for which a language is detected
_FEWEST = 2  # characters beyond ASCII that decide for a page
_ACCEPTED = 0.97  # share of own letters; below it, other pages are tried
_LEAST_GAIN = 0.02
_ACCEPTED_OF_SCRIPT, _LEAST_GAIN_OF_SCRIPT = 0.995, 0.005
"""For Greek and Cyrillic, where each letter counts."""
_PLAUSIBLE, _LARGE_GAIN = 0.85, 0.5
"""A text with names in another language, which another page leaves garbled."""
_WHOLE_SCRIPTS = frozenset({"ru", "uk", "bg", "mk", "sr", "el"})


def find_page(sample: bytes, decoded: str) -> str | None:
    """Return the code page of ``sample``, if it fits better than ``decoded``; ``None`` where that reads as a language."""
    sample, decoded = sample[:_SAMPLE], decoded[:_SAMPLE]
    if len(sample) < _SHORTEST or sum(byte >= 0x80 for byte in sample) < _FEWEST:
        return None
    language = classify(decoded)
    known = _fit(decoded, language) if language in _ALPHABETS else 1.0
    is_whole = language in _WHOLE_SCRIPTS
    if known >= (_ACCEPTED_OF_SCRIPT if is_whole else _ACCEPTED):
        return None
    fits = [(fit, -order, page) for order, (page, fit) in enumerate(_fits(sample))]
    best, _, page = max(fits, default=(0.0, 0, ""))
    gain = _LEAST_GAIN_OF_SCRIPT if is_whole else _LEAST_GAIN
    is_better = best >= max(_ACCEPTED, known + gain)
    return page if is_better or best >= max(_PLAUSIBLE, known + _LARGE_GAIN) else None


def _fits(sample: bytes) -> Iterator[tuple[str, float]]:
    high = bytes(byte for byte in sample if byte >= 0x80)
    for page in _PAGES:
        beyond = high.decode(page, "replace")
        if sum(c.isalpha() or c in _SIGNS for c in beyond) < _PLAUSIBLE * len(beyond):
            continue  # boxes and controls
        text = sample.decode(page, "replace")
        language = classify(text)
        yield page, _fit(text, language) if language in _ALPHABETS else 0.0


def _fit(text: str, language: str) -> float:
    """Return the share of characters beyond ASCII that are letters of the language or signs outside words, at their place."""
    letters = _ALPHABETS[language]
    beyond = own = 0
    before = " "
    for at, character in enumerate(text):
        if character > "\x7f":
            beyond += 1
            follows = text[at + 1 : at + 2]
            if character.lower() in letters:
                own += not (character.isupper() and before.islower())
            elif character in _SIGNS:
                own += not (
                    before.isalpha() and follows.isalpha() and character not in "’‘–—·\u00ad"
                )
        elif character.isupper() and before.islower() and before > "\x7f":
            own -= 1
        before = character
    if language in _WHOLE_SCRIPTS and 2 * beyond < sum(map(str.isalpha, text)):
        return 0.0
    return own / beyond if beyond else 1.0
