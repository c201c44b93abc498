"""Regression tests of all inputs found by fuzzing, shortened."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from lexdesk.document.model import Page
from lexdesk.errors import QueryCode, QueryError
from lexdesk.extract import read_source
from lexdesk.extract.containers import mail
from lexdesk.extract.parsers.docx import margins
from lexdesk.extract.parsers.pdf_bookmarks import find_headings
from lexdesk.law import application_days, jurisdiction, versions
from lexdesk.query import parse
from lexdesk.structure import Source
from tests.codes import raises_code
from tests.fuzz.checks import check_document
from tests.fuzz.seeds import FIXTURES
from tests.fuzz.targets import TARGETS

PATTERNS = " ".join(f"{letter}{other}*" for letter in "abcdefg" for other in "klmno")

QUERIES = [
    # Words side by side, one of them a pattern, were joined without a limit to their number.
    f"{PATTERNS} w/5 z",
    f'"{PATTERNS}"',
    "a w/5 b* " * 20,
    # Half a character, as which Python gives an argument that is no UTF-8.
    "consent \udcc2z",
    # A section sign alone, written before a number, became its section.
    "§ :2",
    "title:§. 2",
    "§§ :2",
    # The word not before a connector became part of it.
    "NOT s not\ufeff pre/4 a",
    "not. w/5 a",
]


@pytest.mark.parametrize("query", QUERIES)
def test_arbitrary_query_parses_or_is_rejected(query: str) -> None:
    assert TARGETS["query"].run(query.encode("utf-8", "surrogateescape")) in ("read", "refused")


def test_too_many_words_near_pattern_are_rejected_at_position() -> None:
    with raises_code(QueryError, QueryCode.TOO_MANY_PATTERNS, character="1") as error:
        parse(f"consent {PATTERNS} w/5 z")
    assert error.value.position == 0


def test_lone_surrogate_is_named_and_not_suggested() -> None:
    with raises_code(QueryError, QueryCode.CHARACTER_DAMAGED, character="5") as error:
        parse("data\udcc2 protection")
    assert error.value.suggestion == "data protection"


def version(**fields: Any) -> bytes:
    """A dated version of one article, with ``fields`` of its own or of the article."""
    article = {"anchor": "art_1", "type": "article", "num": "1", "path": [], "text_md": "Words."}
    record = {
        "schema": "lex-articles/1", "lex_id": "eu-eurlex:32016r0679:2016-05-04", "language": "en",
        "provisions": [article | {k: v for k, v in fields.items() if k in article}],
    }  # fmt: skip
    return json.dumps(record | {k: v for k, v in fields.items() if k not in article}).encode()


VERSIONS = [
    version(title=["GDPR"]),
    version(num=1),
    version(type={}),
    version(path=3),
    version(valid_from=20160504),
    version(valid_to=[]),
    version(text_md="\ud800"),
    version(language="\ud800"),
    version(lex_id="eu-eurlex:\ud800:2016-05-04"),
    version()[:-1] + b', "x": ' + b"[" * 5000 + b"]" * 5000 + b"}",
]


@pytest.mark.parametrize("content", VERSIONS)
def test_version_of_wrong_type_is_rejected(content: bytes) -> None:
    assert TARGETS["lex-articles"].run(version()) == "with provisions"
    assert TARGETS["lex-articles"].run(content) == "refused"


PARAGRAPH = b"<PARAG><NO.PARAG>1.</NO.PARAG><ALINEA><P>Words.</P></ALINEA>%s</PARAG>"
ANNEX = b"<CONS.ANNEX><TITLE><TI><P>ANNEX I</P></TI></TITLE><CONTENTS>%s</CONTENTS></CONS.ANNEX>"
POINT = b"<NP><NO.P>(a)</NO.P><TXT>Words.%s</TXT></NP>"
ARTICLE = b"<ARTICLE IDENTIFIER='001'><TI.ART>Article 1</TI.ART>%s</ARTICLE>"


@pytest.mark.parametrize(
    "body",
    [ARTICLE % PARAGRAPH % ARTICLE % PARAGRAPH % b"", ANNEX % POINT % ANNEX % POINT % b""],
    ids=["article in a paragraph", "annex in a point"],
)
def test_self_nested_formex_is_read(body: bytes) -> None:
    """A nested paragraph discarded the steps to the outer one, which were then missing."""
    file = b"<ACT><ENACTING.TERMS>%s</ENACTING.TERMS></ACT>" % body
    assert TARGETS["formex"].run(file) == "with provisions"


def test_row_of_numbers_is_no_deep_nesting() -> None:
    act = (FIXTURES / "IE-1981-act-35.md").read_bytes()
    document = read_source(Source(Path("act.md"), act + b"(I) " * 2000))
    check_document(document)
    assert max(p.eid.count("__") for p in document.provisions) == 8


@pytest.mark.parametrize(
    ("depth", "outcome"), [(90, "with provisions"), (110, "without provisions")]
)
def test_unbounded_structure_is_plain_text(depth: int, outcome: str) -> None:
    file = (FIXTURES / "gdpr-article-17.akn.xml").read_text("utf-8")
    points = (
        "<point><num>(a)</num>" * depth + "<content><p>Words.</p></content>" + "</point>" * depth
    )
    assert (
        TARGETS["akoma-ntoso"].run(file.replace("</article>", f"{points}</article>").encode())
        == outcome
    )


def test_decomposed_text_is_searched_for_citations() -> None:
    text = "re\u0301sume\u0301 of Article 6(1) of Regulation (EU) 2016/679".encode()
    assert TARGETS["citations"].run(text) == "citations"


@pytest.mark.parametrize(
    ("name", "numbered"),
    [
        ("act.txt", "Article {}\n\nThe controller shall erase personal data.\n"),
        (
            "act.xml",
            f"<ACT><ENACTING.TERMS>{(ARTICLE % PARAGRAPH % POINT % b'').decode()}</ENACTING.TERMS></ACT>".replace(
                "(a)", "{}."
            ),
        ),
    ],
)
def test_number_of_5000_digits_is_read(name: str, numbered: str) -> None:
    """``int`` rejects over 4,300 digits."""
    check_document(read_source(Source(Path(name), numbered.format("9" * 5_000).encode())))


PATTERNS_OF_LONG_TEXTS = {
    mail._PARAMETER: "<param>a",
    margins._PAGE_NUMBER: " ",
    application_days._EXCEPT: ", ",
    versions._OWN_NUMBER: " ",
    jurisdiction._STATED: " ",
}
"""Patterns whose time grew with the square of a hostile text, and its pieces."""


@pytest.mark.parametrize("pattern", PATTERNS_OF_LONG_TEXTS)
def test_pattern_takes_linear_time(pattern: re.Pattern[str]) -> None:
    text = PATTERNS_OF_LONG_TEXTS[pattern] * 50_000 + "?"
    search = pattern.match if pattern is versions._OWN_NUMBER else pattern.search
    began = time.process_time()
    assert search(text) is None
    assert time.process_time() - began < 3  # 0.1 s; minutes before


def test_bookmarks_of_many_words_search_few_characters() -> None:
    """Each line of a page began the title of each bookmark, and all but its last word."""
    text = "a\n" * 100_000
    title = "a " * 499 + "b"
    began = time.process_time()
    assert find_headings(text, [Page(1, 0, len(text))], [(1, title, 0), (1, "x", 0)] * 40) == []
    assert time.process_time() - began < 15  # 3 s; 60 s before
