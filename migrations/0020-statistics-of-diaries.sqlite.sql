-- What was noted together: a third of all entries, a hundred at a time.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('watched', 'watched_by_day', '10000000 500 5 2 2 1 1 1 1'),
  ('watched', 'watched_by_batch', '3000000 400 100');
analyze sqlite_schema;
