"""Settings of the service, its start and its libraries."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import LibraryCode, LibraryError, NoLibrary, ServiceCode, ServiceError
from lexdesk.server.http.permissions import hash_token

pytest.importorskip("fastapi", reason="needs the extra lexdesk[serve]")
import httpx2 as httpx
import schemathesis
from schemathesis.core.result import Ok
from tests.engine.server.shelves import LEASE, PRIVATE, TOKENS, opener, served

from lexdesk.server import collections
from lexdesk.server.collections import ServedLibrary
from lexdesk.server.http.application import build_application
from lexdesk.server.http.server import require_files
from lexdesk.server.http.settings import Settings, Tls, read, require_safe
from lexdesk.server.limits import Limits

pytest.importorskip("fastapi", reason="needs the extra lexdesk[serve]")


LEXDESK = str(Path(sys.executable).parent / "lexdesk")


def test_missing_library_is_reported_at_start(tmp_path: Path) -> None:
    with pytest.raises(NoLibrary):
        build_application(served({"law": tmp_path / "none"}))


STATED = """
requests_per_minute = 60
audit = "logs/audit.jsonl"
[collections]
law = "law"
[readers.registry]
token_sha256 = "{digest}"
collections = ["law"]
"""


def test_settings_are_parsed(tmp_path: Path) -> None:
    file = tmp_path / "service.toml"
    stated_text = STATED.format(digest=hash_token(TOKENS["registry"]))
    file.write_text(stated_text, encoding="utf-8-sig")  # as PowerShell writes UTF-8
    stated = read(file)
    assert stated.collections == {"law": tmp_path / "law"}
    assert stated.known_readers[0].collections == {"law"}
    assert (stated.host, stated.requests_per_minute) == ("127.0.0.1", 60)
    assert stated.audit == tmp_path / "logs" / "audit.jsonl"


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("port = ", "is not TOML"),
        ("", "needs the tables [collections] and [readers.NAME]"),
        ("collections = 3", "collections is 3; it must be a table"),
        (f"{STATED}[tls]\ncertificate = 'none.pem'\nkey = 'none.pem'", "which is no file"),
        (
            f"{STATED}[tls]\ncertificate = 'service.toml'\nkey = 'service.toml'",
            "tls needs a certificate and its key in PEM",
        ),
        (f"{STATED}[tls]\ncertificate = 3\nkey = 'a'", "tls.certificate is 3; it must be the path"),
        (
            STATED.replace("{digest}", "abc"),
            "readers.registry.token_sha256 has 3 characters; it must have 64 of the signs 0-9 and a-f;"
            " make one with: lexdesk serve --new-token",
        ),
        (
            STATED.replace('"{digest}"', "17"),
            "readers.registry.token_sha256 has the type int; it must be a text",
        ),
        (
            STATED.replace('token_sha256 = "{digest}"', ""),
            "readers.registry needs token_sha256 or tokens",
        ),
        (
            STATED.replace('token_sha256 = "{digest}"', "tokens = [{ sha256 = 'abc' }]"),
            "readers.registry.tokens.0.sha256 has 3 characters",
        ),
        (
            STATED.replace(
                'token_sha256 = "{digest}"', "tokens = [{ sha256 = '{digest}', expires = 'soon' }]"
            ),
            "readers.registry.tokens.0.expires is 'soon'; it must be a date such as 2027-01-31",
        ),
        (
            STATED.replace('token_sha256 = "{digest}"', "tokens = [{ expires = 2027-01-31 }]"),
            "readers.registry.tokens.0.sha256 is missing; it must be",
        ),
        (
            STATED.replace('["law"]', '["files"]'),
            "readers.registry.collections has 'files'; it must be one of the collections: law",
        ),
        (
            STATED.replace('["law"]', "[3]"),
            "readers.registry.collections.0 is 3; it must be a list",
        ),
        (f"colour = 'red'\n{STATED}", "colour is unknown; it must be one of collections, readers,"),
        (
            f"{STATED}colour = 'red'\n",
            "readers.registry.colour is unknown; it must be one of token_",
        ),
        (f"port = 70000\n{STATED}", "port is 70000; it must be a whole number from 1 to 65535"),
        (f"port = true\n{STATED}", "port is True; it must be a whole number from 1 to 65535"),
        (f"host = 3\n{STATED}", "host is 3; it must be an address or a name of this machine"),
        (f"host = '0.0.0.0'\n{STATED}", "host is '0.0.0.0', every address of this machine; state"),
        (f"proxies = ['gate']\n{STATED}", "proxies has 'gate'; it must be an address or a network"),
        (f"behind_proxy = 'no'\n{STATED}", "behind_proxy is 'no'; it must be true or false"),
        (
            f"{STATED}[limits]\nconnections = 0\n",
            "limits.connections is 0; it must be a whole number from 1 to 100000",
        ),
        (
            f"{STATED}[limits]\nheader_seconds = nan\n",
            "limits.header_seconds is nan; it must be a number of seconds from 0.1 to 3600",
        ),
        (f"{STATED}[limits]\nsize = 1\n", "limits.size is unknown; it must be one of header_sec"),
        (
            f"{STATED}{STATED[STATED.index('[readers') :].replace('registry', 'partner')}",
            "registry and partner have one token",
        ),
    ],
)
def test_settings_errors_state_position(tmp_path: Path, text: str, wording: str) -> None:
    file = tmp_path / "service.toml"
    file.write_text(text.replace("{digest}", hash_token("token")))
    with pytest.raises(ServiceError) as error:
        read(file)
    assert wording in str(error.value)
    assert str(error.value).startswith(str(file))
    assert "\n" not in str(error.value)


def test_settings_page_lists_each_key_and_default() -> None:
    page = Path(__file__).parents[3] / "docs" / "service-settings.md"
    rows = re.findall(r"^\| `\[?(\w+)[^`]*` \| ?`?([^|`]*)`? ?\|", page.read_text(), re.MULTILINE)
    stated = dict(rows)
    for model in (Settings, Limits):
        for key, field in model.model_fields.items():
            default = field.default
            is_plain = isinstance(default, (bool, int, float, str))
            if is_plain or isinstance(default, tuple):
                default = list(default) if isinstance(default, tuple) else default
                assert json.loads(stated.pop(key).strip(" `")) == default, key
            else:
                assert stated.pop(key).strip() in ("none", ""), key
    assert not stated


@pytest.mark.parametrize(
    ("host", "changes", "safe"),
    [
        ("127.0.0.1", {}, True),
        ("::1", {}, True),
        ("localhost", {}, True),
        ("0.0.0.0", {"hosts": ("search.firm.example",)}, False),  # noqa: S104
        ("10.1.2.3", {}, False),
        ("search.firm.example", {}, False),
        ("10.1.2.3", {"behind_proxy": True}, True),
    ],
)
def test_network_address_requires_tls(host: str, changes: dict[str, Any], safe: bool) -> None:
    stated = served({"law": Path("law")}, host=host, **changes)
    if safe:
        require_safe(stated)
    else:
        with pytest.raises(ServiceError) as error:
            require_safe(stated)
        assert error.value.code is ServiceCode.TLS_MISSING


def test_network_address_with_certificate_is_accepted(tls: Tls) -> None:
    require_safe(served({"law": Path("law")}, host="10.1.2.3", tls=tls))
    with pytest.raises(ServiceError) as error:
        require_safe(served({"law": Path("law")}, host="10.1.2.3"))
    assert error.value.code is ServiceCode.TLS_MISSING


def test_unwritable_log_is_reported_before_workers_start(
    shelves: dict[str, Path], tmp_path: Path
) -> None:
    (tmp_path / "logs").write_text("no folder")
    with pytest.raises(OSError, match="logs"):
        require_files(served(shelves, audit=tmp_path / "logs" / "audit.jsonl"), None)


@pytest.mark.slow
def test_slow_workers_share_port_and_log(
    shelves: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # uvicorn took processes that had not answered after 5 seconds for dead, and began again without an end.
    (tmp_path / "sitecustomize.py").write_text(
        "import sys, time\nif 'spawn_main' in str(sys.orig_argv): time.sleep(6)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    file = tmp_path / "service.toml"
    file.write_text(
        f"processes = 2\n{STATED.format(digest=hash_token(TOKENS['registry']))}".replace(
            'law = "law"', f'law = "{shelves["law"]}"'
        )
    )
    command = [LEXDESK, "serve", "--settings", str(file), "--port", "7393"]
    headers = {"Authorization": f"Bearer {TOKENS['registry']}"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            assert "law at http://127.0.0.1:7393/v1" in process.stderr.readline()
            for _ in range(4):
                with httpx.Client(timeout=60, headers=headers) as client:
                    response = client.get(
                        "http://127.0.0.1:7393/v1/law/search?q=consent&mode=keyword"
                    )
                    assert response.json()["hits"]
        finally:  # else a mistake would wait for ever
            process.terminate()
            process.wait(60)
    assert len((tmp_path / "logs" / "audit.jsonl").read_text().splitlines()) == 4


def test_library_option_with_settings_file_is_rejected(
    shelves: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file := tmp_path / "service.toml").write_text(
        STATED.format(digest=hash_token(TOKENS["registry"]))
    )
    assert run(["serve", "--settings", str(file), "-L", str(shelves["law"])]) == 2
    assert "leave out -L" in capsys.readouterr().err


def test_occupied_port_is_reported(
    shelves: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["serve", "-L", str(shelves["law"]), "--port", str(port)]) == 2
    printed = capsys.readouterr()
    assert f"nothing can be served at 127.0.0.1, port {port}" in printed.err
    assert "Ctrl-C" not in printed.err
    assert not printed.out  # no token of a service that is not there


@pytest.mark.slow
def test_serve_command_runs_until_interrupted(shelves: dict[str, Path]) -> None:
    command = [LEXDESK, "serve", "-L", str(shelves["law"]), "--port", "7391"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        header, token = process.stdout.readline().strip().split(": ")
        assert "http://127.0.0.1:7391/v1" in process.stderr.readline()
        with httpx.Client(timeout=60) as client:  # at once: what says so listens already
            content = client.get(
                "http://127.0.0.1:7391/v1/library/search",
                params={"q": "withdraw consent", "mode": "keyword"},
                headers={header: token},
            ).json()
        process.send_signal(signal.SIGINT)
        process.wait(30)
        assert process.stderr.read() == "stopped serving\n"
    assert content["hits"]
    assert process.returncode == 0


@pytest.mark.slow
def test_requests_allowed_by_openapi_raise_no_internal_error(shelves: dict[str, Path]) -> None:
    result = build_application(served(shelves))
    schema = schemathesis.openapi.from_asgi("/openapi.json", result)
    headers = {"Authorization": f"Bearer {TOKENS['registry']}"}
    for operation in schema.get_all_operations():
        assert isinstance(operation, Ok)
        case_of = operation.ok().as_strategy()

        @settings(max_examples=40, database=None, derandomize=True)
        @given(case=case_of)
        def fuzz(case: schemathesis.Case[Any]) -> None:
            if "collection" in case.path_parameters:
                case.path_parameters["collection"] = "law"
            answer = case.call(headers=headers)
            assert answer.status_code < 500 or "no semantic index" in answer.text, answer.text

        fuzz()
    result.state.service.close()


def test_library_is_reopened_after_temporary_failure(
    words_library_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_it = collections.open_library
    openings = iter([True, False, True])

    def sometimes(path: Path, passphrase: str | None) -> Library:
        if not next(openings):
            raise LibraryError(LibraryCode.NOT_FOUND, folder="its disk")
        return open_it(path, passphrase)

    monkeypatch.setattr(collections, "open_library", sometimes)
    collection = ServedLibrary("law", opener(words_library_path), threads=1)
    try:
        with raises_code(LibraryError, LibraryCode.NOT_FOUND, folder="its disk"):
            collection.ask(lambda opened: opened.admin.status()).result(timeout=30)
        assert collection.ask(lambda opened: len(opened.search("consent").hits)).result(timeout=30)
    finally:
        collection.close()


def test_replaced_library_is_reopened(words_library_path: Path, tmp_path: Path) -> None:
    path = Path(shutil.copytree(words_library_path, tmp_path / "library"))
    collection = ServedLibrary("law", opener(path), threads=1)
    try:
        works = collection.ask(lambda opened: opened.search("consent").hits[0].work)
        assert works.result(timeout=30) == "32016R0679"
        path.rename(tmp_path / "before")
        with raises_code(LibraryError, LibraryCode.NOT_FOUND_CREATE):
            collection.ask(lambda opened: opened.search("consent")).result(timeout=30)
        (tmp_path / "lease.txt").write_text(LEASE)
        with Library.open(path, create=True) as other:
            other.sources.add([tmp_path / "lease.txt"], vectors=False)
        texts = collection.ask(lambda opened: [hit.text for hit in opened.search(PRIVATE).hits])
        assert all(PRIVATE in text for text in texts.result(timeout=30))
        assert texts.result()
    finally:
        collection.close()
