"""Failures of files as codes: stored, migrated from sentences, and sent between processes."""

import contextlib
import copy
import datetime
import json
import pickle
import sqlite3
from enum import Enum
from pathlib import Path
from string import Formatter

import pytest

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import (
    Code,
    FileCode,
    FileFailed,
    LibraryCode,
    LibraryError,
    Message,
    PhraseCode,
    QueryCode,
    QueryError,
    SystemCode,
    list_codes,
    message_from_json,
)
from lexdesk.storage import format_6, page_checksums

FIXTURES = Path(__file__).parents[1] / "fixtures"
FAILURES = {
    "away.txt": FileCode.NOT_OPENED,
    "bundle.zip/locked.pdf": FileCode.PASSWORD_NEEDED,
    "bundle.zip/packed.pdf": FileCode.PAGES_DAMAGED,
    "bundle.zip/void.txt": FileCode.EMPTY,
    "deed.pdf": FileCode.PASSWORD_NEEDED,
    "empty.txt": FileCode.EMPTY,
    "filing.pdf": FileCode.PAGES_DAMAGED,
    "mixed.pdf": FileCode.PAGES_TEXT_IN_PICTURES,
    "picture.png": FileCode.TEXT_IN_PICTURES,
    "program.exe": FileCode.NO_DOCUMENT,
    "scan.pdf": FileCode.TEXT_IN_PICTURES,
    "torn.xml": FileCode.XML_INVALID,
}


@pytest.fixture
def library_of_format_6(tmp_path: Path) -> Path:
    """A library written by Lexdesk before failures had codes."""
    folder = tmp_path / "library"
    folder.mkdir()
    with contextlib.closing(sqlite3.connect(folder / "library.sqlite")) as database:
        database.executescript((FIXTURES / "library-format-6.sql").read_text())
    return folder


def test_sentences_of_an_earlier_format_become_codes(library_of_format_6: Path) -> None:
    for _ in range(2):  # once migrated, once as it is
        with Library.open(library_of_format_6) as library:
            failures = library.catalogue.failures()
            assert {
                path.removeprefix("/srv/law/"): failure.code for path, failure in failures.items()
            } == FAILURES
            assert failures["/srv/law/away.txt"].parameters == {
                "name": "away.txt",
                "reason": Message(SystemCode.PERMISSION),
            }
            assert library.store.files.unread_pages()["/srv/law/filing.pdf"] == dict.fromkeys(
                (2, 5, 6, 7), FileCode.PAGES_DAMAGED
            )
            assert [
                path
                for path, record in library.store.files.records().items()
                if record.is_unreadable
            ] == ["/srv/law/away.txt"]
            assert library.admin.check() == []


def test_sentence_without_code_stays_readable() -> None:
    assert format_6.failure("something else", "code") == "file.earlier"
    stored = {"code": "file.earlier", "parameters": {"sentence": "something else"}}
    assert message_from_json(stored) == "something else"


def test_each_sentence_of_format_6_maps_to_current_message() -> None:
    for code, template in format_6.SENTENCES:
        fields = {field: spec for _, field, spec, _ in Formatter().parse(template) if field}
        sentence = template.format_map(
            {field: 4 if spec else "archive.zip" for field, spec in fields.items()}
        )
        found, parameters = (format_6.failure(sentence, part) for part in ("code", "parameters"))
        assert found == code, sentence
        assert message_from_json({"code": code, "parameters": json.loads(parameters)}), sentence


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("failure", "file.of_a_later_version"),
        ("failure_parameters", "no JSON"),
        ("failure_parameters", '{"name": ["a list"]}'),
        ("failure_parameters", '{"other": "empty.txt"}'),
    ],
)
def test_unreadable_failure_is_unknown(library_of_format_6: Path, column: str, value: str) -> None:
    Library.open(library_of_format_6).close()
    path = library_of_format_6 / "library.sqlite"
    with contextlib.closing(page_checksums.connect(path)) as database:
        database.execute(f"UPDATE file SET {column} = ? WHERE path LIKE '%/empty.txt'", (value,))
    with Library.open(library_of_format_6) as library:
        assert library.catalogue.failures()["/srv/law/empty.txt"].code is FileCode.UNKNOWN


def test_messages_survive_json_and_processes() -> None:
    inner = Message(PhraseCode.SCAN, pages=4_200)
    message = Message(FileCode.TEXT_IN_PICTURES, name="a.pdf", what=inner, install="run it")
    day = Message(QueryCode.NOTHING_BEYOND, day=datetime.date(9999, 12, 31))
    for item in (message, day):
        for other in (
            message_from_json(json.loads(json.dumps(item.to_json()))),
            pickle.loads(pickle.dumps(item)),  # noqa: S301 - as between our processes
            copy.deepcopy(item),
        ):
            assert isinstance(other, Message)
            assert (other, other.code, other.parameters) == (item, item.code, item.parameters)
    assert "31 December 9999" in day


def test_errors_survive_processes() -> None:
    error = QueryError(QueryCode.QUOTE_UNCLOSED, '"a', 0, 2, '"a"')
    other = pickle.loads(pickle.dumps(error))  # noqa: S301 - as between our processes
    assert (str(other), other.code, other.suggestion) == (str(error), error.code, '"a"')
    assert other.parameters == {"character": 1}


def test_system_errors_keep_their_reason() -> None:
    error = LibraryError(LibraryCode.UNUSABLE, path="a", reason=PermissionError(13, "no", "a"))
    assert error.parameters["reason"] == Message(SystemCode.PERMISSION)


def test_codes_and_templates_are_unique() -> None:
    codes = list(list_codes())
    assert len({code.id for code in codes}) == len(codes)
    for enumeration in {type(code) for code in codes}:
        assert issubclass(enumeration, Enum)
        assert not set(enumeration.__members__) - {code.name for code in enumeration}, "an alias"


@pytest.mark.parametrize("code", list(list_codes()), ids=lambda code: code.id)
def test_messages_are_short(code: Code) -> None:
    """What, where and what to do next, in few words."""
    assert len(code.template.split()) <= 30
    assert not code.template.startswith("Error")


def test_json_of_commands_has_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty, library = tmp_path / "empty.txt", str(tmp_path / "library")
    empty.touch()
    run(["add", "-L", library, "--no-vectors", "--json", str(empty)])
    (failure,) = json.loads(capsys.readouterr().out)["failed"].values()
    assert failure == {
        "code": "file.empty",
        "message": "empty.txt is empty (0 bytes); there is nothing to read.",
    }
    assert run(["search", "-L", library, "--json", '"consent']) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == "query.quote_unclosed"
    assert "character 1" in error["message"]


def test_failed_file_has_code(tmp_path: Path) -> None:
    from lexdesk.extract import read

    (tmp_path / "a.txt").touch()
    with pytest.raises(FileFailed) as failed:
        read(tmp_path / "a.txt")
    assert (failed.value.code, failed.value.parameters) == (FileCode.EMPTY, {"name": "a.txt"})
