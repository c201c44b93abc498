"""The search modes that are available, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdesk.system.progress import compute_percent
from lexdesk_gui import error_messages
from lexdesk_gui.language import name_language, translate

if TYPE_CHECKING:
    from lexdesk.library.status import Status


def is_of_other_model(status: Status) -> bool:
    """Return whether the vectors are of another model than the installed one."""
    return bool(status.vectors and not status.vectors_ready)


def describe_readiness(
    status: Status | None, *, opened: bool, reading: bool, preparing: bool
) -> str:
    """Return the available search modes in one or two sentences.

    ``opened``: the library was just opened. ``reading``: files are being read. ``preparing``: any work runs.
    """
    if reading:
        return translate("Index", "Keyword search finds each file soon after it is read.")
    if opened:
        return translate("Index", "Loading…")
    if status is None:
        return translate("Index", "Drop a folder or files here; Lexdesk creates a library.")
    if status.passages == 0:
        return translate(
            "Index", "Add a folder or files; keyword search is available within seconds."
        )
    if not status.lexical_ready:
        return translate("Index", "The keyword index is being updated with the latest files.")
    if is_of_other_model(status):
        return error_messages.describe_other_model()
    if status.vectors_ready < 1 and not preparing:
        if not status.vectors:
            return translate("Index", "Keyword search is ready. The semantic index is not built.")
        text = translate(
            "Index", "Keyword search is ready. The semantic index is {share} % complete."
        )
        return text.format(share=compute_percent(status.vectors_ready))
    if status.vectors_ready < 1:
        return translate("Index", "Keyword search is ready. The semantic index is being built.")
    if status.old_languages:
        text = translate(
            "Index",
            "Keyword and semantic search are ready. The next addition of files renews the semantic"
            " index in {languages}.",
        )
        return text.format(languages=", ".join(map(name_language, status.old_languages)))
    if status.old_subjects:
        return translate(
            "Index",
            "Keyword and semantic search are ready. The next addition of files renews the subjects of provisions in the"
            " keyword index.",
        )
    return translate("Index", "Keyword and semantic search are ready.")
