-- Files of the sitemap, as migration 0003 tells SQLite's planner of other tables.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('sitemap_entry', 'sitemap_entry', '6000000 750000 1'),
  ('sitemap_entry', 'sitemap_entry_by_file', '6000000 750000 50000 1');

analyze sqlite_schema;
