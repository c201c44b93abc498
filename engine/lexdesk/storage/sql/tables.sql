CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE expression (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    work TEXT NOT NULL, title TEXT NOT NULL, short_title TEXT NOT NULL, kind TEXT NOT NULL,
    language TEXT, valid_from TEXT, valid_to TEXT,
    in_force_from TEXT, in_force_to TEXT, applies_from TEXT
);
CREATE INDEX expression_work ON expression (work, language);
CREATE TABLE file (
    path TEXT PRIMARY KEY, sha256 TEXT NOT NULL, bytes INTEGER NOT NULL, reader INTEGER NOT NULL,
    expression INTEGER UNIQUE REFERENCES expression (id) ON DELETE SET NULL,
    container TEXT, language TEXT, modified INTEGER,
    failure TEXT, failure_parameters TEXT, unreadable INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE provision (
    expression INTEGER NOT NULL REFERENCES expression (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    eid TEXT NOT NULL, kind TEXT NOT NULL, number TEXT NOT NULL, heading TEXT NOT NULL, label TEXT NOT NULL,
    parent TEXT, start INTEGER NOT NULL, "end" INTEGER NOT NULL,
    PRIMARY KEY (expression, eid)
) WITHOUT ROWID;
CREATE TABLE page (
    expression INTEGER NOT NULL REFERENCES expression (id) ON DELETE CASCADE,
    number INTEGER NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL, confidence REAL,
    PRIMARY KEY (expression, start, number)
) WITHOUT ROWID;
CREATE TABLE passage (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    expression INTEGER NOT NULL REFERENCES expression (id) ON DELETE CASCADE,
    start INTEGER NOT NULL, "end" INTEGER NOT NULL,
    eid TEXT, heading TEXT NOT NULL, label TEXT NOT NULL, page INTEGER, searchable INTEGER NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX passage_expression ON passage (expression, start);
CREATE INDEX passage_unsearchable ON passage (id) WHERE NOT searchable;
CREATE TABLE vector (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    passage INTEGER NOT NULL UNIQUE REFERENCES passage (id) ON DELETE CASCADE,
    "values" BLOB NOT NULL
);
CREATE TABLE change (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('add', 'remove')),
    expression INTEGER NOT NULL,
    first_passage INTEGER NOT NULL, last_passage INTEGER NOT NULL
);
