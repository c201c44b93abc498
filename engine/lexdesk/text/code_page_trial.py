"""Code pages chosen by trial: the one in which a text consists of the letters of its own language.

DOS (437, 737, 775, 850, 852 ... 1125), old Macs, Windows and ISO 8859 have pages for the same languages. A page
is accepted if the language of the decoded text has nearly all of its letters beyond ASCII, and none are inside words where no
letter of that kind is: a sign, or a capital after a small letter. Of several, the one with the most known n-grams is taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from lexdesk.text.languages import classify, measure_coverage
from lexdesk.text.lazy_pattern import lazy_pattern

_CYRILLIC = "абвгдежзийклмнопрстуфхцчшщьюя"
_ALPHABETS = {
    "pl": "ąćęłńóśźż", "cs": "áčďéěíňóřšťúůýž", "sk": "áäčďéíĺľňóôŕšťúýž", "hu": "áéíóöőúüű", "hr": "čćđšž", "sl": "čšž",
    "ro": "ăâîșşțţ", "sq": "çë", "de": "äöüß", "fr": "àâæçéèêëîïôœùûüÿ", "es": "áéíñóúü", "it": "àèéìíòóùú",
    "pt": "ãâáàçéêíõóôúü", "nl": "áéëèïíóöúü", "sv": "åäöé", "da": "æøåé", "no": "æøåé", "fi": "äöåé", "is": "áéíóúýþæöð",
    "tr": "çğıi̇öşüâîû", "et": "äõöüšž", "lv": "āčēģīķļņšūž", "lt": "ąčęėįšųūž", "mt": "àċèġħìòùż",
    "ru": _CYRILLIC + "ёъыэ", "uk": _CYRILLIC + "ґєії", "bg": _CYRILLIC + "ъѝ", "mk": _CYRILLIC + "ѓѕјљњќџѐѝ",
    "th": "".join(map(chr, (*range(0xE01, 0xE3B), *range(0xE3F, 0xE5C)))),
    "he": "אבגדהוזחטיכךלמםנןסעפףצץקרשת", "ar": "ابتثجحخدذرزسشصضطظعغفقكلمنهويىءآأؤإئة",
    "sr": _CYRILLIC + "ђјљњћџ", "el": "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",
}  # fmt: skip
"""The letters beyond ASCII of languages, in small form; of Greek and Cyrillic the whole alphabet."""
_SIGNS = frozenset("،؛؟ـ„“”‚‘’«»‹›–—…§°€£©®™²³¹ªº·•†№¼½¾±×\u00a0\u00ad")
_PAGES = (
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1257", "iso8859-2", "iso8859-5", "iso8859-7", "koi8-u",
    "cp1255", "cp1256", "iso8859-8", "iso8859-6", "cp862", "cp874",
    "cp852", "cp850", "cp437", "cp866", "cp855", "cp1125", "cp737", "cp857", "mac-roman", "mac-latin2", "mac-croatian",
    "mac-romanian", "mac-cyrillic", "mac-greek", "mac-turkish", "cp775", "cp860", "cp861", "cp863", "cp865", "cp869",
    "iso8859-3", "iso8859-4",
)  # fmt: skip
"""In the order of their use: of equally good pages the first one."""
_QUOTATION = lazy_pattern(r"(?<!\w)[“„«»]\w[^“”„«»]*[”“»«]")
_THAI = "cp874"
_SAMPLE = 2048  # bytes
_ACCEPTED, _ACCEPTED_OF_SCRIPT = 0.97, 0.995
"""Share of own letters; of Greek, Cyrillic and others each letter counts."""
_SHORTEST = 6  # bytes
_FEWEST_OF_SCRIPT = 4  # letters
_PLAUSIBLE, _LARGE_GAIN = 0.85, 0.5
"""Share of a text with names in another language, which the first reading leaves garbled."""
_WHOLE_SCRIPTS = frozenset({"ru", "uk", "bg", "mk", "sr", "el", "he", "ar", "th"})
_LEAST_COVERED = 1.2  # bytes of known n-grams
_MORE_COVERED, _MOST_DECISIVE = 6, 0.3
"""Bytes of known n-grams, a character and in the mean, by which a page surpasses a plausible first reading."""
_SAME_COVERED = 0.05


def find_page(sample: bytes, decoded: str) -> str | None:
    """Return the code page that fits ``sample`` better than its reading ``decoded``; ``None`` for none.

    Of the readings with the letters of a language alone, it has the most of n-grams known from languages.
    """
    sample, decoded = sample[:_SAMPLE], decoded[:_SAMPLE]
    if len(sample) < _SHORTEST:
        return None
    if _QUOTATION.search(decoded) and not any(c > "\x7f" and c.isalpha() for c in decoded):
        return None  # signs alone, which pages of DOS read as letters
    language = classify(decoded)
    known = _fit(decoded, language) if language in _ALPHABETS else 1.0
    found = [
        (
            measure_coverage(sample.decode(page, "replace")),
            -order,
            page,
            fit >= _required_share(own),
        )
        for order, (page, own, fit) in enumerate(_fits(sample))
        if fit >= _required_share(own) or fit >= max(_PLAUSIBLE, known + _LARGE_GAIN)
    ]
    best, _, page, is_own = max(found, default=(0.0, 0, "", True))
    if not is_own:  # a letter of another alphabet, which a similar page reads as a sign
        equal = [reading for reading in found if reading[3] and reading[0] >= best - _SAME_COVERED]
        best, _, page, _ = max(equal, default=(best, 0, page, False))
    high = sum(byte >= 0x80 for byte in sample)
    decisive = min(_MORE_COVERED * high / len(sample), _MOST_DECISIVE)
    least = measure_coverage(decoded) + (
        decisive if known >= _required_share(language) else -_SAME_COVERED
    )
    return page if best >= max(_LEAST_COVERED, least) else None


def _required_share(language: str) -> float:
    return _ACCEPTED_OF_SCRIPT if language in _WHOLE_SCRIPTS else _ACCEPTED


def _fits(sample: bytes) -> Iterator[tuple[str, str, float]]:
    """Yield each possible page with the language of its reading, and the share of that language's own letters."""
    high = bytes(byte for byte in sample if byte >= 0x80)
    for page in _PAGES:
        beyond = high.decode(page, "replace")
        # Combining marks are no letters for Unicode.
        letters = _ALPHABETS["th"] if page == _THAI else ""
        if sum(c.isalpha() or c in _SIGNS or c in letters for c in beyond) < _PLAUSIBLE * len(
            beyond
        ):
            continue  # boxes and controls
        text = sample.decode(page, "replace")
        language = "th" if page == _THAI else classify(text)
        yield page, language, _fit(text, language) if language in _ALPHABETS else 0.0


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
                own += not (
                    (character.isupper() and before.islower())
                    or (
                        character == "ß" and not before.isalpha()
                    )  # the § of Windows, read as of a Mac
                )
            elif character in _SIGNS:
                own += not (
                    before.isalpha() and follows.isalpha() and character not in "’‘–—·\u00ad"
                )
        elif character.isupper() and before.islower() and before > "\x7f":
            own -= 1
        before = character
    if language in _WHOLE_SCRIPTS and (
        beyond < _FEWEST_OF_SCRIPT or 2 * beyond < sum(map(str.isalpha, text))
    ):
        return 0.0
    return own / beyond if beyond else 1.0
