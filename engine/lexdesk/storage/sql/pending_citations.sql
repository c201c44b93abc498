CREATE TABLE pending_citations (
    expression INTEGER PRIMARY KEY REFERENCES expression (id) ON DELETE CASCADE,
    work TEXT NOT NULL, failed INTEGER NOT NULL
);
