"""The query language: tables of queries and their trees, and of mistakes."""

import itertools
import time
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lexdesk.errors import QueryError
from lexdesk.query import (
    And,
    Filter,
    Fuzzy,
    Near,
    Or,
    Prefix,
    Query,
    Rank,
    Term,
    Wild,
    parse,
    plain,
)


def near(*parts: Any, **options: Any) -> Near:
    return Near(*parts, **options)


def words(*texts: str) -> tuple[Term, ...]:
    return tuple(Term(tuple(text.split())) for text in texts)


@pytest.mark.parametrize(
    ("text", "root"),
    [
        ("withdraw consent", Rank(words("withdraw", "consent"))),
        ('"withdraw consent"', Term(("withdraw", "consent"), quoted=True)),
        ("“withdraw consent”", Term(("withdraw", "consent"), quoted=True)),
        ("„Einwilligung widerrufen“", Term(("einwilligung", "widerrufen"), quoted=True)),
        ("« données personnelles »", Term(("donnees", "personnelles"), quoted=True)),
        ("»Einwilligung widerrufen«", Term(("einwilligung", "widerrufen"), quoted=True)),
        ("”god tro”", Term(("god", "tro"), quoted=True)),
        ("«a b» w/5 c", near(Term(("a", "b"), quoted=True), *words("c"), 5)),
        ("c w/5«a b»", near(*words("c"), Term(("a", "b"), quoted=True), 5)),
        ("work:«Data Act»", Filter("work", "Data Act")),
        ("Law » Data » Rights", Rank(words("law", "data", "rights"))),
        ("a” b", Rank(words("a", "b"))),
        (
            '"informed consent" child',
            Rank(words("child"), (Term(("informed", "consent"), quoted=True),)),
        ),
        ("a b AND c", And((Rank(words("a", "b")), Rank(words("c"))))),
        ("a OR b AND c", Or((Rank(words("a")), And((Rank(words("b")), Rank(words("c"))))))),
        ("a NOT b", And((Rank(words("a")),), words("b"))),
        ("data NOT personal consent", And((Rank(words("data", "consent")),), words("personal"))),
        (
            "consent AND (child OR minor)",
            And((Rank(words("consent")), Or((Rank(words("child")), Rank(words("minor")))))),
        ),
        ("WIDERRUF UND KÜNDIGUNG", And((Rank(words("widerruf")), Rank(words("kundigung"))))),
        ("Miete ODER Pacht", Or((Rank(words("miete")), Rank(words("pacht"))))),
        ("Miete NICHT Pacht", And((Rank(words("miete")),), words("pacht"))),
        ("Miete NICHT w/5 Pacht", near(*words("miete", "pacht"), 5, negated=True)),
        ("nicht /s haften", near(*words("nicht", "haften"), "sentence")),
        (
            "(Miete ODER Pacht*) w/5 Frist",
            near(Or((*words("miete"), Prefix("pacht"))), *words("frist"), 5),
        ),
        ('"Rechte UND Pflichten"', Term(("rechte", "und", "pflichten"), quoted=True)),
        ("Rechte und Pflichten", Rank(words("rechte", "und", "pflichten"))),
        ("AG FRANKFURT (ODER)", Rank(words("ag", "frankfurt", "oder"))),
        ("title:directive", Term(("directive",), "title")),
        (
            'title:"data protection" x',
            Rank(words("x"), (Term(("data", "protection"), "title", quoted=True),)),
        ),
        ("supervis*", Rank((Prefix("supervis"),))),
        ("title:supervis*", Prefix("supervis", "title")),
        ("6(1)(f)", Rank(words("6 1 f"))),
        ("Article 6(1)(f) GDPR", Rank(words("article", "6 1 f", "gdpr"))),
        ("(6(1)(f))", Rank(words("6 1 f"))),
        ("C-311/18", Rank(words("c 311 18"))),
        ("§ 823 BGB", Rank(words("sectionsign 823", "bgb"))),
        ("ECLI:EU:C:2020:559", Rank(words("ecli eu c 2020 559"))),
        ("What is consent?", Rank(words("what", "is", "consent"))),
        ("Re: consent", Rank(words("re", "consent"))),
        ("个人信息", Rank(words("个 人 信 息"))),
        (
            "第一二三四五六七八九十条规",
            Rank(words(*map(" ".join, itertools.pairwise("第一二三四五六七八九十条规")))),
        ),
        ("and or not", Rank(words("and", "or", "not"))),
        ("RÉSUMÉ", Rank(words("resume"))),
        ("supervis!", Rank((Prefix("supervis"),))),
        ("Organi?ation", Rank((Wild("organi?ation"),))),
        ("wom?n*", Rank((Wild("wom?n*"),))),
        ("supervison~", Rank((Fuzzy("supervison", 1),))),
        ("supervison~2 a", Rank((Fuzzy("supervison", 2), *words("a")))),
        ("title:supervison~", Fuzzy("supervison", 1, "title")),
        ("a w/5 b", near(*words("a", "b"), 5)),
        ("a /5 b", near(*words("a", "b"), 5)),
        ("a W/5 b", near(*words("a", "b"), 5)),
        ("a +5 b", near(*words("a", "b"), 5, ordered=True)),
        ("a pre/5 b", near(*words("a", "b"), 5, ordered=True)),
        ("a /s b", near(*words("a", "b"), "sentence")),
        ("a w/p b", near(*words("a", "b"), "paragraph")),
        ("a +s b", near(*words("a", "b"), "sentence", ordered=True)),
        ("a not w/5 b", near(*words("a", "b"), 5, negated=True)),
        ("a NOT W/5 b", near(*words("a", "b"), 5, negated=True)),
        (
            "personal data w/5 erasure",
            near(Term(("personal", "data"), quoted=True), *words("erasure"), 5),
        ),
        (
            "(erase OR delet!) w/5 (personal data)",
            near(
                Or((*words("erase"), Prefix("delet"))), Term(("personal", "data"), quoted=True), 5
            ),
        ),
        (
            "a w/5 b /s c w/3 d",
            near(near(*words("a", "b"), 5), near(*words("c", "d"), 3), "sentence"),
        ),
        ("a /p b /s c", near(*words("a"), near(*words("b", "c"), "sentence"), "paragraph")),
        ("a w/5 b w/3 c", near(near(*words("a", "b"), 5), *words("c"), 3)),
        ("a w/5 (b w/3 c)", near(*words("a"), near(*words("b", "c"), 3), 5)),
        ("non-compet!", near(Term(("non",)), Prefix("compet"), 1, ordered=True)),
        (
            "non-solicit* w/5 employee!",
            near(near(Term(("non",)), Prefix("solicit"), 1, ordered=True), Prefix("employee"), 5),
        ),
        ('"non-compet*"', near(Term(("non",)), Prefix("compet"), 1, ordered=True)),
        ("supervis* authorit*", Rank((Prefix("supervis"), Prefix("authorit")))),
        ('"supervis* authorit*"', near(Prefix("supervis"), Prefix("authorit"), 1, ordered=True)),
        ('"b*g! what?"', Term(("b", "g", "what"), quoted=True)),
        ("a w/5 b c", near(*words("a"), Term(("b", "c"), quoted=True), 5)),
        ("(a w/5 b) c", Rank(words("c"), (near(*words("a", "b"), 5),))),
        ("c OR a w/5 b", Or((Rank(words("c")), near(*words("a", "b"), 5)))),
        ("x NOT a w/5 b", And((Rank(words("x")),), (near(*words("a", "b"), 5),))),
        ("x NOT y a w/5 b", And((Rank(words("x"), (near(*words("a", "b"), 5),)),), words("y"))),
        (
            "a w/5 kind:contract b",
            Rank((), (Filter("kind", "contract"), near(*words("a", "b"), 5))),
        ),
        ("24/7 /etc +b", Rank(words("24 7", "etc", "b"))),
        ("kind:Contract", Filter("kind", "contract")),
        ('work:"Data Act"', Filter("work", "Data Act")),
        ("work:32016R0679R(02)", Filter("work", "32016R0679R(02)")),
        ("(kind:lease)", Filter("kind", "lease")),
        ("folder:/srv/law", Filter("folder", "/srv/law")),
        ("x OR kind:contract", Or((Rank(words("x")), Filter("kind", "contract")))),
        ("x NOT kind:contract", And((Rank(words("x")),), (Filter("kind", "contract"),))),
        ("cites:32016R0679/art_17", Filter("cites", "32016R0679/art_17")),
        ("date:2016", Filter("date", "2016", "2016-01-01", "2016-12-31")),
        ("date:2016..2018-02", Filter("date", "2016..2018-02", "2016-01-01", "2018-02-28")),
        (
            "date:2016-05-04..2016-05-04",
            Filter("date", "2016-05-04..2016-05-04", "2016-05-04", "2016-05-04"),
        ),
        ("date:2016..", Filter("date", "2016..", "2016-01-01", "")),
        ("date:..2018-05-25", Filter("date", "..2018-05-25", "", "2018-05-25")),
        ("before:2018-05-25", Filter("before", "2018-05-25", "", "2018-05-24")),
        ("after:2016", Filter("after", "2016", "2017-01-01", "")),
        ("in-force:2020-01-01", Filter("in-force", "2020-01-01", "2020-01-01", "2020-01-01")),
        ("Date: 5 May", Rank(words("date", "5", "may"))),
        ("Art. 6 Abs. 1 lit. a) DSGVO", Rank(words("art", "6", "abs", "1", "lit", "a", "dsgvo"))),
        ("paragraphe 1, point f), RGPD", Rank(words("paragraphe", "1", "point", "f", "rgpd"))),
        ("artículo 6.1.f) RGPD", Rank(words("articulo", "6 1 f", "rgpd"))),
        ("ECLI:EU:C:2020:559", Rank(words("ecli eu c 2020 559"))),
        ("ecli:eu:c:2020:559", Rank(words("ecli eu c 2020 559"))),
        ("1) first ii) second", Rank(words("1", "first", "ii", "second"))),
        ("(Nr. 5 aa) EStG) Steuer", Rank(words("nr", "5", "aa", "estg", "steuer"))),
        ("x AND (a OR b)", And((Rank(words("x")), Or((Rank(words("a")), Rank(words("b"))))))),
        ("(x AND a) OR c)", Or((And((Rank(words("x")), Rank(words("a")))), Rank(words("c"))))),
    ],
)
def test_reading(text: str, root: object) -> None:
    assert parse(text).root == root


@pytest.mark.parametrize(
    ("text", "position", "length", "suggestion", "says"),
    [
        ("", 0, 1, "", "contains no word"),
        ("?!", 0, 2, "", "contains no word"),
        ("a AND", 2, 3, "a", "nothing on one side"),
        ("OR a", 0, 2, "a", "nothing on one side"),
        ("a OR OR b", 2, 2, "a OR b", "nothing on one side"),
        ("a UND", 2, 3, "a", "^UND at character 3 has nothing on one side"),
        ("a NOT", 2, 3, "a", "nothing after it"),
        ("a NICHT", 2, 5, "a", "^NICHT at character 3 has nothing after it"),
        ("(a UND b) w/5 c", 3, 3, "(a b) w/5 c", "^UND at character 4 stands in brackets"),
        ("NOT a", 0, 3, "a", "only excludes words"),
        ("(a", 0, 1, "(a)", "not closed"),
        ("consent)", 7, 1, "consent", "no opening one"),
        (")", 0, 1, "", "no opening one"),
        ("(a OR", 3, 2, "(a)", "nothing on one side"),
        ("***", 0, 1, "", "inside a word"),
        ("() a", 0, 2, "a", "hold nothing"),
        ('say "withdraw', 4, 9, 'say "withdraw"', "not closed"),
        ('"" a', 0, 2, "a", "hold no word"),
        ("say «withdraw", 4, 9, 'say «withdraw"', "not closed"),
        ("b*g", 1, 1, "bg", "inside a word"),
        ("* a", 0, 1, "", "beginning of one word"),
        ("kynd:contract", 0, 5, "kind:contract", "unknown field kynd"),
        ("xyz:contract", 0, 4, "", "known: title:, kind:"),
        ("Gericht: BGH", 0, 9, "authority:BGH", "unknown field Gericht"),
        ("Normen:BGB", 0, 7, "cites:BGB", "unknown field Normen"),
        ("(a AND (b OR c", 7, 1, "(a AND (b OR c))", "not closed"),
        ("SYN,DI(negligence)", 0, 6, "", "another system"),
        ("plural(tax) a", 0, 6, "", "another system"),
        ("a kind: contract", 2, 5, "a kind:contract", "right after it"),
        ("kind:) a", 0, 5, "", "needs a value"),
        ("a w/0 b", 2, 3, "a w/5 b", "how near"),
        ("a w/x b", 2, 3, "a w/5 b", "how near"),
        ("a w/ b", 2, 2, "a w/5 b", "how near"),
        ("a /0 b", 2, 2, "a /5 b", "how near"),
        ("a /x b", 2, 2, "a /5 b", "how near"),
        ("a pre/5000 b", 2, 8, "a pre/1000 b", "how near"),
        ("a not w/q b", 6, 3, "a not w/5 b", "how near"),
        ("a w/5", 2, 3, "a", "nothing on one side"),
        ("w/5 a", 0, 3, "a", "nothing on one side"),
        ("a w/5 /s b", 2, 3, "a /s b", "nothing on one side"),
        ("(a AND b) w/5 c", 3, 3, "(a b) w/5 c", "beside a connector"),
        ("(kind:x a) w/5 c", 1, 6, "( a) w/5 c", "cannot be near"),
        ("before:2018-02-30", 0, 17, "before:2018-02-28", "no day 2018-02-30"),
        ("a after:2018-13", 2, 13, "a after:2018-12", "no month 2018-13"),
        ("date:2018..2016", 0, 15, "date:2016..2018", "ends before it begins"),
        ("date:2016..2018-02-30", 0, 21, "date:2016..2018-02-28", "no day"),
        ("date:..", 0, 7, "date:2016..2018", "neither"),
        ("date:May", 0, 8, "", "not a date of the form"),
        ("date:25.5.2018", 0, 14, "date:2018-05-25", "not a date of the form"),
        ("date:31.6.2018", 0, 14, "date:2018-06-30", "not a date of the form"),
        ("date:0.0.0000", 0, 13, "", "not a date of the form"),
        ("date:1.1.2016..", 0, 15, "date:2016-01-01..", "not a date of the form"),
        ("before:30.02.2018", 0, 17, "before:2018-02-28", "not a date of the form"),
        ("date:25/05/2018", 0, 15, "", "not a date of the form"),
        ("before:0000", 0, 11, "", "no year"),
        ("in-force:2018", 0, 13, "in-force:2018-01-01", "not a single day"),
        ("a~3", 1, 2, "a~2", "~1 or ~2"),
        ("a-b~1", 3, 1, "", "one whole word"),
        ("a?b-c", 1, 1, "ab-c", "one letter"),
        ("(" * 41 + "ab" + ")" * 41, 40, 1, "(" * 40 + "ab" + ")" * 40, "one too many"),
        ("a" + " w/5 a" * 31, 182, 3, "a" + " w/5 a" * 30 + " a", "one too many"),
        ("title:(a b)", 0, 6, "(a b)", "right after it"),
    ],
)
def test_mistakes_are_pointed_at(
    text: str, position: int, length: int, suggestion: str, says: str
) -> None:
    with pytest.raises(QueryError, match=says) as caught:
        parse(text)
    assert (caught.value.position, caught.value.length, caught.value.suggestion) == (
        position,
        length,
        suggestion,
    )


def test_semantic_text_omits_operators_and_exclusions() -> None:
    assert parse("What is consent?").semantic_text == "What is consent?"
    assert (
        parse('"informed consent" AND (child OR minor) NOT advertising').semantic_text
        == "informed consent child minor"
    )


@pytest.mark.parametrize(
    ("text", "has_semantic_text"),
    [("C-311/18", False), ("ECLI:EU:C:2020:559", False), ("Schrems ECLI:EU:C:2020:559", True)],
)
def test_identifiers_have_no_semantic_text(text: str, has_semantic_text: bool) -> None:
    assert parse(text).has_semantic_text is has_semantic_text


@pytest.mark.parametrize(
    ("text", "demanding"),
    [
        ("a b", False),
        ("a*", False),
        ('"a b"', True),
        ("a AND b", True),
        ("a NOT b", True),
        ("title:a", True),
        ("a w/5 b", True),
        ("kind:a", True),
        ("a?b c~1", False),
    ],
)
def test_conditions_make_a_query_demanding(text: str, demanding: bool) -> None:
    assert parse(text).demanding is demanding


@given(st.text())
def test_any_text_parses_or_fails_at_position(text: str) -> None:
    try:
        query = parse(text)
    except QueryError as error:
        assert 0 <= error.position <= len(text)
        assert error.length >= 1
    else:
        assert isinstance(query, Query)


PARTS = st.sampled_from(
    [
        "a", "b", "AND", "OR", "NOT", "(", ")", '"', "title:", "c*", " ", "w/5", "/s", "+3", "not w/2", "/p",
        "a?b", "a~", "6(1)(f)", "§ 8", "kind:x", "date:2016..", 'work:"d e"', "cites:A/art_1", "d!", "”", "«", "»",
        "信息", "pre/s",
    ]
)  # fmt: skip


@given(st.lists(PARTS))
@example(['"', "c*", "OR", "a", '"'])
def test_formatted_query_parses_to_itself(parts: list[str]) -> None:
    try:
        query = parse(" ".join(parts))
    except QueryError as error:
        assert 0 <= error.position <= len(" ".join(parts))
        return
    again = parse(str(query))
    assert again.root == query.root
    assert str(again) == str(query)


@given(st.text(alphabet=st.characters(categories=["L", "N", "P", "Z"])))
def test_plain_text_has_no_operators(text: str) -> None:
    try:
        query = plain(text)
    except QueryError:
        return
    assert not query.demanding
    assert query.semantic_text == text


LETTERS = "abcdefghijklmnopqrstuvwxyz"


@pytest.mark.parametrize(
    ("query", "position", "reason"),
    [
        ("a" * 1_000_000, 10_000, "longer than 10,000 characters"),
        ("word " * 200_000, 10_000, "longer than 10,000 characters"),
        (" AND ".join(["word"] * 7_700), 10_000, "longer than 10,000 characters"),
        ("(" * 100_000, 10_000, "longer than 10,000 characters"),
        ("(" * 9_000, 40, "40 may lie inside each other"),
        ("a b " * 2_400, 4_000, "the word at character 4001 is one too many: 2,000 fit"),
        ("§" * 10_000, 0, "the word at character 1 is one too many: 2,000 fit"),
        ('"' + "a " * 2_001 + '"', 0, "the word at character 1 is one too many: 2,000 fit"),
        (" ".join(f"{item}*" for item in LETTERS * 2), 120, "the pattern at character 121 is one too many: 40 fit"),
        (" AND ".join(f"a{item}~2" for item in LETTERS * 2), 360, "is one too many: 40 fit"),
        ("?" * 900 + "a", 0, "longer than the 100 letters"),
        ("b " + "a" * 101 + "*", 2, "longer than the 100 letters"),
    ],
)  # fmt: skip
def test_oversized_query_is_rejected_at_position(query: str, position: int, reason: str) -> None:
    begun = time.thread_time()
    with pytest.raises(QueryError, match=reason) as raised:
        parse(query)
    assert raised.value.position == position
    assert time.thread_time() - begun < 2
