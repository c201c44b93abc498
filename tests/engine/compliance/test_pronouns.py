"""Whole documents match by their subjects, not by their form of address."""

from pathlib import Path

from lexdesk import Library
from lexdesk.compliance import find_similar

_POLICY = (
    "Privacy policy\n\nWe collect your name and your address so that we can send you our newsletter. You may ask us to delete"
    " your data. We answer you within forty days. You may complain about us to our regulator.\n"
)
_WITNESS = "Witness statement\n\nYou told us that our house was yours. We told you that we kept it for you and your son.\n"
_GUIDANCE = (
    "Guidance\n\nA controller that collects a name and an address for a newsletter deletes the data on request. The regulator"
    " decides on complaints.\n"
)


def test_pronouns_of_persons_relate_no_documents(tmp_path: Path) -> None:
    for name, text in (("policy", _POLICY), ("witness", _WITNESS), ("guidance", _GUIDANCE)):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    for number in range(6):
        (tmp_path / f"other{number}.txt").write_text(
            f"Report {number}\n\nThe board approved the budget of the year.\n", encoding="utf-8"
        )
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([*tmp_path.glob("*.txt")], vectors=False)
        found = find_similar(library, tmp_path / "policy.txt", top=3)
    titles = [document.path or "" for document in found.documents]
    assert titles and titles[0].endswith("guidance.txt")
