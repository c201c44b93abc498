"""Outlook messages (.msg): properties ([MS-OXMSG], [MS-OXPROPS]) in an OLE file.

An attached message is a storage inside the same file, so one ``OleFileIO`` serves the whole tree.
"""

from __future__ import annotations

import datetime
import io
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.assemble import assemble
from lexdesk.extract.sniff.ole import OleFile
from lexdesk.extract.sniff.packages import OLE_DAMAGE
from lexdesk.structure import Source
from lexdesk.text.encodings import decode, decode_as

_SUBJECT, _BODY, _HTML, _RTF, _MESSAGE_ID = "0037", "1000", "1013", "1009", "1035"
_SENDER, _SENDER_SMTP, _SENDER_ADDRESS = "0C1A", "5D01", "0C1F"
_NAME, _SMTP, _ADDRESS = "3001", "39FE", "3003"
_FILE_NAME, _SHORT_NAME, _SHOWN_NAME, _DATA = "3707", "3704", "3001", "3701"
_SENT, _DELIVERED, _RECIPIENT_TYPE = 0x00390040, 0x0E060040, 0x0C150003
_CODE_PAGE, _INTERNET_CODE_PAGE = 0x3FFD0003, 0x3FDE0003
_CHARSETS = {20866: "koi8-r", 21866: "koi8-u", 54936: "gb18030", 65001: "utf-8",
             **{28590 + part: f"iso8859-{part}" for part in range(1, 17)}}  # fmt: skip
"""Charsets of Windows code pages without a number in Python."""
_RECIPIENTS = {1: "to", 2: "cc", 3: "bcc"}
_EPOCH = datetime.datetime(1601, 1, 1, tzinfo=datetime.UTC)


class Attachment(NamedTuple):
    """An attachment of a message; an attached message stays in its storage."""

    name: str
    content: bytes | Message | FileFailed


def open_message(data: bytes, name: str) -> Message:
    """Open the message in the bytes of a .msg file; raise ``FileFailed``."""
    try:
        return Message(OleFile(io.BytesIO(data)), ())
    except OLE_DAMAGE:
        raise _damaged(name) from None


def read(source: Source) -> Document:
    """Read the message itself, without its attachments."""
    return read_message(open_message(source.data, source.path.name), source.path.name)


def read_message(message: Message, name: str) -> Document:
    """Read header lines, body and names of attachments; headers again as properties."""
    try:
        properties = message.properties()
        body = message.body()
        attached = [attachment.name for attachment in message.attachments()]
    except OLE_DAMAGE:
        raise _damaged(name) from None
    lines = [
        f"{key.title()}: {properties[key]}"
        for key in ("subject", "from", "to", "cc", "date")
        if key in properties
    ]
    text = "\n".join(
        [*lines, "", body, "", *(f"Attachment: {attachment}" for attachment in attached)]
    )
    titles = (properties.get("subject", ""),)
    return assemble([text], name=name, titles=titles, kind="email", properties=properties)


@dataclass(frozen=True, slots=True)
class Message:
    """One message: a storage of an OLE file, ``()`` for the outermost."""

    ole: OleFile
    storage: tuple[str, ...]

    def body(self) -> str:
        """Return the plain body, else the text of the HTML or compressed RTF body."""
        if plain := self._text(self.storage, _BODY).strip():
            return plain
        html = self._bytes(self.storage, _HTML, "0102") or self._text(self.storage, _HTML).encode(
            errors="replace"
        )
        rtf = self._bytes(self.storage, _RTF, "0102")
        try:
            if html:
                from lexdesk.extract.parsers.html import read as read_html

                return read_html(Source(Path("body.html"), html)).text
            if rtf:
                from lexdesk.extract.containers.compressed_rtf import decompress
                from lexdesk.extract.one_document import read_text

                return read_text(Source(Path("body.rtf"), decompress(rtf))).text
        except FileFailed:
            pass  # the headers and attachments are still worth having
        return ""

    def properties(self) -> dict[str, str]:
        """Return from, to, cc, bcc, subject, date and message-id, without missing ones."""
        sender = _mailbox(
            self._text(self.storage, _SENDER),
            self._text(self.storage, _SENDER_SMTP) or self._text(self.storage, _SENDER_ADDRESS),
        )
        found = {"from": sender, "subject": self._text(self.storage, _SUBJECT)}
        for kind, recipient in self._recipients():
            found[kind] = f"{found[kind]}, {recipient}" if kind in found else recipient
        found["message-id"] = self._text(self.storage, _MESSAGE_ID)
        found["date"] = self._date()
        return {name: " ".join(v.split()) for name, v in found.items() if v.strip()}

    def attachments(self) -> Iterator[Attachment]:
        """Yield all attachments, in order."""
        for storage in self._inner("__attach_version1.0_"):
            name = self._text(storage, _FILE_NAME) or self._text(storage, _SHORT_NAME)
            name = name or self._text(storage, _SHOWN_NAME) or "attachment"
            inner = (*storage, f"__substg1.0_{_DATA}000D")
            if self.ole.exists("/".join((*inner, "__properties_version1.0"))):
                message = Message(self.ole, inner)
                subject = message._text(inner, _SUBJECT).strip() or name
                yield Attachment(f"{subject[:80].removesuffix('.msg')}.msg", message)
            elif self.ole.exists("/".join(inner)):
                yield Attachment(name, _no_file(name))
            else:
                yield Attachment(name, self._bytes(storage, _DATA, "0102"))

    def _recipients(self) -> Iterator[tuple[str, str]]:
        for storage in self._inner("__recip_version1.0_"):
            address = self._text(storage, _SMTP) or self._text(storage, _ADDRESS)
            kind = self._fixed(storage, 8).get(_RECIPIENT_TYPE, b"\1\0\0\0")
            mailbox = _mailbox(self._text(storage, _NAME), address)
            yield _RECIPIENTS.get(kind[0], "to"), mailbox

    def _date(self) -> str:
        fixed = self._own_fixed()
        raw = fixed.get(_SENT) or fixed.get(_DELIVERED)
        if not raw:
            return ""
        (ticks,) = struct.unpack("<Q", raw)  # of 100 ns, since 1601
        try:
            return (_EPOCH + datetime.timedelta(microseconds=ticks // 10)).isoformat(
                timespec="seconds"
            )
        except OverflowError:
            return ""

    def _inner(self, prefix: str) -> list[tuple[str, ...]]:
        depth = len(self.storage) + 1
        found = {
            tuple(entry[:depth])
            for entry in self.ole.listdir(streams=True, storages=True)
            if len(entry) >= depth
            and tuple(entry[: depth - 1]) == self.storage
            and entry[depth - 1].startswith(prefix)
        }
        return sorted(found)

    def _own_fixed(self) -> dict[int, bytes]:
        return self._fixed(self.storage, 24 if self.storage else 32)

    def _fixed(self, storage: tuple[str, ...], header: int) -> dict[int, bytes]:
        """Return the fixed-size properties by tag: 16 bytes each, the value in the last 8."""
        path = "/".join((*storage, "__properties_version1.0"))
        data = self.ole.openstream(path).read()[header:] if self.ole.exists(path) else b""
        rows = (data[at : at + 16] for at in range(0, len(data) - 15, 16))
        return {int.from_bytes(row[:4], "little"): row[8:] for row in rows}

    def _text(self, storage: tuple[str, ...], tag: str) -> str:
        if wide := self._bytes(storage, tag, "001F"):
            return wide.decode("utf-16-le", "replace").rstrip("\0")
        narrow = self._bytes(storage, tag, "001E")
        text = None if narrow.isascii() else decode_as(narrow, self._charset())
        return (decode(narrow) if text is None else text).rstrip("\0")

    def _charset(self) -> str:
        """Return the charset of non-Unicode texts, as written by Outlook until 2002."""
        fixed = self._own_fixed()
        raw = fixed.get(_CODE_PAGE) or fixed.get(_INTERNET_CODE_PAGE) or b""
        number = int.from_bytes(raw[:4], "little")
        return _CHARSETS.get(number, f"cp{number}")

    def _bytes(self, storage: tuple[str, ...], tag: str, type_: str) -> bytes:
        path = "/".join((*storage, f"__substg1.0_{tag}{type_}"))
        if not self.ole.exists(path):
            return b""
        data: bytes = self.ole.openstream(path).read()
        return data


def _mailbox(name: str, address: str) -> str:
    name, address = name.strip(), address.strip()
    if not address or address == name or "@" not in address:
        return name or address
    return f"{name} <{address}>" if name else address


def _no_file(name: str) -> FileFailed:
    return FileFailed(FileCode.EMBEDDED_OBJECT, name=name)


def _damaged(name: str) -> FileFailed:
    return FileFailed(FileCode.OUTLOOK_DAMAGED, name=name)
