"""The query language: a table of queries and readings, and a table of mistakes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.errors import QueryError
from lexdesk.query import And, Or, Prefix, Query, Rank, Term, parse, plain


def words(*texts: str) -> tuple[Term, ...]:
    return tuple(Term(tuple(text.split())) for text in texts)


@pytest.mark.parametrize(
    ("text", "root"),
    [
        ("withdraw consent", Rank(words("withdraw", "consent"))),
        ('"withdraw consent"', Term(("withdraw", "consent"), quoted=True)),
        ("“withdraw consent”", Term(("withdraw", "consent"), quoted=True)),
        ("„Einwilligung widerrufen“", Term(("einwilligung", "widerrufen"), quoted=True)),
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
        ("and or not", Rank(words("and", "or", "not"))),
        ("RÉSUMÉ", Rank(words("resume"))),
    ],
)
def test_reading(text: str, root: object) -> None:
    assert parse(text).root == root


@pytest.mark.parametrize(
    ("text", "position", "length", "suggestion", "says"),
    [
        ("", 0, 1, "", "holds no word"),
        ("?!", 0, 2, "", "holds no word"),
        ("a AND", 2, 3, "a", "nothing on one side"),
        ("OR a", 0, 2, "a", "nothing on one side"),
        ("a OR OR b", 2, 2, "a OR b", "nothing on one side"),
        ("a NOT", 2, 3, "a", "nothing after it"),
        ("NOT a", 0, 3, "a", "only says what to leave out"),
        ("(a", 0, 1, "a", "not closed"),
        ("a)", 1, 1, "a", "no opening one"),
        ("() a", 0, 2, "a", "hold nothing"),
        ('say "withdraw', 4, 9, 'say "withdraw"', "not closed"),
        ('"" a', 0, 2, "a", "hold no word"),
        ("b*g", 1, 1, "bg", "inside a word"),
        ("* a", 0, 1, "", "beginning of one word"),
        ("kind:contract", 0, 5, "", "unknown field kind"),
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


def test_meaning_is_what_was_typed_without_operators_and_exclusions() -> None:
    assert parse("What is consent?").meaning == "What is consent?"
    assert (
        parse('"informed consent" AND (child OR minor) NOT advertising').meaning
        == "informed consent child minor"
    )


@pytest.mark.parametrize(
    ("text", "demanding"),
    [
        ("a b", False),
        ("a*", False),
        ('"a b"', True),
        ("a AND b", True),
        ("a NOT b", True),
        ("title:a", True),
    ],
)
def test_conditions_make_a_query_demanding(text: str, demanding: bool) -> None:
    assert parse(text).demanding is demanding


@given(st.text())
def test_any_text_is_read_or_refused_at_a_position(text: str) -> None:
    try:
        query = parse(text)
    except QueryError as error:
        assert 0 <= error.position <= len(text)
        assert error.length >= 1
    else:
        assert isinstance(query, Query)


@given(
    st.lists(st.sampled_from(["a", "b", "AND", "OR", "NOT", "(", ")", '"', "title:", "c*", " "]))
)
def test_a_reading_read_again_is_itself(parts: list[str]) -> None:
    try:
        query = parse(" ".join(parts))
    except QueryError:
        return
    again = parse(str(query))
    assert str(again) == str(query)


@given(st.text(alphabet=st.characters(categories=["L", "N", "P", "Z"])))
def test_plain_text_has_no_operators(text: str) -> None:
    try:
        query = plain(text)
    except QueryError:
        return
    assert not query.demanding
    assert query.meaning == text
