"""Relaxed queries where nothing was found."""

import json

import pytest

from lexdesk.cli import run
from lexdesk.library.library import Library
from lexdesk.query import parse
from lexdesk.search.suggest.relaxation import RelaxedQuery, relax


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("consent", []),
        ("withdraw consent", []),
        ("consent after:2030", ["consent"]),
        ("consent kind:contract after:2030", ["after:2030 consent", "kind:contract consent"]),
        ("kind:contract after:2030", ["after:2030", "kind:contract"]),
        ("consent AND minor", ["minor", "consent"]),
        ("consent NOT minor", ["consent"]),
        ("consent AND kind:contract", ["consent"]),
        ('"withdraw consent"', ["withdraw AND consent"]),
        ('"§ 823"', []),
        ('title:"data protection"', []),
        ("consent w/5 minor", ["consent AND minor"]),
        ("consent not w/5 minor", ["consent"]),
        ("personal data /s minor", ['"personal data" AND minor']),
        ("consent w/5 minor after:2030", ["consent w/5 minor", "after:2030 (consent AND minor)"]),
        ("consent OR minor", []),
    ],
)
def test_relaxed_queries_drop_one_condition(query: str, expected: list[str]) -> None:
    assert list(map(str, relax(parse(query).root))) == expected


def test_search_without_hits_suggests_relaxed_queries(
    words_library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["search", "--mode", "keyword", "-L", str(words_library.path)]
    assert run([*command, "erasure after:2090"]) == 1
    total = words_library.search("erasure", mode="keyword").total
    output = capsys.readouterr().out.splitlines()
    assert output == [
        "nothing found for: after:2090 erasure",
        f"  try: erasure  ({total} passages)",
    ]
    assert run([*command, "xyzzy after:2090"]) == 1  # in vain either way
    assert capsys.readouterr().out == "nothing found for: after:2090 xyzzy\n"
    assert run([*command, "--json", "erasure after:2090"]) == 1
    assert json.loads(capsys.readouterr().out)["relaxed"] == [{"query": "erasure", "total": total}]
    assert run([*command, "--json", "erasure"]) == 0
    assert json.loads(capsys.readouterr().out)["relaxed"] == []


def test_search_suggests_relaxed_queries_on_request(words_library: Library) -> None:
    def relax(query: str, *, plain: bool = False) -> list[RelaxedQuery]:
        return words_library.search(query, mode="keyword", plain=plain, advise=True).relaxed

    assert [item.query for item in relax("erasure AND xyzzy")] == ["erasure"]
    assert relax("erasure") == relax("erasure xyzzy") == relax("xyzzy zyxxy", plain=True) == []
    assert words_library.search("erasure AND xyzzy", mode="keyword").relaxed == []
