-- The names that records are looked up by, as migration 0003 tells SQLite's planner of other tables: four million
-- records with two or three names each.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('search_name', 'search_name', '10000000 1700000 2 1'),
  ('search_name', 'search_name_by_name', '10000000 1700000 2 1');

analyze sqlite_schema;
