"""Decryption of documents with the given passwords.

Office files are decrypted in memory ([MS-OFFCRYPTO], by msoffcrypto-tool); PDFs are read with their
password. ``containers`` decrypts files in archives.
"""

import io
import logging
from contextlib import closing
from dataclasses import replace
from types import SimpleNamespace

from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.passwords import Passwords
from lexdesk.extract.sniff import locked
from lexdesk.structure import Source

_OF_EXCEL = "VelvetSweatshop"
"""Excel's default password for workbooks locked against changes only ([MS-OFFCRYPTO] 2.3.1)."""


def unlock_office(source: Source, passwords: Passwords) -> Source:
    """Decrypt the Office file in ``source``.

    Raises ``Locked`` if no password opens it, ``FileFailed`` for an unknown encryption method.
    """
    name = source.path.name
    for password in (*passwords, _OF_EXCEL):
        data = _decrypted(source.data, name, password)
        if data is not None:
            if password in passwords:
                passwords.opened(password)
            return replace(source, data=data)
    raise locked(name, len(passwords))


def _decrypted(data: bytes, name: str, password: str) -> bytes | None:
    """Decrypt ``data``; return ``None`` for a wrong password."""
    import msoffcrypto
    import olefile
    from msoffcrypto import exceptions
    from msoffcrypto.format import doc97, ooxml, ppt97, xls97

    from lexdesk.extract.sniff.ole import OleFile

    logging.getLogger("msoffcrypto").setLevel(logging.CRITICAL)
    for module in (msoffcrypto, doc97, ooxml, ppt97, xls97):
        module.olefile = SimpleNamespace(**{**vars(olefile), "OleFileIO": OleFile})
    for module in (doc97, ppt97, xls97):  # they would write decrypted data to disk
        module.tempfile = SimpleNamespace(TemporaryFile=io.BytesIO)
    decrypted = io.BytesIO()
    try:
        file = msoffcrypto.OfficeFile(io.BytesIO(data))
        if isinstance(file, ooxml.OOXMLFile):  # unverified, any password is accepted
            file.load_key(password=password, verify_password=True)
        else:
            file.load_key(password=password)
        file.decrypt(decrypted)
    except exceptions.InvalidKeyError:
        return None
    except MemoryError:
        raise
    except Exception:  # it checks little and raises anything on damaged files
        raise FileFailed(FileCode.PASSWORD_UNSUPPORTED, name=name) from None
    return decrypted.getvalue()


def unlock_pdf(source: Source, passwords: Passwords) -> Source:
    """Add the password to an encrypted PDF in ``source``; raise ``Locked`` if none opens it."""
    if not passwords or b"/Encrypt" not in source.data or _opens(source.data, None):
        return source
    for password in passwords:
        if _opens(source.data, password):
            passwords.opened(password)
            return replace(source, password=password)
    raise locked(source.path.name, len(passwords))


def _opens(data: bytes, password: str | None) -> bool:
    """Check that a PDF needs no other password; a damaged PDF needs none."""
    import pypdfium2
    import pypdfium2.raw as pdfium

    try:
        with closing(pypdfium2.PdfDocument(data, password=password)):
            return True
    except pypdfium2.PdfiumError as error:
        return bool(error.err_code != pdfium.FPDF_ERR_PASSWORD)
