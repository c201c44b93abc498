CREATE TABLE finding (
    expression INTEGER NOT NULL REFERENCES expression (id) ON DELETE CASCADE,
    name TEXT NOT NULL, rules INTEGER NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (expression, name)
) WITHOUT ROWID;
