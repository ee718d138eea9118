-- Records that are gone, as migration 0003 tells SQLite's planner of other tables: one in two hundred.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('gone_record', 'gone_record', '20000 4000 1'),
  ('gone_record', 'gone_record_by_place', '5000 20 5 1'),
  ('merged_external_id', 'merged_external_id', '10000 2000 1 1'),
  ('merged_external_id', 'merged_external_id_by_value', '10000 2000 1'),
  ('kept_aside', 'kept_aside_by_record', '200000 60000 20 10'),
  ('kept_aside', 'kept_aside_behind', '5000 1500 3 2'),
  ('kept_aside', 'kept_aside_by_account', '180000 4'),
  ('kept_aside', 'kept_aside_by_guest', '5000 2'),
  ('kept_aside', 'kept_aside_by_list', '15000 3');

analyze sqlite_schema;
