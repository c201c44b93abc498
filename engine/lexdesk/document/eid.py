"""What the eid of a provision tells by itself, after the naming convention of Akoma Ntoso."""

from __future__ import annotations


def is_recital(eid: str | None) -> bool:
    """Whether it is a recital's, or that of something in one."""
    return eid is not None and eid.startswith("rec_")


def outermost(eid: str) -> str:
    """That of the article, section, recital or annex that it lies in."""
    return eid.partition("__")[0]


def lies_in(eid: str | None, around: str) -> bool:
    """Whether it is ``around`` itself, or that of something inside it."""
    return eid == around or (eid or "").startswith(f"{around}__")
