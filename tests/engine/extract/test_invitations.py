"""Invitations in mail, and text of pages for screen readers alone."""

from pathlib import Path

import pytest

from lexdesk.document.model import Document
from lexdesk.extract import read

INVITATION = """\
From: Court <registry@court.example>
Subject: Hearing
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain; charset=utf-8

Please attend.
--b
Content-Type: text/calendar; method=REQUEST; charset=utf-8

BEGIN:VCALENDAR
METHOD:CANCEL
BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:STANDARD
DTSTART:16010101T030000
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:7
DTSTART;TZID=Europe/Berlin:20260509T090000
DTEND:20260509T100000Z
SUMMARY;LANGUAGE=de:Mündliche Verhandlung
LOCATION:Saal 12\\, Landgericht Köln
ATTENDEE;ROLE=REQ-PARTICIPANT;CN="Roe, Jane":mailto:jane@roe.example
DESCRIPTION:Bitte Vollmacht
  mitbringen.\\nZutritt durch Tor B.
END:VEVENT
END:VCALENDAR
--b--
"""
PAGE = """\
<html><body><p>(1) <span class="note sr-only">Absatz eins</span>Eintragungen sind zulässig, soweit
<span aria-hidden="true">§ 2 Z 4</span><span class="visually-hidden">Paragraph 2, Ziffer 4,</span> gilt.</p></body></html>
"""


def read_text(path: Path, content: str) -> str:
    path.write_text(content, encoding="utf-8")
    document = read(path)
    assert isinstance(document, Document)
    return document.text


@pytest.mark.parametrize("name", ["hearing.eml", "hearing.ics"])
def test_invitation_states_what_when_and_where(tmp_path: Path, name: str) -> None:
    calendar = INVITATION[INVITATION.index("BEGIN") : INVITATION.rindex("--b")]
    text = read_text(tmp_path / name, calendar if name.endswith("ics") else INVITATION)
    for line in (
        "Summary: Mündliche Verhandlung",
        "Start: 2026-05-09 09:00",
        "End: 2026-05-09 10:00 UTC",
        "Location: Saal 12, Landgericht Köln",
        "Attendee: Roe, Jane mailto:jane@roe.example",
        "Description: Bitte Vollmacht mitbringen.\nZutritt durch Tor B.",
    ):
        assert line in text
    assert "Status: CANCELLED" in text
    assert "UID" not in text
    assert "1601" not in text


def test_text_for_screen_readers_is_left_out(tmp_path: Path) -> None:
    text = read_text(tmp_path / "page.html", PAGE)
    assert "Eintragungen sind zulässig, soweit § 2 Z 4 gilt." in " ".join(text.split())
    assert "Absatz eins" not in text
