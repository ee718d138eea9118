-- Jobs, as migration 0003 tells SQLite's planner of other tables: few are open at a time.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('job', 'job_open', '50 1 1'),
  ('job', 'job_by_account', '20000 2 1 1'),
  ('job', 'job_by_end', '20000 1 1');

analyze sqlite_schema;
