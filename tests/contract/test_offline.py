"""No program needs or opens a network connection."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


def cannot_isolate() -> str:
    """Return the reason for a missing network namespace, else ``""``."""
    if shutil.which("unshare") is None:
        return "needs unshare (util-linux), which this machine does not have"
    done = subprocess.run(["unshare", "-rn", "true"], capture_output=True, text=True, check=False)
    return (
        ""
        if done.returncode == 0
        else f"needs the right to make a network namespace: {done.stderr.strip()}"
    )


needs_isolation = pytest.mark.skipif(bool(cannot_isolate()), reason=cannot_isolate())
PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "search-light.webp"
LEXDESK = [str(Path(sys.executable).parent / "lexdesk")]


@pytest.mark.slow
@needs_isolation
def test_demo_and_search_run_without_network_interfaces(tmp_path: Path) -> None:
    library = str(tmp_path / "library")
    isolated = ["unshare", "-rn", *LEXDESK]
    demo = subprocess.run(
        [*isolated, "demo", "-L", library, "--json"], capture_output=True, text=True, check=False
    )
    assert demo.returncode == 0, demo.stderr
    output = json.loads(demo.stdout)
    assert output["status"]["vectors_ready"] == 1.0
    assert output["answers"][0]["hits"][0]["eid"] == "art_7__para_3"
    search = subprocess.run(
        [*isolated, "search", "-L", library, "right to be forgotten"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert search.returncode == 0, search.stderr
    assert "Article 17" in search.stdout


@pytest.mark.slow
def test_onnxruntime_sends_no_telemetry(tmp_path: Path) -> None:
    """It would report to Microsoft, out of a file in the cache folder; in CI alone it does not."""
    folders = ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "TMPDIR")
    env = {k: v for k, v in os.environ.items() if k not in ("CI", "ORT_DISABLE_TELEMETRY")}
    env |= dict.fromkeys(folders, str(tmp_path))
    library = str(tmp_path / "library")
    demo = subprocess.run(
        [*LEXDESK, "demo", "-L", library], env=env, capture_output=True, text=True, check=False
    )
    assert demo.returncode == 0, demo.stderr
    assert [
        p for p in tmp_path.rglob("*") if "onnxruntime" in p.name or "Microsoft" in p.name
    ] == []


@needs_isolation
@pytest.mark.skipif(
    shutil.which("strace") is None, reason="needs strace, which this machine does not have"
)
@pytest.mark.slow
def test_processes_open_local_sockets_only(tmp_path: Path, shared_data: Path) -> None:
    """Traced, because Rust and C++ code does not pass Python's hooks; all kinds of files."""
    trace = tmp_path / "trace"
    folder = tmp_path / "files"
    folder.mkdir()
    for name in (
        "office-edge-cases/eml/fake-email-attachment.eml",
        "office-edge-cases/fake.docx",
        "court-files/missouri.pdf",
        "office-edge-cases/fake-html-with-image-from-url.html",
    ):
        shutil.copy(shared_data / "raw" / name, folder)
    shutil.copy(PICTURE, folder)
    command = ["strace", "-f", "-e", "trace=network", "-o", str(trace)]
    completed = subprocess.run(
        [*command, *LEXDESK, "add", "-L", str(tmp_path / "library"), str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.returncode == 0, completed.stderr
    assert "ocr]" not in completed.stdout + completed.stderr, "text recognition was not tried"
    calls = [line for line in trace.read_text().splitlines() if "AF_INET" in line]
    assert calls == []
