-- What undo takes away besides edits, and what moderators look at, as migration 0003 tells SQLite's planner of other
-- tables: one rating in a thousand, lists of a few hundred accounts.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('kept_aside', 'kept_aside_by_undo', '20000 100 1'),
  ('list_undo', 'list_undo_by_edit', '2000 10 1'),
  ('report', 'report_open', '500 1'),
  ('report', 'report_open_by_subject', '500 100 2 1'),
  ('report', 'report_by_account', '50000 4 2 1'),
  ('record_lock', 'record_lock_by_place', '5000 600 2 1'),
  ('record_lock', 'record_lock_by_end', '2500 3'),
  ('waiting_edit', 'waiting_edit_open', '2000 1'),
  ('waiting_edit', 'waiting_edit_by_account', '100000 5 2 1');

analyze sqlite_schema;
