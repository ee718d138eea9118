-- Releases, as migration 0003 tells SQLite's planner of other tables: twelve of each of a million movies, a third of
-- them with a certification.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('release_date', 'release_date', '12000000 12000000 12 2 1 1'),
  ('release_date', 'release_by_country', '12000000 240000 40000 4 1'),
  ('release_date', 'release_by_certification', '4000000 80000 8000 1');

analyze sqlite_schema;
