-- Numbers that imports have noted, as migration 0003 tells SQLite's planner of other tables.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('gone_record', 'gone_record_by_edit', '5000 500');

analyze sqlite_schema;
