"""Hostile libraries, by defect; each is made from an intact one."""

import json

from lexdesk.index.lexical.fulltext import held_content
from tests.crafting import (
    Craft,
    claimed,
    content,
    crowded_segment,
    endless,
    folder,
    graph_elsewhere,
    grown_graph,
    hard_link,
    later_file_format,
    link,
    many,
    one_text_for_all,
    passage_outside,
    pipe,
    provisions,
    removed,
    repeated_segment,
    resealed,
    sealed_sparse_segment,
    sparse,
    sparse_backup,
    sparse_segment,
    sparse_store,
    sparse_vectors,
    sql,
    super_journal,
    vectors_elsewhere,
)

_NUMBERS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 120000)"
_ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"
_DEEP = "[" * 200_000
_HELD = '{"format": 9, "change": 1, "sha256": '

CRAFTED: dict[str, Craft] = {
    "store: link to a library": link("library.sqlite", "foreign.sqlite"),
    "store: link to a file": link("library.sqlite", "file"),
    "store: link to nothing": link("library.sqlite", "none"),
    "store: hard link": hard_link("library.sqlite", "foreign.sqlite"),
    "notes: hard link": hard_link("work.sqlite", "foreign.sqlite"),
    "store: pipe": pipe("library.sqlite"),
    "store: device": lambda library, _: removed(library / "library.sqlite").symlink_to("/dev/zero"),
    "store: folder": folder("library.sqlite"),
    "store: large": sparse_store,
    "store: text": content("library.sqlite", "no database" * 100),
    "store: empty": content("library.sqlite", ""),
    "log: link": link("library.sqlite-wal", "file"),
    "log: pipe": pipe("library.sqlite-wal"),
    "index of the log: link": link("library.sqlite-shm", "file"),
    "log: hard link": hard_link("library.sqlite-wal", "file"),
    "index of the log: hard link": hard_link("library.sqlite-shm", "file"),
    "index of the log: pipe": pipe("library.sqlite-shm"),
    "journal: link": link("library.sqlite-journal", "file"),
    "journal: pipe": pipe("library.sqlite-journal"),
    "journal: names a file": super_journal,
    "notes: link to a database": link("work.sqlite", "foreign.sqlite"),
    "notes: link to nothing": link("work.sqlite", "none"),
    "notes: pipe": pipe("work.sqlite"),
    "notes: folder": folder("work.sqlite"),
    "notes: log is a link": link("work.sqlite-wal", "file"),
    "schema: view": sql(
        "library.sqlite", f"ALTER TABLE change RENAME TO c; CREATE VIEW change (seq) AS {_ENDLESS}"
    ),
    "schema: view beside": sql("library.sqlite", f"CREATE VIEW endless AS {_ENDLESS}"),
    "schema: trigger": sql(
        "library.sqlite",
        "CREATE TRIGGER t AFTER INSERT ON change BEGIN DELETE FROM expression; END",
    ),
    "schema: table": sql("library.sqlite", "CREATE TABLE other (a)"),
    "schema: virtual table": sql("library.sqlite", "CREATE VIRTUAL TABLE v USING fts5(a)"),
    "schema: generated column": sql(
        "library.sqlite", "ALTER TABLE file ADD COLUMN g TEXT AS (hex(zeroblob(500000000))) VIRTUAL"
    ),
    "schema: column with a default": sql(
        "library.sqlite", "ALTER TABLE file ADD COLUMN g TEXT DEFAULT 'x'"
    ),
    "schema: expression index": sql(
        "library.sqlite", "CREATE INDEX i ON passage (length(text) + abs(start))"
    ),
    "schema: index of that name": sql(
        "library.sqlite",
        "DROP INDEX passage_expression; CREATE INDEX passage_expression ON passage (hex(text))",
    ),
    "passages: a megabyte each": sql(
        "library.sqlite", "UPDATE passage SET text = printf('%.*c', 1000000, 'x')"
    ),
    "schema: table is missing": sql("library.sqlite", "DROP TABLE property"),
    "schema: column is missing": sql("library.sqlite", "ALTER TABLE file DROP COLUMN modified"),
    "schema: another format": sql("library.sqlite", "PRAGMA user_version = 1"),
    "schema: no format": sql("library.sqlite", "PRAGMA user_version = 0"),
    "schema: later format": sql("library.sqlite", "PRAGMA user_version = 99"),
    "schema: other tables": sql(
        "library.sqlite", "".join(f"CREATE TABLE t{n} (a);" for n in range(210))
    ),
    **{
        f"rows: endless {name}": endless(name)
        for name in (
            *("passage", "passage_expression", "vector", "change", "provision", "expression"),
            *("reference", "file", "setting", "property", "relation"),
        )
    },
    "rows: one text for all": one_text_for_all,
    "changes: of what was never there": sql(
        "library.sqlite", f"{_NUMBERS} INSERT INTO change SELECT NULL, 'remove', x, 1, 0 FROM n"
    ),
    "changes: again and again": sql(
        "library.sqlite", f"{_NUMBERS} INSERT INTO change SELECT NULL, 'add', 1, 1, 1 FROM n"
    ),
    "parts: one text again and again": sql(
        "library.sqlite",
        f"INSERT INTO revision VALUES (1, 1, 'law', 'c'); {_NUMBERS}"
        " INSERT INTO part SELECT 1, x, 0, 1099511627775, 1, 0, 50, 'e' || x FROM n",
    ),
    "header: later file format": later_file_format,
    "provisions: one in itself": provisions(("a", "a")),
    "provisions: two in each other": provisions(("a", "b"), ("b", "a")),
    "provisions: one in none": provisions(("a", "b")),
    "provisions: deep": provisions(*((f"a{n}", f"a{n - 1}" if n else None) for n in range(5_000))),
    "passages: outside of the text": passage_outside,
    "setting: no JSON": sql(
        "library.sqlite", f"INSERT OR REPLACE INTO setting VALUES ('model', '{_DEEP}')"
    ),
    "setting: many folders": sql(
        "library.sqlite",
        f"{_NUMBERS} INSERT OR REPLACE INTO setting"
        """ SELECT 'folders', '[' || group_concat('"/none/x' || x || '"') || ']' FROM n""",
    ),
    "notes: view": sql("work.sqlite", f"CREATE VIEW saved AS {_ENDLESS}"),
    "notes: trigger": sql(
        "work.sqlite",
        "CREATE TABLE place (a); CREATE TRIGGER t AFTER INSERT ON place BEGIN SELECT 1; END",
    ),
    "words: link": link("words", "folder"),
    "words: link to nothing": link("words", "none"),
    "words: pipe": pipe("words"),
    "words: file": content("words", "text"),
    "list: link": link("words/meta.json", "file"),
    "list: pipe": pipe("words/meta.json"),
    "list: device": lambda library, _: removed(library / "words/meta.json").symlink_to("/dev/zero"),
    "list: folder": folder("words/meta.json"),
    "list: deep": content("words/meta.json", _DEEP),
    "list: large": sparse("words/meta.json"),
    "list: another's segment": content(
        "words/meta.json", '{"segments": [{"segment_id": "VICTIM/file", "deletes": null}]}'
    ),
    "managed: link": link("words/.managed.json", "file"),
    "managed: pipe": pipe("words/.managed.json"),
    "managed: deep": content("words/.managed.json", _DEEP),
    "managed: another's file": content("words/.managed.json", '["VICTIM/file"]'),
    "held: link": link("words/held.json", "file"),
    "held: pipe": pipe("words/held.json"),
    "held: deep": content("words/held.json", _HELD + _DEEP),
    "held: far ahead": content("words/held.json", json.dumps(held_content(2**63, {}))),
    "held: subjects far ahead": content(
        "words/held.json", json.dumps(held_content(1, {"32016R0679": 2**63}))
    ),
    "held: large": sparse("words/held.json"),
    "seal: link": link("words/seal.json", "file"),
    "seal: pipe": pipe("words/seal.json"),
    "seal: deep": content("words/seal.json", _DEEP),
    "seal: large": sparse("words/seal.json"),
    "lock of the index: link": link("words/.tantivy-writer.lock", "none"),
    "lock of the index: pipe": pipe("words/.tantivy-meta.lock"),
    "segment: link": link("words/" + "0" * 32 + ".idx", "file"),
    "segment: large": sparse_segment,
    "segment: large, and sealed": sealed_sparse_segment,
    "segment: repeated": repeated_segment,
    "segment: crowded": crowded_segment,
    "segment: folder": folder("words/" + "0" * 32 + ".idx"),
    "vectors: link": link("vectors", "folder"),
    "vectors: pipe": pipe("vectors"),
    "vectors: file": content("vectors", "text"),
    "manifest of vectors: link": link("vectors/manifest.json", "file"),
    "manifest of vectors: pipe": pipe("vectors/manifest.json"),
    "manifest of vectors: deep": content("vectors/manifest.json", _DEEP),
    "manifest of vectors: large": sparse("vectors/manifest.json"),
    "manifest of vectors: another's file": vectors_elsewhere,
    "codes of vectors: large": sparse_vectors,
    "lock: link": link("writer.lock", "file"),
    "lock: link to nothing": link("writer.lock", "none"),
    "lock: pipe": pipe("writer.lock"),
    "lock: folder": folder("writer.lock"),
    "writer: link": link("writer.json", "file"),
    "writer: pipe": pipe("writer.json"),
    "writer: folder": folder("writer.json"),
    "set aside: link": link("words.damaged", "folder"),
    "removed: link": link("words.removed", "folder"),
    "backup: manifest is a link": link("backup.json", "file"),
    "backup: manifest is deep": content("backup.json", _DEEP),
    "backup: large": sparse_backup,
    **{
        f"{part}: {kind}": craft
        for part, name in {
            "names": "names.tsv",
            "thesaurus": "thesaurus.tsv",
            "checked": "checked.json",
            "verified": "words/verified.json",
            "claim": "writer.claim",
        }.items()
        for kind, craft in {
            "link": link(name, "file"),
            "pipe": pipe(name),
            "folder": folder(name),
            "large": sparse(name),
            "deep": content(name, _DEEP),
            "numbers": content(name, '{"a": ' + "9" * 5_000 + ', "a": NaN, "\\ud800": -1e999}'),
            "nul": content(name, "\0\t\0\n" * 1_000),
            "rows": content(name, "32016R0679\t" + "a; " * 100 + "\n" + "a\tb\n" * 4_000),
        }.items()
    },
    "thesaurus: brackets": content(
        "thesaurus.tsv", "erase; (a* OR\t" + '"' * 200 + "\nerase\t" + "erase " * 60 + "\n"
    ),
    "graph: grown": grown_graph,
    "graph: another's file": graph_elsewhere,
    "terms: of zeros": resealed(".term", lambda stored: bytes(len(stored))),
    "terms: claimed": resealed(".term", claimed),
    "texts: claimed": resealed(".store", claimed),
    "columns: claimed": resealed(".fast", claimed),
    "columns: cut": resealed(".fast", lambda stored: stored[: len(stored) // 2]),
    "positions: claimed": resealed(".pos", claimed),
    "occurrences: claimed": resealed(".idx", claimed),
    "lengths: claimed": resealed(".fieldnorm", claimed),
    "words: many files": many("words", 20_000),
    "notes: other columns": sql(
        "work.sqlite", "DROP TABLE IF EXISTS note; CREATE TABLE note (id, text, x)"
    ),
    "backup: another's file": content(
        "backup.json", '{"files": {"VICTIM/file": {"bytes": 30, "sha256": ""}}}'
    ),
}
