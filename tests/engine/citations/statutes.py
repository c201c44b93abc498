"""Statutes made of a few provisions."""

from lexdesk.document.model import Document, Provision


def provision(eid: str, start: int, end: int, parent: str | None = None) -> Provision:
    kind = {"art": "article", "anx": "annex", "sec": "section"}.get(eid.split("_", 1)[0], "point")
    return Provision(eid, kind, "", "", "", parent, start, end)


def law(work: str, language: str, *parts: tuple[str, str]) -> Document:
    """Make an act of provisions by eid and text; an eid that begins another one contains it."""
    text, spans = "", {}
    for eid, words in parts:
        spans[eid] = (len(text), len(text) + len(words))
        text += words + "\n"
    ends = {
        eid: max(end for other, (_, end) in spans.items() if f"{other}__".startswith(f"{eid}__"))
        for eid in spans
    }
    provisions = tuple(
        provision(eid, start, ends[eid], eid.rpartition("__")[0] or None)
        for eid, (start, _) in spans.items()
        if eid
    )
    return Document(text=text, title="", work=work, language=language, provisions=provisions)
