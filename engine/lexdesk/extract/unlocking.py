"""Documents that open with a password: which of those given opens them.

Office files are decrypted ([MS-OFFCRYPTO], by msoffcrypto-tool), in memory; PDFs are read with their password. The
files in archives are told of in ``containers``.
"""

from __future__ import annotations

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
"""What Excel encrypts workbooks by that are locked against changes alone, and opens unasked ([MS-OFFCRYPTO] 2.3.1)."""


def unlocked_office(source: Source, passwords: Passwords) -> Source:
    """The Office file in ``source``, which is encrypted, as it was before.

    Raises ``Locked`` where no password opens it, ``FileFailed`` for a way of encryption that is not known.
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
    """What is encrypted in ``data``; ``None`` where the password is a wrong one."""
    import msoffcrypto
    from msoffcrypto import exceptions
    from msoffcrypto.format import doc97, ooxml, ppt97, xls97

    logging.getLogger("msoffcrypto").setLevel(logging.CRITICAL)
    for module in (doc97, ppt97, xls97):  # which would put what they decrypt into a file on disk
        module.tempfile = SimpleNamespace(TemporaryFile=io.BytesIO)
    decrypted = io.BytesIO()
    try:
        file = msoffcrypto.OfficeFile(io.BytesIO(data))
        if isinstance(file, ooxml.OOXMLFile):  # which would else take any
            file.load_key(password=password, verify_password=True)
        else:
            file.load_key(password=password)
        file.decrypt(decrypted)
    except exceptions.InvalidKeyError:
        return None
    except MemoryError:
        raise
    except Exception:  # it checks little, and what it raises on damaged files is anything
        raise FileFailed(FileCode.PASSWORD_UNSUPPORTED, name=name) from None
    return decrypted.getvalue()


def unlocked_pdf(source: Source, passwords: Passwords) -> Source:
    """The PDF in ``source`` with the password that it needs, if any. Raises ``Locked`` where none opens it."""
    if not passwords or b"/Encrypt" not in source.data or _opens(source.data, None):
        return source
    for password in passwords:
        if _opens(source.data, password):
            passwords.opened(password)
            return replace(source, password=password)
    raise locked(source.path.name, len(passwords))


def _opens(data: bytes, password: str | None) -> bool:
    """Whether a PDF asks for no other password than this; one that is damaged asks for none."""
    import pypdfium2
    import pypdfium2.raw as pdfium

    try:
        with closing(pypdfium2.PdfDocument(data, password=password)):
            return True
    except pypdfium2.PdfiumError as error:
        return bool(error.err_code != pdfium.FPDF_ERR_PASSWORD)
