-- What people watched, as migration 0003 tells SQLite's planner of other tables: 20,000 of them note 500 movies and
-- episodes each, of thirty series.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('watched', 'watched', '10000000 500 250 2 1'),
  ('watched', 'watched_by_day', '10000000 500 5 2 2 1'),
  ('watched', 'watched_by_series', '10000000 500 16 1'),
  ('watched', 'watched_by_record', '10000000 5000000 20');

analyze sqlite_schema;
