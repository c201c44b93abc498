"""Headnotes (ementas) of a Brazilian court, and graded pairs of them, split by topic."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lexdesk.errors import CollectionError
from lexdesk_reproductions.jurisbert.pairs import SPLITS, GradedPairs, Pair, assign_splits, balance
from lexdesk_trainer.data import jsonl
from lexdesk_trainer.error_codes import TrainingCode


@dataclass(frozen=True)
class Ementas:
    """``texts`` by id, ``topics`` by id, and pairs of ids with their grade."""

    texts: Mapping[str, str]
    topics: Mapping[str, str]
    graded: tuple[tuple[str, str, float, bool], ...]

    def split(self, seed: int = 1) -> dict[str, tuple[Pair, ...]]:
        """Split pairs into train, dev and test without common topics; drop pairs across splits.

        Learned similarity must then hold for unseen topics; a random split of pairs would not test this.
        Most pairs of two topics are dropped; equal numbers of both kinds are kept, as calling all pairs
        the same would otherwise score well.
        """
        part = assign_splits(sorted(set(self.topics.values())), seed)
        found: dict[str, list[Pair]] = {name: [] for name in SPLITS}
        for left, right, grade, same in self.graded:
            one, other = part[self.topics[left]], part[self.topics[right]]
            if one == other:
                found[one].append(Pair(self.texts[left], self.texts[right], grade, same))
        return {name: balance(pairs, seed) for name, pairs in found.items()}

    def collect_pairs(self, seed: int = 1) -> GradedPairs:
        """Return the pairs, and the texts of train topics for pre-training."""
        return GradedPairs("pt", self.split(seed), tuple(self.of_split("train", seed)))

    def of_split(self, name: str, seed: int = 1) -> list[str]:
        """Return the texts of the topics of one split, for pre-training."""
        part = assign_splits(sorted(set(self.topics.values())), seed)
        return [text for ementa, text in self.texts.items() if part[self.topics[ementa]] == name]


def read(folder: Path) -> Ementas:
    """Read queries and documents of the collection in ``folder``; raise CollectionError for unknown ids."""
    rows = [
        row for name in ("corpus", "queries") for row in jsonl.rows(folder / f"{name}.jsonl.gz")
    ]
    texts = {row["_id"]: row["text"] for row in rows}
    topics = {row["_id"]: row["metadata"]["group"] for row in rows}
    graded = [
        (row["id1"], row["id2"], float(row["grade"]), bool(row["same_group"]))
        for row in jsonl.rows(folder / "pairs.jsonl.gz")
    ]
    if unknown := {cell for row in graded for cell in row[:2]} - texts.keys():
        raise CollectionError(TrainingCode.PAIR_UNKNOWN, folder=folder, unknown=min(unknown))
    return Ementas(texts, topics, tuple(graded))
