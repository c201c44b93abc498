"""Messages of the engine in German: of real files and queries, and of each code."""

import datetime
import errno
import os
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Literal

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication

from lexdesk.document.model import Document
from lexdesk.errors import (
    Code,
    FileCode,
    FileFailed,
    LawCode,
    LibraryCode,
    LibraryError,
    LibraryLocked,
    Message,
    NoteCode,
    NotFound,
    PhraseCode,
    QueryError,
    StatusCode,
    join_list,
    list_codes,
)
from lexdesk.extract import read
from lexdesk.ingest.unread_pages import describe_pages, find_unread_pages
from lexdesk.law.versions import Times, decide_status_on
from lexdesk.library.library import Library
from lexdesk.query import parse
from lexdesk.system.lock import writer_lock
from lexdesk_gui import language, wording
from lexdesk_gui.engine_messages import render
from lexdesk_gui.error_messages import describe_failure, make_complaint
from lexdesk_gui.indexing.failed_files_model import FailedFilesModel, ReasonRole

DAYS = (None, datetime.date(2016, 5, 24), datetime.date(2018, 5, 25))


@pytest.fixture
def _german(qapp: QApplication) -> Iterator[None]:
    language.install(qapp, "de")
    yield
    language.install(qapp, "en")


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("leer.txt", b"", "Ist leer (0 Bytes); zu lesen gibt es nichts."),
        ("a.rar", b"Rar!\x1a\x07" + b"x" * 99, "Ist ein Archiv, was Lexdesk nicht liest; entpacken und den Inhalt hinzufügen."),
        ("from 2018 to 2020.txt", b"", "Ist leer (0 Bytes); zu lesen gibt es nichts."),
        ("b.pdf", b"none", "Heißt .pdf und ist kein PDF; neu herunterladen oder ausgeben."),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("_german")
def test_why_a_file_cannot_be_read(
    tmp_path: Path, name: str, content: bytes, expected: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(FileFailed) as error:
        read(tmp_path / name)
    assert wording.failure_reason(error.value.message) == expected


@pytest.mark.parametrize(
    ("pages", "shown"),
    [
        ((2,), "Seite 2 "),
        ((2, 5, 6, 7), "Seiten 2, 5-7 "),
        (tuple(range(1, 99, 2)), "Seiten 1, 3, "),
    ],
)
@pytest.mark.usefixtures("_german")
def test_unread_pages_are_named(pages: tuple[int, ...], shown: str) -> None:
    failure = describe_pages(find_unread_pages(Document("a", "a", damaged_pages=pages)))
    model = FailedFilesModel()
    model.put({"/b/a.pdf": failure})
    assert model.index(0, 0).data() == "a.pdf"
    text = model.index(0, 0).data(ReasonRole)
    assert text.startswith(shown)
    assert "die Datei ist dort beschädigt;" in text


@pytest.mark.usefixtures("_german")
def test_messages_inside_a_message_are_translated() -> None:
    hint = Message(PhraseCode.FOR_EXAMPLE, names="Article 70 (art_70)")
    lacking = Message(LawCode.PROVISION_MISSING_BUT, work="GDPR", eid="art_700", hint=hint)
    assert "there are" in lacking
    assert "there are" not in render(lacking)
    assert "Article 70 (art_70)" in render(lacking)


@pytest.mark.usefixtures("_german")
def test_a_name_in_the_middle_of_a_sentence_stays() -> None:
    failure = Message(FileCode.CRASHED, name="a to b.doc", reason="signal 11")
    assert wording.failure_reason(failure).startswith(
        "An a to b.doc stürzte das Lesen ab (signal 11)"
    )


@pytest.mark.usefixtures("_german")
def test_query_errors_are_translated() -> None:
    with pytest.raises(QueryError) as wrong:
        parse("(consent")
    assert make_complaint(wrong.value, "keyword").sentence == (
        "Die Klammer an Stelle 1 ist nicht geschlossen; am Ende eine ergänzen."
    )


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("date:2018-13-45", "date: an Stelle 1 hat kein Datum, das es gibt: den Monat 2018-13-45 gibt es nicht."),
        ("before:2018-02-30", "before: an Stelle 1 hat kein Datum, das es gibt: den Tag 2018-02-30 gibt es nicht."),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("_german")
def test_a_month_and_a_day_that_do_not_exist(query: str, expected: str) -> None:
    with pytest.raises(QueryError) as wrong:
        parse(query)
    assert make_complaint(wrong.value, "keyword").sentence == expected


@pytest.mark.parametrize("query", ["title: consent", "in-force: 2018", "w/5 consent"])
def test_quoted_input_keeps_its_case(qapp: QApplication, query: str) -> None:
    language.install(qapp, "en")
    with pytest.raises(QueryError) as wrong:
        parse(query)
    word = query.split(maxsplit=1)[0]
    assert make_complaint(wrong.value, "keyword").sentence.startswith(f"{word} at character 1 ")


@pytest.mark.usefixtures("_german")
def test_a_library_whose_folder_is_gone(own_gdpr: Path) -> None:
    with Library.open(own_gdpr) as library:
        moved = own_gdpr.rename(own_gdpr.with_name("moved"))
        with pytest.raises(LibraryError) as gone:
            library.workbook()
        moved.rename(own_gdpr)
    assert describe_failure(gone.value) == (
        "Die Bibliothek wurde verschoben oder entfernt; öffnen Sie sie am neuen Ort."
    )


@pytest.mark.usefixtures("_german")
@pytest.mark.parametrize("number", [errno.ENOENT, errno.EACCES, errno.EIO, errno.ESTALE])
def test_why_the_system_refuses_a_file(number: int) -> None:
    error = OSError(number, os.strerror(number), "a.txt")
    message = render(Message(FileCode.NOT_OPENED, name="a.txt", reason=error))
    assert message.startswith("a.txt lässt sich nicht öffnen (")
    assert os.strerror(number) not in message
    assert os.strerror(number) not in describe_failure(
        OSError(number, os.strerror(number), "a.txt")
    )


@pytest.mark.usefixtures("_german")
def test_missing_filter_values_are_reported(gdpr: Path) -> None:
    with Library.open(gdpr) as library, pytest.raises(QueryError) as wrong:
        library.search("consent lang:fr", mode="keyword")
    assert make_complaint(wrong.value, "keyword").sentence == (
        "In der Bibliothek gibt es kein Dokument in der Sprache fr; danach fragt lang: an Stelle 9"
        " (es gibt: en)."
    )


@pytest.mark.usefixtures("_german")
def test_who_writes_to_the_library(own_gdpr: Path) -> None:
    with (
        writer_lock(own_gdpr, "add"),
        pytest.raises(LibraryLocked) as locked,
        writer_lock(own_gdpr, "add"),
    ):
        pass
    carried = pickle.loads(pickle.dumps(locked.value))  # noqa: S301 - as between our processes
    assert carried.since is not None
    assert describe_failure(carried) == (
        f"Ein anderes Programm auf diesem Rechner schreibt seit {carried.since:%H:%M} in diese Bibliothek;"
        " warten Sie, bis es fertig ist, oder beenden Sie es."
    )
    carried.host, carried.since = "archive", datetime.datetime(2026, 3, 2, 9, 5).astimezone()
    assert " auf archive schreibt seit 2. März 2026 09:05 " in describe_failure(carried)


@pytest.mark.usefixtures("_german")
def test_examples_find_something_in_german_law(shared_data: Path, tmp_path: Path) -> None:
    folder = shared_data / "raw" / "gdpr-formex" / "original"
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add(
            [path for path in folder.rglob("*.xml") if "DE" in path.name], vectors=False
        )
        for query in wording.examples():
            assert library.search(query, mode="keyword").hits, query


@pytest.mark.usefixtures("_german")
def test_keys_are_named_as_in_the_menus(qapp: QApplication) -> None:
    assert language.format_keys(QKeySequence("Ctrl+K")) == "Strg+K"


@pytest.mark.usefixtures("_german")
def test_from_when_there_was_a_text(gdpr: Path) -> None:
    with Library.open(gdpr) as library, pytest.raises(NotFound) as missing:
        library.law.show("32016R0679", "art_7", as_of=datetime.date(2010, 3, 1))
    assert render(missing.value.message) == (
        "die Bibliothek hat für den 1. März 2010 keinen Text von Regulation (EU) 2016/679; sie hat einen ab 27. Apr. 2016"
    )


@pytest.mark.usefixtures("_german")
def test_from_when_a_provision_applies() -> None:
    since = Message(StatusCode.IN_FORCE, first=datetime.date(2024, 8, 1))
    applies = Message(StatusCode.APPLIES, first=datetime.date(2025, 2, 2))
    status = Message(
        StatusCode.STATED_BY_ARTICLE, status=join_list(since, applies), article="Article 113"
    )
    assert render(status) == (
        "in Kraft seit 1. Aug. 2024 (keine Aufhebung in der Bibliothek), gilt seit 2. Feb. 2025 nach Article 113"
    )


@pytest.mark.parametrize("day", [datetime.date(year, 5, 1) for year in (2015, 2017, 2020, 2024)])
@pytest.mark.parametrize("applies", DAYS)
@pytest.mark.parametrize("ends", [None, datetime.date(2022, 5, 1)])
@pytest.mark.parametrize("begins", DAYS)
@pytest.mark.usefixtures("_german")
def test_whether_a_work_is_law_on_a_day(
    begins: datetime.date | None,
    ends: datetime.date | None,
    applies: datetime.date | None,
    day: datetime.date,
) -> None:
    status = decide_status_on(Times(begins, ends, applies), day)
    sentence = (status and status.sentence) or ""
    message = render(sentence)
    assert not re.search("force|appl|since|from", message)
    assert len(re.findall(r"\d{4}", message)) == len(re.findall(r"\d{4}", sentence))


@pytest.mark.usefixtures("_german")
def test_the_law_on_a_day_that_it_does_not_apply_yet() -> None:
    status = decide_status_on(Times(DAYS[1], None, DAYS[2]), datetime.date(2018, 3, 15))
    assert status is not None
    assert status.sentence is not None
    assert render(status.sentence) == (
        "in Kraft seit 24. Mai 2016 (keine Aufhebung in der Bibliothek), gilt ab 25. Mai 2018"
    )


def _parameters(code: Code) -> dict[str, str | int]:
    """Return a number for each parameter printed as one, a text for the others."""
    specs = {name: spec for _, name, spec, _ in Formatter().parse(code.template) if name}
    return {
        name: 4_200 + at if specs[name] else f"Name{at}"
        for at, name in enumerate(sorted(code.fields))
    }


@pytest.mark.usefixtures("_german")
@pytest.mark.parametrize("code", list(list_codes()), ids=lambda code: code.id)
def test_german_translations_have_same_parameters(code: Code) -> None:
    message = Message(code, **_parameters(code))
    german = render(message)
    only_names = not re.sub(r"\{\w+\}|\W", "", code.template)
    assert only_names or german != message
    plain = german.replace("4.2", "42")  # a number with its separator
    for_commands = {
        NoteCode.CHANGES_ASKED: "place",
        NoteCode.EARLIER_WORDINGS: "place",
        LibraryCode.AWAY: "argument",
        LibraryCode.SHARE_NOT_NAMED: "argument",
    }
    named = {n: value for n, value in message.parameters.items() if n != for_commands.get(code)}
    assert all(str(value) in plain for value in named.values())


@pytest.mark.parametrize("spoken", ["de", "en"])
def test_notes_in_the_window_name_no_command(
    qapp: QApplication, spoken: Literal["de", "en"]
) -> None:
    language.install(qapp, spoken)
    shown = [render(Message(code, **_parameters(code))) for code in NoteCode]
    language.install(qapp, "en")
    assert len(shown) > 50
    assert not [note for note in shown if re.search(r"lexdesk \w|--\w", note)]


def test_english_is_the_template(qapp: QApplication) -> None:
    language.install(qapp, "en")
    message = Message(FileCode.EMPTY, name="a.txt")
    assert render(message) == message == "a.txt is empty (0 bytes); there is nothing to read."


def test_notices_name_languages_and_screens_in_place_of_codes_and_commands() -> None:
    later = Message(
        NoteCode.IN_OTHER_LANGUAGE, known="11 Jul 2024", begin="12 Jul 2024", language="fr"
    )
    assert render(later).endswith("French")
    with pytest.raises(QueryError) as error:
        parse("consent " * 2_000)
    assert "lexdesk" not in describe_failure(error.value)
    assert "Match" in describe_failure(error.value)
