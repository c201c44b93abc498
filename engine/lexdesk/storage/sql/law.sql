CREATE TABLE reference (
    id INTEGER PRIMARY KEY,
    expression INTEGER NOT NULL REFERENCES expression (id) ON DELETE CASCADE,
    start INTEGER NOT NULL, "end" INTEGER NOT NULL,
    eid TEXT, kind TEXT NOT NULL,
    work TEXT NOT NULL, name TEXT NOT NULL, name_key TEXT NOT NULL, target TEXT NOT NULL
);
CREATE INDEX reference_expression ON reference (expression, start);
CREATE INDEX reference_work ON reference (work, target) WHERE work <> '';
CREATE INDEX reference_change ON reference (work, target) WHERE kind <> 'cites';
CREATE INDEX reference_name ON reference (name_key, target) WHERE work = '';
CREATE TABLE relation (
    expression INTEGER NOT NULL REFERENCES expression (id) ON DELETE CASCADE,
    kind TEXT NOT NULL, subject TEXT NOT NULL, object TEXT NOT NULL, date TEXT,
    PRIMARY KEY (expression, kind, subject, object)
) WITHOUT ROWID;
CREATE INDEX relation_subject ON relation (subject);
CREATE INDEX relation_object ON relation (object);
CREATE TABLE explanation (
    work TEXT NOT NULL, recital TEXT NOT NULL, provision TEXT NOT NULL,
    source TEXT NOT NULL CHECK (source IN ('mapping', 'model')), score REAL,
    PRIMARY KEY (work, recital, provision, source)
) WITHOUT ROWID;
