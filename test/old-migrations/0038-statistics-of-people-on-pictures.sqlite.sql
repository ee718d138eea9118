-- People on pictures, as migration 0003 tells SQLite's planner of other tables: 1,000,000 people on 600,000 images of
-- 300,000 titles and episodes.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('tagged_person', 'tagged_person', '1000000 500000 4 3 2 1'),
  ('tagged_person', 'tagged_person_by_person', '1000000 10 5 2 2 1');

analyze sqlite_schema;
