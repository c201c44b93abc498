"""Explanations of a query, for readers and as JSON."""

import json

import pytest

from lexdesk.cli import run
from lexdesk.library.library import Library
from lexdesk.query import parse
from lexdesk.search.results.query_explanation import Explanation, explain


def explained(query: str) -> Explanation:
    return explain(parse(query), "keyword", ["en"])


@pytest.mark.parametrize(
    ("query", "lines"),
    [
        ("consent", ["the word consent in any of its forms"]),
        ("Kündigung;", ["the word kündigung in any of its forms"]),
        (
            "withdraw the consent",
            [
                "not ranked by, since they say little: the",
                "rank by these words, passages with all of them first:",
                "  the word withdraw in any of its forms",
                "  the word consent in any of its forms",
            ],
        ),
        (
            "personal data w/5 (erase OR delet!) NOT child",
            [
                "all of these hold:",
                "  both within 5 words of each other, in either order:",
                '    these words side by side: "personal data"',
                "    any of these:",
                "      the word erase",
                "      words that begin with delet",
                "  and none of these:",
                "    the word child in any of its forms",
            ],
        ),
        (
            "a +1 b /s c~1",
            [
                "both in the same sentence, in either order:",
                "  both within 1 word of each other, in this order:",
                "    the word a",
                "    the word b",
                "  words at most 1 letter from c",
            ],
        ),
        (
            "a not w/3 wom?n",
            [
                "the first of these, somewhere without the second within 3 words, in either order:",
                "  the word a",
                "  words like wom?n, where ? is one letter",
            ],
        ),
        (
            'title:"data act" date:2016..2018-05 kind:statute cites:GDPR in-force:2020-01-01',
            [
                "all of these hold:",
                '  in the title: these words side by side: title:"data act"',
                "  in texts that became valid from 2016-01-01 up to 2018-05-31",
                "  in documents of the kind statute",
                "  in passages that cite GDPR",
                "  in works in force on 2020-01-01",
            ],
        ),
    ],
)
def test_query_is_explained_in_words(query: str, lines: list[str]) -> None:
    result = list(explained(query).lines())
    assert result[:2] == [f"read as: {parse(query)}", "search: keyword only"]
    assert result[2:] == lines


def test_list_is_labelled_as_list() -> None:
    result = explained("kind:statute before:2016")
    assert result.lists
    assert "list: the latest first" in result.lines()


def test_explain_command_marks_error_position(
    words_library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    library = ["-L", str(words_library.path)]
    assert run(["search", *library, "--explain", "consent", "/s", "child"]) == 0
    assert "both in the same sentence, in either order:" in capsys.readouterr().out
    assert run(["search", *library, "--explain", "--json", "consent kind:regulation"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["parsed"] == "kind:regulation consent"
    assert output["filters"] == ["kind:regulation"]
    assert [part["kind"] for part in output["parse"]["parts"]] == ["filter", "rank"]
    assert run(["search", *library, "--explain", "consent kind:contrat"]) == 2
    assert ">>>kind:contrat<<<" in capsys.readouterr().err
    for option in (["--as-of", "2018-05-24"], ["--rerank"]):
        assert run(["search", *library, "--explain", *option, "consent"]) == 2
        assert f"{option[0]} has no effect; leave one out" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Art. 17 GDPR erasure", "Article 17 Regulation (EU) 2016/679"),
        ("Art. 17 GDPR", "Article 17 Regulation (EU) 2016/679"),
        ("erasure", ""),
    ],
)
def test_cited_top_hit_is_explained(query: str, first: str, words_library: Library) -> None:
    result = words_library.search.explain(query)
    assert result.as_dict()["cites"] == [first] * bool(first)
    line = f"first, since the query cites it: {first}"
    assert (line in result.lines()) == bool(first)


def test_search_without_vectors_is_labelled_keyword_search(words_library: Library) -> None:
    assert "search: keyword only" in words_library.search.explain("consent").lines()
    assert words_library.search.explain("consent", mode="semantic").mode == "semantic"


def test_query_without_semantic_text_is_labelled_keyword_search(full_library: Library) -> None:
    assert "search: keyword and semantic" in full_library.search.explain("consent").lines()
    full_library.store.set_setting("model", {"name": "other", "fingerprint": "0" * 16})
    assert full_library.search.explain("consent").mode == "keyword"
