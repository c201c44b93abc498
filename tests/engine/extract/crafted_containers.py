"""Archives and mails made for tests of containers."""

from email.message import EmailMessage
from pathlib import Path

from lexdesk.document.model import Document
from lexdesk.errors import FileFailed
from lexdesk.extract.containers.contents import read_leaves

FIXTURES = Path(__file__).parents[1] / "fixtures"


TEXT = "The tenant shall pay the rent."


def document(found: Document | str) -> Document:
    """Return an entry of ``read`` that is a document, not the reason of a failure."""
    assert isinstance(found, Document), found
    return found


def mail(subject: str, *attached: EmailMessage | tuple[str, bytes]) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["Subject"] = "a@b.c", subject
    message.set_content(f"body of {subject}")
    for item in attached:
        if isinstance(item, EmailMessage):
            message.add_attachment(item)
        else:
            name, data = item
            message.add_attachment(
                data, maintype="application", subtype="octet-stream", filename=name
            )
    return message


def read(folder: Path, name: str, data: bytes) -> dict[str, Document | str]:
    """Return each leaf, or the reason of its failure, by member path."""
    path = folder / name
    path.write_bytes(data)
    found: dict[str, Document | str] = {}
    for leaf in read_leaves(path):
        assert leaf.member not in found
        try:
            found[leaf.member] = leaf.read()
        except FileFailed as failure:
            found[leaf.member] = str(failure)
    return found
