"""Characters and code pages of RTF (RTF 1.9.1): control words for characters, charsets of fonts."""

import codecs

from lexdesk.extract.parsers.symbol_fonts import symbol

CHARACTERS = {
    "tab": "\t", "emdash": "—", "endash": "–", "bullet": "•", "lquote": "‘", "rquote": "’",
    "ldblquote": "“", "rdblquote": "”", "emspace": " ", "enspace": " ", "qmspace": " ", "line": "\n", "lbr": "\n",
    "softline": "\n", "~": " ", "_": "-", "\\": "\\", "{": "{", "}": "}", "nestcell": "\t", "nestrow": "\n",
}  # fmt: skip
"""Control words and symbols that stand for characters."""

_OF_CHARSET = {
    77: "mac_roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gbk", 136: "big5", 161: "cp1253", 162: "cp1254",
    163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 255: "cp437",
}  # fmt: skip
_OF_CODE_PAGE = {65001: "utf-8", 10000: "mac_roman"}


class Encodings:
    """The encoding of a document, and those of its fonts."""

    def __init__(self) -> None:
        self.default = "cp1252"
        self._fonts: dict[int, str] = {}
        self._names: dict[int, str] = {}
        self._font = 0

    def of_font(self, number: int) -> str:
        """Return the encoding of text in a font."""
        return self._fonts.get(number, self.default)

    def sign(self, number: int, code: int) -> str | None:
        """Return a character of a font of signs; ``None`` for other fonts."""
        return symbol(self._names.get(number, ""), code)

    def name(self, text: str) -> None:
        """Take a piece of the name of the font that is being defined; it ends with a semicolon."""
        self._names[self._font] = self._names.get(self._font, "") + text.strip().rstrip(";")

    def define(self, word: str, value: int) -> None:
        """Take a control word of the table of fonts."""
        if word == "f":
            self._font = value
        elif word == "fcharset" and value in _OF_CHARSET:
            self._fonts[self._font] = _OF_CHARSET[value]
        elif word == "cpg":
            self._fonts[self._font] = code_page(value)


def code_page(number: int) -> str:
    """Return the encoding of a code page; that of western Windows for an unknown one."""
    name = _OF_CODE_PAGE.get(number, f"cp{number}")
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"


def is_utf_8(data: bytes) -> bool:
    """Return whether a file has its characters in UTF-8, against the standard; some programs write it so."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
