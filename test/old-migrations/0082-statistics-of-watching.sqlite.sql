-- What people watch, as migration 0003 tells SQLite's planner of other tables.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('record_watch', 'record_watch', '1000000 50 25 1'),
  ('record_watch', 'record_watch_by_record', '1000000 200000 5'),
  ('account_watch', 'account_watch', '100000 5 1'),
  ('account_watch', 'account_watch_by_watched', '100000 10'),
  ('search_watch', 'search_watch_by_account', '100000 5 1 1'),
  ('search_watch', 'search_watch_by_key', '100000 3'),
  ('search_watch', 'search_watch_by_person', '5000 2'),
  ('notification', 'notification_by_account', '1000000 10 1'),
  ('notification', 'unread_notification', '300000 5'),
  ('notification', 'notification_by_subject', '150000 4 1'),
  ('notification', 'notification_by_time', '1000000 1');

analyze sqlite_schema;
