"""The compressed RTF of Outlook message bodies ([MS-OXRTFCP])."""

import struct

_RING = 4096
_INITIAL = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern "
    b"\\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0"
    b"\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)
_MOST_BYTES = 100 * 1024 * 1024


def decompress(data: bytes) -> bytes:
    """Decompress to RTF; a truncated or damaged stream yields the data before the damage."""
    if len(data) < 16:
        return b""
    raw_size, kind = struct.unpack_from("<I4s", data, 4)
    if kind == b"MELA":
        return data[16 : 16 + raw_size]
    ring = bytearray(_INITIAL.ljust(_RING, b" "))
    at, write = 16, len(_INITIAL)
    out = bytearray()
    while at < len(data) and len(out) < min(raw_size, _MOST_BYTES):
        control, at = data[at], at + 1
        for bit in range(8):
            if not control >> bit & 1:
                piece, at = data[at : at + 1], at + 1
            else:
                token, at = int.from_bytes(data[at : at + 2], "big"), at + 2
                offset, length = token >> 4, (token & 15) + 2
                if offset == write % _RING or at > len(data):
                    return bytes(out)
                piece = _copied(ring, offset, write, length)
            for byte in piece:
                ring[write % _RING] = byte
                write += 1
            out += piece
    return bytes(out[:raw_size])


def _copied(ring: bytearray, offset: int, write: int, length: int) -> bytes:
    """Return ``length`` bytes from ``offset``; they repeat from the writing position on."""
    piece = bytearray()
    for step in range(length):
        at = (offset + step) % _RING
        distance = (at - write) % _RING
        piece.append(piece[distance] if distance < len(piece) else ring[at])
    return bytes(piece)
