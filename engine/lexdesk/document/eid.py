"""Provision identifiers (eids) by the Akoma Ntoso naming convention."""


def is_recital(eid: str | None) -> bool:
    """Return True for the eid of a recital or of a part of one."""
    return eid is not None and eid.startswith("rec_")


def find_outermost_eid(eid: str) -> str:
    """Return the first step of ``eid``: its article, section, recital or annex."""
    return eid.partition("__")[0]


def is_within(eid: str | None, ancestor: str) -> bool:
    """Return True if ``eid`` is ``ancestor`` or the eid of a part of it."""
    return eid == ancestor or (eid or "").startswith(f"{ancestor}__")
