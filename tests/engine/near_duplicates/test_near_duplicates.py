"""Copies and drafts: detected by shared word sequences, folded in results, compared word by word."""

import json
import os
import re
import shutil
import tarfile
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.waiting import within

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.near_duplicates import folding
from lexdesk.text.minhash import LENGTH, compute_signature, decode_signature, estimate_similarity
from lexdesk.text.tokens import tokens

Captured = pytest.CaptureFixture[str]
CHAPTER = [f"art_{number}" for number in range(12, 24)]  # rights of the data subject


@pytest.fixture(scope="module")
def chapter(words_library_path: Path) -> str:
    """Articles 12 to 23 of the GDPR."""
    with Library.open(words_library_path) as library:
        shown = [library.law.show("32016R0679", eid) for eid in CHAPTER]
    return "\n\n".join(passage.text for passage in shown if passage)


@pytest.fixture(scope="module")
def _place(
    tmp_path_factory: pytest.TempPathFactory, chapter: str, words_library_path: Path
) -> Path:
    """The chapter as a draft, as a later draft, as a copy of that; and another article."""
    place = tmp_path_factory.mktemp("copies")
    later = chapter.replace("one month", "six weeks").replace("undue delay", "delay")
    with Library.open(words_library_path) as gdpr:
        other = gdpr.law.show("32016R0679", "art_83")
    assert other is not None
    (place / "files").mkdir()
    for number, (name, text) in enumerate(
        [("draft", chapter), ("later", later), ("copy", later), ("fines", other.text)]
    ):
        path = place / "files" / f"{name}.txt"
        path.write_text(text)
        os.utime(path, (1_500_000_000 + number, 1_500_000_000 + number))
    with Library.open(place / "own", create=True) as library:
        library.sources.add([place / "files"], vectors=False)
    return place


@pytest.fixture
def library(tmp_path: Path, _place: Path) -> Iterator[Library]:
    """A copy of the library of those files."""
    with Library.open(shutil.copytree(_place / "own", tmp_path / "own")) as library:
        yield library


@given(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=300), st.integers(0, 299))
def test_similarity_estimate_is_close(words: list[str], cut: int) -> None:
    def shingles(of: list[str]) -> set[tuple[str, ...]]:
        return {tuple(of[at : at + 5]) for at in range(max(1, len(of) - 4))}

    part = words[: max(1, cut % len(words))]
    one, other = shingles(words), shingles(part)
    truth = len(one & other) / len(one | other)
    found = estimate_similarity(
        decode_signature(compute_signature(" ".join(words))),
        decode_signature(compute_signature(" ".join(part))),
    )
    assert found == pytest.approx(truth, abs=5.5 * 0.5 / LENGTH**0.5)


def test_similarity_ignores_layout(chapter: str) -> None:
    assert compute_signature(chapter) == compute_signature(" ".join(chapter.upper().split()))
    assert len(compute_signature("")) == 4 * LENGTH


def test_signature_uses_bounded_memory(chapter: str) -> None:
    def peak(read: Callable[[str], object]) -> int:
        tracemalloc.start()
        read(text)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    text = 50 * chapter
    assert peak(compute_signature) < 1.5 * peak(tokens)


@pytest.mark.parametrize("at_once", [60, 300, 1_000_000])
def test_signature_depends_on_text_only(
    chapter: str, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = chapter[:20_000]
    whole = compute_signature(text), compute_signature("too few words"), compute_signature("")
    monkeypatch.setattr("lexdesk.text.minhash.BLOCK", at_once)
    assert (
        compute_signature(text),
        compute_signature("too few words"),
        compute_signature(""),
    ) == whole


@pytest.mark.slow
def test_copies_and_drafts_form_one_group(library: Library) -> None:
    (group,) = library.catalogue.duplicates()
    assert [Path(member.path).stem for member in group] == ["draft", "later", "copy"]
    assert [member.same for member in group] == [True, False, False]
    assert all(0.8 < member.alike < 1 for member in group[1:])
    (copies,) = library.catalogue.duplicates(alike=1.0)
    assert [Path(member.path).stem for member in copies] == ["later", "copy"]
    assert [member.same for member in copies] == [True, True]


def test_near_duplicate_passages_are_one_hit(library: Library) -> None:
    (hit,) = [
        hit
        for hit in library.search('"right to data portability" technically', mode="keyword").hits
        if "feasible" in hit.text
    ]
    assert hit.copies == 2
    fines = library.search("administrative fines", mode="keyword").hits
    assert {Path(hit.path or "").stem for hit in fines if hit.copies == 0} == {"fines"}


def test_version_in_two_formats_is_listed_once(shared_data: Path, tmp_path: Path) -> None:
    one_version = re.compile(r"32016r0679/2016-05-04/en\.(?:html|fmx4/.*\.xml)")
    with tarfile.open(shared_data / "raw" / "eu-formex.tar.gz") as archive:
        members = [entry for entry in archive if one_version.fullmatch(entry.name)]
        archive.extractall(tmp_path / "files", members, filter="data")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path / "files"], vectors=False)
        (hit,) = library.search("kind:regulation").hits
    assert (hit.work, hit.copies) == ("32016R0679", 1)


def test_versions_of_work_are_not_drafts(shared_data: Path, tmp_path: Path, gdpr: Path) -> None:
    consolidated = shared_data / "raw" / "gdpr-formex" / "consolidated" / "gdpr-consolidated-en.xml"
    with Library.open(tmp_path / "own", create=True) as library:
        library.sources.add([gdpr / "L_2016119EN.01000101.xml", consolidated], vectors=False)
        assert library.admin.status().works == 1
        assert library.catalogue.duplicates() == []


@pytest.mark.slow
def test_signature_is_loaded_once_per_document(
    _place: Path, tmp_path: Path, chapter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clause = "Section 9. Governing law\n\nThis agreement is governed by the law of Delaware."
    paragraphs = [part for part in chapter.split("\n") if len(part) > 200]
    folder = tmp_path / "contracts"
    folder.mkdir()
    for number, own in enumerate(paragraphs[:20]):
        (folder / f"{number}.txt").write_text(f"{own}\n\n{own[::-1]}\n\n{clause}\n")
    calls: list[int] = []
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([folder], vectors=False)
        signatures = library.store.texts.signatures

        def counting(ids: list[int]) -> dict[int, bytes]:
            calls.extend(ids)
            return signatures(ids)

        monkeypatch.setattr(library.store.texts, "signatures", counting)
        hits = library.search("governed Delaware", mode="keyword", top=20).hits
    assert len({hit.work for hit in hits}) == len(hits) > 10
    assert len(calls) == len(set(calls))


def test_duplicates_command(
    library: Library, _place: Path, tmp_path: Path, capsys: Captured
) -> None:
    place, files = str(library.path), _place / "files"
    assert run(["duplicates", "-L", place]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].endswith("draft.txt")
    assert "% similar" in out[1]
    old, new = str(files / "draft.txt"), str(files / "later.txt")
    assert run(["duplicates", "-L", place, old, new]) == 0
    output = capsys.readouterr().out
    assert "[-one month-]" in output.replace("[-one -][-month-]", "[-one month-]")
    assert run(["duplicates", "-L", place, old, new, "--json"]) == 0
    pieces = json.loads(capsys.readouterr().out)["pieces"]
    assert "".join(p["text"] for p in pieces if p["kind"] != "deleted").count("six weeks") > 0
    assert run(["duplicates", "-L", place, old]) == 2
    assert run(["duplicates", "-L", place, old, str(tmp_path / "none.txt")]) == 2
    assert "is not in the library; add it with" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("other", "is_near"),
    [
        ("a b c d e f g h i j", True),
        ("a b c d e f g h i x", True),
        ("a b c d e f g h y x", False),
        ("j i h g f e d c b a", False),
        ("a b c d e f g h i j k l m", False),
    ],
)
def test_nine_of_ten_words_in_order_are_near_duplicates(other: str, is_near: bool) -> None:
    assert folding.is_near_duplicate("a b c d e f g h i j", other) is is_near


def test_repeated_words_are_compared_at_once() -> None:
    """Two passages took 0.2 s, and a list of hundred hits thousands of such pairs."""
    one, other = (
        " ".join(f"{'x ' * 19}{name}{number}" for number in range(30)) for name in ("a", "b")
    )
    with within(3):
        assert all(folding.is_near_duplicate(one, other) for _ in range(100))
