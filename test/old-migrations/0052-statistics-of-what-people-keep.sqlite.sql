-- What people keep, as migration 0003 tells SQLite's planner of other tables:
-- 80,000 of them rate a hundred titles each.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('favorite', 'favorite', '2000000 25 13 1'),
  ('favorite', 'favorite_by_time', '2000000 25 13 1 1'),
  ('favorite', 'favorite_by_record', '2000000 1000000 10'),
  ('rating', 'rating', '8000000 100 34 1'),
  ('rating', 'rating_by_time', '8000000 100 34 1 1'),
  ('rating', 'rating_by_record', '8000000 2700000 20 19 2'),
  ('guest_session', 'guest_session_by_end', '50000 2 1'),
  ('guest_session', 'guest_session_by_network', '50000 5 1'),
  ('guest_session', 'guest_session_by_key', '50000 500 1'),
  ('guest_rating', 'guest_rating', '200000 4 2 1'),
  ('guest_rating', 'guest_rating_by_time', '200000 4 2 1 1'),
  ('guest_rating', 'guest_rating_by_record', '200000 67000 10 10 2');

analyze sqlite_schema;
