"""Acts that a judgment annuls or declares invalid."""

import datetime
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.document.model import Document
from lexdesk.metadata.annulment import find_annulments

_SHIELD = (
    "Commission Implementing Decision (EU) 2016/1250 of 12 July 2016 pursuant to Directive 95/46/EC"
)
_DAY = datetime.date(2020, 7, 16)


def judgment(text: str, language: str = "en") -> Document:
    return Document(
        text=text, title="Data Protection Commissioner v Facebook Ireland", kind="judgment", work="62018CJ0311",
        language=language, valid_from=_DAY,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text", "works"),
    [
        ("en", f"On those grounds, the Court hereby rules:\n\n5. {_SHIELD} is invalid.", ["32016D1250"]),
        ("en", "On those grounds,\n1. Annuls Council Regulation (EC) No 881/2002;\n2. Orders costs.", ["32002R0881"]),
        ("en", "On those grounds,\nAnnuls Regulation (EC) No 881/2002, in so far as it concerns Mr Kadi;", []),
        ("en", "On those grounds,\n1. Article 3 of Directive 2004/113/EC is invalid.", []),
        ("en", f"The applicant claims that {_SHIELD} is invalid.\nOn those grounds, the action is dismissed.", []),
        ("de", "Aus diesen Gründen erkennt der Gerichtshof:\nDie Richtlinie 2006/24/EG ist ungültig.", ["32006L0024"]),
        ("fr", "Par ces motifs, la Cour dit pour droit:\nLa décision 2000/520/CE est invalide.", ["32000D0520"]),
    ],
)  # fmt: skip
def test_operative_part_annuls_whole_acts(language: str, text: str, works: list[str]) -> None:
    assert [relation.object for relation in find_annulments(judgment(text, language))] == works


def test_annulled_act_is_no_longer_in_force(tmp_path: Path) -> None:
    decision = Document(
        text="Article 1\n\nThe United States ensures an adequate level of protection.", title="Privacy Shield",
        kind="decision", work="32016D1250", language="en", valid_from=datetime.date(2016, 7, 12),
    )  # fmt: skip
    (tmp_path / "C-311-18.md").write_text(
        "# JUDGMENT OF THE COURT (Grand Chamber)\n\n16 July 2020\n\nIn Case C-311/18,\n\n"
        + "".join(f"{n} The referring court asks about the level of protection.\n\n" for n in range(1, 12))
        + f"On those grounds, the Court (Grand Chamber) hereby rules:\n\n1. {_SHIELD} is invalid.\n",
        encoding="utf-8",
    )  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([decision], vectors=False)
        assert library.law.show("32016D1250").status != "no longer in force"
        library.sources.add([tmp_path / "C-311-18.md"], language="en", vectors=False)
        shown = library.law.show("32016D1250")
        assert (shown.status, shown.status_sentence) == (
            "no longer in force", "was in force to 15 July 2020",
        )  # fmt: skip
        assert library.law.show("32016D1250", as_of="2020-07-15").status != "no longer in force"
