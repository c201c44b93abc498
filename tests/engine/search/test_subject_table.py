"""Subjects found by how their words begin, in the folded text of a table."""

from __future__ import annotations

import pytest

from lexdesk.search.expansion.subject_table import SubjectTable, beginnings_of

_TABLE = """# 1	art_1	en	comment of the head
DE-stvo	para_23	de	Handy am Steuer;Mobiltelefon im Auto
DE-bgb	para_307	de	Fußball; der Straßenverkehr;Rückgabe
DE-bsig	para_8	de	IT-Sicherheit Betreiber
DE-x	para_1	it	diritto
DE-agg	para_1	fr	œuvre d'art;réponse de droit
DE-agg	para_2	pl	żądanie usunięcia
DE-agg	para_3	en	SCA;parallel import
"""


@pytest.mark.parametrize(
    ("word", "subjects"),
    [
        ("handys", ["Handy am Steuer"]),
        ("steuer", []),  # not its first word
        ("fussball", ["Fußball"]),
        ("strasse", ["der Straßenverkehr"]),  # a stop word states no matter
        ("ruckgabe", ["Rückgabe"]),
        ("oeuvre", ["œuvre d'art"]),
        ("zadanie", ["żądanie usunięcia"]),
        ("sca", ["SCA"]),
        ("scale", []),
        ("paragraph", ["parallel import"]),  # not the identifiers
        ("de", []),
        ("comment", []),
        ("bgb", []),
        ("it", ["IT-Sicherheit Betreiber"]),
    ],
)
def test_first_word_finds_its_subjects(word: str, subjects: list[str]) -> None:
    table = SubjectTable(_TABLE)
    found = {
        subject.words: subject
        for beginning in beginnings_of([word])
        for subject in table.beginning_with(beginning)
    }
    assert [*found] == subjects


def test_scripts_other_than_latin_are_found() -> None:
    (subject,) = SubjectTable("GR-1\tart_2\tel\tΚαταγγελία σύμβασης").beginning_with("κατα")
    assert (subject.work, subject.eid, subject.language) == ("GR-1", "art_2", "el")
    assert subject.words == "Καταγγελία σύμβασης"
