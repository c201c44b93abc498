"""Numbers and names of the parts of a Union act, for all formats."""

import re

from lexdesk.document.model import Provision
from lexdesk.structure.eu.vocabulary import Steps
from lexdesk.structure.numbers import (
    format_division_number,
    format_eid_number,
    read_roman,
    strip_punctuation,
)
from lexdesk.text.lazy_pattern import lazy_pattern

_DIVISION_NUMBER = lazy_pattern(r"\d+[a-z]*|[IVXLC]+[a-zA-Z]?|[A-Z]", re.ASCII)
_ARTICLE_NUMBER = lazy_pattern(
    r"(\d+)(?:(?:\.o|\.?[º°])(?![a-z]))?"
    r"(?:[\s-]?((?:un|duo)?(?:bis|ter|quater|quinquies|sexies|septies|octies)|[a-zA-Z]{1,2}))?(?!\w)"
)
_FIRST = lazy_pattern(
    r"premier|primero|primo|prvni|unique|único|unico|einziger|sole", re.IGNORECASE
)
_HEADED = lazy_pattern(
    r"(?P<number>[A-Z]|[IVX]+(?:\.\d+)*|\d+(?:\.\d+)*[a-z]?|[a-z]|[ivx]+)\.\s+(?P<heading>\S.*)"
)
_ABBREVIATIONS = {"paragraph": "para", "subparagraph": "subpara", "section": "sec"}
"""Steps other than points -> the prefixes of their eids."""
_SMALL_WORDS = {"OF", "THE", "AND", "ON", "DES", "DER", "UND", "DU", "DE", "ET", "DEL", "Y", "E"}


def read_article_number(printed: str, identifier: str = "") -> str:
    """Return ``4a`` for ``Article 4 a``; from Formex's identifier ``004A`` if no number is printed."""
    if match := _ARTICLE_NUMBER.search(printed):
        return match[1] + (match[2] or "").lower()
    if not _FIRST.search(printed) and (match := re.match(r"0*(\d+)([A-Z]*)", identifier)):
        return match[1] + match[2].lower()
    return "1"


def restore_ordinal_sign(printed: str) -> str:
    """Restore the raised letter of ``Artigo 6.o``: ``Artigo 6.º``."""
    return re.sub(r"(?<=\d)(\.o|\.?[º°])(?=\s|$)", ".º", printed)


def read_division_number(printed: str) -> str:
    """Return ``II`` for ``CHAPTER II``, ``A`` for ``Section A. List of ...``, else ``""``."""
    for word in printed.split()[:3]:
        if _DIVISION_NUMBER.fullmatch(strip_punctuation(word)):
            return strip_punctuation(word)
    return "1" if _FIRST.search(printed) else ""


def convert_to_sentence_case(printed: str) -> str:
    """Convert ``CHAPTER II`` to ``Chapter II``."""
    words = printed.split()
    if words and words[0].isupper() and len(words[0]) > 1 and read_roman(words[0]) is None:
        words[0] = words[0].capitalize()
    return " ".join(words)


def convert_to_title_case(printed: str) -> str:
    """Convert a title in capitals to running text: ``Regulation (EU) 2016/679 of the European Parliament``."""
    letters = [c for c in printed if c.isalpha()]
    if sum(map(str.isupper, letters)) < 0.9 * len(letters):
        return printed
    words: list[str] = []
    for word in printed.split():
        if word in _SMALL_WORDS and words:
            words.append(word.lower())
        else:
            words.append(word.capitalize() if word.isalpha() and word.isupper() else word)
    return " ".join(words)


def split_annex_part(printed: str) -> tuple[str, str]:
    """Split ``Section A. List of ...`` into name and heading, ``("Section A", "List of ...")``."""
    name = re.split(r"(?<=\w)\s*[.:–—]", printed, maxsplit=1)[0]
    return name, printed.removeprefix(name).lstrip(" .:–—")


def read_headed_step(printed: str) -> tuple[str, str, str] | None:
    """Return kind, number and heading of an annex group headed by its number alone.

    Acts cite ``I. CATEGORIES OF CLIENT`` as Section I, ``3. Eurodac`` as point 3.
    """
    match = _HEADED.fullmatch(printed)
    if match is None:
        return None
    number = match["number"]
    return "section" if number[0].isupper() else find_point_kind(number), number, match["heading"]


def find_step_kind(step: str) -> str:
    """Return the provision kind of a step: ``point`` for ``letter``, ``figure`` and ``roman``."""
    return step if step in _ABBREVIATIONS else "point"


def step_eid(outer: Provision | None, step: str, number: str) -> str:
    """Return the eid of a step inside ``outer``; point 3.1 is a sibling of point 3."""
    numbered = format_division_number(number) if step == "section" else format_eid_number(number)
    last = f"{_ABBREVIATIONS.get(step, 'point')}_{numbered}"
    if outer is None:
        return last
    is_sibling = outer.kind in ("point", "section") and number.startswith(f"{outer.number}.")
    return f"{outer.eid.rpartition('__')[0] if is_sibling else outer.eid}__{last}"


def append_step(steps: Steps, step: str, number: str) -> Steps:
    """Append a step to ``steps``; 3.1 replaces 3, because it repeats it."""
    replaces_last = steps and steps[-1][0] == step and number.startswith(f"{steps[-1][1]}.")
    return (*(steps[:-1] if replaces_last else steps), (step, number))


def find_point_kind(number: str) -> str:
    """Return ``figure``, ``roman`` or ``letter``: languages cite them with different words."""
    if number[0].isdigit():
        return "figure"
    if len(number) > 1 and read_roman(number) is not None:
        return "roman"
    return "letter"
