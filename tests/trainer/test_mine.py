"""Mining a library: masked, balanced and excluded texts."""

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.errors import CollectionError
from lexdesk.evaluation.collection import Collection
from lexdesk.text.tokens import fold
from lexdesk_trainer import engine
from lexdesk_trainer.data import licences, paragraphs
from lexdesk_trainer.data.mine import FEWEST_TO_MEASURE, PER_TARGET, mask, mine
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import DiskFull, TooLittleText

WORDS = "the competent authority shall decide on the application within three months of its receipt"


def words(name: str) -> str:
    """Return words unique to each act: acts that share half of their wording count as one."""
    return " ".join(f"{word} {name.lower()}{at}" for at, word in enumerate(WORDS.split()))


@pytest.mark.parametrize(
    ("text", "spans", "expected"),
    [
        ("under Article 6 GDPR the", [(6, 20)], "under [REF] the"),
        ("Articles 6 and 7 apply", [(0, 10), (15, 16)], "[REF] apply"),
        ("as of (OJ L 119, 4.5.2016) now", [], "as of now"),
        ("§ 3 [alte Fassung] gilt", [(0, 3)], "[REF] gilt"),
        ("(a) the data", [], "(a) the data"),
        ("Article 6(1), overlapping", [(0, 12), (9, 12)], "[REF], overlapping"),
        ("under Articles 6 and 7 GDPR the", [(6, 16), (6, 27)], "under [REF] the"),
        ("as in (the Annex (OJ L 24, p. 1)) and (see point (a) of it) now", [], "as in and now"),
        ("nothing", [], "nothing"),
        ("must be in writing (§ 126 BGB)", [(20, 29)], "must be in writing"),
    ],
)
def test_references_are_masked_and_brackets_removed(
    text: str, spans: list[tuple[int, int]], expected: str
) -> None:
    assert mask(text, spans) == expected


def work(
    name: str, articles: list[str], cites: dict[int, list[tuple[str, str]]], **fields: Any
) -> str:
    """Return a line of a dump: numbered articles; ``cites`` lists the cited (work, eid) of each."""
    text, provisions, references = "", [], []
    for number, body in enumerate(articles, start=1):
        start = len(text)
        text += f"Article {number}\n{body}"
        for cited, eid in cites.get(number, []):
            text += " under "
            citation = f"{eid or 'the whole'} of {cited}"
            references.append(
                {
                    "start": len(text), "end": len(text) + len(citation), "kind": "cites",
                    "work": cited, "target": eid, "in_library": True,
                }
            )  # fmt: skip
            text += citation
        text += ".\n\n"
        provisions.append(
            {
                "eid": f"art_{number}", "kind": "article", "number": str(number),
                "heading": f"Matter {number} of {name}", "label": f"Article {number}",
                "parent": None, "start": start, "end": len(text),
            }
        )  # fmt: skip
    plain = {
        "short_title": "",
        "kind": "act",
        "language": "en",
        "valid_from": None,
        "valid_to": None,
    }
    rest = {"text": text, "provisions": provisions, "references": references}
    return json.dumps({"work": name, "title": f"Act {name}"} | plain | rest | fields)


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten acts that cite article 1 of A and each other; A has an older text and a German one."""
    names = "BCDEFGHIJK"
    lines = [work("A", [f"{WORDS} now {n}" for n in range(4)], {}, valid_from="2020-01-01")]
    lines.append(work("A", [f"{WORDS} once {n}" for n in range(4)], {}, valid_from="2010-01-01"))
    lines.append(work("A", [f"{WORDS} deutsch {n}" for n in range(4)], {}, language="de"))
    for at, name in enumerate(names):
        other = names[(at + 1) % len(names)]
        cites = {1: [("A", "art_1")], 2: [("A", "art_1"), (other, "art_3")], 3: [(other, "")]}
        lines.append(work(name, [f"{words(name)} {n}" for n in range(4)], cites))
    folder = tmp_path_factory.mktemp("mined") / "mined"
    mine(lines, folder)
    return folder


def kinds(folder: Path) -> dict[str, str]:
    return {name: topic.metadata["kind"] for name, topic in Collection(folder).topics().items()}


def test_mined_collection_has_resolvable_ids(mined: Path) -> None:
    collection = Collection(mined)
    documents, topics = collection.corpus_field("_id"), collection.topics()
    judged = [collection.qrels(split) for split in ("train", "dev")]
    assert all(judged)
    for qrels in judged:
        assert qrels.keys() <= topics.keys()
        assert {target for grades in qrels.values() for target in grades} <= documents.keys()
    assert licences.require_allowed(mined.parent, mined.name).licence == licences.OWN_DOCUMENTS


def test_all_kinds_are_mined(mined: Path) -> None:
    assert set(kinds(mined).values()) == {"citation", "heading", "version", "language"}


def test_targets_are_capped(mined: Path) -> None:
    collection, kind = Collection(mined), kinds(mined)
    counted = Counter(
        (kind[query], target)
        for split in ("train", "dev")
        for query, grades in collection.qrels(split).items()
        for target in grades
    )
    assert counted["citation", "A#art_1"] == PER_TARGET  # twenty passages cite it
    assert max(counted.values()) <= PER_TARGET


def test_citing_work_is_never_candidate(mined: Path) -> None:
    collection = Collection(mined)
    topics = collection.topics()
    acts = collection.corpus_field("act")
    excluded = collection.exclusions(topics)
    for name, topic in topics.items():
        if topic.metadata["kind"] == "citation":
            source = topic.metadata["source_act"]
            own = {item for item, act in acts.items() if act == source}
            assert excluded[name] == own | {*topic.metadata["exclude_ids"]}
            for split in ("train", "dev"):
                assert not excluded[name] & collection.qrels(split).get(name, {}).keys()


def test_query_does_not_reveal_target(mined: Path) -> None:
    for topic in Collection(mined).topics().values():
        if topic.metadata["kind"] == "citation":
            assert "[REF]" in topic.text
            assert " of A" not in topic.text


def test_works_belong_to_one_split_and_older_text_finds_newer(mined: Path) -> None:
    collection, kind = Collection(mined), kinds(mined)
    sources = {
        split: {
            collection.topics()[query].metadata["source_act"]
            for query in collection.qrels(split)
            if kind[query] == "citation"
        }
        for split in ("train", "dev")
    }
    assert not sources["train"] & sources["dev"]
    with gzip.open(mined / "corpus.jsonl.gz", "rt") as lines:
        texts = {row["_id"]: row["text"] for row in map(json.loads, lines)}
    assert "once" not in "".join(texts.values())
    assert {"A#art_1", "A/de#art_1", "A"} <= texts.keys()


def test_draft_and_adopted_act_count_as_one(tmp_path: Path) -> None:
    """Real articles of the GDPR: B cites A, and B-draft is B with one article less and another ending."""
    texts = paragraphs.gdpr("parity")
    lines = [work("A", texts[:20], {})]
    for name, articles in (("B", texts[20:40]), ("B-draft", texts[20:39]), ("C", texts[40:60])):
        cites = {n: [("A", f"art_{n}"), ("B", f"art_{n}")] for n in range(1, 15)}
        lines.append(work(name, [f"{article} {name}" for article in articles], cites))
    mine(lines, tmp_path / "mined")
    collection = Collection(tmp_path / "mined")
    topics, acts = collection.topics(), collection.corpus_field("act")
    assert {acts[name] for name in ("B", "B-draft", "B-draft#art_3")} == {"B"}
    assert set(acts.values()) == {"A", "B", "C"}
    excluded = collection.exclusions(topics)
    of_split: dict[str, set[str]] = {"train": set(), "dev": set()}
    for split, found in of_split.items():
        for query, grades in collection.qrels(split).items():
            source = topics[query].metadata["source_act"]
            found |= {source or acts[target] for target in grades}
            assert {name for name, act in acts.items() if act == source} <= excluded[query]
            for target in grades:
                if target.startswith(("B#", "B-draft#")):
                    both = {f"{work}#{target.partition('#')[2]}" for work in ("B", "B-draft")}
                    assert both & acts.keys() <= excluded[query] | grades.keys()
    assert of_split["train"]
    assert of_split["dev"]
    assert not of_split["train"] & of_split["dev"]


def test_shared_heading_targets_all_works_and_is_not_measured(tmp_path: Path) -> None:
    names = "ABCDEFGHIJKLMNOP"
    lines = [work(name, [f"{words(name)} {n}" for n in range(4)], {}) for name in names]
    lines = [
        line.replace(f"Matter 1 of {name}", "Definitions")
        for line, name in zip(lines, names, strict=True)
    ]
    lines[1] = lines[1].replace("Definitions", "DEFINITIONS")
    result = mine(lines, tmp_path / "mined")
    collection = Collection(tmp_path / "mined")
    topics = collection.topics()
    judged = {split: collection.qrels(split) for split in ("train", "dev")}
    assert (result.train, result.dev) == tuple(map(len, judged.values()))
    queries = {
        split: [
            grades for query, grades in qrels.items() if fold(topics[query].text) == "definitions"
        ]
        for split, qrels in judged.items()
    }
    assert queries["dev"] == []
    (targets,) = queries["train"]
    assert len(targets) == 14, "of the two works in dev none is learned from"


def test_reference_across_passages_is_masked_in_both(tmp_path: Path) -> None:
    """A sentence of 1,500 characters is cut in two, in the middle of a citation of a hundred."""
    lines = [work("A", [f"{WORDS} {n}" for n in range(4)], {})]
    cited = f"Articles 2 {'and 3 ' * 15}of A"
    for name in "BCDEFGHIJK":
        content = json.loads(work(name, [f"{words(name)} {n}" for n in range(4)], {1: [("A", "")]}))
        text, begins = content["text"], len(content["text"])
        long = " ".join(f"so it is {name.lower()}{n} on" for n in range(100))
        for part in (long[:60], cited, long[:1000], cited, long[:60], cited, long[:60]):
            if part == cited:
                place = {"start": len(text), "end": len(text) + len(cited), "target": "art_2"}
                content["references"].append({**content["references"][0], **place})
            text += part + " "
        unit = {"eid": "art_5", "number": "5", "start": begins, "end": len(text)}
        content["provisions"].append({**content["provisions"][0], **unit})
        lines.append(json.dumps({**content, "text": text}))
    mine(lines, tmp_path / "mined")
    texts = [topic.text for topic in Collection(tmp_path / "mined").topics().values()]
    assert any(text.startswith("[REF] so it is") for text in texts), "cut in the citation"
    assert not [text for text in texts if "and 3" in text]


def test_mining_is_reproducible(tmp_path: Path) -> None:
    lines = [
        work(name, [f"{words(name)} {n}" for n in range(30)], {1: [("Z", "art_1")]})
        for name in "XYZ"
    ]
    for folder in ("one", "two"):
        mine(lines, tmp_path / folder / "mined")
    for path in (tmp_path / "one" / "mined").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / "mined" / path.name).read_bytes()


def test_library_with_few_citations_is_reported(tmp_path: Path) -> None:
    with raises_code(
        TooLittleText, TrainingCode.TOO_FEW_QUERIES_MINED, asked="2", measured="0", value="1"
    ):
        mine([work("A", [WORDS, WORDS], {})], tmp_path / "mined")
    assert not (tmp_path / "mined").exists()


def test_foreign_collection_is_not_replaced(tmp_path: Path) -> None:
    lines = [
        work(name, [f"{words(name)} {n}" for n in range(30)], {1: [("Z", "art_1")]})
        for name in "XYZ"
    ]
    folder = tmp_path / "questions"
    folder.mkdir()
    (folder / "queries.jsonl").write_text('{"_id": "q1", "text": "rent"}\n')
    with raises_code(CollectionError, TrainingCode.NOT_MINED):
        mine(lines, folder)
    assert [path.name for path in folder.iterdir()] == ["queries.jsonl"]
    mine(lines, tmp_path / "mined")
    mine(lines, tmp_path / "mined")  # one that was mined is


def test_failed_mining_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        work(name, [f"{words(name)} {n}" for n in range(30)], {1: [("Z", "art_1")]})
        for name in "XYZ"
    ]
    (tmp_path / "full.json").symlink_to("/dev/full")
    with monkeypatch.context() as full, raises_code(DiskFull, TrainingCode.DISK_FULL):
        full.setattr(
            "lexdesk_trainer.data.mined_collection.write_atomically",
            lambda _, content: (tmp_path / "full.json").write_bytes(content),
        )
        mine(lines, tmp_path / "mined")
    assert [path.name for path in tmp_path.iterdir()] == ["full.json"]
    mine(lines, tmp_path / "mined")


@pytest.mark.slow
def test_contracts_give_clauses_definitions_and_similar_clauses(
    shared_data: Path, tmp_path: Path
) -> None:
    """The ten smallest contracts of cuad-pdf-sample, six of them with clauses."""
    contracts = sorted(
        (shared_data / "raw" / "cuad-pdf-sample").iterdir(), key=lambda file: file.stat().st_size
    )[:16]
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add(contracts, vectors=False)
    found = mine(engine.dump(tmp_path / "library"), tmp_path / "mined")
    assert {"clause", "definition", "heading", "similar-clause"} <= found.queries.keys()
    assert found.dev >= FEWEST_TO_MEASURE
    collection = Collection(tmp_path / "mined")
    topics, documents = collection.topics(), {d.work: d.text for d in collection.documents()}
    judged = {split: collection.qrels(split) for split in ("train", "dev")}
    of_dev = {topics[query].metadata["source_act"] for query in judged["dev"]} - {""}
    for split, qrels in judged.items():
        for query, targets in qrels.items():
            metadata = topics[query].metadata
            assert not targets.keys() & set(metadata["exclude_ids"])
            if metadata["kind"] == "clause":
                words = fold(topics[query].text.split("[REF]")[0])
                held = {name for name, text in documents.items() if words in fold(text)}
                assert len(words) < 40 or held <= {*metadata["exclude_ids"]}
            if metadata["kind"] == "similar-clause" and split == "train":
                assert not {target.partition("#")[0] for target in targets} & of_dev
