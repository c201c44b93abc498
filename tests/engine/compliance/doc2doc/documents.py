"""Documents compared with a library, and their matches."""

from pathlib import Path

from lexdesk.compliance.doc2doc.parameters import Stage
from lexdesk.compliance.doc2doc.similar import Similar
from lexdesk.document.model import Document, Property

GDPR = "32016R0679"
AGREEMENT = """Data processing agreement

1. Definitions. "Personal data" means any information about a natural person who is identified or
identifiable. "Processor" means whoever processes personal data on behalf of the controller.

2. Breaches. The processor notifies the controller of every personal data breach without undue
delay after becoming aware of it, at the latest within 24 hours, so that the controller can notify
the supervisory authority not later than 72 hours after it.

3. Law. The processor keeps records of processing activities under Article 30 of Regulation (EU)
2016/679, and engages no other processor without written authorisation of the controller.
"""
LEASE = """Lease of a flat

1. Rent. The tenant pays the rent on the first of each month to the landlord's bank account.

2. Garden. Dogs and cats are allowed in the garden. The tenant mows the lawn in summer.
"""
MAIL = Document(
    text="Please look at the processor's notice of a personal data breach before the authority does.",
    title="Notice", work="mail", kind="email", language="en",
    properties=(Property("date", "2014-03-01T10:00:00+01:00"),),
)  # fmt: skip
WORDS_ALONE: tuple[Stage, ...] = ("semantic", "interactions")


def found_by(answer: Similar) -> list[str]:
    """Names of text files, works of all else."""
    names = (Path(document.path or "").name for document in answer.documents)
    return [
        name if name.endswith(".txt") else document.work
        for name, document in zip(names, answer.documents, strict=True)
    ]
