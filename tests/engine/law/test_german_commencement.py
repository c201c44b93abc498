"""The days in force that German statutes state for single provisions, and for themselves as a whole."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.document.model import Document, Provision
from lexdesk.metadata.commencement import add_commencement

DHRV = "(1) Diese Verordnung tritt am 1. August 2019 in Kraft.\n(2) Abschnitt 5 tritt am 30. September 2021 außer Kraft."
LATER = "Dieses Gesetz tritt am 1. August 2019 in Kraft. § 1 tritt erst am 1. Januar 2022 in Kraft."
DEROGATION = (
    "(1) Dieses Gesetz tritt am 1. August 2019 in Kraft.\n"
    "(2) Abweichend von Absatz 1 tritt § 1 am 1. Januar 2022 in Kraft."
)
ON_NOTICE = (
    "Dieses Gesetz tritt am 1. August 2019 in Kraft. § 1 tritt am Tag nach der Verkündung in Kraft."
)
ENDS = "Dieses Gesetz tritt am 1. August 2019 in Kraft und mit Ablauf des 31. Dezember 2021 außer Kraft."
ENDS_AT_ONCE = (
    "Diese Verordnung tritt am 1. August 2019 in Kraft. Sie tritt am 1. Januar 2022 außer Kraft."
)
REPEALS = (
    "Diese Verordnung tritt am 1. August 2019 in Kraft. "
    "Gleichzeitig tritt die Stiftverordnung vom 1. Januar 2002 außer Kraft."
)


def statute(commencement: str) -> Document:
    text, provisions = "", list[Provision]()
    for eid, words in (("abschnitt_5", "Abschnitt 5"), ("para_1", "§ 1 Stifte."), ("para_2", "§ 2 Tinte."),
                       ("para_3", f"§ 3 Inkrafttreten\n{commencement}")):  # fmt: skip
        kind, parent = ("division", None) if eid == "abschnitt_5" else ("section", None)
        if eid == "para_2":
            parent = "abschnitt_5"
        label = words.partition("\n")[0][:3]
        provisions.append(Provision(eid, kind, "", "", label, parent, len(text), len(text + words)))
        text += f"{words}\n"
    return add_commencement(
        Document(
            text=text.rstrip(), title="Stifte", kind="statute", work="DE-stiftg", language="de",
            provisions=tuple(provisions),
        )
    )  # fmt: skip


@pytest.mark.parametrize(
    ("commencement", "eid", "day", "name", "says"),
    [
        (DHRV, "para_2", "2021-09-29", "in force", "1 August 2019 to 29 September 2021, as § 3 says"),
        (DHRV, "para_2", "2021-09-30", "no longer in force", "to 29 September 2021, as § 3 says"),
        (DHRV, "para_1", "2021-09-30", "in force", "1 August 2019 (no repeal in the library), some provisions from another day"),
        (LATER, "para_1", "2021-12-31", "not yet in force", "from 1 January 2022, as § 3 says"),
        (LATER, "para_1", "2022-01-01", "in force", "since 1 January 2022 (no repeal in the library), as § 3 says"),
        (DEROGATION, "para_1", "2021-12-31", "not yet in force", "from 1 January 2022, as § 3 says"),
        (ON_NOTICE, "para_1", "2021-12-31", "commencement unknown", "see § 3"),
        (ON_NOTICE, "para_2", "2021-12-31", "in force", "some provisions from another day"),
        (ENDS, "para_1", "2021-12-31", "in force", "to 31 December 2021"),
        (ENDS, "para_1", "2022-01-01", "no longer in force", "to 31 December 2021"),
        (ENDS_AT_ONCE, "para_1", "2022-01-01", "no longer in force", "to 31 December 2021"),
        (REPEALS, "para_1", "2022-01-01", "in force", "in force since 1 August 2019 (no repeal in the library)"),
    ],
)  # fmt: skip
def test_status_is_that_of_the_provision(
    tmp_path: Path, commencement: str, eid: str, day: str, name: str | None, says: str
) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([statute(commencement)], vectors=False)
        shown = library.law.show("DE-stiftg", eid, as_of=day)
        assert shown.status == name and says in str(shown.status_sentence)
        hits = library.search(
            "Stifte OR Tinte", mode="keyword", as_of=datetime.date.fromisoformat(day)
        ).hits
        assert name in {hit.status for hit in hits if hit.eid == eid}
