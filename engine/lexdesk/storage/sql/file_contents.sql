CREATE INDEX file_container ON file (container) WHERE container IS NOT NULL;
CREATE TABLE property (
    expression INTEGER NOT NULL REFERENCES expression (id) ON DELETE CASCADE,
    name TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (expression, name)
) WITHOUT ROWID;
CREATE TABLE signature (
    expression INTEGER PRIMARY KEY REFERENCES expression (id) ON DELETE CASCADE,
    "values" BLOB NOT NULL
);
