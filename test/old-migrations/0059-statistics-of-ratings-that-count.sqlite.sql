-- What waits to be counted or told, as migration 0003 tells SQLite's planner of other tables: the ratings of a hundred
-- accounts that were restored, and what is rated in a few seconds.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('waiting_rating', 'waiting_rating_by_record', '10000 3400 2'),
  ('rated_title', 'rated_title', '2000 700 1'),
  ('rated_record', 'rated_record', '5000 1'),
  ('rated_record', 'rated_record_by_number', '5000 1');

analyze sqlite_schema;
