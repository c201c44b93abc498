ALTER TABLE expression ADD COLUMN in_force_from TEXT;
ALTER TABLE expression ADD COLUMN in_force_to TEXT;
ALTER TABLE expression ADD COLUMN applies_from TEXT;
ALTER TABLE page ADD COLUMN confidence REAL;
ALTER TABLE file ADD COLUMN container TEXT;
ALTER TABLE file ADD COLUMN language TEXT;
ALTER TABLE file ADD COLUMN modified INTEGER;
