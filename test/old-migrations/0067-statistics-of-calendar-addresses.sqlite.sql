-- Addresses of calendars, as migration 0003 tells SQLite's planner of other tables: one in twenty people has one.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('calendar_address', 'calendar_address', '5000 1');

analyze sqlite_schema;
