"""The notice of a hit of the law of today for a citation of former law."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdesk.errors import Message, NoteCode
from lexdesk.law.citation_labels import citation as law_name

if TYPE_CHECKING:
    from lexdesk.citations import Citation
    from lexdesk.law.cross_references import Located


def succession_notice(text: str, origin: Located, cited: Citation | None) -> Message:
    """Return that the cited law is not here, and which law shown took its place."""
    if cited and cited.work:
        name = law_name("", origin.expression, None)
        return Message(NoteCode.TAKEN_OVER, cited=text, name=name)
    label = origin.provision.label if origin.provision else ""
    name = law_name(label, origin.expression, None)
    return Message(NoteCode.RENUMBERED, cited=text, name=name)
