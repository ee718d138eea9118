-- During an upgrade, nodes of the version before still create sessions. These count as used on that day, too: without a
-- day they would have expired at once.
alter table session alter column last_used_on set default to_char(now() at time zone 'UTC', 'YYYY-MM-DD');
