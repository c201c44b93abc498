"""Fixtures of the engine: the bundled GDPR, and libraries made of it."""

import datetime
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from tests.crafting import PRIVATE

from lexdesk import Library
from lexdesk.system.bundled import find_corpus


@pytest.fixture(scope="session")
def gdpr() -> Path:
    """The bundled GDPR, as published in the Official Journal in Formex 4."""
    return find_corpus()


@pytest.fixture(scope="session")
def _full_library(
    tmp_path_factory: pytest.TempPathFactory, words_library_path: Path, gdpr: Path
) -> Path:
    """The GDPR with both indexes, made once for all processes of a run (-n 2); not to be written to."""
    folder = tmp_path_factory.getbasetemp()
    shared = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "full"
    with FileLock(f"{shared}.lock"):  # the embeddings take 7 s
        if not shared.exists():
            made = tmp_path_factory.mktemp("full") / "library"
            shutil.copytree(words_library_path, made)
            with Library.open(made) as library:
                library.sources.add([gdpr])
            made.rename(shared)
    return shared


@pytest.fixture(scope="session")
def gdpr_in_languages(
    shared_data: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Library]:
    """The GDPR in six languages, for read-only tests."""
    folder = tmp_path_factory.mktemp("languages")
    acts = shared_data / "raw" / "gdpr-formex" / "original"
    for language in ("DE", "EN", "ES", "FR", "IT", "PT"):
        name = f"L_2016119{language}.01000101.xml"
        (folder / name).write_bytes((acts / name).read_bytes())
    with Library.open(folder / "library", create=True) as library:
        library.sources.add([folder], vectors=False)
        yield library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """An empty library."""
    with Library.open(tmp_path / "library", create=True) as library:
        yield library


@pytest.fixture
def words_library(words_library_path: Path, tmp_path: Path) -> Iterator[Library]:
    """The GDPR with the keyword index alone, in a copy for changes."""
    shutil.copytree(words_library_path, tmp_path / "library")
    with Library.open(tmp_path / "library") as library:
        yield library


@pytest.fixture
def full_library(_full_library: Path, tmp_path: Path) -> Iterator[Library]:
    """The GDPR with both indexes, in a copy for changes."""
    shutil.copytree(_full_library, tmp_path / "library")
    with Library.open(tmp_path / "library") as library:
        yield library


@pytest.fixture
def pages_reread_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read damaged pages again without the pause for a concurrent writer."""
    from lexdesk.storage import page_checksums

    monkeypatch.setattr(page_checksums, "PAUSE", 0)


@pytest.fixture(scope="session")
def tls(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A self-signed certificate of 127.0.0.1, for a day."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    from lexdesk.server.http.settings import Tls

    folder = tmp_path_factory.mktemp("tls")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(pem))
    (folder / "key.pem").write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return Tls(certificate=folder / "certificate.pem", key=folder / "key.pem")


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """Files outside of the library, named by a crafted one."""
    victim = tmp_path / "victim"
    (victim / "folder").mkdir(parents=True)
    for path in (victim / "file", victim / "folder" / "meta.json", victim / "folder" / "a.txt"):
        path.write_text(PRIVATE)
    with closing(sqlite3.connect(victim / "foreign.sqlite")) as foreign:
        foreign.execute("CREATE TABLE account (secret TEXT)")
        foreign.execute("INSERT INTO account VALUES (?)", (PRIVATE,))
        foreign.commit()
    return victim
