-- Where titles can be watched, as migration 0003 tells SQLite's planner of other tables: half a million titles with
-- offers in five countries, four in each, of 500 providers.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('offer', 'offer', '10000000 4000000 20 4 2 1'),
  ('offer', 'offer_by_provider', '10000000 20000 2000 1000 2');

analyze sqlite_schema;
