"""Subjects found by their words, in a table and its compiled index."""

import pytest

from lexdesk.index.lexical.subjects import SUBJECTS
from lexdesk.search.expansion.subject_table import (
    COMPILED,
    LANGUAGES,
    SubjectTable,
    compile_subjects,
    key_of,
    token_of_word,
)
from lexdesk.text.tables import read_table
from lexdesk.text.tokens import accented_tokens

_TABLE = """# 1\tart_1\ten\tcomment of the head
DE-stvo\tpara_23\tde\tHandy am Steuer;Mobiltelefon im Auto
DE-bgb\tpara_307\tde\tFußball; der Straßenverkehr;Rückgabe
DE-x\tpara_1\tit\tdiritto
DE-agg\tpara_1\tfr\tœuvre d'art;réponse de droit
DE-agg\tpara_2\tpl\tżądanie usunięcia
DE-agg\tpara_3\ten\tSCA;parallel import;parallel trade
GR-1\tart_2\tel\tΚαταγγελία σύμβασης
broken\tline
DE-agg\tpara_4\ten\tthe last row"""


@pytest.mark.parametrize(
    ("words", "language", "subjects"),
    [
        ("Handy Steuer", "de", {"Handy am Steuer"}),
        ("Fußball", "de", {"Fußball"}),
        ("Straßenverkehr", "de", {"der Straßenverkehr"}),
        ("Straßenverkehr", "en", set()),
        ("œuvre d art", "fr", {"œuvre d'art"}),
        ("SCA", "en", {"SCA"}),
        ("parallel import", "en", {"parallel import"}),
        ("import", "en", set()),  # without the other word
        ("parallel", "en", set()),
        ("comment", "en", set()),
        ("line", "en", set()),
        ("last row", "en", {"the last row"}),
        ("Καταγγελία σύμβασης", "el", {"Καταγγελία σύμβασης"}),
    ],
)
def test_all_words_find_their_subjects(words: str, language: str, subjects: set[str]) -> None:
    table = SubjectTable(_TABLE.encode())
    found = [*(m.subject for m in table.matches(_keys(words, language), 1.0) if m.is_complete)]
    assert {subject.words for subject in found} == subjects
    assert all(subject.language == language for subject in found)


def _keys(words: str, language: str) -> list[frozenset[int]]:
    tokens = (token_of_word(word, language) for word in accented_tokens(words))
    return [frozenset((key_of(language, token),)) for token in tokens]


def test_subject_has_its_provision() -> None:
    ((_, _, subject),) = SubjectTable(_TABLE.encode()).matches(_keys("sca", "en"), 1.0)
    assert (subject.work, subject.eid, subject.is_own) == ("DE-agg", "para_3", False)


def test_similar_subjects_come_by_their_rare_words() -> None:
    table = SubjectTable(_TABLE.encode())
    found = [*table.matches(_keys("parallel import ban", "en"), 0.1)]
    assert [match.subject.words for match in found] == ["parallel import", "parallel trade"]
    assert [match.is_complete for match in found] == [True, False]
    near, far = (match.similarity for match in found)
    assert 1 > near > far > 0
    assert not [*table.matches(_keys("trade ban", "en"), 0.9)]


@pytest.mark.slow
def test_compiled_index_is_that_of_the_table() -> None:
    assert COMPILED.read_bytes() == compile_subjects(SUBJECTS.read_bytes()), (
        "run: python packaging/compile_subjects.py"
    )


def test_languages_are_those_of_the_table() -> None:
    rows = read_table(SUBJECTS, ("work", "eid", "language", "subjects"))
    assert {row["language"] for row in rows} == {*LANGUAGES}
