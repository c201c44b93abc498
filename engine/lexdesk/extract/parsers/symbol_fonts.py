"""Characters of fonts with an encoding of their own: Symbol, Wingdings, and one of WordPerfect."""

import re

from lexdesk.text.lazy_pattern import lazy_pattern

_PRIVATE = lazy_pattern("[\uf020-\uf0ff]")
"""The code points of such fonts' characters in Word and LibreOffice."""

_GREEK = "ΑΒΧ∆ΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ"
_SMALL_GREEK = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ"
_UPPER_HALF = "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…||↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑"
_MATHS = dict(zip(map(ord, "\"$'*-@\\^~"), "∀∃∋∗−≅∴⊥∼", strict=True))

_FONTS = {
    "symbol": {
        **{code: chr(code) for code in range(0x20, 0x7F)},
        **dict(zip(range(0x41, 0x5B), _GREEK, strict=True)),
        **dict(zip(range(0x61, 0x7B), _SMALL_GREEK, strict=True)),
        **dict(enumerate(_UPPER_HALF, 0xA0)),
        **_MATHS,
        0xF1: "〉",
        0xF2: "∫",
    },
    "wingdings": {
        0x6C: "●", 0x6E: "■", 0x6F: "☐", 0x70: "☐", 0x71: "☐", 0x72: "☐", 0x78: "☒", 0x9F: "•", 0xA7: "▪", 0xA8: "☐",
        0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE8: "→", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
    },
    "wingdings 2": {
        0x4F: "✗", 0x50: "✓", 0x51: "☒", 0x52: "☑", 0x53: "☒", 0x54: "☒", 0x97: "●", 0xA3: "☐", 0x99: "☐",
    },
    "wp typographicsymbols": {
        0x22: "●", 0x24: "■", 0x26: "¶", 0x27: "§", 0x3D: "’", 0x3E: "‘", 0x40: "”", 0x41: "“", 0x42: "–", 0x43: "—",
    },
}  # fmt: skip
"""Signs by font and code; letters of decorative fonts have no meaning as text."""


def symbol(font: str, code: int) -> str | None:
    """Return the character of a font of signs, ``""`` for an unknown one; ``None`` for other fonts."""
    signs = _FONTS.get(font.strip(" \"'").lower())
    return None if signs is None else signs.get(code & 0xFF, "")


def with_signs(text: str, font: str) -> str:
    """Return a text with the signs of its font in Unicode."""

    def write(sign: re.Match[str]) -> str:
        shown = symbol(font, ord(sign[0]))
        return sign[0] if shown is None else shown

    return text if text.isascii() else _PRIVATE.sub(write, text)
