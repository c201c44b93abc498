"""Paragraphs of texts without provisions: with blank lines, and of printed pages without them."""

from lexdesk.compliance.paragraphs import split_paragraphs
from lexdesk.text.line_unwrapping import unwrap_paragraphs

# An order of the Court of Appeals for the Tenth Circuit, 11 January 2021, as its PDF has it.
ORDER = """\
UNITED STATES COURT OF APPEALS
FOR THE TENTH CIRCUIT
In re: RICHARD P. LIEBOWITZ No. 21-800
ORDER
This court has been advised by order of the United States District Court for the
Southern District of New York that attorney Richard P. Liebowitz has been suspended on
an interim basis from the practice of law in that jurisdiction. Consequently, Richard P.
Liebowitz may show cause in writing within 20 days of the date of this order why he
should not be similarly suspended in this court. If a response is filed, it must include a
declaration listing the other bars to which the attorney is admitted. Failure to file a
response constitutes acquiescence in the imposition of reciprocal discipline by this court.
A copy of the court’s Plan for Attorney Disciplinary Enforcement can be found at
the court’s website– www.ca10.uscourts.gov –by clicking on the Rules tab and selecting
the FRAP and Local Rules. The Plan is Addendum III to the Tenth Circuit Rules.
Entered for the Court
CHRISTOPHER M. WOLPERT, Clerk"""


def test_wrapped_lines_are_joined_and_split_after_short_lines() -> None:
    found = [ORDER[start:end] for start, end in split_paragraphs(ORDER, 0, len(ORDER))]
    assert [item.split("\n")[0] for item in found] == [
        "UNITED STATES COURT OF APPEALS",
        "ORDER",
        "A copy of the court’s Plan for Attorney Disciplinary Enforcement can be found at",
        "Entered for the Court",
    ]
    assert found[1].endswith("by this court.")
    assert "\n".join(found) == ORDER


def test_blank_lines_split_paragraphs() -> None:
    text = (
        "3.3 Withdrawing consent\n\nA customer may take back consent at any time, in the app or by writing\nto us.\n\n"
        "We say so on the consent screen, and in the mail that confirms it to the customer."
    )
    first, second = split_paragraphs(text, 0, len(text))
    assert text[slice(*first)].endswith("to us.")
    assert text[slice(*second)].startswith("We say so")


def test_lines_across_pages_are_joined() -> None:
    text = (
        "3.3 Withdrawing consent\n\nA customer may at any time, in the app or\n   by writing to us, take back what he or she\n"
        "allowed.\nWe stop within thirty days;\n(b) of that day we tell the customer in a mail, and\nin the app as well."
    )
    assert unwrap_paragraphs(text) == [
        "3.3 Withdrawing consent",
        "A customer may at any time, in the app or by writing to us, take back what he or she allowed.",
        "We stop within thirty days;",
        "(b) of that day we tell the customer in a mail, and in the app as well.",
    ]
