"""OpenDocument: repeated cells, blanks and lists, circular styles, scripts and links."""

from collections.abc import Iterator

from tests.archives import zipped
from tests.fuzz.hostile.packages import NUMBERS, changed

_NAMES = 'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0"'
_TEXT = "<text:p>The tenant shall pay the rent.</text:p>"
_CELL = "<table:table-cell{}><text:p>law</text:p></table:table-cell>"


def _text(body: str, styles: str = "", doctype: str = "") -> bytes:
    content = f"{doctype}<office:document-content {_NAMES}><office:automatic-styles>{styles}</office:automatic-styles><office:body><office:text>{body}</office:text></office:body></office:document-content>"
    return changed("simple.odt", {"content.xml": content})


def _sheet(rows: str) -> bytes:
    content = f"<office:document-content {_NAMES}><office:body><office:spreadsheet><table:table table:name='a'>{rows}</table:table></office:spreadsheet></office:body></office:document-content>"
    return zipped(
        {"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content}
    )


def files() -> Iterator[tuple[str, bytes]]:
    for at, number in enumerate(NUMBERS):
        yield (
            f"blanks-{at}.odt",
            _text(f"<text:p>law<text:s text:c='{number}'/>of the land</text:p>"),
        )
        yield (
            f"list-{at}.odt",
            _text(
                f"<text:list text:style-name='L' text:continue-list='{number}'><text:list-item text:start-value='{number}'>{_TEXT}</text:list-item></text:list>",
                f"<text:list-style style:name='L'><text:list-level-style-number text:level='{number}' text:display-levels='{number}' style:num-format='a' text:start-value='{number}'/></text:list-style>",
            ),
        )
        yield (
            f"heading-{at}.odt",
            _text(
                f"<text:h text:outline-level='{number}' text:start-value='{number}'>law</text:h>{_TEXT}"
            ),
        )
        yield (
            f"cells-{at}.ods",
            _sheet(
                f"<table:table-row table:number-rows-repeated='{number}'>{_CELL.format(f' table:number-columns-repeated={chr(39)}{number}{chr(39)} table:number-columns-spanned={chr(39)}{number}{chr(39)}')}</table:table-row>"
            ),
        )
    yield (
        "whole-sheet.ods",
        _sheet(
            f"<table:table-row table:number-rows-repeated='1048576'>{_CELL.format(' table:number-columns-repeated=' + chr(39) + '16384' + chr(39))}</table:table-row>"
        ),
    )
    yield (
        "rows-of-rows.ods",
        _sheet(
            (
                f"<table:table-row table:number-rows-repeated='1048576'>{_CELL.format('')}</table:table-row>"
            )
            * 200
        ),
    )
    for format_ in ("a", "A", "i", "I", "1", "", "x" * 100_000):
        yield (
            f"list-of-{format_[:3] or 'none'}-{format_.isupper():d}.odt",
            _text(
                f"<text:list text:style-name='L'><text:list-item text:start-value='2000000000'>{_TEXT}</text:list-item></text:list>",
                f"<text:list-style style:name='L'><text:list-level-style-number text:level='1' style:num-format='{format_}'/></text:list-style>",
            ),
        )
    yield (
        "columns-of-a-table.odt",
        _text(
            "<table:table><table:table-column table:number-columns-repeated='2147483647'/><table:table-row table:number-rows-repeated='2147483647'>"
            + _CELL.format(" table:number-columns-repeated='2147483647'")
            + "</table:table-row></table:table>"
        ),
    )
    for name, (before, after) in {
        "tables": (
            "<table:table><table:table-row><table:table-cell>",
            "</table:table-cell></table:table-row></table:table>",
        ),
        "lists": ("<text:list><text:list-item>", "</text:list-item></text:list>"),
        "sections": ("<text:section>", "</text:section>"),
        "spans": ("<text:p><text:span>", "</text:span></text:p>"),
        "notes": ("<text:p><text:note><text:note-body>", "</text:note-body></text:note></text:p>"),
        "frames": ("<text:p><draw:frame><draw:text-box>", "</draw:text-box></draw:frame></text:p>"),
    }.items():
        yield f"nested-{name}.odt", _text(before * 60 + _TEXT + after * 60)
        yield f"deep-{name}.odt", _text(before * 3_000 + _TEXT + after * 3_000)
    loop = "<style:style style:name='a' style:family='paragraph' style:parent-style-name='b'/><style:style style:name='b' style:family='paragraph' style:parent-style-name='a'/>"
    yield (
        "styles-of-each-other.odt",
        _text("<text:p text:style-name='a'>law of the land</text:p>", loop),
    )
    yield (
        "links.odt",
        _text(
            f"<text:section><text:section-source xlink:href='file:///etc/passwd'/></text:section><draw:object xlink:href='../../../etc/passwd'/><draw:image xlink:href='http://192.0.2.1/'/><office:scripts><office:script script:language='x'>run</office:script></office:scripts>{_TEXT}"
        ),
    )
    yield (
        "entities.odt",
        _text(f"{_TEXT}&a;", doctype="<!DOCTYPE a [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>"),
    )
    yield (
        "default-attributes.odt",
        _text(
            _TEXT * 20_000, doctype=f"<!DOCTYPE a [<!ATTLIST text:p x CDATA '{'a' * 500_000}'>]>"
        ),
    )
    yield (
        "runs.odt",
        _text("<text:p>" + "<text:span>a</text:span><text:s/><text:tab/>" * 500_000 + "</text:p>"),
    )
    yield (
        "changes.odt",
        _text(
            "<text:tracked-changes>"
            + "<text:changed-region><text:deletion><text:p>x</text:p></text:deletion></text:changed-region>"
            * 50_000
            + "</text:tracked-changes>"
            + _TEXT
        ),
    )
    yield (
        "flat.fodt",
        f"<?xml version='1.0'?><office:document {_NAMES}><office:body><office:text>{_TEXT}</office:text></office:body></office:document>".encode(),
    )
