-- Names and years of titles, as migration 0003 tells SQLite's planner of other tables: those of 1.2 million titles.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('quality_key', 'quality_key', '1800000 900000 2 1'),
  ('quality_key', 'quality_key_by_key', '1800000 900000 1');

analyze sqlite_schema;
