"""Numbers and dates as a spreadsheet shows them, by their format codes (ECMA-376, part 1, 18.8.31).

Names of months and days are in the language of the code, English where it has none.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.number_words import MONTHS

BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: "#,##0", 6: "#,##0", 7: "#,##0.00", 8: "#,##0.00", 9: "0%",
    10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
    14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd hh:mm", 37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)",
    39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)", 41: "#,##0", 42: "#,##0", 43: "#,##0.00", 44: "#,##0.00",
    45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0",
}  # fmt: skip
"""Codes of the formats that every file knows (18.8.30); dates that depend on the country are in ISO 8601."""

_TOKEN = lazy_pattern(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_.|\*.|\[(?P<bracket>[^\]]*)\]?|(?P<general>General)'
    r"|(?P<half>AM/PM|A/P)|(?P<exponent>E[+-])|(?P<date>y+|m+|d+|h+|s+)|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_PIECE = lazy_pattern(r'"[^"]*"?|\\.|\[[^\]]*\]?|.', re.DOTALL)
_CONDITION = lazy_pattern(r"(?P<sign><=|>=|<>|<|>|=)(?P<limit>-?\d+(?:\.\d+)?)")
_FRACTION = lazy_pattern(r"(?:(?P<whole>[#0?]+)\s+)?[#0?]+\s*/\s*(?P<denominator>[#0?]+|\d{1,5})")
_CURRENCY = lazy_pattern(r"\$(?P<sign>[^-]*)(?:-(?P<locale>\w+))?")
_LANGUAGES = {0x07: "de", 0x0A: "es", 0x0C: "fr", 0x10: "it", 0x13: "nl", 0x16: "pt"}
"""Languages by the lower bits of their code for Windows ([MS-LCID] 2.2); ``[$-407]`` is German in Germany."""
_ELAPSED = lazy_pattern(r"(?P<unit>h+|m+|s+)", re.IGNORECASE)
_COMPARED = {
    "<": lambda a, b: a < b, ">": lambda a, b: a > b, "=": lambda a, b: a == b,
    "<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b, "<>": lambda a, b: a != b,
}  # fmt: skip
_SIGNS = {
    "0": "digit",
    "#": "digit",
    "?": "digit",
    ".": ".",
    ",": ",",
    "%": "%",
    "/": "/",
    "@": "general",
}
_DAYS = {
    language: (*names.split(),)
    for language, names in {
        "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
        "de": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
        "es": "lunes martes miércoles jueves viernes sábado domingo",
        "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
        "it": "lunedì martedì mercoledì giovedì venerdì sabato domenica",
        "nl": "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
        "pt": "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
    }.items()
}
_BETWEEN_DATES = {"de": ".", "nl": "-"}
_EPOCH, _EPOCH_1904 = datetime(1899, 12, 30), datetime(1904, 1, 1)  # days without a zone
_FALSE_LEAP_DAY = 60  # 29 February 1900, which Excel counts
_LAST_SERIAL = 2_958_466  # 1 January 10000
_LONGEST_CODE = 255
_EXACT = 10**15  # larger numbers have lost digits
_MOST_PLACES = 24  # Decimal has 28 digits


class _Token(NamedTuple):
    kind: str  # ``text``, ``digit``, ``date``, ``elapsed``, ``half``, ``exponent``, ``general`` or a sign
    text: str


def format_text(text: str, code: str) -> str:
    """Return a text as shown with the part of a format code for texts, such as ``"No. "@``."""
    sections = _all_sections(code[:_LONGEST_CODE])
    section = sections[3] if len(sections) > 3 else sections[-1]
    if "@" not in section and len(sections) < 4:
        return text
    pieces = [text if t.kind == "general" and t.text == "@" else t.text for t in _tokens(section)]
    return "".join(pieces).strip()


def format_number(value: float, code: str, *, from_1904: bool = False) -> str:
    """Return a number as shown with a format code; codes that are not understood show it plain."""
    sections = _sections(code[:_LONGEST_CODE])
    section, has_sign = _section(value, sections)
    if not section and len(sections) > 1:
        return ""  # hidden
    tokens = list(_tokens(section))
    kinds = {token.kind for token in tokens}
    if kinds & {"date", "elapsed"}:
        text = _date(value, tokens, _language(section), from_1904=from_1904)
    elif fraction := _FRACTION.fullmatch(section.strip()):
        text = ("-" if value < 0 and not has_sign else "") + _fraction(abs(value), fraction)
    elif "general" in kinds and kinds <= {"general", "text"}:
        sign = "-" if value < 0 and not has_sign else ""
        text = sign + "".join(plain(abs(value)) if t.kind == "general" else t.text for t in tokens)
    elif kinds & {"general", "/"} or not kinds or _has_too_many_digits(value, tokens):
        text = plain(value)
    else:
        text = ("-" if value < 0 and not has_sign else "") + _number(abs(value), tokens)
    return " ".join(text.split())


def _fraction(value: float, form: re.Match[str]) -> str:
    """Return ``1 1/2`` for 1.5, with the denominator of a format ``# ?/8``, else the best one of as many digits."""
    stated, most = form["denominator"], 10 ** min(len(form["denominator"]), 6) - 1
    whole, rest = divmod(value, 1) if form["whole"] else (0, value)
    if stated.isdecimal() and int(stated):
        above, below = round(rest * int(stated)), int(stated)
    else:
        above, below = Fraction(rest).limit_denominator(most).as_integer_ratio()
    if form["whole"] and above == below:
        whole, above = whole + 1, 0
    parts = [f"{int(whole)}"] * bool(whole or not above) + [f"{above}/{below}"] * bool(above)
    return " ".join(parts)


def _has_too_many_digits(value: float, tokens: Sequence[_Token]) -> bool:
    is_large = abs(value) >= _EXACT and not any(token.kind == "exponent" for token in tokens)
    return is_large or sum(token.kind == "digit" for token in tokens) > _MOST_PLACES


def plain(value: float) -> str:
    """Return a number without a format, to ten digits; whole numbers have all of theirs."""
    if abs(value) < _EXACT and value == int(value):
        return str(int(value))
    return f"{value:.10g}".replace("e", "E")


def _sections(code: str) -> list[str]:
    return _all_sections(code)[:3]  # the fourth is for text


def _all_sections(code: str) -> list[str]:
    sections = [""]
    for piece in _PIECE.findall(code):
        if piece == ";":
            sections.append("")
        else:
            sections[-1] += piece
    return sections


def _section(value: float, sections: Sequence[str]) -> tuple[str, bool]:
    """Return the section for a number, and True if it states the sign of a negative one itself."""
    conditions = [_condition(section) for section in sections]
    if any(conditions):
        for section, condition in zip(sections, conditions, strict=True):
            if condition is None or _COMPARED[condition["sign"]](value, float(condition["limit"])):
                return section, False
        return "General", False
    if value < 0 and len(sections) > 1:
        return sections[1], True
    return sections[2 if value == 0 and len(sections) > 2 else 0], False


def _condition(section: str) -> re.Match[str] | None:
    brackets = (token["bracket"] for token in _TOKEN.finditer(section) if token["bracket"])
    return next((found for bracket in brackets if (found := _CONDITION.fullmatch(bracket))), None)


def _tokens(section: str) -> Iterator[_Token]:
    for token in _TOKEN.finditer(section):
        kind, text = token.lastgroup, token[0]
        if kind in ("quoted", "escaped"):
            yield _Token("text", token[kind])
        elif kind == "bracket":
            if sign := _CURRENCY.match(token["bracket"]):
                yield _Token("text", sign["sign"])
            elif _ELAPSED.fullmatch(token["bracket"]):
                yield _Token("elapsed", token["bracket"].lower())
        elif kind == "date":
            yield _Token("date", text.lower())
        elif kind in ("general", "half", "exponent"):
            yield _Token(kind, text)
        elif text in _SIGNS:
            yield _Token(_SIGNS[text], text)
        else:  # a blank as wide as a character, or a filler
            yield _Token("text", text if kind == "other" else " ")


def _number(value: float, tokens: Sequence[_Token]) -> str:
    """Fill the digits of a number into the places of a section."""
    kinds = [token.kind for token in tokens]
    number = Decimal(repr(value)) * 100 ** min(kinds.count("%"), 2)
    exponent_at = kinds.index("exponent") if "exponent" in kinds else len(kinds)
    point_at = kinds.index(".") if "." in kinds[:exponent_at] else exponent_at
    places = [at for at, kind in enumerate(kinds) if kind == "digit"]
    whole = [at for at in places if at < point_at]
    decimals = [at for at in places if point_at < at < exponent_at]
    power = 0
    if exponent_at < len(kinds):
        power = _power(number, max(len(whole), 1))
        number = number.scaleb(-power)
    else:
        number = number.scaleb(-3 * max(_scales(kinds, whole), _scales(kinds, decimals)))
    rounded = number.quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP)
    before, _, behind = f"{rounded:f}".partition(".")
    filled = _fill(before, tokens, whole, grouped="," in kinds[slice(*_ends(whole))])
    filled |= dict(
        zip(decimals, _trimmed(behind, [tokens[at].text for at in decimals]), strict=True)
    )
    filled |= _power_digits(power, [at for at in places if at > exponent_at])
    if not whole and point_at < len(kinds) and before != "0":
        filled[point_at] = f"{before}."
    return "".join(filled.get(at, _literal(token, power)) for at, token in enumerate(tokens))


def _literal(token: _Token, power: int) -> str:
    if token.kind == "exponent":
        return "E-" if power < 0 else "E+" if "+" in token.text else "E"
    return "" if token.kind in (",", "digit") else token.text


def _ends(places: Sequence[int]) -> tuple[int, int]:
    return (places[0], places[-1]) if places else (0, 0)


def _scales(kinds: Sequence[str], places: Sequence[int]) -> int:
    """Count the commas behind the last place: each divides by a thousand."""
    behind = kinds[places[-1] + 1 :] if places else ()
    return next((at for at, kind in enumerate(behind) if kind != ","), len(behind))


def _power(number: Decimal, step: int) -> int:
    if not number:
        return 0
    power = number.adjusted()
    return power - power % step


def _power_digits(power: int, places: Sequence[int]) -> dict[int, str]:
    digits = str(abs(power)).rjust(len(places), "0")
    return (
        dict(
            zip(
                places,
                [digits[: len(digits) - len(places) + 1], *digits[len(digits) - len(places) + 1 :]],
                strict=True,
            )
        )
        if places
        else {}
    )


def _fill(
    digits: str, tokens: Sequence[_Token], places: Sequence[int], *, grouped: bool
) -> dict[int, str]:
    """Distribute digits over the places before the point; the first takes those without a place."""
    if not places:
        return {}
    needed = next((len(places) - n for n, at in enumerate(places) if tokens[at].text == "0"), 0)
    digits = (digits.lstrip("0") if digits != "0" or not needed else digits).rjust(needed, "0")
    written = [
        f"{digit}," if grouped and left and left % 3 == 0 else digit
        for left, digit in zip(range(len(digits) - 1, -1, -1), digits, strict=True)
    ]
    written = [""] * (len(places) - len(written)) + written
    extra = len(written) - len(places) + 1
    return dict(zip(places, ["".join(written[:extra]), *written[extra:]], strict=True))


def _trimmed(digits: str, places: Sequence[str]) -> list[str]:
    """Leave out zeros at the end where the format asks for none."""
    written = list(digits) if places else []
    for at in range(len(written) - 1, -1, -1):
        if written[at] != "0" or places[at] == "0":
            break
        written[at] = ""
    return written


def _language(section: str) -> str:
    """Return the language that a code states: ``[$-407]`` or ``[$-de-DE]``."""
    for token in _TOKEN.finditer(section):
        if token["bracket"] and (found := _CURRENCY.match(token["bracket"])) and found["locale"]:
            stated = found["locale"].lower()
            if stated in _DAYS:
                return stated
            with suppress(ValueError):
                return _LANGUAGES.get(int(stated, 16) & 0x3FF, "en")
    return "en"


def _date(value: float, tokens: Sequence[_Token], language: str, *, from_1904: bool) -> str:
    if not 0 <= value < _LAST_SERIAL:
        return plain(value)
    has_fraction = any(a.kind == "." and b.kind == "digit" for a, b in pairwise(tokens))
    seconds = round(value * 86_400, 3 if has_fraction else 0)
    shift = 0 if from_1904 or value >= _FALSE_LEAP_DAY else 86_400
    time = (_EPOCH_1904 if from_1904 else _EPOCH) + timedelta(seconds=seconds + shift)
    is_half = any(token.kind == "half" for token in tokens)
    units = [t.text[0] if t.kind in ("date", "elapsed") else "" for t in tokens]
    written = []
    for at, token in enumerate(tokens):
        if token.kind == "date":
            is_minute = _is_minute(units, at)
            part = _date_part(time, token.text, language, is_half=is_half, is_minute=is_minute)
            written.append(part)
        elif token.kind == "elapsed":
            length = {"h": 3600, "m": 60, "s": 1}[token.text[0]]
            written.append(str(int(seconds // length)).rjust(len(token.text), "0"))
        elif token.kind == "half":
            half = "AM" if time.hour < 12 else "PM"  # noon
            written.append(half if "/P" in token.text.upper() and len(token.text) > 3 else half[0])
        elif token.kind == "digit":
            written.append(f"{time.microsecond:06}"[_places_before(tokens, at)])
        elif token.kind == "/":  # in the language of the code
            written.append(_BETWEEN_DATES.get(language, "/"))
        else:
            written.append(token.text)
    return "".join(written)


def _places_before(tokens: Sequence[_Token], at: int) -> int:
    """Count the digits directly before a place of fractions of a second."""
    count = 0
    while tokens[at - count - 1].kind == "digit" and count < at and count < 5:
        count += 1
    return count


def _is_minute(units: Sequence[str], at: int) -> bool:
    """Return True for ``m`` behind hours or before seconds."""
    if units[at] != "m":
        return False
    before = next((unit for unit in reversed(units[:at]) if unit), "")
    behind = next((unit for unit in units[at + 1 :] if unit), "")
    return before == "h" or behind == "s"


def _date_part(time: datetime, code: str, language: str, *, is_half: bool, is_minute: bool) -> str:
    number = {
        "d": time.day, "m": time.minute if is_minute else time.month, "s": time.second,
        "h": (time.hour - 1) % 12 + 1 if is_half else time.hour, "y": time.year,
    }[code[0]]  # fmt: skip
    if code[0] == "y":
        return str(number) if len(code) > 2 else f"{number % 100:02}"
    if len(code) <= 2 or code[0] not in "dm" or is_minute:
        return str(number).rjust(min(len(code), 2), "0")
    name = _DAYS[language][time.weekday()] if code[0] == "d" else MONTHS[language][time.month - 1]
    return {3: name[:3], 5: name[:1]}.get(len(code), name)
