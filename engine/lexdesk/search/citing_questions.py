"""Questions for what cites a provision, as the filter that answers them: ``what cites Article 17 GDPR``."""

from __future__ import annotations

import re

from lexdesk.search.known_item.lookup import citation_of
from lexdesk.text.lazy_pattern import lazy_pattern

_QUESTION = lazy_pattern(
    r"\s*(?:(?:what|who|which\s[a-z]+)\s(?:cites?|refers?\sto|mentions?)"
    r"|(?:was|wer|welche[rs]?\s\w+)\s(?:zitier(?:t|en)|verweis(?:t|en)\sauf)"
    r"|(?:qui|qu['’]est-ce\squi)\scite|cited\sby\s(?:whom|what):?)\s(?P<cited>[^\"]+?)\s*\??\s*",
    re.IGNORECASE,
)


def with_cites_filter(query: str) -> str:
    """Return ``cites:"Article 17 GDPR"`` for a question of that kind; other queries as they are."""
    match = _QUESTION.fullmatch(query)
    if match is None or citation_of(match["cited"]) is None:
        return query
    return f'cites:"{match["cited"]}"'
