"""Training instances of each article, by round robin over replicas of its sentences.

Tagarelli & Simeri 2022 (LamBERTa): unigrams of sentences in turn, with emphasis on the title, until each
article has the same minimum number of instances.
"""

from dataclasses import dataclass
from itertools import cycle, islice

from lexdesk_reproductions.gdpr.regulation import Regulation

LEAST = 64


@dataclass(frozen=True)
class Instance:
    """A text, and the position of its article in ``Regulation.articles``."""

    text: str
    label: int


def instances(
    regulation: Regulation, least: int = LEAST, title_share: float = 0.25
) -> list[Instance]:
    """Create at least ``least`` instances for each article, and each of its units at least once.

    The share ``title_share`` of ``least`` are the title alone; all others are units in turn, prefixed by
    the title.
    """
    found = []
    for label, article in enumerate(regulation.articles):
        title, units = regulation.titles[article], regulation.units_of[article]
        titles = round(least * title_share)
        count = max(least - titles, len(units))
        found += [Instance(title, label)] * titles
        found += [Instance(f"{title}. {text}", label) for text in islice(cycle(units), count)]
    return found


def recital_instances(regulation: Regulation) -> list[Instance]:
    """Create instances of each recital under each linked article: the suffix -r of a base.

    Recital queries then ask for memorized texts.
    """
    place = {article: label for label, article in enumerate(regulation.articles)}
    return [
        Instance(regulation.recitals[recital], place[article])
        for recital, articles in regulation.articles_of.items()
        for article in sorted(articles)
    ]
