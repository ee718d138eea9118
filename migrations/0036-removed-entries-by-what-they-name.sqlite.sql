-- Entries that were removed, by what they name: when that begins to be published, so does that they were removed.
create index removed_entry_by_key on removed_entry (part, key);

insert into sqlite_stat1 (tbl, idx, stat) values
  ('removed_entry', 'removed_entry', '50000 6250 3 2 1'),
  ('removed_entry', 'removed_entry_by_key', '50000 3300 1 1 1');
analyze sqlite_schema;
