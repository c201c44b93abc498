"""Styles, lists and fonts of a Word 97-2003 document, as parts of a Word document ([MS-DOC] 2.4.6, 2.9)."""

import struct
from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from lexdesk.extract.parsers.flat_office import NUMBER_FORMATS
from lexdesk.extract.parsers.word_97.streams import STYLE, Properties, Streams, properties_in
from lexdesk.text.lazy_pattern import lazy_pattern

_STYLES, _FONTS, _LISTS, _OVERRIDES = 1, 15, 73, 74
_LIST_SIZE, _LEVEL_SIZE, _OVERRIDE_SIZE = 28, 28, 16
_LEVELS = 9
_HEADINGS = range(1, 10)  # built-in styles, in a document of any language
_MOST = 20_000  # styles, lists and fonts each; Word itself ends at 4,095 styles and 2,046 lists
_PARAGRAPH_STYLE, _CHARACTER_STYLE, _NO_BASE = 1, 2, 0xFFF
_STARTS, _HAS_FORMAT = 0x10, 0x20
_OF_LIST, _AT_LEVEL, _LAST_LIST = 0x460B, 0x260A, 2046
_VANISH, _PLACE, _OWN_STYLE = 0x083C, 0x2A48, 0x4A30
_LIFT, _SIZE = 0x4845, 0x4A43
_STRUCK = (0x0837, 0x2A53)
_INVALID = lazy_pattern("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def valid(text: str) -> str:
    """Return text without characters that XML has not; pairs of surrogates become one character."""
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    return _INVALID.sub("", joined)


def styles_part(streams: Streams) -> str:
    """Return the part with the styles that number, hide, strike or raise their text or make headings, named by number."""
    return f"<styles>{''.join(_styles(streams.structure(_STYLES)))}</styles>"


def _styles(table: bytes) -> Iterator[str]:
    if len(table) < 6:
        return
    size, count, base = struct.unpack_from("<HHH", table)
    at = 2 + size
    for number in range(min(count, _MOST)):
        if at + 2 > len(table):
            return
        length = struct.unpack_from("<H", table, at)[0]
        yield _style(number, table[at + 2 : at + 2 + length], base)
        at += 2 + length + length % 2


def _style(number: int, style: bytes, base: int) -> str:
    if len(style) < base + 2:
        return ""
    kind, parent = style[2] & 0xF, struct.unpack_from("<H", style, 2)[0] >> 4
    at = base + 4 + 2 * struct.unpack_from("<H", style, base)[0]  # behind the name
    written = [] if parent == _NO_BASE else [f'<basedOn val="{parent}"/>']
    if kind == _PARAGRAPH_STYLE and at + 2 <= len(style):
        length = struct.unpack_from("<H", style, at)[0]
        written.append(paragraph_properties(properties_in(style[at + 4 : at + 2 + length])))
        at += 2 + length + length % 2
    if kind in (_PARAGRAPH_STYLE, _CHARACTER_STYLE) and at + 2 <= len(style):
        length = struct.unpack_from("<H", style, at)[0]
        written.append(run_properties(properties_in(style[at + 2 : at + 2 + length]), []))
    built_in = struct.unpack_from("<H", style)[0] & 0xFFF
    if kind == _PARAGRAPH_STYLE and built_in in _HEADINGS:
        written.append(f'<name val="heading {built_in}"/>')
    default = "" if number else ' type="paragraph" default="1"'
    return f'<style styleId="{number}"{default}>{"".join(written)}</style>'


def paragraph_properties(properties: Properties, of_end: str = "") -> str:
    """Return the element of a paragraph's style and number, and the properties ``of_end``, its mark."""
    number = ""
    if list_ := properties.get(_OF_LIST):
        id_ = int.from_bytes(list_[:2], "little", signed=True)
        number = f'<numId val="{id_ if 0 < id_ <= _LAST_LIST else 0}"/>'
    if level := properties.get(_AT_LEVEL):
        number = f'<ilvl val="{level[0]}"/>{number}'
    style = properties.get(STYLE, b"")
    named = f'<pStyle val="{int.from_bytes(style, "little")}"/>' if style else ""
    return f"<pPr>{named}{f'<numPr>{number}</numPr>' if number else ''}{of_end}</pPr>"


def run_properties(properties: Properties, fonts: list[str]) -> str:
    """Return the element of the properties of characters that count for their text."""
    found = []
    if style := properties.get(_OWN_STYLE):
        found.append(f'<rStyle val="{int.from_bytes(style, "little")}"/>')
    if hidden := properties.get(_VANISH):
        found.append(f'<vanish val="{hidden[0] & 1}"/>')
    found += [f'<strike val="{s[0] & 1}"/>' for code in _STRUCK if (s := properties.get(code))]
    if place := properties.get(_PLACE):
        found.append(f'<vertAlign val="{"superscript" if place[0] == 1 else "baseline"}"/>')
    if lift := properties.get(_LIFT):
        found.append(f'<position val="{int.from_bytes(lift[:2], "little", signed=True)}"/>')
    if size := properties.get(_SIZE):
        found.append(f'<sz val="{int.from_bytes(size[:2], "little")}"/>')
    font = int.from_bytes(properties.get(0x4A4F, b"\xff\xff"), "little")
    if font < len(fonts):
        found.append(f"<rFonts ascii={quoteattr(fonts[font])}/>")
    return f"<rPr>{''.join(found)}</rPr>" if found else ""


def font_names(streams: Streams) -> list[str]:
    """Return the names of the fonts, in the order of their numbers."""
    table = streams.structure(_FONTS)
    names: list[str] = []
    at = 4
    while at < len(table) and len(names) < _MOST:
        font = table[at + 1 : at + 1 + table[at]]
        names.append(valid(font[39:].decode("utf-16-le", "ignore").partition("\0")[0]))
        at += 1 + table[at]
    return names


def numbering_part(streams: Streams) -> str:
    """Return the part with the lists and their instances."""
    lists: dict[int, int] = {}
    written = []
    table = streams.from_structure(_LISTS)
    count = min(struct.unpack_from("<H", table)[0], _MOST) if len(table) >= 2 else 0
    at = 2 + count * _LIST_SIZE
    for number in range(count):
        id_, *styles, flags = struct.unpack_from("<i4x9HB", table, 2 + number * _LIST_SIZE)
        lists[id_] = number
        levels = []
        for level in range(1 if flags & 1 else _LEVELS):
            at, text = _level(table, at, level, styles[level])
            levels.append(text)
        written.append(f'<abstractNum abstractNumId="{number}">{"".join(levels)}</abstractNum>')
    return f"<numbering>{''.join(written)}{''.join(_instances(streams, lists))}</numbering>"


def _instances(streams: Streams, lists: dict[int, int]) -> Iterator[str]:
    table = streams.structure(_OVERRIDES)
    count = min(struct.unpack_from("<I", table)[0], _MOST) if len(table) >= 4 else 0
    at = 4 + count * _OVERRIDE_SIZE
    for number in range(count):
        id_, changed = struct.unpack_from("<i8xB", table, 4 + number * _OVERRIDE_SIZE)
        at += 4
        levels = []
        for _ in range(min(changed, _LEVELS)):
            start, flags = struct.unpack_from("<iI", table, at)
            at += 8
            level, text = flags & 0xF, ""
            if flags & _HAS_FORMAT:
                at, text = _level(table, at, level, 0xFFF)
            if flags & _STARTS and not text:
                text = f'<startOverride val="{start}"/>'
            levels.append(f'<lvlOverride ilvl="{level}">{text}</lvlOverride>')
        if id_ in lists:
            of_list = f'<abstractNumId val="{lists[id_]}"/>'
            yield f'<num numId="{number + 1}">{of_list}{"".join(levels)}</num>'


def _level(table: bytes, at: int, level: int, style: int) -> tuple[int, str]:
    """Return the end of a level (LVL) that begins at a place, and its element."""
    start, format_, flags = struct.unpack_from("<iBB", table, at)
    of_text, of_paragraph, restart = struct.unpack_from("<BBB", table, at + 24)
    at += _LEVEL_SIZE + of_text + of_paragraph
    length = struct.unpack_from("<H", table, at)[0]
    characters = table[at + 2 : at + 2 + 2 * length].decode("utf-16-le", "replace")
    text = "".join(f"%{ord(c) + 1}" if ord(c) < _LEVELS else c for c in characters)
    number_format = NUMBER_FORMATS.get(str(format_), "decimal")
    named = f'<pStyle val="{style}"/>' if style != _NO_BASE else ""
    legal = "<isLgl/>" if flags & 4 else ""
    restarts = f'<lvlRestart val="{restart}"/>' if flags & 8 else ""
    return at + 2 + 2 * length, (
        f'<lvl ilvl="{level}"><start val="{start}"/><numFmt val="{number_format}"/>{named}{legal}{restarts}'
        f"<lvlText val={quoteattr(valid(text))}/></lvl>"
    )
