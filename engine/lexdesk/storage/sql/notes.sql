CREATE TABLE IF NOT EXISTS place (
    key TEXT PRIMARY KEY,
    work TEXT NOT NULL, eid TEXT, citation TEXT NOT NULL, title TEXT NOT NULL, heading TEXT NOT NULL,
    text TEXT NOT NULL, path TEXT, page INTEGER, language TEXT
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS mark (
    place TEXT NOT NULL REFERENCES place (key),
    kind TEXT NOT NULL CHECK (kind IN ('tag', 'collection', 'note')),
    value TEXT NOT NULL, made TEXT NOT NULL,
    PRIMARY KEY (place, kind, value)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS saved (
    name TEXT PRIMARY KEY,
    query TEXT NOT NULL, mode TEXT NOT NULL, seen_at TEXT NOT NULL, seen TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS earlier (
    query TEXT PRIMARY KEY, asked TEXT NOT NULL, times INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS decision (
    work TEXT NOT NULL, eid TEXT NOT NULL, language TEXT NOT NULL, against TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    citation TEXT NOT NULL,
    verdict TEXT NOT NULL CHECK (verdict IN ('complies', 'gap', 'not relevant')),
    note TEXT NOT NULL, made TEXT NOT NULL,
    PRIMARY KEY (work, eid, language, against, text_hash)
) WITHOUT ROWID;
