-- What people decided about matches, as migration 0003 tells SQLite's planner of other tables: 20,000 of them have
-- decided about fifty titles each.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('match_decision', 'match_decision', '1000000 50 30 1'),
  ('match_decision', 'match_decision_by_record', '1000000 200000 4');

analyze sqlite_schema;
