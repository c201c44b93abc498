"""Citations found after the texts are searchable: resumed after a kill, and said to be missing until then."""

import asyncio
import contextlib
import datetime
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from tests.engine.library.test_full_disk import fill

from lexdesk import Document, Library
from lexdesk.cli import run
from lexdesk.compliance import compute_coverage, compute_impact, find_similar
from lexdesk.document.model import Provision, Reference
from lexdesk.errors import Code, FileCode, FileFailed, Message, NoteCode
from lexdesk.extract.workers.pool import WorkerPool, _references
from lexdesk.ingest import Progress, citations
from lexdesk.storage import Store

DIRECTIVE = "32001L0029"
DUTY = "Article {}\n\nProducers shall take back used cartridges within five days."
CONTRACT = "Supply agreement\n\nThe supplier takes back cartridges under Article 4 of Directive 2001/29/EC and § 823 BGB."


def stop_before_citations(progress: Progress) -> None:
    if progress.stage == "citations":
        raise KeyboardInterrupt


def write_contracts(folder: Path, count: int = 6) -> Path:
    folder.mkdir()
    for number in range(count):
        (folder / f"contract-{number}.txt").write_text(f"{CONTRACT}\n\nNumber {number}.")
    return folder


def interrupted(path: Path, folder: Path, passphrase: str | None = None) -> None:
    """Add a folder up to the texts."""
    with Library.open(path, create=True, passphrase=passphrase) as library:
        with pytest.raises(KeyboardInterrupt):
            library.sources.add([folder], vectors=False, listener=stop_before_citations)
        assert library.store.pending.count() == len(list(folder.iterdir()))
        assert library.search("cartridges", mode="keyword").hits


def rows(store: Store) -> list[tuple[object, ...]]:
    return store.statements.execute("SELECT * FROM reference ORDER BY id").fetchall()


@pytest.fixture
def half(tmp_path: Path) -> Iterator[Library]:
    """Two versions of a directive, and a contract whose citations are not found yet."""
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([_act("2015-05-03", 4), _act("2018-01-01", 4)], vectors=False)
        folder = write_contracts(tmp_path / "contracts", 1)
        with pytest.raises(KeyboardInterrupt):
            library.sources.add([folder], vectors=False, listener=stop_before_citations)
        yield library


def _act(day: str, article: int) -> Document:
    text = DUTY.format(article).replace("five", "six" if day > "2016" else "five")
    provision = Provision(
        f"art_{article}", "article", str(article), "", f"Article {article}", None, 0, len(text)
    )
    return Document(
        text, "Directive 2001/29/EC on pens", "directive", DIRECTIVE, "Directive 2001/29/EC", "en",
        valid_from=datetime.date.fromisoformat(day), provisions=(provision,),
    )  # fmt: skip


def codes(messages: Sequence[Message | str | None]) -> set[Code]:
    return {code for found in messages if isinstance(found, Message) for code in found.codes()}


def test_each_answer_says_that_citations_are_missing_until_they_are_found(half: Library) -> None:
    for is_pending in (True, False):
        answers: dict[str, Sequence[Message | str | None]] = {
            "search": [half.search("cartridges", mode="keyword").notice],
            "filter": [half.search(f"cites:{DIRECTIVE}", mode="keyword").notice],
            "absent": [half.search("Directive 1999/7/EC", mode="keyword").notice],
            "show": [half.law.show(DIRECTIVE, "art_4").notice],
            "history": [half.law.history(DIRECTIVE, "art_4").notice],
            "compare": [half.law.compare(DIRECTIVE, "art_4", 1, 2).new["notice"]],
            "references": [half.law.references(DIRECTIVE, "art_4").notice],
            "coverage": compute_coverage(half, DIRECTIVE).notes,
            "impact": compute_impact(half, DIRECTIVE, 1, 2).notes,
            "similar": find_similar(half, DIRECTIVE, without={"semantic"}).notes,
        }
        for name, notes in answers.items():
            assert (NoteCode.CITATIONS_PENDING in codes(notes)) is is_pending, name
        assert (NoteCode.NOT_CITED in codes(answers["absent"])) is not is_pending
        assert half.admin.status().pending_citations == is_pending
        cited_by = half.law.references(DIRECTIVE, "art_4").cited_by
        filtered = half.search(f"cites:{DIRECTIVE}", mode="keyword").hits
        assert (len(cited_by), len(filtered)) == ((0, 0) if is_pending else (1, 1))
        half.sources.find_citations()


def test_command_line_says_that_citations_are_missing(
    half: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(half.path)
    assert run(["status", "-L", path]) == 0
    assert "citations  to be found in 1 documents; the next add does so" in capsys.readouterr().out
    for command, wanted in (
        (["references", DIRECTIVE, "art_4"], 1),
        (["list", "cites:32001L0029"], 1),
    ):
        assert run([*command, "-L", path]) == wanted
        assert "citations of documents are not found yet (1)" in capsys.readouterr().out
    assert run(["dump", "-L", path]) == 0
    assert "citations of documents are not found yet" in capsys.readouterr().err
    half.close()
    assert run(["rebuild", "-L", path]) == 0
    capsys.readouterr()
    assert run(["status", "-L", path]) == 0
    assert "citations" not in capsys.readouterr().out


def test_services_say_that_citations_are_missing(half: Library) -> None:
    pytest.importorskip("fastapi", reason="needs the extra lexdesk[serve]")
    from starlette.testclient import TestClient
    from tests.engine.server.shelves import get, served

    from lexdesk.server.http.application import build_application

    half.close()
    with TestClient(build_application(served({"law": half.path}))) as client:
        for route, parameters in (
            ("search", {"q": "cartridges", "mode": "keyword"}),
            ("show", {"work": DIRECTIVE, "eid": "art_4"}),
            ("history", {"work": DIRECTIVE, "eid": "art_4"}),
            ("references", {"work": DIRECTIVE, "eid": "art_4"}),
        ):
            answer = get(client, f"law/{route}", **parameters).json()
            assert "citations of documents are not found yet (1)" in answer["notice"], route


def test_assistants_are_told_that_citations_are_missing(half: Library) -> None:
    pytest.importorskip("mcp", reason="needs the extra lexdesk[mcp]")
    from lexdesk.server.collections import ServedLibrary
    from lexdesk.server.mcp import THREADS, build_server

    path = half.path
    half.close()
    library = ServedLibrary("law", lambda: Library.open(path), THREADS)
    with contextlib.closing(library):
        for tool, asked in (
            ("search", {"query": "cartridges", "mode": "keyword"}),
            ("show", {"work": DIRECTIVE, "eid": "art_4"}),
            ("history", {"work": DIRECTIVE, "eid": "art_4"}),
        ):
            answer = str(asyncio.run(build_server(library).call_tool(tool, asked)))
            assert "citations of documents are not found yet (1)" in answer, tool


def test_export_finds_citations_first(half: Library, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="needs the extra lexdesk[parquet]")
    counts = half.admin.export_parquet(tmp_path / "tables").counts
    assert counts["references"] == 2
    assert "documents without their references" not in counts
    assert half.store.pending.count() == 0


@pytest.mark.slow
def test_publication_has_all_citations(half: Library, tmp_path: Path) -> None:
    pytest.importorskip("lance", reason="needs the extra lexdesk[lance]")
    from lexdesk.publishing import PublishedLibrary
    from lexdesk.publishing.publish import publish

    uri = f"lance://{tmp_path / 'share'}"
    publish(half, uri)
    with PublishedLibrary.open_at(uri) as opened:
        assert opened.law.pending_citations is None
        assert len(opened.law.references(DIRECTIVE, "art_4").cited_by) == 1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_kill_between_batches_changes_nothing_in_the_end(tmp_path: Path) -> None:
    folder = write_contracts(tmp_path / "contracts")
    interrupted(tmp_path / "whole", folder)
    shutil.copytree(tmp_path / "whole", tmp_path / "killed")
    code = (
        "import os, signal, sys\n"
        "from lexdesk import Library\n"
        "from lexdesk.ingest import citations\n"
        "citations._SECONDS_PER_COMMIT = 0\n"
        "def kill(progress):\n"
        "    if progress.stage == 'citations' and progress.done == 3:\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "with Library.open(sys.argv[1]) as library:\n"
        "    library.sources.add([sys.argv[2]], vectors=False, listener=kill)\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "killed"), str(folder)]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    found = []
    for name in ("whole", "killed"):
        with Library.open(tmp_path / name) as library:
            assert library.store.pending.count() == (6 if name == "whole" else 3)
            assert library.sources.add([folder], vectors=False).unchanged == 6
            assert library.store.pending.count() == 0
            assert library.admin.check() == []
            found.append(rows(library.store))
    assert found[0] == found[1]
    assert len(found[0]) == 12


@pytest.mark.slow
def test_encrypted_library_gets_the_same_citations(tmp_path: Path) -> None:
    folder = write_contracts(tmp_path / "contracts", 2)
    secret = "it's a long wördy secret"  # noqa: S105
    found = []
    for name, passphrase in (("plain", None), ("encrypted", secret)):
        interrupted(tmp_path / name, folder, passphrase)
        with Library.open(tmp_path / name, passphrase=passphrase) as library:
            library.sources.add([folder], vectors=False)
            found.append([row[2:] for row in rows(library.store)])
    assert found[0] == found[1]
    assert found[0]
    assert b"BGB" not in b"".join(
        path.read_bytes() for path in (tmp_path / "encrypted").rglob("*") if path.is_file()
    )


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a tmpfs")
def test_full_disk_leaves_the_texts_and_the_rest_for_later(
    tmp_path: Path, small_disk: Path
) -> None:
    folder = write_contracts(tmp_path / "contracts", 2)
    interrupted(tmp_path / "library", folder)
    shutil.copytree(tmp_path / "library", small_disk / "library")
    with Library.open(small_disk / "library") as library:
        filling = fill(small_disk)
        with pytest.raises(Exception, match=r"(?i)full|space"):
            library.sources.find_citations()
        assert library.store.pending.count() == 2
        assert rows(library.store) == []
        filling.unlink()
        library.sources.find_citations()
        assert library.store.pending.count() == 0
        assert len(rows(library.store)) == 4


def test_text_that_takes_too_long_is_named_and_tried_again_by_rebuild(tmp_path: Path) -> None:
    folder = tmp_path / "contracts"
    folder.mkdir()
    (folder / "long.txt").write_text("Article 4 of Directive 2001/29/EC, § 823 BGB. " * 20_000)
    with Library.open(tmp_path / "library", create=True) as library:
        with pytest.raises(KeyboardInterrupt):
            library.sources.add([folder], vectors=False, listener=stop_before_citations)
        store = library.store
        with WorkerPool(1, 0.1, elapsed_per_document=300) as pool:
            citations.find_citations(store, pool, lambda progress: None)
        assert (store.pending.first(), store.pending.count()) == (0, 1)
        status = library.admin.status()
        assert status.pending_citations == len(status.failed_citations) == 1
        assert store.pending.texts() == []
        assert len(store.pending.texts(again=True)) == 1


def test_reference_that_a_worker_invents_is_rejected() -> None:
    document = Document("The rent is due.", "Lease")
    for made in (b'[[0,99,null,"cites","a","",""]]', b"[1]", b"null", None):
        found = _references(document, made)
        assert isinstance(found, FileFailed)
        assert found.message.code is FileCode.WORKER_FAILED
    honest = Reference(4, 8, None, "cites", "a", "", "")
    assert _references(document, msgspec.json.encode([honest])) == (honest,)
