"""Small real seeds, taken from the shared data at run time and never stored.

Each function takes the folder of shared data, or ``None`` for the fixtures of the engine's tests and
the bundled GDPR alone. Large files are thinned: at most a few elements of one name below each
parent keep every kind of element.
"""

import gzip
import json
import re
import tarfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from lxml import etree

from lexdesk.document.model import Document
from lexdesk.extract import read, read_source
from lexdesk.structure import Source
from lexdesk.system.bundled import find_corpus

FIXTURES = Path(__file__).parents[1] / "engine" / "fixtures"
_LONGEST = 8000  # bytes of a seed, so that there is room for changes
_COURT = (
    "JUDGMENT OF THE COURT (Grand Chamber)\n16 July 2020\n(Reference for a preliminary ruling)\n"
    "In Case C-311/18,\nECLI:EU:C:2020:559\nData Protection Commissioner v Facebook Ireland Ltd\n"
)
_HIGH_COURT = "[2019] IEHC 12\nTHE HIGH COURT\nJUDICIAL REVIEW\nMurphy v The Minister for Justice\n"

_PARTIES = (
    "DATA PROCESSING AGREEMENT\nThis Agreement is made between the parties, each a party, hereof.\n"
    "The parties agree on this contract as follows, each party for itself.\n"
)
_ACT = Path("act.xml")

Seeds = Callable[[Path | None], list[bytes]]


def _thinned(data: bytes, most: int, parser: Any = None) -> bytes:
    """The file with at most ``most`` elements of one name and class below each parent."""
    root: Any = etree.fromstring(data, parser)
    for parent in list(root.iter(etree.Element)):
        seen: Counter[tuple[str, str]] = Counter()
        for child in list(parent):
            if isinstance(child.tag, str):
                key = (child.tag, child.get("class", ""))
                seen[key] += 1
                if seen[key] > most:
                    parent.remove(child)
    return bytes(etree.tostring(root, encoding="utf-8"))


def _small(data: bytes, parser: Any = None) -> bytes:
    """Return the file thinned, then cut to a small size."""
    for most in (8, 4, 2, 1):
        thin = _thinned(data, most, parser)
        if len(thin) <= _LONGEST:
            return thin
    return thin


def _members(archive: Path, suffix: str, most_bytes: int = 10**9) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(archive) as tar:
        for member in tar:
            if member.isreg() and member.name.endswith(suffix) and member.size <= most_bytes:
                file = tar.extractfile(member)
                assert file is not None
                yield member.name, file.read()


def _fixtures(*names: str) -> list[bytes]:
    return [(FIXTURES / name).read_bytes() for name in names]


def formex(data: Path | None) -> list[bytes]:
    """The key acts and the GDPR in six languages, thinned."""
    return [_small(act) for act in [*_acts(data), *_fixtures("gdpr-excerpt-en.xml")]]


def _acts(data: Path | None) -> list[bytes]:
    if data is None:
        return []
    paths = sorted((data / "raw" / "gdpr-formex").rglob("*0101.xml"))
    members = _members(data / "raw" / "eu-formex.tar.gz", ".xml", 2_000_000)
    return [p.read_bytes() for p in paths] + [item for name, item in members if ".doc." not in name]


def pages(data: Path | None) -> list[bytes]:
    """EUR-Lex pages: as published, consolidated, and the plain ones of before 2004."""
    parser = etree.HTMLParser(encoding="utf-8")
    names = ("gdpr-excerpt-consolidated.html", "gdpr-excerpt-oj.xhtml", "31995L0046-excerpt.html")
    files = _fixtures(*names)
    if data is not None:
        files += [content for _, content in _members(data / "raw" / "eu-formex.tar.gz", ".html")]
    return [_small(file, parser) for file in files] + _fixtures(names[2])


def eu_text(data: Path | None) -> list[bytes]:
    """Yield acts as plain text: title, a few recitals, and the text from Article 1 on."""
    found = []
    for document in [_gdpr(), *(read_source(Source(_ACT, act)) for act in _acts(data))]:
        first = next((p.start for p in document.provisions if p.kind == "article"), 0)
        head = document.text[:1500].rpartition("\n")[0]
        found.append(f"{head}\n{document.text[max(first, 1500) : first + 5000]}".encode())
    return [text[:_LONGEST] for text in found]


@cache
def _gdpr() -> Document:
    return read(next(path for path in find_corpus().glob("*.xml") if ".doc." not in path.name))


def _provisions(*kinds: str) -> list[tuple[str, str]]:
    """eid and text of the GDPR's provisions of these kinds."""
    document = _gdpr()
    return [(p.eid, document.text[p.start : p.end]) for p in document.provisions if p.kind in kinds]


def akoma_ntoso(_data: Path | None) -> list[bytes]:
    """One article: the shared data has nothing in this format."""
    return _fixtures("gdpr-article-17.akn.xml")


def clml(_data: Path | None) -> list[bytes]:
    """One section: the shared data has nothing in this format."""
    return _fixtures("hra-1998-section-6.xml")


def irish_act(data: Path | None) -> list[bytes]:
    """Whole short Acts."""
    found = _fixtures("IE-1981-act-35.md", "IE-2018-act-32.md")
    if data is not None:
        files = _members(data / "raw" / "irish-acts.tar.gz", ".md", _LONGEST)
        found += [content for _, content in islice(files, 40)]
    return found


def german_statute(data: Path | None) -> list[bytes]:
    """Whole short statutes, and the beginnings of the main codes."""
    files = _fixtures("stipg.md")
    if data is not None:
        archive = data / "raw" / "german-statutes.tar.gz"
        files += sorted((content for _, content in _members(archive, ".md")), key=len)[::3]
    return [file[:_LONGEST] for file in files]


def gii_norm(_data: Path | None) -> list[bytes]:
    """Excerpts: the shared data has nothing in this format."""
    return _fixtures("kschg-excerpt.xml", "egvv-excerpt.xml")


def rii_decision(_data: Path | None) -> list[bytes]:
    """One decision: the shared data has nothing in this format."""
    return _fixtures("bgh-ix-zb-72-08.xml")


def judgment(_data: Path | None) -> list[bytes]:
    """Real sentences, numbered as the Court of Justice and the Irish High Court do."""
    sentences = [" ".join(text.split()[1:40]) for _, text in _provisions("recital", "paragraph")]
    sentences = [text for text in sentences if not re.match(r"\d|\(", text)]
    counted = {_COURT: "{} {}", _HIGH_COURT: "[{}] {}", _COURT.upper(): "{}. {}"}
    return [
        (head + "\n".join(style.format(n, text) for n, text in enumerate(some, 1))).encode()
        for head, style in counted.items()
        for some in (sentences[:8], sentences[20:45])
    ]


def contract(data: Path | None) -> list[bytes]:
    """Real sentences as clauses; the beginnings of contracts in PDF, and clauses from the middle."""
    clauses = [" ".join(text.split()[1:60]) for _, text in _provisions("recital")[:20]]
    found = [(_PARTIES + "\n".join(f"{n}. {text}" for n, text in enumerate(clauses, 1))).encode()]
    for path in sorted((data / "raw" / "cuad-pdf-sample").glob("*.[pP][dD][fF]")) if data else ():
        if path.stat().st_size < 150_000:
            text = read(path).text
            middle = text.find("\n", len(text) // 2)
            found.append((text[:4000] + text[middle : middle + 2500]).encode())
    return found


def lex_articles(data: Path | None) -> list[bytes]:
    """Yield dated versions without the hashes of their texts, which would reject every change."""
    articles: list[dict[str, object]] = [
        {"anchor": eid, "type": "article", "num": None, "path": [], "text_md": text[:600]}
        for eid, text in _provisions("article")[:6]
    ]
    record = {
        "schema": "lex-articles/1", "lex_id": "eu-eurlex:32016r0679:2016-05-04", "language": "en",
        "title": "Regulation (EU) 2016/679", "valid_from": "2016-05-04", "provisions": articles,
    }  # fmt: skip
    found = [json.dumps(record).encode()]
    if data is not None:
        files = _members(data / "asof" / "history.tar.xz", "/en.json", 30_000)
        found += [_without_hashes(content) for _, content in islice(files, 60)]
    return found


def _without_hashes(version: bytes) -> bytes:
    record = json.loads(version)
    record["provisions"] = record["provisions"][:8]
    for provision in record["provisions"]:
        provision.pop("text_sha256", None)
        provision["text_md"] = provision["text_md"][:600]
    for key in ("derived_from", "generator", "license", "attribution"):
        record.pop(key, None)
    return json.dumps(record, ensure_ascii=False).encode()


def citations(data: Path | None) -> list[bytes]:
    """Yield paragraphs of acts in the searched languages, and of statutes of each country."""
    texts = [_gdpr().text]
    if data is not None:
        folder = data / "raw" / "gdpr-formex" / "consolidated"
        texts += [
            read(folder / f"gdpr-consolidated-{code}.xml").text for code in ("de", "fr", "es")
        ]
    found = [text[at : at + 1200] for text in texts for at in range(0, len(text), len(text) // 12)]
    acts = irish_act(data)[:10] + german_statute(data)[:20]
    return [text.encode() for text in found] + [act[:2000] for act in acts]


def queries(data: Path | None) -> list[bytes]:
    """Queries with operators, and questions as people ask them."""
    found = [
        "consent AND (child OR minor) NOT advertising", 'consent w/5 withdraw "personal data"',
        "title:directive kind:regulation after:2016 § 823 6(1)(f)", "supervis* organi?ation consnet~1",
    ]  # fmt: skip
    if data is not None:
        path = data / "gdpr-articles" / "queries.jsonl.gz"
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            found += [json.loads(line)["text"][:200] for line in islice(lines, 60)]
    return [text.encode() for text in found]
