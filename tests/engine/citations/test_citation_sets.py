"""Citations: labelled sets, hostile text, and the cite command."""

import importlib.util
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from benchmarks.citations import extraction, resolution
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.archives import zipped

from lexdesk import citations
from lexdesk.citations import Context, find
from lexdesk.cli import run
from lexdesk.extract.containers import contents

GDPR = Context("32016R0679", "art_20__para_3")
PIECES = (
    "Article 6", "(1)", " of Regulation (EU) 2016/679", "§ 823", " Abs. 1", " BGB", " and ", ", point (f)", "this Regulation",
    "Art. 6 Abs. 1 Buchst. f DSGVO", "C-311/18", "section 12 of the Data Protection Act 2018", "l’article 17", " ", "\n",
    "\N{NO-BREAK SPACE}", "‘", "’", "“", "(", "é", "𝔉",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
@settings(max_examples=150)
def test_citation_spans_match_text(text: str) -> None:
    for language in ("en", "de", "fr"):
        for citation in find(text, language, GDPR):
            assert text[citation.start : citation.end] == citation.text


HOSTILE = [
    "(", "Article 1(1)(1)(1)", "Article 1, ", "point (a) of ", "section 1 of ", "section 1 (aaaa ", "Act 1997 ",
    "Regulations (EU) No 1/2011, ", "amended: ‘", "Gesetz über die ", "subsection (1) of that section ", "“", "A",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_extraction_is_linear_in_hostile_text(piece: str) -> None:
    assert _seconds((piece * 100_000)[:100_000]) < 10  # 0.5 s alone; hours if a step were cubic


@pytest.mark.parametrize("text", ["(" * 1_000_000, "Article 1" + "(1)" * 330_000])
def test_megabyte_of_brackets_is_extracted_within_seconds(text: str) -> None:
    assert _seconds(text) < 30


def _seconds(text: str) -> float:
    start = time.perf_counter()
    find(text, "en", GDPR)
    return time.perf_counter() - start


def test_labelled_citations_are_found() -> None:
    tally = extraction.score()
    assert sum(tally.labelled.values()) > 500
    for kind in tally.labelled:
        if kind == "us" and importlib.util.find_spec("eyecite") is None:
            continue
        precision, recall, _, _ = tally.rates(kind)
        assert precision >= 0.98 and recall >= 0.95, (kind, precision, recall)


def test_labels_are_spans_of_their_passages() -> None:
    files = ("labelled.jsonl", "labelled-later.jsonl", "labelled-last.jsonl")
    for passage in extraction.passages(files):
        for label in passage["citations"]:
            assert passage["text"][label["start"] : label["end"]] == label["text"]
            assert label["kind"] in citations.KINDS


def test_citations_of_dev_queries_are_resolved(shared_data: Path) -> None:
    acts, right_acts, articles, right_articles, _ = resolution.measure(shared_data / "eu-citations")
    assert right_acts / acts >= 0.97
    assert right_articles / articles >= 0.93


def test_cite_prints_recognised_citations(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cite", "Art. 6(1)(f) GDPR", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["citations"]
    assert found["work"] == "32016R0679" and found["eids"] == ["art_6__para_1__point_f"]
    fields = set(citations.Citation.__struct_fields__)
    assert set(found) == fields | {"wording", "today"}
    assert run(["cite", "Article 4 of this Regulation", "--work", "32016R0679"]) == 0
    assert "32016R0679 art_4" in capsys.readouterr().out
    assert run(["cite", "nothing here"]) == 1
    assert run(["cite", "Artikel 17 DSGVO", "--language", "DE"]) == 0
    assert "32016R0679 art_17" in capsys.readouterr().out
    assert run(["cite", "Art. 17 GDPR", "--language", "xx"]) == 2
    assert "there is no language 'xx'" in capsys.readouterr().err


def test_cite_accepts_file(gdpr: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With its language and its meaning of ``this Regulation``; a file name was once read as a text without citations."""
    assert run(["cite", str(next(gdpr.glob("*.xml")))]) == 0
    assert "this Regulation  eu  32016R0679\n" in capsys.readouterr().out
    assert run(["cite", str(tmp_path / "none.pdf")]) == 2
    assert "none.pdf is missing" in capsys.readouterr().err


@pytest.mark.parametrize("language", ["nl", "tr", "ru", "zh"])
def test_german_citations_are_found_in_languages_without_grammar(language: str) -> None:
    found = find("Art. 6 Abs. 1 lit. f DSGVO, Art. 7 DSGVO; Art. 17 Abs. 2", language)
    assert ("32016R0679", ("art_6__para_1__point_f",)) in {(c.work, c.eids) for c in found}


@pytest.mark.parametrize(
    "printed", ["ΚΑΝΟΝΙΣΜΟΣ (ΕΕ) 2016/679", "Κανονισμός (ΕΕ) 2016/679", "κανονισμοσ (ΕΕ) 2016/679"]
)
def test_greek_act_name_in_capitals_is_found(printed: str) -> None:
    """Its last letter has two lower-case forms: a title in capitals made the parser fail."""
    assert [c.work for c in find(printed, "el")] == ["32016R0679"]


def test_file_is_read_in_a_worker(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hostile file may end its process, or take its memory; the command goes on."""

    def read_here(*_: object) -> None:
        pytest.fail("the file was opened in the process of the command")

    monkeypatch.setattr(contents, "read_leaves", read_here)
    (tmp_path / "letter.txt").write_text("Art. 6(1)(f) GDPR")
    assert run(["cite", str(tmp_path / "letter.txt")]) == 0
    assert "32016R0679" in capsys.readouterr().out
    (tmp_path / "letter.zip").write_bytes(zipped({"letter.txt": "Art. 6(1)(f) GDPR"}))
    assert run(["cite", str(tmp_path / "letter.zip")]) == 2
    assert "holds other files" in capsys.readouterr().err


_TOGETHER = """
import sys, threading
from lexdesk.citations import find

sys.setswitchinterval(1e-6)
failed = []


def ask(language, begin):
    begin.wait()
    try:
        list(find("§ 1295 ABGB, Art. 6 DSGVO, article 5 du code civil", language))
    except BaseException as error:
        failed.append(repr(error)[:80])


for language in ("de", "fr", "en"):
    begin = threading.Barrier(8)
    threads = [threading.Thread(target=ask, args=(language, begin)) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
sys.exit(failed[0] if failed else 0)
"""


@pytest.mark.slow
def test_first_questions_of_a_service_may_come_together() -> None:
    """Threads that build the patterns of a language at the same time find by the same ones."""
    done = subprocess.run(
        [sys.executable, "-c", _TOGETHER], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
