"""Documents read from 1,000 real files, compared byte by byte with those that an earlier version read.

Run it once with ``--save FILE`` before a change meant to leave every result as it is, and with
``--compare FILE`` after it. The files are statutes, acts of the Union, judgments and pages, as text,
Markdown, XML and HTML.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
import tarfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import click

from benchmarks import data
from lexdesk.errors import FileFailed
from lexdesk.extract.one_document import read_source
from lexdesk.structure import Source

_ARCHIVES = {"irish-acts": ".txt", "german-statutes": "", "eu-formex": "", "pra-html": ""}
"""Archives of the raw data -> the extension of their files; "" keeps it."""
_COLLECTIONS = {"eu2ie": 230, "irled": 218}
"""Collections with whole documents -> how many are read as plain text."""


def files() -> Iterator[tuple[str, bytes]]:
    """Yield the name and bytes of each file."""
    for name, extension in _ARCHIVES.items():
        with tarfile.open(data.shared_data() / "raw" / f"{name}.tar.gz") as members:
            for member in members:
                file = members.extractfile(member)
                if file is not None:
                    yield f"{member.name}{extension}", file.read()
    for name, most in _COLLECTIONS.items():
        with gzip.open(data.shared_data() / name / "corpus.jsonl.gz", "rt") as lines:
            for line in islice(lines, most):
                document = json.loads(line)
                text = f"{document['title']}\n\n{document['text']}\n"
                yield f"{name}-{document['_id'].replace('/', '-')}.txt", text.encode()


def read_all() -> dict[str, str]:
    """Return the name of each file -> the SHA-256 of its document, or of the reason of its failure."""
    return {name: hashlib.sha256(_read(name, content)).hexdigest() for name, content in files()}


def _read(name: str, content: bytes) -> bytes:
    try:
        return read_source(Source(Path(name), content)).to_json()
    except FileFailed as failure:
        return str(failure).encode()


@click.command()
@click.option("--save", type=click.Path(path_type=Path), help="Write the digests to this file.")
@click.option("--compare", type=click.Path(path_type=Path, exists=True), help="Compare with these.")
def main(save: Path | None, compare: Path | None) -> None:
    """Print how many documents are read, and those that differ."""
    read = read_all()
    if save is not None:
        save.write_text(json.dumps(read, indent=0))
    before = json.loads(compare.read_text()) if compare is not None else read
    changed = sorted(
        name for name in read.keys() | before.keys() if read.get(name) != before.get(name)
    )
    click.echo(
        "".join(f"{name} differs\n" for name in changed)
        + f"{len(read)} files, {len(changed)} differ"
    )
    sys.exit(bool(changed))


if __name__ == "__main__":
    main()
