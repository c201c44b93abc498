"""Policies, guidelines and other texts with numbered headings."""

import pytest

from lexdesk.document.model import Document
from lexdesk.structure.numbered_text import recognise

TEXT = "We handle the data of our customers with care and keep them no longer than we need them."

POLICY = f"""PRIVACY POLICY OF MERIDIAN RETAIL LIMITED
Last updated: 3 March 2024
1. Who we are
1.1 {TEXT}
1.2 {TEXT}
2. What we collect and why
2.1 {TEXT}
3. How long we keep it
{TEXT}
1. Camera recordings: 30 days;
2. Applications: one year.
"""

GUIDELINES = f"""Guidelines 1/2030 on examples
Adopted on 3 March 2030
Table of contents
1 INTRODUCTION ............ 3
2 SCOPE ............ 4
2.1 Material scope ............ 4
3 CONSENT ............ 5
1 INTRODUCTION
1. {TEXT}
2. {TEXT}
2 SCOPE
2.1 Material scope
3. {TEXT}
4. {TEXT}
3 CONSENT
5. {TEXT}
"""

GERMAN = f"""Datenschutzerklärung der Nordlicht GmbH
1. Verantwortlicher
1.1 {TEXT} {TEXT}
2. Zwecke und Rechtsgrundlagen
2.1 {TEXT} {TEXT}
3. Empfänger
3.1 {TEXT} {TEXT}
"""


def listed(text: str, language: str = "en") -> list[tuple[str, str, str]]:
    found = recognise(Document(text, "", language=language))
    if found is None:
        return []
    found.validate()
    assert found.kind == "document"
    return [(p.eid, p.label, p.heading) for p in found.provisions]


def test_policy_has_sections() -> None:
    assert listed(POLICY) == [
        ("sec_1", "Section 1", "Who we are"),
        ("sec_1__subsec_1", "Section 1.1", ""),
        ("sec_1__subsec_2", "Section 1.2", ""),
        ("sec_2", "Section 2", "What we collect and why"),
        ("sec_2__subsec_1", "Section 2.1", ""),
        ("sec_3", "Section 3", "How long we keep it"),
    ]


def test_headings_need_no_point_behind_their_number() -> None:
    bare = POLICY.replace("1. Wh", "1 Wh").replace("2. What", "2 What").replace("3. How", "3 How")
    assert listed(bare) == listed(POLICY)


def test_numbered_paragraphs_of_guidelines_are_no_sections() -> None:
    assert listed(GUIDELINES) == [
        ("sec_1", "Section 1", "INTRODUCTION"),
        ("sec_2", "Section 2", "SCOPE"),
        ("sec_2__subsec_1", "Section 2.1", "Material scope"),
        ("sec_3", "Section 3", "CONSENT"),
    ]


def test_german_sections_are_ziffern() -> None:
    labels = [label for _, label, _ in listed(GERMAN, "de")]
    assert labels == ["Ziff. 1", "Ziff. 1.1", "Ziff. 2", "Ziff. 2.1", "Ziff. 3", "Ziff. 3.1"]


@pytest.mark.parametrize(
    "text",
    [
        "Shopping\n1. Bread\n2. Butter\n3. Milk\n4. Eggs\n",
        f"Minutes of a meeting\n1. {TEXT}\n2. {TEXT}\n3. {TEXT}\n",
        f"Dear Sir,\n{TEXT}\n1. First\n2. Second\n{TEXT}\n{TEXT}\n",
        f"IN THE HIGH COURT\nThe plaintiff claims:\n1. The parties\n{TEXT}\n2. The facts\n{TEXT}\n3. The law\n{TEXT}\n",
        f"2. Second\n{TEXT}\n3. Third\n{TEXT}\n4. Fourth\n{TEXT}\n",
    ],
)
def test_lists_letters_and_pleadings_have_none(text: str) -> None:
    assert listed(text) == []
