"""Files encrypted with a password, as the programs of their formats do it."""

import binascii
import hashlib
import io
import struct
import zipfile
import zlib
from functools import partial
from pathlib import Path

import olefile
import py7zr
import pyzipper
from Cryptodome.Cipher import ARC4
from msoffcrypto.format.ooxml import OOXMLFile
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

FIXTURES = Path(__file__).parent / "engine" / "fixtures"
_BLOCK = 512  # bytes that RC4 encrypts by one key


def pdf(text: str, password: str, *, strength: int = 128) -> bytes:
    """A page of one line, encrypted by RC4 with keys of ``strength`` bits."""
    buffer = io.BytesIO()
    page = Canvas(buffer, encrypt=StandardEncryption(password, strength=strength))
    page.drawString(72, 700, text)
    page.save()
    return buffer.getvalue()


def office(data: bytes, password: str) -> bytes:
    """An Office Open XML file inside an OLE file (ECMA-376, agile encryption)."""
    buffer = io.BytesIO()
    OOXMLFile(io.BytesIO(data)).encrypt(password, buffer)
    return buffer.getvalue()


def word97(data: bytes, password: str) -> bytes:
    """A Word 97-2003 file as Word encrypts it by RC4 ([MS-DOC] 2.2.6.2, [MS-OFFCRYPTO] 2.3.6).

    The head of the encryption takes the place of what its table stream ends with, the names of its associated files.
    """
    head_bytes, pairs, first_pair, associated = 52, 93, 0x9A, 32
    salt, verifier = bytes(range(16)), bytes(range(16, 32))
    of_password = hashlib.md5(password.encode("utf-16-le"), usedforsecurity=False).digest()
    base = hashlib.md5((of_password[:5] + salt) * 16, usedforsecurity=False).digest()[:5]

    def encrypted(stream: bytes) -> bytes:
        blocks = range(0, len(stream), _BLOCK)
        keys = (
            hashlib.md5(base + struct.pack("<I", at // _BLOCK), usedforsecurity=False).digest()
            for at in blocks
        )
        pieces = zip(blocks, keys, strict=True)
        return b"".join(ARC4.new(key).encrypt(stream[at : at + _BLOCK]) for at, key in pieces)

    proof = verifier + hashlib.md5(verifier, usedforsecurity=False).digest()
    head = struct.pack("<HH", 1, 1) + salt + encrypted(proof)
    buffer = io.BytesIO(data)
    with olefile.OleFileIO(buffer, write_mode=True) as ole:
        word = bytearray(ole.openstream("WordDocument").read())
        table = ole.openstream("1Table").read()
        for number in range(pairs):
            at = first_pair + 8 * number
            place, length = struct.unpack_from("<II", word, at)
            if length:
                kept = 0 if number == associated else length
                struct.pack_into("<II", word, at, place + head_bytes, kept)
        word[11] |= 1  # fEncrypted
        struct.pack_into("<I", word, 14, head_bytes)  # lKey
        plain = 68  # bytes of the head of the file
        hidden = encrypted(bytes(word))
        ole.write_stream("WordDocument", bytes(word[:plain]) + hidden[plain:])
        hidden = encrypted(head + table[: len(table) - head_bytes])
        ole.write_stream("1Table", head + hidden[head_bytes:])
    return buffer.getvalue()


def aes_zip(files: dict[str, bytes], password: bytes) -> bytes:
    """Make a zip archive encrypted as by WinZip."""
    buffer = io.BytesIO()
    with pyzipper.AESZipFile(
        buffer, "w", zipfile.ZIP_DEFLATED, encryption=pyzipper.WZ_AES
    ) as packed:
        packed.setpassword(password)
        for name, data in files.items():
            packed.writestr(name, data)
    return buffer.getvalue()


def crypto_zip(files: dict[str, bytes], password: bytes, plain: dict[str, bytes]) -> bytes:
    """Make a zip archive with ``files`` encrypted by ZipCrypto (APPNOTE.TXT 6.1), and ``plain`` ones not."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        for name, data in files.items():
            packed.writestr(name, bytes(12) + data)  # with room for the head of the encryption
        for name, data in plain.items():
            packed.writestr(name, data)
        places = {member.filename: member.header_offset for member in packed.infolist()}
    archive = bytearray(buffer.getvalue())
    for name, data in files.items():
        begins = places[name] + 30 + len(name)
        crc = zlib.crc32(data)
        hidden = _zip_crypto(bytes(11) + bytes([crc >> 24]) + data, password)
        archive[begins : begins + len(hidden)] = hidden
        entry = archive.rindex(name.encode()) - 46
        for flags, expected in ((places[name] + 6, places[name] + 14), (entry + 8, entry + 16)):
            archive[flags] |= 1
            struct.pack_into("<III", archive, expected, crc, len(hidden), len(data))
    return bytes(archive)


def _zip_crypto(data: bytes, password: bytes) -> bytes:
    keys = [0x12345678, 0x23456789, 0x34567890]

    def take(byte: int) -> None:
        keys[0] = _crc(keys[0], byte)
        keys[1] = ((keys[1] + (keys[0] & 0xFF)) * 134775813 + 1) & 0xFFFFFFFF
        keys[2] = _crc(keys[2], keys[1] >> 24)

    for byte in password:
        take(byte)
    hidden = bytearray()
    for byte in data:
        mask = (keys[2] | 2) & 0xFFFF
        hidden.append(byte ^ (((mask * (mask ^ 1)) >> 8) & 0xFF))
        take(byte)
    return bytes(hidden)


def _crc(before: int, byte: int) -> int:
    """One step of CRC-32, without the inversions of ``binascii.crc32``."""
    return binascii.crc32(bytes([byte]), before ^ 0xFFFFFFFF) ^ 0xFFFFFFFF


def seven_zip(files: dict[str, bytes], password: str, *, names: bool = False) -> bytes:
    """A 7z archive; with ``names``, those are encrypted as well."""
    buffer = io.BytesIO()
    with py7zr.SevenZipFile(buffer, "w", password=password, header_encryption=names) as packed:
        for name, data in files.items():
            packed.writef(io.BytesIO(data), name)
    return buffer.getvalue()


seven_zip_with_names = partial(seven_zip, names=True)
