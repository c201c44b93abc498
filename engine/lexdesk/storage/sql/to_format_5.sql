DROP INDEX passage_searchable;
CREATE INDEX passage_unsearchable ON passage (id) WHERE NOT searchable;
