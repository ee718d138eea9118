-- Imports of what people keep, as migration 0003 tells SQLite's planner of other tables: a few of a thousand people,
-- with a thousand entries each.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('kept_import', 'kept_import_by_account', '2000 2 1'),
  ('kept_import', 'kept_import_by_change', '2000 1 1'),
  ('kept_import_piece', 'kept_import_piece', '100 50 1'),
  ('kept_import_list', 'kept_import_list', '10000 10 1'),
  ('kept_import_entry', 'kept_import_entry', '2000000 1000 1'),
  ('kept_import_entry', 'kept_import_entry_by_status', '2000000 1000 250 1'),
  ('kept_import_entry', 'kept_import_entry_by_outcome', '2000000 1000 250 1'),
  ('kept_import_entry', 'kept_import_entry_by_record', '2000000 1000 500 2 1');

analyze sqlite_schema;
