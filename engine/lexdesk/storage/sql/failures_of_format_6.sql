INSERT INTO unread_page SELECT json_extract(found, '$.file'), pages.value, json_extract(found, '$.failure')
    FROM (SELECT pages_of_format_6(path, refused) AS found FROM file WHERE refused IS NOT NULL)
    JOIN json_each(found, '$.pages') AS pages
    WHERE found IS NOT NULL AND json_extract(found, '$.file') IN (SELECT path FROM file);
DELETE FROM file WHERE refused IS NOT NULL AND pages_of_format_6(path, refused) IS NOT NULL;
UPDATE file SET failure = failure_of_format_6(refused, 'code'),
    failure_parameters = failure_of_format_6(refused, 'parameters') WHERE refused IS NOT NULL;
UPDATE file SET unreadable = 1, sha256 = '' WHERE substr(sha256, 1, 11) = 'unreadable:';
ALTER TABLE file DROP COLUMN refused;
