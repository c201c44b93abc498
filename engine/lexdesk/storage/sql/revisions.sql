CREATE TABLE revision (
    expression INTEGER PRIMARY KEY REFERENCES expression (id) ON DELETE CASCADE,
    base INTEGER NOT NULL, law TEXT NOT NULL, "commit" TEXT NOT NULL
);
CREATE INDEX revision_law ON revision (law, expression);
CREATE TABLE part (
    base INTEGER NOT NULL, position INTEGER NOT NULL,
    first INTEGER NOT NULL, last INTEGER NOT NULL,
    home INTEGER NOT NULL REFERENCES expression (id) ON DELETE CASCADE,
    start INTEGER NOT NULL, "end" INTEGER NOT NULL, eid TEXT NOT NULL,
    PRIMARY KEY (base, position, first)
) WITHOUT ROWID;
CREATE INDEX part_eid ON part (base, eid);
CREATE INDEX part_home ON part (home, start);
