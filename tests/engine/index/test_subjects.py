"""Subjects of a provision rank its passages, and match no condition."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from lexdesk.index.indexes import OLD_SUBJECTS
from lexdesk.index.lexical import subjects
from lexdesk.index.lexical.fulltext import FullText
from lexdesk.index.lexical.schema import Entry
from lexdesk.index.lexical.subjects import find_subjects
from lexdesk.library.library import Library


def test_subjects_of_a_provision_are_those_of_its_parts() -> None:
    article = find_subjects("32016R0679", "art_7")
    assert article and article == find_subjects("32016R0679", "art_7__para_3")
    assert article != find_subjects("32016R0679", "art_70")
    assert not find_subjects("32016R0679", "art_333")
    assert not find_subjects("unknown", "art_7")


def test_national_law_has_subjects_in_its_own_language() -> None:
    assert "theft" not in find_subjects("DE-stgb", "para_242").split()


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("someone hacked us, must we report", "art_33"),
        ("parents must agree for a teenager", "art_8"),
    ],
)
def test_question_in_other_words_finds_the_provision(
    query: str, first: str, words_library: Library
) -> None:
    hits = words_library.search(query, mode="keyword", top=5).hits
    assert any((hit.eid or "").startswith(first) for hit in hits), [hit.eid for hit in hits]


def test_conditions_match_the_text_alone(words_library: Library) -> None:
    assert words_library.search("teenager", mode="keyword").total
    assert not words_library.search("teenager AND consent", mode="keyword").total
    assert not words_library.search('"teenager"', mode="keyword").total
    counted = words_library.search("(teenager) AND kind:regulation", mode="keyword").total
    assert counted == words_library.search("teenager", mode="keyword").total


def test_index_tells_which_words_the_subjects_have(tmp_path: Path) -> None:
    fulltext = FullText(tmp_path / "words")
    of_theft = find_subjects("DE-stgb", "para_242")
    fulltext.put([Entry(1, 1, "StGB", "Wer eine fremde bewegliche Sache", "de", subjects=of_theft)])
    fulltext.put([Entry(2, 1, "StGB", "Ladendiebstahl", "de")])
    fulltext.commit(1)
    assert fulltext.has_subject(1, "Ladendiebstahls", ["en", "de"])
    assert not fulltext.has_subject(2, "Ladendiebstahl", ["en", "de"])
    assert not fulltext.has_subject(1, "fremde", ["en", "de"])


def test_addition_renews_the_subjects_of_another_version(
    words_library_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = "32016R0679\tart_17\ten\tteenager zebra\n"
    (tmp_path / "subjects.tsv").write_text(row, encoding="utf-8")
    (tmp_path / "note.txt").write_text("A note about teenagers.\n", encoding="utf-8")
    shutil.copytree(words_library_path, tmp_path / "library")
    with Library.open(tmp_path / "library") as library:
        assert not library.admin.status().old_subjects
        assert not library.search("zebra", mode="keyword").total
        monkeypatch.setattr(subjects, "SUBJECTS", tmp_path / "subjects.tsv")
        for cached in (subjects.compute_checksums, subjects.group_by_work):
            cached.cache_clear()
        try:
            assert library.admin.status().old_subjects
            assert not library.admin.check()
            assert OLD_SUBJECTS in library.admin.notices
            before = library.admin.status().passages
            library.sources.add([tmp_path / "note.txt"], vectors=False)
            assert library.search("zebra", mode="keyword").hits[0].eid == "art_17__para_1"
            assert not library.admin.status().old_subjects
            assert library.admin.status().passages == before + 1
            assert not library.admin.check()
        finally:
            for cached in (subjects.compute_checksums, subjects.group_by_work):
                cached.cache_clear()


def test_index_of_an_earlier_program_has_old_subjects(words_library: Library) -> None:
    held = words_library.path / "words" / "held.json"
    known = json.loads(held.read_bytes())
    stated = f"{known['format']} {known['change']}"
    sha256 = hashlib.sha256(stated.encode()).hexdigest()
    held.write_text(
        json.dumps({"format": known["format"], "change": known["change"], "sha256": sha256})
    )
    assert words_library.search("teenager", mode="keyword").total
    assert words_library.admin.status().old_subjects
    words_library.indexes.rebuild_lexical(lambda done: None)
    assert not words_library.admin.status().old_subjects
