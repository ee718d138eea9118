-- Lists that people follow, as migration 0003 tells SQLite's planner of other tables.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('list_watch', 'list_watch', '100000 5 1'),
  ('list_watch', 'list_watch_by_list', '100000 10');

analyze sqlite_schema;
