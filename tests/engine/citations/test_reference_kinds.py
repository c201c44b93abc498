"""Kinds of references, by the effect of their sentences."""

from collections.abc import Sequence

import pytest
from benchmarks.citations import reference_kinds

from lexdesk.citations.references import find_references
from lexdesk.document.model import Document


def test_labelled_kinds_are_classified() -> None:
    tally = reference_kinds.score()
    assert sum(tally.labelled.values()) >= 60
    for kind in tally.labelled:
        precision, recall = tally.rates(kind)
        assert precision >= 0.98 and recall >= 0.95, (kind, tally.misses)


def test_labelled_kinds_are_spans_of_their_sentences() -> None:
    for sentence in reference_kinds.sentences():
        for label in sentence["kinds"]:
            assert sentence["text"][label["start"] : label["end"]] == label["text"]


KINDS = [
    ("DE-x", "de", "In § 5 Abs. 1 BGB wird das Wort „a“ durch das Wort „b“ ersetzt.", ["amends"]),
    ("DE-x", "de", "Gleichzeitig tritt die Mindestlohnverordnung vom 18. Dezember 2014 außer Kraft.", ["repeals"]),
    ("DE-x", "de", "Das Gesetz wird nach § 5 BGB aufgehoben.", ["cites"]),
    ("32020R0001", "de", "Artikel 5 der Richtlinie 95/46/EG gilt.", ["cites"]),
    ("32020R0001", "de", "Die Richtlinie 95/46/EG wird wie folgt geändert:", ["amends"]),
    ("32020R0001", "fr", "L'article 5 de la directive 95/46/CE est remplacé par le texte suivant", ["amends"]),
    ("32020R0001", "fr", "Les directives 95/46/CE et 2002/58/CE sont abrogées.", ["repeals", "repeals"]),
    ("32020R0001", "en", "Regulation (EU) 2016/679 is corrected as follows:", ["corrects"]),
    ("32020R0001", "en", "This Act gives effect to Directive 95/46/EC.", ["cites"]),
    ("IE-2020-act-1", "en", "This Act gives effect to Directive 95/46/EC.", ["transposes"]),
    ("IE-2020-si-1", "en", "I, in exercise of the powers conferred on me by section 3 of the European Communities Act 1972 and "
     "for the purpose of giving effect to Directive 95/46/EC, hereby make the following regulations:", ["cites", "transposes"]),
    ("FR-x", "fr", "La présente loi transpose la directive 95/46/CE.", ["cites"]),
]  # fmt: skip


@pytest.mark.parametrize(("work", "language", "text", "expected"), KINDS)
def test_kind_requires_effect_of_sentence(
    work: str, language: str, text: str, expected: Sequence[str]
) -> None:
    document = Document(text, "", work=work, language=language)
    assert [r.kind for r in find_references(document)] == expected
