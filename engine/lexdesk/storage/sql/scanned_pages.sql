CREATE TABLE scanned_page (
    expression INTEGER NOT NULL REFERENCES expression (id) ON DELETE CASCADE,
    number INTEGER NOT NULL, boxes BLOB NOT NULL,
    PRIMARY KEY (expression, number)
) WITHOUT ROWID;
