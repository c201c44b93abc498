"""The source, the title and the text of a provision, whose first lines may be its title."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdesk.law.citation_labels import find_act, label_usual_citation

if TYPE_CHECKING:
    from lexdesk.law.citation_labels import CitedPlace
    from lexdesk.law.display import ShownText


def remove_title(shown: ShownText) -> str:
    """Return the text of a provision without its title lines."""
    return split_title(shown)[2]


def find_source_and_title(place: CitedPlace) -> tuple[str, str]:
    """Return the line above the title, with the act's formal citation, and the title."""
    act = find_act(place.citation, place.work, place.title)
    return act.formal if act.usual else "", label_usual_citation(place)


def split_title(shown: ShownText) -> tuple[str, str, str]:
    """Return source, title and the text without the title lines.

    EU law has ``Article 7`` and its heading on two lines, German law ``§ 26`` and its heading on
    one, Irish law ``3. Functions of the company.`` with a different citation.
    """
    first, _, rest = shown.text.partition("\n")
    label = first.strip().removesuffix(shown.heading).rstrip()
    is_cited = label != "" and shown.citation.startswith(label)
    is_heading = is_cited or label != first.strip()
    if not (rest and is_heading):
        source, title = find_source_and_title(shown)
        return source, "  ".join(filter(None, [title, shown.heading])), shown.text
    second, _, below = rest.partition("\n")
    text = below if second.strip() == shown.heading else rest
    named = label if is_cited else shown.citation
    source = shown.citation.removeprefix(named).strip()
    return source, "  ".join(filter(None, [named, shown.heading])), text
