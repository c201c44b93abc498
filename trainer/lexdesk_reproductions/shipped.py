"""The shipped embedder, measured in some rows against the papers' systems."""

from lexdesk.errors import NoModel
from lexdesk.models import manifest


def fingerprint() -> str:
    """Return the fingerprint of the installed embedder; ``""`` without one."""
    try:
        return manifest.read(manifest.find("embedder")).fingerprint
    except NoModel:
        return ""
