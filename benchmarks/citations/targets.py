"""Share of references that lead to a provision, and the time to find them.

    python -m benchmarks.citations.targets EU_FORMEX

``EU_FORMEX`` is raw/eu-formex.tar.gz of the shared data, unpacked; of each act the version as adopted
is read. A reference resolves if the cited act has its target or a provision around it. Only references
to these twelve acts are counted.
"""

import sys
import time
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

from lexdesk.citations.cited_eids import Eids
from lexdesk.citations.references import find_references
from lexdesk.document.model import Document
from lexdesk.extract.sniff import Format
from lexdesk.extract.sniff.sniff import sniff
from lexdesk.structure import Source
from lexdesk.structure.eu.eurlex import parser as eurlex
from lexdesk.structure.eu.formex import parser as formex


def main() -> None:
    """Print the tables and the speeds."""
    started = time.perf_counter()
    acts = [adopted(folder) for folder in sorted(Path(sys.argv[1]).iterdir())]
    read_in = time.perf_counter() - started
    started = time.perf_counter()
    acts = [replace(act, references=find_references(act)) for act in acts]
    found_in = time.perf_counter() - started
    print(table(acts))
    characters = sum(len(act.text) for act in acts)
    print(f"\nread {characters / read_in:,.0f} characters/s, found {characters / found_in:,.0f}/s")
    print(f"finding takes {found_in / read_in:.2f} times as long as reading")


def adopted(folder: Path) -> Document:
    """Read the earliest version of an act, without its references."""
    version = min(p for p in folder.iterdir() if p.is_dir())
    path = next(p for p in sorted(version.iterdir()) if p.name.startswith("en."))
    source = Source(path, path.read_bytes())
    is_formex = sniff(source.data, path.name) is Format.FORMEX
    return formex.read(source) if is_formex else eurlex.read(source)


def table(acts: list[Document]) -> str:
    """Format references by target, then by kind, as Markdown tables."""
    eids = {act.work: Eids(p.eid for p in act.provisions) for act in acts}
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    kinds: Counter[str] = Counter()
    for act in acts:
        for reference in act.references:
            kinds[reference.kind] += 1
            where = "the act itself" if reference.work == act.work else "another of the acts"
            if reference.work in eids and reference.target:
                exact = reference.target in eids[reference.work]
                counts[where]["exact"] += exact
                counts[where]["around"] += not exact and bool(
                    eids[reference.work].resolve(reference.target)
                )
                counts[where]["of"] += 1
    lines = [
        "| references to provisions of | of | the same eid | the nearest around it | none |",
        "|---|---|---|---|---|",
    ]
    for where, count in counts.items():
        none = count["of"] - count["exact"] - count["around"]
        lines.append(f"| {where} | {count['of']} | {count['exact']} | {count['around']} | {none} |")
    lines += [
        "",
        "| kind | references |",
        "|---|---|",
        *(f"| {k} | {n} |" for k, n in kinds.most_common()),
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
