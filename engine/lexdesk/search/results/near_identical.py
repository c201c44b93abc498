"""Hits nearly identical to an earlier one, by the vectors of their passages.

The threshold on the cosine is in the embedder's manifest (JurisBERT, Viegas et al. 2022), measured by
``lexdesk-reproduce threshold``; those of other languages are in the family's (``lexdesk.models.multilingual``). Two
passages of one article or section are never labelled, whether of two versions or of two paragraphs: a drafter states a
rule once there, and similar wording marks the difference.
"""

import dataclasses
from collections.abc import Sequence

import numpy as np

from lexdesk.document.eid import find_outermost_eid
from lexdesk.index.vector.base import Rows
from lexdesk.search.results.hits import Hit

MOST_HITS = 200
"""Number of first hits compared, each with all before it; few users read further."""


def label_near_identical(
    hits: Sequence[Hit],
    passages: Sequence[int | None],
    vectors_of: Rows,
    least: Sequence[float] | float,
) -> list[Hit]:
    """Label each hit with the rank of the first nearly identical hit before it, if any.

    ``passages`` are those of the hits; ``vectors_of`` reads the vectors of passages. Hits without a passage or vector
    are not compared. ``least`` are the thresholds on the cosine of each hit, or of all; between two hits, the higher
    one counts.
    """
    place = {passage: at for at, passage in enumerate(passages[:MOST_HITS]) if passage is not None}
    ids, vectors = vectors_of(list(place))
    of_all = vectors @ vectors.T
    np.fill_diagonal(of_all, 0.0)
    of_hits = np.asarray(least, np.float32)
    if of_all.max(initial=0.0) < of_hits.min(initial=1.0):  # mostly
        return list(hits)
    places = np.array([place[passage] for passage in ids], np.int64)
    order = np.argsort(places)
    rows = vectors[order]
    cosines = np.tril(rows @ rows.T, -1)  # with earlier ones
    thresholds = np.broadcast_to(of_hits, len(hits))[places[order]]
    alike = np.tril(cosines >= np.maximum.outer(thresholds, thresholds), -1)
    first: dict[int, int] = {}
    for later, earlier in places[order][np.argwhere(alike)].tolist():
        if later not in first and not _are_one(hits[later], hits[earlier]):
            first[later] = hits[earlier].rank
    return [
        dataclasses.replace(hit, near_duplicate_of=first[at]) if at in first else hit
        for at, hit in enumerate(hits)
    ]


def _are_one(hit: Hit, other: Hit) -> bool:
    """Return whether both are of one article, section, recital or annex of one work."""
    if hit.work != other.work or hit.eid is None or other.eid is None:
        return False
    return find_outermost_eid(hit.eid) == find_outermost_eid(other.eid)
