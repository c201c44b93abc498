"""Rankings as TREC run files: ``query Q0 document rank score tag``, one line for each document."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from lexdesk.errors import CollectionCode, CollectionError
from lexdesk.system.atomic import write_atomically

Ranking = list[tuple[str, float]]
"""(document, score), best first."""
Run = dict[str, Ranking]
"""A ranking for each query."""


def require_ids(queries: Iterable[str]) -> None:
    """Raise ``CollectionError`` for a query id that a run file cannot hold."""
    if unfit := [query for query in queries if query.split() != [query]]:
        raise CollectionError(CollectionCode.QUERY_ID_BLANK, id=unfit[0])


def require_place(path: Path) -> None:
    """Raise ``CollectionError`` if the folder of the run file ``path`` is missing."""
    if not path.absolute().parent.is_dir():
        raise CollectionError(CollectionCode.RUN_FOLDER_MISSING, folder=path.parent)


def write_run(path: Path, run: Run, tag: str) -> None:
    """Write ``run``, keeping the order of equal scores.

    Measuring tools sort by score and break ties in ways of their own, so scores are made strictly
    decreasing if they are not. Raises ``CollectionError`` for an id of a query with a blank.
    """
    require_ids(run)
    lines = []
    for query, ranking in run.items():
        for rank, (document, score) in enumerate(break_ties(ranking), start=1):
            lines.append(f"{query} Q0 {document} {rank} {score!r} {tag}\n")
    write_atomically(path, "".join(lines).encode())


def read_run(path: Path) -> Run:
    """Read a run written by ``write_run``. Raises ``CollectionError`` for a malformed line."""
    run: Run = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            query, _, rest = line.split(maxsplit=2)
            document, _, score, _ = rest.rsplit(maxsplit=3)  # a document's id may have spaces
            run.setdefault(query, []).append((document, float(score)))
        except ValueError as error:
            raise CollectionError(CollectionCode.RUN_LINE, path=path, number=number) from error
    return run


def break_ties(ranking: Ranking) -> Ranking:
    """Return the same order with scores without ties, also in the 32 bits of trec_eval."""
    result: Ranking = []
    ceiling = np.float32(np.inf)
    for document, score in ranking:
        kept = np.float32(score)
        is_less = kept < ceiling
        ceiling = kept if is_less else np.nextafter(ceiling, np.float32(-np.inf))
        result.append((document, score if is_less else float(ceiling)))
    return result
