"""An agreement, a lease and versions of an act."""

import datetime
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.document.model import Document, Provision

Captured = pytest.CaptureFixture[str]


WORK = "32016R0679"


BREACH = (
    "Article 33\nNotification of a personal data breach to the supervisory authority\n"
    "1. In the case of a personal data breach, the controller shall without undue delay and, where"
    " feasible, not later than {hours} hours after having become aware of it, notify the personal data"
    " breach to the supervisory authority competent in accordance with Article 55.\n"
    "2. The processor shall notify the controller without undue delay after becoming aware of a"
    " personal data breach."
)


RECORDS = (
    "Article 30\nRecords of processing activities\n"
    "1. Each controller shall maintain a record of processing activities under its responsibility."
)


FORCE = "Article 99\nEntry into force\nThis Regulation shall enter into force on the twentieth day."


CHILDREN = (
    "Article 8\nConsent of a child\nProcessing is lawful where the child is at least 16 years old."
)


AGREEMENT = """Data processing agreement

4. Breaches. The processor tells the controller of every personal data breach without undue delay,
at the latest within 24 hours after becoming aware of it, so that the controller can notify the
supervisory authority.

7. Law. This agreement fulfils Article 30 of Regulation (EU) 2016/679.
"""


LEASE = (
    "Lease\n\n1. The rent is due on the first of each month.\n\n2. Pets are allowed in the garden."
)


def version(
    first: str, last: str | None, texts: dict[str, str], headings: dict[str, str]
) -> Document:
    text, provisions = "", []
    for eid, words in texts.items():
        number = eid.partition("_")[2]
        provisions.append(
            Provision(
                eid, "article", number, headings.get(eid, ""), f"Article {number}", None,
                len(text), len(text) + len(words),
            )
        )  # fmt: skip
        text += f"{words}\n\n"
    return Document(
        text=text.rstrip("\n"), title="On data", short_title="Regulation (EU) 2016/679", work=WORK,
        kind="regulation", language="en", provisions=tuple(provisions),
        valid_from=datetime.date.fromisoformat(first),
        valid_to=datetime.date.fromisoformat(last) if last else None,
    )  # fmt: skip


HEADINGS = {"art_30": "Records of processing activities", "art_99": "Entry into force"}


VERSIONS = [
    version(
        "2016-05-24", "2027-05-24",
        {"art_8": CHILDREN, "art_30": RECORDS, "art_33": BREACH.format(hours=72), "art_99": FORCE}, HEADINGS,
    ),
    version(
        "2027-05-25", None,
        {"art_30": RECORDS.replace("a record", "an electronic record"),
         "art_33": BREACH.format(hours=96), "art_99": FORCE.replace("twentieth day.", "twentieth  day.")}, HEADINGS,
    ),
]  # fmt: skip


POLICY = """Privacy policy of the firm

1. Parking

Clients may park their cars in the courtyard behind the building, and bicycles below the stairs.

2. Consent

You may withdraw consent to the processing of your personal data at any time.

3. Breaches

Where personal data are lost we notify the Data Protection Commission of the breach, not later than 72 hours
after having become aware of it.

4. Holidays

The office is closed between Christmas and Epiphany; the partners may be called on their telephones.

5. Law

How a breach is told to the authority is laid down in Article 33 of Regulation (EU) 2016/679.
"""


def library_of(
    tmp_path: Path, texts: dict[str, str], versions: list[Document] = VERSIONS
) -> Library:
    """A library of ``versions`` and of text files, by their names."""
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text)
    library = Library.open(tmp_path / "library", create=True)
    library.sources.add([tmp_path / f"{name}.txt" for name in texts], vectors=False, language="en")
    library.sources.add_documents(versions, vectors=False)
    return library
